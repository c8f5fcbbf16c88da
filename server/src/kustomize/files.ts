import type { Input, Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** What stands at a path of the analysed tree. */
export type Entry =
  | { readonly kind: 'file'; readonly content: string }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'directory' };

/**
 * A content: a text, or the bytes of what is no valid UTF-8, or only the size (in bytes) of what is too large to read.
 */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'tooLarge'; readonly size: number };

/** The entry at a path; `undefined` where there is none. */
export const entryInput: Input<FileId, Entry | undefined> = {
  name: 'entry',
  initial: undefined,
  equals: sameEntry,
};

/** A content by its id (the git blob id, or the hash of the bytes that are there); `undefined` until it is loaded. */
export const contentInput: Input<string, Content | undefined> = {
  name: 'content',
  byContent: true,
  initial: undefined,
  // An id names one content: once it is there it stays the same.
  equals: (a, b) => (a === undefined) === (b === undefined),
};

/**
 * A remote source by its key (see `remoteKey`): the path in the tree that its content was put at, below `remotesFolder`;
 * `undefined` until the outer half has it.
 */
export const remoteInput: Input<string, string | undefined> = {
  name: 'remote',
  initial: undefined,
};

/** The folder of the tree that holds remote sources, each in a folder (a repository) or a file of its own. */
export const remotesFolder = '.strata-remotes';

/** The folder of the remote repository that a folder lies in; `undefined` for one of the tree's own. */
export function repositoryOf(folder: FileId): FileId | undefined {
  const [top, name] = folder.split('/');
  return top === remotesFolder && name !== undefined ? `${top}/${name}` : undefined;
}

/** The folder of a tree that stands beside the one at hand: that of another revision, or of another checkout. */
export function folderBeside(name: string): FileId {
  return `${remotesFolder}/@${encodeURIComponent(name)}`;
}

/** Whether a folder lies in a tree beside the one at hand, which is read as the tree itself would be. */
export function isBeside(folder: FileId): boolean {
  return folder.startsWith(`${remotesFolder}/@`);
}

function sameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  switch (a.kind) {
    case 'file':
      return b.kind === 'file' && a.content === b.content;
    case 'symlink':
      return b.kind === 'symlink' && a.target === b.target;
    case 'directory':
      return b.kind === 'directory';
  }
}

/** A path with its links followed. */
export interface ResolvedPath {
  readonly path: FileId;
  readonly entry: Extract<Entry, { kind: 'file' | 'directory' }>;
}

/** As many links as Go follows. Source: Go path/filepath `EvalSymlinks`. */
const mostLinks = 255;

/**
 * Follows the links of a path; `undefined` where nothing stands there or where it leaves the tree. Every entry that the
 * answer depends on is a tracked read, also the absent ones.
 */
export function resolvePath(reader: Reader, path: FileId): ResolvedPath | undefined {
  let links = 0;
  return resolve(path);

  function resolve(at: FileId): ResolvedPath | undefined {
    const entry = reader.read(entryInput, at);
    if (entry?.kind === 'symlink') return follow(at, entry.target);
    if (entry !== undefined) return { path: at, entry };
    // The nearest ancestor that is there tells: all above it are folders.
    for (let end = at.lastIndexOf('/'); end > 0; end = at.lastIndexOf('/', end - 1)) {
      const ancestor = at.slice(0, end);
      const found = reader.read(entryInput, ancestor);
      if (found === undefined) continue;
      return found.kind === 'symlink'
        ? follow(ancestor, `${found.target}${at.slice(end)}`)
        : undefined;
    }
    return undefined;
  }

  /** From the folder of the link; `..` behind the name of another link leads out of where that one leads. */
  function follow(link: FileId, target: string): ResolvedPath | undefined {
    links++;
    if (links > mostLinks) return undefined;
    let folder = target.startsWith('/') ? '' : parentOf(link);
    let parts = target.split('/').filter((part) => part !== '' && part !== '.');
    for (let up = wayOut(parts); up > 0; up = wayOut(parts)) {
      const named = joinPath(folder, parts.slice(0, up).join('/'));
      const found = named === undefined ? undefined : resolve(named);
      if (found?.entry.kind !== 'directory' || found.path === '') return undefined;
      folder = parentOf(found.path);
      parts = parts.slice(up + 1);
    }
    const clean = joinPath(folder, parts.join('/'));
    return clean === undefined ? undefined : resolve(clean);
  }
}

/** The first `..` behind a name, −1 where there is none. */
function wayOut(parts: readonly string[]): number {
  return parts.findIndex((part, index) => part === '..' && index > 0 && parts[index - 1] !== '..');
}

/** Joins and cleans as Go's `filepath.Join`; an absolute path starts at the tree's top; `undefined` outside the tree. */
export function joinPath(folder: FileId, path: string): FileId | undefined {
  if (!dotted.test(path)) return folder === '' ? path : `${folder}/${path}`;
  const result: string[] = path.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (result.pop() === undefined) return undefined;
    } else {
      result.push(part);
    }
  }
  return result.join('/');
}

/**
 * Joins within the repository that a folder lies in: a path that begins with a slash counts from its top; `undefined` for one
 * that leads out of it.
 */
export function joinInRepository(folder: FileId, path: string): FileId | undefined {
  const top = repositoryOf(folder);
  if (top === undefined) return joinPath(folder, path);
  const joined = path.startsWith('/')
    ? joinPath(top, path.replace(/^\/+/, ''))
    : joinPath(folder, path);
  return joined !== undefined && isInOrBelow(joined, top) ? joined : undefined;
}

/** A part of a path that is empty or means another one. */
const dotted = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** The folder that a path stands in, `''` for the tree's top. */
export function parentOf(path: FileId): FileId {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Whether a folder is the other one or lies below it. Source: kyaml filesys `ConfirmedDir.HasPrefix`. */
export function isInOrBelow(folder: FileId, other: FileId): boolean {
  return other === '' || folder === other || folder.startsWith(`${other}/`);
}

/** What stands at a path, links followed, and under which path of its own; edits of a file's content do not change it. */
export const resolvedQuery: Query<
  FileId,
  { readonly path: FileId; readonly kind: 'file' | 'directory' } | undefined
> = {
  name: 'resolved',
  equals: (a, b) =>
    a === b || (a !== undefined && b !== undefined && a.path === b.path && a.kind === b.kind),
  compute: (path, reader) => {
    const resolved = resolvePath(reader, path);
    return resolved && { path: resolved.path, kind: resolved.entry.kind };
  },
};

/** The id of the content of the file at a path without links; `undefined` where there is none. */
export function contentIdOf(reader: Reader, file: FileId): string | undefined {
  const entry = reader.read(entryInput, file);
  return entry?.kind === 'file' ? entry.content : undefined;
}

/** The content of the file at a path without links; `undefined` while it is not loaded, which is a need. */
export const contentQuery: Query<FileId, Content | undefined> = {
  name: 'fileContent',
  compute: (file, reader) => {
    const id = contentIdOf(reader, file);
    return id === undefined ? undefined : readContent(reader, id);
  },
};

/** A content by its id; `undefined` while it is not loaded, which is a need. */
export function readContent(reader: Reader, id: string): Content | undefined {
  const value = reader.read(contentInput, id);
  if (value === undefined) reader.need({ kind: 'content', id });
  return value;
}
