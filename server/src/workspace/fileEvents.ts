import type { TreeEntry } from '../analysis/analysis.ts';
import type { AnalysisHost, Change, FileContent } from '../analysis/analysisHost.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ObjectFormat } from './content.ts';
import { readPath } from './diskContent.ts';
import { runGit, splitNul } from './git.ts';
import { entryOnDisk, isSkipped, walkFolder } from './scan.ts';

/** Something happened to a file or a folder. */
export interface FileEvent {
  readonly path: FileId;
  readonly kind: 'created' | 'changed' | 'deleted';
}

/** How the tree of the events was read. */
export interface EventOptions {
  readonly format: ObjectFormat;
  /** Whether git says what it ignores. */
  readonly git: boolean;
  readonly signal: AbortSignal;
}

/**
 * What events on disk change in a tree. Files that were read are read again at once, others when they are needed; new files
 * that git ignores stay out.
 */
export async function changeOfEvents(
  top: string,
  host: AnalysisHost,
  events: readonly FileEvent[],
  { format, git, signal }: EventOptions,
): Promise<Change> {
  const { files } = host.analysis();
  const paths = pathsOf(top, files, events);
  const fresh = [...paths].filter((path) => !files.has(path));
  const hidden = git ? await ignoredPaths(top, fresh, signal) : new Set<FileId>();
  const entries = new Map<FileId, TreeEntry | undefined>();
  const contents = new Map<string, FileContent>();
  for (const path of paths) {
    if (hidden.has(path)) continue;
    const known = files.get(path);
    const wasRead = known?.kind === 'file' && host.hasContent(known.content);
    const change = wasRead
      ? readPath(top, path, format)
      : { entries: new Map([[path, entryOnDisk(top, path)]]) };
    for (const [one, entry] of change.entries ?? []) entries.set(one, entry);
    for (const [id, content] of change.contents ?? []) contents.set(id, content);
  }
  return { entries, contents };
}

/** The files that events speak of; a folder that comes or goes may be told without what is in it. */
function pathsOf(
  top: string,
  known: ReadonlyMap<FileId, TreeEntry>,
  events: readonly FileEvent[],
): ReadonlySet<FileId> {
  const paths = new Set<FileId>();
  for (const { path, kind } of events) {
    if (isSkipped(path) && !known.has(path)) continue;
    const isFile = known.has(path) || entryOnDisk(top, path) !== undefined;
    if (isFile) paths.add(path);
    if (isFile || kind === 'changed') continue;
    for (const below of known.keys()) if (below.startsWith(`${path}/`)) paths.add(below);
    for (const below of walkFolder(top, path).entries.keys()) paths.add(below);
  }
  return paths;
}

/** Which of the paths git ignores; none of those that it tracks. */
export async function ignoredPaths(
  top: string,
  paths: readonly FileId[],
  signal: AbortSignal,
): Promise<ReadonlySet<FileId>> {
  if (paths.length === 0) return new Set();
  const input = `${paths.join('\0')}\0`;
  const answer = await runGit(top, ['check-ignore', '-z', '--stdin'], { signal, input });
  return new Set(answer.kind === 'ok' ? splitNul(answer.value) : []);
}
