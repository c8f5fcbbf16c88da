import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Analysis, TreeEntry } from '../analysis/analysis.ts';
import { AnalysisHost, type Change, type HostOptions } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { rootFiles, type RootFiles } from '../analysis/rootFiles.ts';
import type { PlacedTree } from '../analysis/treesBeside.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { newChartStore, type ChartStore } from './charts/chartStore.ts';
import { treesWithCharts } from './charts/treesWithCharts.ts';
import { newChangedFiles, type ChangedFiles } from './changedFiles.ts';
import { completeAnswer } from './complete.ts';
import { blobId, formatOf, type ObjectFormat } from './content.ts';
import { loadFromDisk, readPath } from './diskContent.ts';
import { changeOfEvents, ignoredPaths, type FileEvent } from './fileEvents.ts';
import { runGit } from './git.ts';
import { headStamp } from './headStamp.ts';
import { repositoryFacts } from './repositoryFacts.ts';
import {
  isSameTree,
  newTreesBeside,
  type OtherRepository,
  type TreesBeside,
} from './treesBeside.ts';
import { enclosingTop, entryOnDisk, gitTop, scanFolder, walkFolder } from './scan.ts';

/** A tree on disk with its analysis: kept up with events of files and with what stands in open editors. */
export interface Workspace {
  /** The folder of the analysed tree; absolute, links resolved. */
  readonly top: string;
  /** The folder that was opened, in the tree. */
  readonly folder: FileId;
  readonly host: AnalysisHost;
  /** Whether git told which files there are. */
  readonly git: boolean;
  /** Whether there were too many files to list them all. */
  readonly truncated: boolean;
  /** Files that git ignores and that a root reads all the same. */
  readonly ignored: ReadonlySet<FileId>;
  /** Asks, loads what the answer lacks, and asks again until nothing is lacking. */
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
  /** Loads all that the kustomization files of roots name, ignored files among it, so that builds need not stop. */
  readonly prepare: (roots: readonly FileId[], signal: AbortSignal) => Promise<RootFiles>;
  /** Takes in what happened on disk. */
  readonly applyFileEvents: (events: readonly FileEvent[], signal: AbortSignal) => Promise<void>;
  /** The text of an open editor stands before the file on disk. */
  readonly setOverlay: (path: FileId, text: string) => void;
  /** The file on disk counts again. */
  readonly clearOverlay: (path: FileId) => void;
  /** Whether git ignores a file, so that what stands in it stays out of every commit. False without git. */
  readonly isIgnored: (path: FileId, signal: AbortSignal) => Promise<boolean>;
  /** The text of a file in the last commit; `undefined` where it has none, is very large, or git may not be asked. */
  readonly committedText: (path: FileId, signal: AbortSignal) => Promise<string | undefined>;
  /** The files that differ from the last commit; `undefined` where git may not be asked, or there is none. */
  readonly changedFiles: ChangedFiles;
  /** The path of the tree for a path on disk; `undefined` outside the tree. */
  readonly fileIdOf: (path: string) => FileId | undefined;
  /** Checkouts of other repositories, for what is made of them. */
  readonly others: () => readonly OtherRepository[];
  /** Says which checkouts of other repositories there are from now on. */
  readonly setOthers: (others: readonly OtherRepository[], signal: AbortSignal) => Promise<void>;
  /** The charts that the user fetched; shared by all workspaces. */
  readonly charts: ChartStore;
  /** Takes in charts that were fetched since. */
  readonly chartsFetched: (signal: AbortSignal) => Promise<void>;
  /** Names of commits may mean others now; gives whether any tree beside this one is another one by that. */
  readonly namesChanged: (signal: AbortSignal) => Promise<boolean>;
  /** Another number wherever trees beside this one are other ones than before. */
  readonly treesBesideAt: () => number;
}

/** How a workspace is opened. */
export interface WorkspaceOptions {
  /** The folder of the tree is the given one, also inside of a repository. */
  readonly exact?: boolean;
  /** `never` where the user does not trust the folder: it is walked, and git is not run at all. Default: `ask`. */
  readonly git?: 'ask' | 'never';
  readonly host?: HostOptions;
  /** Checkouts of other repositories, for what is made of them. */
  readonly others?: readonly OtherRepository[];
}

