import { isBeside, repositoryOf } from '../kustomize/files.ts';
import type { Input, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/**
 * All files and links of the tree, sorted by code unit, remote sources left out; by the folder of a tree beside the one at
 * hand, those in it. Kept by the host.
 */
export const treePathsInput: Input<FileId, readonly FileId[]> = {
  name: 'treePaths',
  initial: [],
  equals: samePaths,
};

/** The links of the tree, and of what stands beside it. Kept by the host. */
export const linksInput: Input<'', readonly FileId[]> = {
  name: 'links',
  initial: [],
  equals: samePaths,
};

/** The files and links in a folder and below it, sorted. */
export function pathsBelow(reader: Reader, folder: FileId): readonly FileId[] {
  const paths = reader.read(treePathsInput, isBeside(folder) ? (repositoryOf(folder) ?? '') : '');
  return folder === '' ? paths : paths.slice(...rangeBelow(paths, folder));
}

/** Where those of sorted paths begin and end that stand below a folder. */
export function rangeBelow(
  sorted: readonly FileId[],
  folder: FileId,
): readonly [start: number, end: number] {
  const prefix = `${folder}/`;
  const start = firstNotBefore(sorted, prefix);
  let end = start;
  while (sorted[end]?.startsWith(prefix) === true) end += 1;
  return [start, end];
}

function samePaths(a: readonly FileId[], b: readonly FileId[]): boolean {
  return a.length === b.length && a.every((path, index) => path === b[index]);
}

/** Where the first text stands that does not come before another. */
function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
