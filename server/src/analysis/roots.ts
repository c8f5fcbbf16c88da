import type { FileId } from '../text/sourcePointer.ts';
import { parentOf } from '../kustomize/files.ts';

/** The folders that hold a file of one of these names, sorted by code unit. */
export function kustomizationRoots(
  files: Iterable<FileId>,
  names: readonly string[],
): readonly FileId[] {
  const result = new Set<FileId>();
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (names.includes(name)) result.add(parentOf(file));
  }
  return [...result].sort();
}