/** Larger files are not looked up in the last commit, in bytes. */
const largestCommitted = 1_000_000;

/** Opens the tree that a folder belongs to: the enclosing git top level, else the folder. */
export async function openWorkspace(
  folder: string,
  options: WorkspaceOptions,
  signal: AbortSignal,
): Promise<Workspace> {
  const real = realpathSync(resolve(folder));
  const top = options.exact === true ? real : enclosingTop(real);
  const asksGit = options.git !== 'never' && gitTop(top) !== undefined;
  let others = options.others ?? [];
  const charts = newChartStore();
  let beyond = treesWithCharts(newTreesBeside(top, others), charts);
  const [scan, fetched, repository] = await Promise.all([
    options.git === 'never' ? walkFolder(top) : scanFolder(top, signal),
    charts.known(),
    asksGit ? repositoryFacts(top, signal, beyond) : undefined,
  ]);
  let treesAt = 0;
  const host = new AnalysisHost(options.host);
  const overlays = new Map<FileId, string>();
  const ignored = new Set<FileId>();
  const hidden = new Map<FileId, boolean>();
  const committed = new Map<FileId, string | undefined>();
  let committedAt: string | undefined;
  const format = formatOfTree(scan.entries.values());
  const changedFiles = newChangedFiles(top, host);

  function apply(change: Change): void {
    const entries = new Map(change.entries);
    // What an editor shows stays before what is on disk.
    for (const path of overlays.keys()) entries.delete(path);
    const { contents, trees } = change;
    host.apply({ entries, ...(contents && { contents }), ...(trees && { trees }) });
  }

  async function loadContents(ids: readonly string[], stop: AbortSignal): Promise<Change> {
    const change = await loadFromDisk(top, host, ids, { format, signal: stop });
    const left = ids.filter((id) => change.contents?.has(id) !== true && !host.hasContent(id));
    const elsewhere = await beyond.load(left, stop);
    return { ...change, contents: new Map([...(change.contents ?? []), ...elsewhere]) };
  }

  async function complete<T>(
    ask: (analysis: Analysis) => Answer<T>,
    stop: AbortSignal,
  ): Promise<T> {
    return completeAnswer(host, ask, (ids) => loadContents(ids, stop), {
      signal: stop,
      apply,
      findTrees: (ids) => findTrees(ids, stop),
    });
  }

  /** Where other repositories came in meanwhile, these count: contents are loaded from what was found there. */
  async function findTrees(
    ids: readonly string[],
    stop: AbortSignal,
  ): Promise<NonNullable<Change['trees']>> {
    const asked = beyond;
    const found = await asked.find(ids, stop);
    return asked === beyond ? found : findTrees(ids, stop);
  }

  /** The trees that are known and that are other ones by names or repositories of now. */
  async function otherTrees(
    { find }: TreesBeside,
    stop: AbortSignal,
  ): Promise<NonNullable<Change['trees']>> {
    const found = new Map<string, PlacedTree | 'missing'>();
    const left = (): readonly string[] => [...host.trees.keys()].filter((id) => !found.has(id));
    // More may be asked for while git answers.
    for (let ids = left(); ids.length > 0; ids = left())
      for (const [id, tree] of await find(ids, stop)) found.set(id, tree);
    return new Map([...found].filter(([id, tree]) => !isSameTree(host.trees.get(id), tree)));
  }

  async function prepare(roots: readonly FileId[], stop: AbortSignal): Promise<RootFiles> {
    for (;;) {
      const named = await complete((analysis) => rootFiles(analysis, roots), stop);
      const { files } = host.analysis();
      const ids = [...named.files].flatMap((path) => {
        const entry = files.get(path);
        return entry?.kind === 'file' ? [entry.content] : [];
      });
      apply(await loadFromDisk(top, host, ids, { format, signal: stop }));
      const found = findIgnored(top, named.missing, files);
      if (found.size === 0) return named;
      for (const path of found.keys()) ignored.add(path);
      apply({ entries: found });
    }
  }

  async function namesChanged(stop: AbortSignal): Promise<boolean> {
    const trees = await otherTrees(beyond, stop);
    if (trees.size === 0) return false;
    host.apply({ trees });
    treesAt += 1;
    return true;
  }

  apply({ entries: scan.entries });
  host.apply({ fetchedCharts: new Set(fetched.keys()) });
  if (repository !== undefined) host.apply({ repository });
  const { git, truncated } = scan;
  return {
    top,
    folder: relative(top, real).split(sep).join('/'),
    host,
    git,
    truncated,
    ignored,
    complete,
    prepare,
    isIgnored: async (path, stop) => {
      if (!git) return false;
      const known = hidden.get(path);
      if (known !== undefined) return known;
      const isHidden = (await ignoredPaths(top, [path], stop)).has(path);
      hidden.set(path, isHidden);
      return isHidden;
    },
    committedText: async (path, stop) => {
      if (!git) return undefined;
      const stamp = headStamp(top);
      if (stamp === undefined || stamp !== committedAt) committed.clear();
      committedAt = stamp;
      if (committed.has(path)) return committed.get(path);
      const found = await runGit(top, ['cat-file', 'blob', `HEAD:${path}`], { signal: stop });
      const isRead = found.kind === 'ok' && found.value.length <= largestCommitted;
      const text = isRead ? found.value.toString('utf8') : undefined;
      committed.set(path, text);
      return text;
    },
    changedFiles: async (stop) => (git ? changedFiles(stop) : undefined),
    applyFileEvents: async (events, stop) => {
      // What git ignores, and what it tracks all the same, may be other now.
      hidden.clear();
      apply(await changeOfEvents(top, host, events, { format, git, signal: stop }));
    },
    setOverlay: (path, text) => {
      const content = blobId(Buffer.from(text, 'utf8'), format);
      overlays.set(path, content);
      host.apply({
        contents: new Map([[content, { kind: 'text', text }]]),
        entries: new Map([[path, { kind: 'file', content }]]),
      });
    },
    clearOverlay: (path) => {
      overlays.delete(path);
      host.apply(readPath(top, path, format));
    },
    others: () => others,
    setOthers: async (fresh, stop) => {
      const next = treesWithCharts(newTreesBeside(top, fresh), charts);
      const facts = asksGit ? await repositoryFacts(top, stop, next) : undefined;
      const trees = facts && (await otherTrees(next, stop));
      // All at once: who asks meanwhile gets contents of the trees that it was given.
      others = fresh;
      beyond = next;
      treesAt += 1;
      if (facts !== undefined) host.apply({ repository: facts, ...(trees && { trees }) });
    },
    namesChanged,
    charts,
    chartsFetched: async (stop) => {
      const known = await charts.known();
      const trees = await otherTrees(beyond, stop);
      treesAt += 1;
      host.apply({ fetchedCharts: new Set(known.keys()), trees });
    },
    treesBesideAt: () => treesAt,
    fileIdOf: (path) => {
      const inside = relative(top, resolve(top, path)).split(sep).join('/');
      return inside === '..' || inside.startsWith('../') ? undefined : inside;
    },
  };
}

/** Blob ids are SHA-1, but where the repository says otherwise. */
function formatOfTree(entries: Iterable<TreeEntry>): ObjectFormat {
  for (const entry of entries) {
    if (entry.kind === 'file' && /^[0-9a-f]{40,}$/.test(entry.content))
      return formatOf(entry.content);
  }
  return 'sha1';
}

/** What stands on disk at paths that the tree does not have, as git ignores them. */
function findIgnored(
  top: string,
  missing: ReadonlySet<FileId>,
  known: ReadonlyMap<FileId, TreeEntry>,
): ReadonlyMap<FileId, TreeEntry> {
  const found = new Map<FileId, TreeEntry>();
  for (const path of missing) {
    const entry = entryOnDisk(top, path);
    if (entry !== undefined) found.set(path, entry);
    else for (const [below, one] of walkFolder(top, path).entries) found.set(below, one);
  }
  for (const path of known.keys()) found.delete(path);
  return found;
}
