import { join } from 'node:path';
import type { Analysis } from '../analysis/analysis.ts';
import {
  AnalysisHost,
  type Change,
  type FileContent,
  type HostOptions,
} from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { submoduleFile } from '../analysis/submodule.ts';
import { mapResult, ok, type Result } from '../util/result.ts';
import { completeAnswer } from './complete.ts';
import { contentOf, mostBytes } from './content.ts';
import { resolveCommit } from './commits.ts';
import { repositoryFacts } from './repositoryFacts.ts';
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
  /** Asks, loads what the answer lacks, and asks again until nothing is lacking. */
  readonly complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>;
  /** Loads contents in one go, so that builds need not stop for each. */
  readonly load: (ids: readonly string[], signal: AbortSignal) => Promise<void>;
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
  }: {
    readonly signal: AbortSignal;
    readonly host?: HostOptions;
    readonly beside?: AnalysisHost;
    /** The name whose branch the tree stands for; default: the revision itself. */
    readonly standsFor?: string;
    /** Checkouts of other repositories, for what is made of them. */
    readonly others?: readonly OtherRepository[];
  },
): Promise<Result<Revision, GitFailure>> {
  const isStaged = revision === stagedWord;
  const commit = isStaged ? ok('index') : await resolveCommit(top, revision, signal);
  if (commit.kind === 'failed') return commit;
  const lines = isStaged ? listStaged(top, signal) : listTree(top, commit.value, signal);
  const beyond = newTreesBeside(top, others);
  const [entries, repository] = await Promise.all([
    lines.then((listed) => treeOf(top, listed, signal)),
    repositoryFacts(top, signal, {
      revision: standsFor ?? (isStaged ? 'HEAD' : revision),
      others: beyond.others,
      atHand: beyond.atHand,
    }),
  ]);
  return mapResult(entries, (tree) => {
    const host = new AnalysisHost(hostOptions, beside);
    const folders = [top, ...tree.submodules.map((path) => join(top, path))];
    const load = (ids: readonly string[], stop: AbortSignal): Promise<Change> =>
      loadObjects(folders, ids, { signal: stop, beyond });
    host.apply({ entries: tree.entries, repository });
    return {
      id: commit.value,
      host,
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
    };
  });
}

/** Loads contents from the objects of the first of some repositories that has them, else from trees beside the one at hand. */
async function loadObjects(
  folders: readonly string[],
  ids: readonly string[],
  { signal, beyond }: { readonly signal: AbortSignal; readonly beyond: TreesBeside },
): Promise<Change> {
  const objects = new Map<string, Buffer>();
  for (const folder of folders) {
    const missing = ids.filter((id) => !objects.has(id) && submoduleFile(id) === undefined);
    const found = await readObjects(folder, missing, signal);
    if (found.kind === 'ok') for (const [id, bytes] of found.value) objects.set(id, bytes);
  }
  const contents = new Map<string, FileContent>();
  const left = ids.filter((id) => !objects.has(id) && submoduleFile(id) === undefined);
  const elsewhere = await beyond.load(left, signal);
  for (const id of ids) {
    const submodule = submoduleFile(id);
    if (submodule !== undefined) {
      contents.set(id, submodule);
      continue;
    }
    const bytes = objects.get(id);
    // An object that is not there (a partial clone) counts as empty bytes: nothing can be read from it.
    if (bytes === undefined) contents.set(id, elsewhere.get(id) ?? { kind: 'tooLarge', size: 0 });
    else if (bytes.length > mostBytes) contents.set(id, { kind: 'tooLarge', size: bytes.length });
    else contents.set(id, contentOf(bytes));
  }
  return { contents };
}
