import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';

/** Why a file cannot be read that is too large; one of no size at all is one whose content git was not given. */
export function tooLargeProblem(
  { path, size }: { readonly path: string; readonly size: number },
  at?: SourcePointer,
): Problem {
  return size === 0
    ? problem('kustomize.file-not-fetched', { path }, at)
    : problem('kustomize.file-too-large', { path, size: String(size) }, at);
}
