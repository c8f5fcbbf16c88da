import { existsSync, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import type { TreeEntry } from '../analysis/analysis.ts';
import { submoduleEntry } from '../analysis/submodule.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { mapResult, ok, type Result } from '../util/result.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';

/** The files and links of a folder. */
export interface Scan {
  readonly entries: ReadonlyMap<FileId, TreeEntry>;
  /** Whether git told which files there are. */
  readonly git: boolean;
  /** Set where a plain walk stopped, as there were too many files. */
  readonly truncated: boolean;
}

/** The enclosing git top level of a folder, else the folder itself. Absolute. */
export function enclosingTop(folder: string): string {
  return gitTop(folder) ?? folder;
}

/** The enclosing git top level of a folder; `undefined` outside of git. */
export function gitTop(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return place;
    if (dirname(place) === place) return undefined;
  }
}

/**
 * Lists the tree below a folder: what git tracks and what it does not ignore, or, without git, all but `.git` and
 * `node_modules`. A file that git knows as unchanged has its blob id; any other is `unread` until its bytes are needed.
 */
export async function scanFolder(top: string, signal: AbortSignal): Promise<Scan> {
  const listed = gitTop(top) === undefined ? undefined : await scanGit(top, signal);
  // Git says nothing of a folder that it ignores as a whole.
  return listed?.kind === 'ok' && listed.value.entries.size > 0 ? listed.value : walkFolder(top);
}

/** The content id of a file that was not read yet. */
export function unreadId(path: FileId): string {
  return `unread:${path}`;
}

/** The path of an id made by `unreadId`; `undefined` for others. */
export function pathOfUnread(id: string): FileId | undefined {
  return id.startsWith('unread:') ? id.slice('unread:'.length) : undefined;
}

/** What stands at a path on disk: `undefined` where nothing does that has a content. */
export function entryOnDisk(top: string, path: FileId): TreeEntry | undefined {
  const absolute = join(top, path);
  const stat = statOf(absolute);
  if (stat?.isSymbolicLink() === true) {
    return { kind: 'symlink', target: targetWithin(top, absolute) };
  }
  return stat?.isFile() === true ? { kind: 'file', content: unreadId(path) } : undefined;
}

/** What stands at a path itself; `undefined` where nothing does, or in a folder that may not be entered. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

async function scanGit(top: string, signal: AbortSignal): Promise<Result<Scan, GitFailure>> {
  const [index, changed, untracked] = await Promise.all([
    runGit(top, ['ls-files', '-s', '-v', '-z'], { signal }),
    runGit(top, ['diff-files', '-z', '--relative', '--ignore-submodules=all', '--no-ext-diff'], {
      signal,
    }),
    runGit(top, ['ls-files', '-o', '--exclude-standard', '-z'], { signal }),
  ]);
  if (changed.kind === 'failed') return changed;
  if (untracked.kind === 'failed') return untracked;
  const submodules: Submodule[] = [];
  const scan = mapResult(index, (tracked) => {
    const dirty = new Set(splitNul(changed.value).filter((_, place) => place % 2 === 1));
    const entries = new Map<FileId, TreeEntry>();
    for (const { path, mode, id, isAsIs } of splitNul(tracked).map(parseIndexLine)) {
      const known = isAsIs && mode.startsWith('100') && !dirty.has(path);
      if (mode === submoduleMode) submodules.push({ path, commit: id });
      if (mode === submoduleMode) continue;
      const entry = known ? ({ kind: 'file', content: id } as const) : entryOnDisk(top, path);
      if (entry !== undefined) entries.set(path, entry);
    }
    for (const path of splitNul(untracked.value)) {
      const entry = path.endsWith('/') ? undefined : entryOnDisk(top, path);
      if (entry !== undefined) entries.set(path, entry);
    }
    return entries;
  });
  if (scan.kind === 'failed') return scan;
  for (const submodule of submodules) {
    for (const [path, entry] of await scanSubmodule(top, submodule, signal)) {
      scan.value.set(path, entry);
    }
  }
  return ok({ entries: scan.value, git: true, truncated: false });
}

/** The files of a submodule; one that was not fetched stands for itself, by the commit that the tree names. */
async function scanSubmodule(
  top: string,
  { path, commit }: Submodule,
  signal: AbortSignal,
): Promise<ReadonlyMap<FileId, TreeEntry>> {
  const folder = join(top, path);
  const listed = existsSync(join(folder, '.git')) ? await scanGit(folder, signal) : undefined;
  if (listed?.kind !== 'ok') return new Map([[path, submoduleEntry(commit)]]);
  return new Map(
    [...listed.value.entries].map(([inside, entry]) => {
      const below = `${path}/${inside}`;
      return [below, movedInto(path, below, entry)] as const;
    }),
  );
}

