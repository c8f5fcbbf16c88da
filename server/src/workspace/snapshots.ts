import type { Analysis } from '../analysis/analysis.ts';
import { foldersToCompare, type CopiedFolder, type LayerPair } from '../analysis/snapshots.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';

/** A commit in the history of a repository, or of the working tree: `HEAD`. */
export interface HistoryPoint {
  /** A folder of the working tree, or a git directory. */
  readonly top: string;
  readonly revision: string;
}

/** So many commits of a source are looked at. */
const mostCommits = 200;

/**
 * The folders of a target that hold, to the byte, what the same folder of the source held earlier: whoever keeps them copies
 * them as a whole, and does so again. The topmost of them, so that none lies in another.
 */
export async function snapshotFolders(
  analysis: Analysis,
  pairs: readonly LayerPair[],
  { top, revision }: HistoryPoint,
  signal: AbortSignal,
): Promise<readonly CopiedFolder[]> {
  const found: CopiedFolder[] = [];
  const asked = pairs.map((pair) => ({ pair, folders: foldersToCompare(analysis, pair) }));
  if (asked.every(({ folders }) => folders.length === 0)) return [];
  const shown = await runGit(top, ['rev-parse', '--show-prefix'], { signal });
  const prefix = shown.kind === 'ok' ? shown.value.toString('utf8').trim() : '';
  for (const { pair, folders } of asked) {
    if (folders.length === 0) continue;
    const words = ['log', `--format=%H`, `--max-count=${mostCommits}`, revision, '--'];
    const log = await runGit(top, [...words, `:(top)${prefix}${pair.from}`], { signal });
    if (log.kind === 'failed') return [];
    const commits = log.value.toString('utf8').split('\n').filter(Boolean);
    for (const folder of folders) {
      if (found.some(({ to }) => `${pair.to}${folder}/`.startsWith(`${to}/`))) continue;
      const idOf = (path: FileId, commit: string): string => `${commit}:${prefix}${path}${folder}`;
      const trees = await treesOf(
        top,
        [idOf(pair.to, revision), ...commits.map((commit) => idOf(pair.from, commit))],
        signal,
      );
      const [own, ...earlier] = trees;
      const index = own === undefined ? -1 : earlier.indexOf(own);
      const commit = commits[index];
      if (commit === undefined) continue;
      if (await isAsCommitted(analysis, `${pair.to}${folder}`, { top, revision }, signal))
        found.push({ ...pair, from: `${pair.from}${folder}`, to: `${pair.to}${folder}`, commit });
    }
  }
  return found;
}

/** The ids of trees by their names; `undefined` for what is none. */
async function treesOf(
  top: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const input = names.map((name) => `${name}\n`).join('');
  const answer = await runGit(top, ['cat-file', '--batch-check'], { signal, input });
  if (answer.kind === 'failed') return [];
  const lines = answer.value.toString('utf8').split('\n');
  return names.map((_, index) => /^([0-9a-f]+) tree /.exec(lines[index] ?? '')?.[1]);
}

/** Whether the files of a folder are those of the commit: what somebody is about to change is no copy. */
async function isAsCommitted(
  { files }: Analysis,
  folder: FileId,
  { top, revision }: HistoryPoint,
  signal: AbortSignal,
): Promise<boolean> {
  const listed = await runGit(top, ['ls-tree', '-r', '-z', revision, '--', `${folder}/`], {
    signal,
  });
  if (listed.kind === 'failed') return false;
  const committed = splitNul(listed.value).map((line) => {
    const [, id = '', path = ''] = /^\d+ \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return { id, path };
  });
  const isSame = committed.every(({ id, path }) => {
    const entry = files.get(path);
    return entry?.kind === 'file' && entry.content === id;
  });
  const count = [...files.keys()].filter((file) => file.startsWith(`${folder}/`)).length;
  return isSame && count === committed.length;
}
