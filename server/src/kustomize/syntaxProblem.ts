import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';

/** Why the YAML of a file cannot be read, at the place in that file. */
export function syntaxProblem({ message, ordinal, offset }: YamlProblem, file: FileId): Problem {
  const at =
    ordinal >= 0
      ? ({ kind: 'node', file, ordinal } as const)
      : ({ kind: 'offset', file, offset } as const);
  return problem('kustomize.yaml-syntax', { message }, at);
}
