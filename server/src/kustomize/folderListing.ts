import type { Input, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';

/** The names of what stands in a folder, files, links and folders, in any order; empty where there is no folder. */
export const listingInput: Input<FileId, readonly string[]> = {
  name: 'listing',
  initial: [],
  equals: (a, b) => a.length === b.length && sorted(a).join('/') === sorted(b).join('/'),
};

/** The names in a folder in the order in which Go walks it. Source: Go path/filepath `Walk` (lexical order). */
export function listFolder(reader: Reader, folder: FileId): readonly string[] {
  return sorted(reader.read(listingInput, folder));
}

function sorted(names: readonly string[]): readonly string[] {
  return [...names].sort(compareBytes);
}
