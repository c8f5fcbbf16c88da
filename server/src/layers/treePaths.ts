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
  equals: (a, b) => a.length === b.length && a.every((path, index) => path === b[index]),
};

/** The files and links in a folder and below it, sorted. */
export function pathsBelow(reader: Reader, folder: FileId): readonly FileId[] {
  const paths = reader.read(treePathsInput, isBeside(folder) ? (repositoryOf(folder) ?? '') : '');
  return folder === '' ? paths : slice(paths, `${folder}/`);
}

/** The texts of a sorted list that start with a prefix. */
function slice(sorted: readonly string[], prefix: string): readonly string[] {
  const start = firstNotBefore(sorted, prefix);
  let end = start;
  while (sorted[end]?.startsWith(prefix) === true) end += 1;
  return sorted.slice(start, end);
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
