import type { FileId } from '../text/sourcePointer.ts';
import { parentOf, repositoryOf } from '../kustomize/files.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import type { Input, Query } from '../query/database.ts';

/** The folders that hold a file of one of these names, sorted by code unit. */
export function kustomizationRoots(
  files: Iterable<FileId>,
  names: readonly string[],
): readonly FileId[] {
  const result = new Set<FileId>();
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (names.includes(name) && repositoryOf(file) === undefined) result.add(parentOf(file));
  }
  return [...result].sort();
}

/** The kustomization roots of the tree, sorted; kept by the host. */
export const rootsInput: Input<'', readonly FileId[]> = {
  name: 'roots',
  initial: [],
  equals: (a, b) => a.length === b.length && a.every((root, index) => root === b[index]),
};

/** The kustomization roots of the tree, for those who ask for single ones. */
export const rootSetQuery: Query<'', ReadonlySet<FileId>> = {
  name: 'rootSet',
  compute: (_key, reader) => new Set(reader.read(rootsInput, '')),
};

/** Whether a path is that of a kustomization file, by its name. */
export function isKustomizationFile(path: FileId): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return kustomizationFileNames.some((one) => one === name);
}
