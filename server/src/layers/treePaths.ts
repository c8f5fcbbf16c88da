import type { Input } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** All files and links of the tree, sorted by code unit, remote sources left out; kept by the host. */
export const treePathsInput: Input<'', readonly FileId[]> = {
  name: 'treePaths',
  initial: [],
  equals: (a, b) => a.length === b.length && a.every((path, index) => path === b[index]),
};
