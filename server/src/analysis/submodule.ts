import {
  absentContent,
  isAbsentContent,
  isSubmoduleContent,
  presentContent,
  submoduleContent,
} from '../layers/submodules.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { TreeEntry } from './analysis.ts';
import type { FileContent } from './analysisHost.ts';

/** What stands in the tree for a submodule that was not fetched, by the commit that the tree names. */
export function submoduleEntry(commit: string): TreeEntry {
  return { kind: 'file', content: submoduleContent(commit) };
}

/** What such an entry holds, which nobody can read; `undefined` for the ids of other contents. */
export function submoduleFile(id: string): FileContent | undefined {
  return isSubmoduleContent(id) ? { kind: 'bytes', bytes: new Uint8Array() } : undefined;
}

/** What stands in a tree for a file whose content its clone lacks. */
export function absentEntry(content: string): TreeEntry {
  return { kind: 'file', content: absentContent(content) };
}

/** The files of a tree whose contents its clone is known to lack, sorted. */
export function unfetchedFiles(entries: ReadonlyMap<FileId, TreeEntry>): readonly FileId[] {
  return [...entries]
    .flatMap(([path, entry]) =>
      entry.kind === 'file' && isAbsentContent(entry.content) ? [path] : [],
    )
    .sort();
}

/** Whether a content is the one that an id stands for, be it there or not. */
export function isSameContent(a: string, b: string): boolean {
  return presentContent(a) === presentContent(b);
}

/** What such a file holds, which nobody can read; `undefined` for the ids of other contents. */
export function absentFile(id: string): FileContent | undefined {
  return isAbsentContent(id) ? { kind: 'tooLarge', size: 0 } : undefined;
}