/** An entry of a submodule as the tree around it has it. */
function movedInto(folder: FileId, path: FileId, entry: TreeEntry): TreeEntry {
  if (entry.kind === 'file') {
    return pathOfUnread(entry.content) === undefined
      ? entry
      : { kind: 'file', content: unreadId(path) };
  }
  const { target } = entry;
  const isOwn = target.startsWith('/') && target !== outOfTree;
  return isOwn ? { kind: 'symlink', target: `/${folder}${target}` } : entry;
}

interface Submodule {
  readonly path: FileId;
  readonly commit: string;
}

/** How git marks a submodule. */
export const submoduleMode = '160000';

interface IndexLine {
  readonly path: FileId;
  readonly mode: string;
  readonly id: string;
  /** Whether git looks at the file on disk, and has no conflict in it. */
  readonly isAsIs: boolean;
}

/** `H 100644 id stage<tab>path`; the first letter is small for files that git was told not to look at. */
function parseIndexLine(line: string): IndexLine {
  const tab = line.indexOf('\t');
  const [flag = '', mode = '', id = '', stage = ''] = line.slice(0, tab).split(' ');
  return { path: line.slice(tab + 1), mode, id, isAsIs: flag === 'H' && stage === '0' };
}

/** How many files a plain walk lists at most. */
const mostFiles = 200_000;

const skipped = new Set(['.git', 'node_modules']);

/** Whether a path lies in a folder that is never listed. */
export function isSkipped(path: FileId): boolean {
  return path.split('/').some((part) => skipped.has(part));
}

/** Lists a folder without git, or a folder that git ignores. Entries are relative to `top`. */
export function walkFolder(top: string, below: FileId = ''): Scan {
  const entries = new Map<FileId, TreeEntry>();
  const folders = [below];
  for (const folder of folders) {
    for (const child of readFolder(join(top, folder))) {
      const path = posix.join(folder, child.name);
      if (entries.size >= mostFiles) return { entries, git: false, truncated: true };
      if (child.isDirectory() && !skipped.has(child.name)) folders.push(path);
      if (child.isFile()) entries.set(path, { kind: 'file', content: unreadId(path) });
      if (child.isSymbolicLink()) {
        entries.set(path, { kind: 'symlink', target: targetWithin(top, join(top, path)) });
      }
    }
  }
  return { entries, git: false, truncated: false };
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that went away or may not be read holds nothing.
    return [];
  }
}

/** A target that leads out of every tree. */
const outOfTree = '/..';

/** The target of a link as the tree takes it: absolute targets count from the tree's top, or lead out of it. */
function targetWithin(top: string, link: string): string {
  const target = readLink(link);
  if (target === undefined) return outOfTree;
  if (!target.startsWith('/') && !/^[A-Za-z]:/.test(target))
    return sep === '/' ? target : target.replaceAll(sep, '/');
  const inside = relative(top, target).split(sep).join('/');
  return inside.startsWith('..') ? outOfTree : `/${inside}`;
}

/** Where a link leads; `undefined` for one that went away or may not be read, as those of other users' processes. */
function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
