import {
  absentContent,
  isAbsentContent,
  isSubmoduleContent,
  submoduleContent,
} from '../layers/submodules.ts';
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

/** What such a file holds, which nobody can read; `undefined` for the ids of other contents. */
export function absentFile(id: string): FileContent | undefined {
  return isAbsentContent(id) ? { kind: 'tooLarge', size: 0 } : undefined;
}
