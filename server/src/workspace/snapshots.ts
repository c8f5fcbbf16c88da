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
 * The folders of a target that hold, to the byte, what the same folder of the source held earlier, and that were brought
 * from one such state to a later one before: whoever keeps them copies them as a whole, and does so again. Stages that only
 * began as copies are none. The topmost come first; others may lie in them.
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
    // Along the first parents, each commit follows the one before it in the list.
    const words = ['log', '--first-parent', '--format=%H', `--max-count=${mostCommits}`];
    const paths = [pair.from, pair.to].map((path) => `:(top)${prefix}${path}`);
    const log = await runGit(top, [...words, revision, '--', ...paths], { signal });
    if (log.kind === 'failed') return [];
    const commits = log.value.toString('utf8').split('\n').filter(Boolean);
    for (const folder of folders) {
      const idsOf = (path: FileId): readonly string[] =>
        commits.map((commit) => `${commit}:${prefix}${path}${folder}`);
      const trees = await treesOf(top, [...idsOf(pair.to), ...idsOf(pair.from)], signal);
      const own = trees.slice(0, commits.length);
      const theirs = trees.slice(commits.length);
      const [now] = own;
      const commit = commits[now === undefined ? -1 : theirs.indexOf(now)];
      if (commit === undefined || !wasBrought(own, theirs)) continue;
      const ways = { from: `${pair.from}${folder}`, to: `${pair.to}${folder}` };
      if (!(await isAsCommitted(analysis, ways.to, { top, revision }, signal))) continue;
      found.push({ ...pair, ...ways, words: [baseOf(pair.from), baseOf(pair.to)], commit });
    }
  }
  return found;
}

/**
 * Whether a state of the target was replaced by another one, while both had been the source's before; the states of both
 * after each commit, the newest first. What changes in both stages at once brings nothing from one to the other.
 */
function wasBrought(
  own: readonly (string | undefined)[],
  theirs: readonly (string | undefined)[],
): boolean {
  return own.some((after, index) => {
    const before = own[index + 1];
    if (after === undefined || before === undefined || after === before) return false;
    const earlier = theirs.slice(index + 1);
    return earlier.includes(after) && earlier.includes(before);
  });
}

function baseOf(path: FileId): string {
  return path.slice(path.lastIndexOf('/') + 1);
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
