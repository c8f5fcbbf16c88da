import type { Analysis, TreeEntry } from '../analysis/analysis.ts';
import { AnalysisHost, type Change, type FileContent } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { factsBeside } from '../analysis/fork.ts';
import { loadedContents } from '../analysis/promote.ts';
import { kustomizationContents, rootFiles } from '../analysis/rootFiles.ts';
import { neededTrees } from '../analysis/treesBeside.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { completeAnswer } from './complete.ts';
import { pathOfUnread } from './scan.ts';
import type { Side } from './sides.ts';

/** A tree that a plan is made for: the files as they are, or those of a commit. */
export interface PlannedTree {
  readonly host: AnalysisHost;
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
}

/** The tree as one side of a comparison. */
export function sideOfTree(id: string, { host, complete }: PlannedTree): Side {
  const load = async (
    idsOf: (analysis: Analysis) => readonly string[],
    signal: AbortSignal,
  ): Promise<void> => {
    await complete((analysis) => loadedContents(analysis, idsOf(analysis)), signal);
  };
  return {
    id,
    host,
    complete,
    prepareReach: (signal) => load(kustomizationContents, signal),
    prepare: async (roots, restrictions, signal) => {
      const { files } = await complete((one) => rootFiles(one, roots, restrictions), signal);
      await load((analysis) => contentIds(analysis, files), signal);
    },
  };
}

function contentIds(analysis: Analysis, files: ReadonlySet<FileId>): readonly string[] {
  return [...files].flatMap((path) => {
    const entry = analysis.files.get(path);
    return entry?.kind === 'file' ? [entry.content] : [];
  });
}

/** Reads what git does not know as it is, so that a fork has the same contents under the same ids. */
export async function settleTree({ complete }: PlannedTree, signal: AbortSignal): Promise<void> {
  await complete((analysis) => {
    const unread = [...analysis.files.values()].flatMap((entry) =>
      entry.kind === 'file' && pathOfUnread(entry.content) !== undefined ? [entry.content] : [],
    );
    return loadedContents(analysis, unread);
  }, signal);
}

/** The same tree with other texts in some files, or without them, beside the tree itself, which it leaves alone. Settle the tree first. */
export function forkTree(
  tree: PlannedTree,
  texts: ReadonlyMap<FileId, string | undefined>,
): PlannedTree {
  const host = new AnalysisHost({}, tree.host);
  const entries = new Map<FileId, TreeEntry | undefined>(tree.host.analysis().files);
  const contents = new Map<string, FileContent>();
  for (const [file, text] of texts) {
    if (text === undefined) {
      entries.delete(file);
      continue;
    }
    const content = `plan:${file}:${text}`;
    entries.set(file, { kind: 'file', content });
    contents.set(content, { kind: 'text', text });
  }
  const { trees } = tree.host;
  host.apply({ ...factsBeside(tree.host.analysis()), trees, entries, contents });
  const load = async (ids: readonly string[], signal: AbortSignal): Promise<Change> => {
    const loaded = await tree.complete((one) => loadedContents(one, ids), signal);
    return { contents: loaded, entries: movedOn(tree, host, new Set(ids), loaded) };
  };
  return {
    host,
    complete: (ask, signal) =>
      completeAnswer(host, ask, (ids) => load(ids, signal), {
        signal,
        findTrees: async (ids) => {
          await tree.complete((one) => neededTrees(one, ids), signal);
          return tree.host.trees;
        },
        apply: (change) => {
          host.apply(change);
        },
      }),
  };
}

/** The files whose content turned out to be another one when it was read. */
function movedOn(
  tree: PlannedTree,
  fork: AnalysisHost,
  ids: ReadonlySet<string>,
  loaded: ReadonlyMap<string, FileContent>,
): ReadonlyMap<FileId, TreeEntry | undefined> {
  const found = new Map<FileId, TreeEntry | undefined>();
  if ([...ids].every((id) => loaded.has(id))) return found;
  const now = tree.host.analysis().files;
  for (const [path, entry] of fork.analysis().files) {
    if (entry.kind === 'file' && ids.has(entry.content) && !loaded.has(entry.content))
      found.set(path, now.get(path));
  }
  return found;
}
