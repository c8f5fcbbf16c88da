import { wrongTypeCode } from '../delivery/objectReader.ts';
import { englishMessage, fillMessage } from '../text/messages.ts';
import type { Problem } from '../text/problem.ts';

/** What is wrong with objects of Argo CD, and with what it renders; `{name}` is a parameter of the problem. */
const argocdMessages: ReadonlyMap<string, string> = new Map([
  [wrongTypeCode, '`{field}` is a {expected}; a {found} stands here.'],
  ['argocd.absolute-path', 'The path `{path}` is absolute.'],
  ['argocd.annotation-there', 'The annotation `{key}` is in the kustomization file already.'],
  ['argocd.bad-annotation', '`{key}` is no key of an annotation.'],
  ['argocd.bad-image', '`{image}` names no image with a new name, tag or digest.'],
  ['argocd.bad-label', '`{key}` is no key of a label.'],
  ['argocd.bad-override', 'The file cannot be read: {message}'],
  ['argocd.bad-replicas', 'The count `{count}` of `{name}` is no number.'],
  ['argocd.component-not-found', 'The component `{path}` does not exist.'],
  ['argocd.label-there', 'The label `{key}` is in the kustomization file already.'],
  ['argocd.no-path', 'The source names no path.'],
  ['argocd.not-readable', '`{path}` cannot be read: {message}'],
  ['argocd.path-is-a-file', 'The path `{path}` is a file, no folder.'],
  ['argocd.path-not-found', 'The path `{path}` does not exist.'],
  ['argocd.path-outside', 'The path `{path}` leads out of the repository.'],
  ['argocd.repeated-resource', '{id} comes more than once; the last one counts.'],
  ['argocd.several-objects', '`{path}` holds more than one object.'],
  ['argocd.several-types', 'The source has options of more than one kind.'],
  [
    'argocd.templates-with-selectors',
    '`labelIncludeTemplates` goes with `labelWithoutSelector` only.',
  ],
]);

/** What a problem of Argo CD says in English. */
export function argocdMessage(problem: Problem): string {
  const template = argocdMessages.get(problem.code);
  return template === undefined
    ? englishMessage(problem)
    : fillMessage(template, problem.parameters, {}).trimEnd();
}
