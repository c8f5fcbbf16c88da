import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';

/** What lies between two commits of the local clone. */
export interface BetweenCommits {
  /** How many commits lead from the one to the other. */
  readonly commits: number;
  /** Files that differ, from the top of the tree. */
  readonly files: readonly FileId[];
  /**
   * The files that each commit changes; none of a merge, whose changes are those of what it merges. Where there are more
   * commits than anybody looks at one by one, of the newest alone.
   */
  readonly byCommit: readonly (readonly FileId[])[];
}

/** So many commits are looked at one by one. */
const mostCommits = 1000;

const fullId = /^[\da-f]{40}(?:[\da-f]{24})?$/;

/**
 * What changed from one commit to another; `undefined` where the local clone has not both, or one does not lead to the other,
 * as after a push by force. Ids come from clusters: what is no id is not given to git.
 */
export async function commitsBetween(
  top: string,
  from: string,
  to: string,
  signal: AbortSignal,
  most = mostCommits,
): Promise<BetweenCommits | undefined> {
  if (!fullId.test(from) || !fullId.test(to)) return undefined;
  const [log, files] = await Promise.all([
    runGit(top, [...logOfFiles, `--max-count=${most}`, `${from}..${to}`, '--'], { signal }),
    runGit(
      top,
      ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--relative', from, to, '--'],
      {
        signal,
      },
    ),
  ]);
  if (log.kind === 'failed' || files.kind === 'failed') return undefined;
  const base = await runGit(top, ['merge-base', from, to], { signal });
  if (base.kind === 'failed' || base.value.toString('utf8').trim() !== from) return undefined;
  const byCommit = readLog(splitNul(log.value));
  const isAll = byCommit.length < most;
  const commits = isAll ? byCommit.length : await countBetween(top, { from, to }, signal);
  return commits === undefined ? undefined : { commits, files: splitNul(files.value), byCommit };
}

async function countBetween(
  top: string,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  const count = await runGit(top, ['rev-list', '--count', `${from}..${to}`, '--'], { signal });
  return count.kind === 'ok' ? Number(count.value.toString('utf8')) : undefined;
}

const logOfFiles = [
  // A setting of the user would have another program check signatures, whose words stand before the commits.
  ...['log', '--no-show-signature', '-z', '--name-only', '--no-renames', '--relative'],
  '--format=%x01%H',
];

/** A commit begins with its id behind a byte that no path begins with; its files follow. */
function readLog(words: readonly string[]): readonly (readonly FileId[])[] {
  const commits: FileId[][] = [];
  for (const word of words) {
    if (word.startsWith('\u0001')) commits.push([]);
    else commits.at(-1)?.push(word.replace(/^\n/, ''));
  }
  return commits;
}
