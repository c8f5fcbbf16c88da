import { join } from 'node:path';
import type { Analysis, TreeEntry } from '../analysis/analysis.ts';
import {
  AnalysisHost,
  type Change,
  type FileContent,
  type HostOptions,
} from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { absentEntry, absentFile, submoduleFile, unfetchedFiles } from '../analysis/submodule.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { mapResult, ok, type Result } from '../util/result.ts';
import { newChartStore } from './charts/chartStore.ts';
import { treesWithCharts } from './charts/treesWithCharts.ts';
import { completeAnswer } from './complete.ts';
import { contentOf, mostBytes } from './content.ts';
import { resolveCommit } from './commits.ts';
import { repositoryFacts, type RepositoryFacts } from './repositoryFacts.ts';
import { newTreesBeside, type OtherRepository, type TreesBeside } from './treesBeside.ts';
import type { GitFailure } from './git.ts';
import { listTree, readObjects, treeOf } from './gitObjects.ts';
import { listStaged, stagedWord } from './stagedTree.ts';

/**
 * The tree of a revision with its analysis, read from git's objects: no checkout is made. It shares every parse with the
 * host of another tree that it is opened beside.
 */
export interface Revision {
  /** The full id of the commit, or `index`. */
  readonly id: string;
  readonly host: AnalysisHost;
  /** What git says of the repository. */
  readonly repository: RepositoryFacts;
  /** Asks, loads what the answer lacks, and asks again until nothing is lacking. */
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
  /** Loads contents in one go, so that builds need not stop for each. */
  readonly load: (ids: readonly string[], signal: AbortSignal) => Promise<void>;
  /** The files whose contents were asked for and are not there, as in a partial clone. */
  readonly unfetched: () => readonly FileId[];
}

/**
 * Opens the tree of whatever `git rev-parse` takes, or of `:index`, what is staged, as far as it lies below a folder of the
 * working tree.
 */
export async function openRevision(
  top: string,
  revision: string,
  {
    signal,
    host: hostOptions,
    beside,
    standsFor,
    others = [],
    isId = false,
    sibling,
  }: {
    readonly signal: AbortSignal;
    readonly host?: HostOptions;
    readonly beside?: AnalysisHost;
    /** The name whose branch the tree stands for; default: the revision itself. */
    readonly standsFor?: string;
    /** Checkouts of other repositories, for what is made of them. */
    readonly others?: readonly OtherRepository[];
    /** Whether the revision is the full id of a commit that git has just told. */
    readonly isId?: boolean;
    /** What git has just said of the repository for another tree of it. */
    readonly sibling?: RepositoryFacts | undefined;
  },
): Promise<Result<Revision, GitFailure>> {
  const isStaged = revision === stagedWord;
  const commit =
    isStaged || isId
      ? ok(isStaged ? 'index' : revision)
      : await resolveCommit(top, revision, signal);
  if (commit.kind === 'failed') return commit;
  const charts = newChartStore();
  const beyond = treesWithCharts(newTreesBeside(top, others), charts);
  const fetched = await charts.known();
  // Nothing may wait between this and where it is waited for: who gives up meanwhile would leave a fault that nobody takes.
  const lines = isStaged ? listStaged(top, signal) : listTree(top, commit.value, signal);
  const [entries, repository] = await Promise.all([
    lines.then((listed) => treeOf(top, listed, signal)),
    sibling ??
      repositoryFacts(top, signal, {
        revision: standsFor ?? (isStaged ? 'HEAD' : revision),
        others: beyond.others,
        atHand: beyond.atHand,
      }),
  ]);
  return mapResult(entries, (tree) => {
    const host = new AnalysisHost(hostOptions, beside);
    const folders = [top, ...tree.submodules.map((path) => join(top, path))];
    let lacks = false;
    const load = async (ids: readonly string[], stop: AbortSignal): Promise<Change> => {
      const { contents, missing } = await loadObjects(folders, ids, { signal: stop, beyond });
      if (missing.size === 0) return { contents };
      lacks = true;
      return withoutContents(host.analysis().files, contents, missing);
    };
    const fetchedCharts = new Set(fetched.keys());
    host.apply({ entries: tree.entries, repository, fetchedCharts });
    return {
      id: commit.value,
      host,
      repository,
      complete: (ask, stop) =>
        completeAnswer(host, ask, (ids) => load(ids, stop), {
          signal: stop,
          findTrees: (ids) => beyond.find(ids, stop),
          apply: (change) => {
            host.apply(change);
          },
        }),
      load: async (ids, stop) => {
        const missing = [...new Set(ids)].filter((id) => !host.hasContent(id));
        host.apply(await load(missing, stop));
      },
      unfetched: () => (lacks ? unfetchedFiles(host.analysis().files) : []),
    };
  });
}

/** Loads contents from the objects of the first of some repositories that has them, else from trees beside the one at hand. */
async function loadObjects(
  folders: readonly string[],
  ids: readonly string[],
  { signal, beyond }: { readonly signal: AbortSignal; readonly beyond: TreesBeside },
): Promise<{
  readonly contents: ReadonlyMap<string, FileContent>;
  readonly missing: ReadonlySet<string>;
}> {
  const objects = new Map<string, Buffer>();
  for (const folder of folders) {
    const missing = ids.filter((id) => !objects.has(id) && submoduleFile(id) === undefined);
    const found = await readObjects(folder, missing, signal);
    if (found.kind === 'ok') for (const [id, bytes] of found.value) objects.set(id, bytes);
  }
  const contents = new Map<string, FileContent>();
  const left = ids.filter((id) => !objects.has(id) && submoduleFile(id) === undefined);
  const elsewhere = await beyond.load(left, signal);
  const lacking = new Set<string>();
  for (const id of ids) {
    const submodule = submoduleFile(id);
    if (submodule !== undefined) {
      contents.set(id, submodule);
      continue;
    }
    const bytes = objects.get(id);
    const found = elsewhere.get(id);
    if (bytes === undefined && found !== undefined) contents.set(id, found);
    else if (bytes === undefined) lacking.add(id);
    else if (bytes.length > mostBytes) contents.set(id, { kind: 'tooLarge', size: bytes.length });
    else contents.set(id, contentOf(bytes));
  }
  return { contents, missing: lacking };
}

/**
 * Files of a partial clone stand for themselves where their contents are not there: what reads them says so. The ids of the
 * contents stay free, as another tree may have them.
 */
function withoutContents(
  files: Analysis['files'],
  contents: ReadonlyMap<string, FileContent>,
  missing: ReadonlySet<string>,
): Change {
  const entries = new Map<FileId, TreeEntry>();
  const known = new Map(contents);
  // What stands beside the tree alone counts as empty.
  for (const id of missing) known.set(id, { kind: 'tooLarge', size: 0 });
  for (const [path, entry] of files) {
    if (entry.kind !== 'file' || !missing.has(entry.content)) continue;
    const absent = absentEntry(entry.content);
    entries.set(path, absent);
    known.delete(entry.content);
    const content = absent.kind === 'file' ? absentFile(absent.content) : undefined;
    if (absent.kind === 'file' && content !== undefined) known.set(absent.content, content);
  }
  return { entries, contents: known };
}
