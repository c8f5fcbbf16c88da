import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';

/**
 * Problems of a file: what is wrong with a content names no file, as it may stand in many. The same list where each has
 * its name.
 */
export function namedProblems<Found extends { readonly problem: Problem }>(
  found: readonly Found[],
  file: FileId,
): readonly Found[] {
  if (!found.some(isUnnamed)) return found;
  const path = file.slice(file.lastIndexOf('/') + 1);
  return found.map((one) => {
    const { problem } = one;
    return isUnnamed(one)
      ? { ...one, problem: { ...problem, parameters: { ...problem.parameters, path } } }
      : one;
  });
}

function isUnnamed({ problem: { code, parameters } }: { readonly problem: Problem }): boolean {
  const isOfContent = code === 'kustomize.file-too-large' || code === 'kustomize.file-not-fetched';
  return isOfContent && parameters.path === '';
}
