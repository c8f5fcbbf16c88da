import { wrongTypeCode } from '../delivery/objectReader.ts';
import { englishMessage, fillMessage } from '../text/messages.ts';
import type { Problem } from '../text/problem.ts';

/** What the controller of Flux fails with, beside what kustomize fails with; `{name}` is a parameter of the problem. */
const fluxMessages: ReadonlyMap<string, string> = new Map([
  [wrongTypeCode, '`{field}` is a {expected}; a {found} stands here.'],
  ['flux.bad-secret-data', '`data.{key}` is no base64.'],
  ['flux.bad-argument', 'The word behind an operator of a variable in {id} cannot be read.'],
  ['flux.bad-default', 'The default of a variable in {id} cannot be read.'],
  ['flux.bad-substitution', 'A `${` in {id} begins nothing that can be replaced.'],
  ['flux.bad-variable', 'A `${` in {id} is followed by no name of a variable.'],
  ['flux.bad-variable-name', '`{name}` is no name of a variable.'],
  ['flux.component-not-relative', 'The component `{path}` is not local and relative.'],
  [
    'flux.folder-in-the-way',
    '`{path}` is a folder, and no kustomization file can be written there.',
  ],
  ['flux.crash', 'The controller crashes on a variable in {id}.'],
  ['flux.invalid-utf8', 'A variable in {id} cuts a character in two.'],
  [
    'flux.missing-brace',
    'A variable in {id} has no closing brace where one is due; `-`, `+` and `?` want a `:` in front.',
  ],
  ['flux.no-kustomization', 'The file holds no Kustomization of Flux.'],
  [
    'flux.not-yaml-after-substitution',
    '{id} is no object after its variables are replaced: {message}',
  ],
  ['flux.not-printable', '{id} cannot be printed: {message}'],
  ['flux.path-is-a-file', 'The path `{path}` is a file, no folder.'],
  ['flux.path-not-found', 'The path `{path}` does not exist.'],
  ['flux.same-id-after-substitution', 'Two objects are {id} after their variables are replaced.'],
  ['flux.variable-not-set', 'The variable `{name}` in {id} is not set.'],
  ['flux.variables-not-found', 'The {kind} `{namespace}/{name}` with variables was not found.'],
]);

/** What a problem of a Kustomization says in English. */
export function fluxMessage(problem: Problem): string {
  const template = fluxMessages.get(problem.code);
  return template === undefined
    ? englishMessage(problem)
    : fillMessage(template, problem.parameters, {}).trimEnd();
}
