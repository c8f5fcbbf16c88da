import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { Selector } from '../kustomization.ts';
import { nearest } from '../nearest.ts';
import { describeId, type Resource } from '../resource.ts';

/** A patch for a target that no object fits, with the name that may have been meant. */
export function noTarget(
  target: Selector,
  resources: readonly Resource[],
  at: SourcePointer,
): Problem {
  const candidate = nearest(
    target.name,
    resources
      .filter((resource) => target.kind === '' || resource.id.kind === target.kind)
      .map((resource) => resource.id.name),
  );
  const name = targetText(target);
  return candidate === undefined
    ? problem('kustomize.patch-matches-nothing', { target: name }, at)
    : problem('kustomize.patch-matches-nothing-but', { target: name, candidate }, at);
}

/** What a target asks for, as it is written. */
function targetText(target: Selector): string {
  const id = [target.kind, target.name].filter((part) => part !== '').join('/');
  const rest = (
    ['group', 'version', 'namespace', 'labelSelector', 'annotationSelector'] as const
  ).flatMap((name) => (target[name] === '' ? [] : [`${name}: ${target[name]}`]));
  return [...(id === '' ? [] : [id]), ...rest].join(', ');
}

/** A patch by name for which there is no object, with the name that may have been meant. */
export function withCandidate(
  found: Problem,
  patch: Resource,
  resources: readonly Resource[],
  at: SourcePointer,
): Problem {
  const candidate = nearest(
    patch.id.name,
    resources
      .filter((resource) => resource.id.kind === patch.id.kind)
      .map((resource) => resource.id.name),
  );
  const target = `${patch.id.kind}/${patch.id.name}`;
  if (found.code !== 'kustomize.no-match-for-patch' || candidate === undefined)
    return problemAt(found, at);
  return problem(
    'kustomize.no-match-for-patch-but',
    { id: describeId(patch.id), target, candidate },
    at,
  );
}

/** A patch that leaves all its targets as they were. */
export function nothingChanged(targets: readonly Resource[], at: SourcePointer): Problem {
  const names = targets.slice(0, mostNames).map((target) => describeId(target.id));
  const id = [...names, ...(targets.length > mostNames ? ['…'] : [])].join(', ');
  return problem('kustomize.patch-changes-nothing', { id }, at);
}

const mostNames = 3;
