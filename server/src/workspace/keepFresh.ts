import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeEntry } from '../analysis/analysis.ts';
import { isRemote } from '../analysis/remoteFiles.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FileEvent } from './fileEvents.ts';
import { headStamp } from './headStamp.ts';
import { repositoryFacts } from './repositoryFacts.ts';
import { pathOfUnread, scanFolder } from './scan.ts';
import type { Workspace } from './workspace.ts';

/**
 * Keeps a workspace up with the disk where nobody tells what happens there: gives a function that looks again, and takes in
 * what is other than it was. Git is asked for what it knows as unchanged, and only files that it does not are looked at.
 */
export function keepFresh(workspace: Workspace): (signal: AbortSignal) => Promise<void> {
  const { top, host } = workspace;
  let stamps = stampsOf(workspace);
  let head = headStamp(top);
  return async (signal) => {
    const { entries } = await scanFolder(top, signal);
    const now = headStamp(top);
    if (workspace.git && now !== head)
      host.apply({ repository: await repositoryFacts(top, signal, { others: keysOf(workspace) }) });
    head = now;
    await workspace.namesChanged(signal);
    const known = host.analysis().files;
    const events: FileEvent[] = [];
    const fresh = new Map<FileId, string>();
    for (const [path, entry] of entries) {
      const before = known.get(path);
      const isRead = entry.kind === 'file' && pathOfUnread(entry.content) !== undefined;
      const stamp = isRead ? stampOf(top, path) : undefined;
      if (stamp !== undefined) fresh.set(path, stamp);
      const isSame =
        stamp === undefined
          ? isEqual(before, entry)
          : stamp === stamps.get(path) && before !== undefined;
      if (!isSame) events.push({ path, kind: before === undefined ? 'created' : 'changed' });
    }
    for (const path of known.keys()) {
      if (entries.has(path) || isRemote(path)) continue;
      events.push({ path, kind: workspace.ignored.has(path) ? 'changed' : 'deleted' });
    }
    stamps = fresh;
    if (events.length > 0) await workspace.applyFileEvents(events, signal);
  };
}

function keysOf(workspace: Workspace): readonly string[] {
  return workspace.others().flatMap(({ keys }) => keys);
}

function isEqual(before: TreeEntry | undefined, now: TreeEntry): boolean {
  if (before === undefined) return false;
  if (before.kind === 'file') return now.kind === 'file' && before.content === now.content;
  return now.kind === 'symlink' && now.target === before.target;
}

/** What files look like that were not read yet: whoever reads one later reads no older bytes. */
function stampsOf({ top, host }: Workspace): ReadonlyMap<FileId, string> {
  const stamps = new Map<FileId, string>();
  for (const [path, entry] of host.analysis().files) {
    if (entry.kind !== 'file' || pathOfUnread(entry.content) === undefined) continue;
    const stamp = stampOf(top, path);
    if (stamp !== undefined) stamps.set(path, stamp);
  }
  return stamps;
}

/** The age, the size and the number of a file; `undefined` where it is gone. */
function stampOf(top: string, path: FileId): string | undefined {
  try {
    const { mtimeMs, ctimeMs, size, ino } = lstatSync(join(top, path));
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
