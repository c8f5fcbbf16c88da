import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { TreeEntry } from '../analysis/analysis.ts';
import { submoduleFile } from '../analysis/submodule.ts';
import type { AnalysisHost, Change, FileContent } from '../analysis/analysisHost.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { blobId, contentOf, mostBytes, type ObjectFormat } from './content.ts';
import { entryOnDisk, pathOfUnread } from './scan.ts';

/** How many bytes are read before the event loop gets its turn. */
const batchBytes = 4 * 1024 * 1024;

/**
 * Loads contents by id from the files that have them. Where the bytes on disk are not what the id says (git changed them
 * on the way, or the file changed since), the file gets the id of what is there.
 */
export async function loadFromDisk(
  top: string,
  host: AnalysisHost,
  ids: readonly string[],
  { format, signal }: { readonly format: ObjectFormat; readonly signal: AbortSignal },
): Promise<Change> {
  const entries = new Map<FileId, TreeEntry | undefined>();
  const contents = new Map<string, FileContent>();
  const wanted = new Set(ids.filter((id) => !host.hasContent(id)));
  for (const id of wanted) {
    const submodule = submoduleFile(id);
    if (submodule === undefined) continue;
    contents.set(id, submodule);
    wanted.delete(id);
  }
  let bytes = 0;
  for (const [id, paths] of pathsById(host, wanted)) {
    for (const path of paths) {
      const read = readFileIn(top, path, format);
      if (read === undefined || read.id !== id) {
        entries.set(path, read && { kind: 'file', content: read.id });
      }
      if (read !== undefined) contents.set(read.id, read.content);
      bytes += read?.size ?? 0;
      if (bytes > batchBytes) {
        bytes = 0;
        await setImmediate(undefined, { signal });
      }
      if (read?.id === id) break;
    }
  }
  return { entries, contents };
}

/** What stands at a path now, with its content. */
export function readPath(top: string, path: FileId, format: ObjectFormat): Change {
  const entry = entryOnDisk(top, path);
  if (entry?.kind !== 'file') return { entries: new Map([[path, entry]]) };
  const read = readFileIn(top, path, format);
  if (read === undefined) return { entries: new Map([[path, undefined]]) };
  return {
    entries: new Map([[path, { kind: 'file', content: read.id }]]),
    contents: new Map([[read.id, read.content]]),
  };
}

/** The bytes of a file as they are just now, and the id that they have with git. */
export interface ReadFile {
  readonly id: string;
  readonly content: FileContent;
  readonly size: number;
}

/** What a file of a folder holds; `undefined` for what went away or may not be read. */
export function readFileIn(top: string, path: FileId, format: ObjectFormat): ReadFile | undefined {
  try {
    const absolute = join(top, path);
    const { size, mtimeMs } = statSync(absolute);
    if (size > mostBytes) {
      const id = `large:${size}:${mtimeMs}`;
      return { id, content: { kind: 'tooLarge', size }, size: 0 };
    }
    const bytes = readFileSync(absolute);
    return { id: blobId(bytes, format), content: contentOf(bytes), size };
  } catch {
    return undefined;
  }
}

/** The files that have a content, for each id. */
function pathsById(
  host: AnalysisHost,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly FileId[]> {
  const result = new Map<string, FileId[]>();
  const others = new Set<string>();
  for (const id of wanted) {
    const path = pathOfUnread(id);
    if (path === undefined) others.add(id);
    else result.set(id, [path]);
  }
  if (others.size === 0) return result;
  for (const [path, entry] of host.analysis().files) {
    if (entry.kind !== 'file' || !others.has(entry.content)) continue;
    const paths = result.get(entry.content);
    if (paths === undefined) result.set(entry.content, [path]);
    else paths.push(path);
  }
  return result;
}
