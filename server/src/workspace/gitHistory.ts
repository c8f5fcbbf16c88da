import type { FileId } from '../text/sourcePointer.ts';
import { mapResult, type Result } from '../util/result.ts';
import { runGit, type GitFailure } from './git.ts';

/** One commit of the way that a branch took. */
export interface HistoryCommit {
  readonly commit: string;
  readonly author: string;
  /** As ISO 8601 has it, with the zone of the author. */
  readonly date: string;
  readonly subject: string;
  /** The number of the pull request that brought it, as its message says; `undefined` without one. */
  readonly pullRequest: string | undefined;
  readonly isFirst: boolean;
  /** What it changed against its first parent. */
  readonly files: readonly FileId[];
}

/** A commit with what is known of how it came to the branch. */
export interface BranchCommit extends HistoryCommit {
  /** When it came to the branch, in ISO form: of a merge, that of the merge. */
  readonly committed: string;
  /** Who approved it, as its trailers say; empty where they say nothing. */
  readonly approvers: readonly string[];
}

/** The trailers by which forges and people tell an approval. */
const approvals = ['Approved-by', 'Reviewed-by', 'Acked-by'];

/** The commits from one on, the newest first: of a merge, what it brought to the branch. */
export async function branchHistory(
  top: string,
  start: string,
  {
    most,
    since,
    signal,
  }: {
    readonly most: number;
    /** No older ones than from this time on, in ISO form. */
    readonly since?: string;
    readonly signal: AbortSignal;
  },
): Promise<Result<readonly BranchCommit[], GitFailure>> {
  const trailers = [...approvals.map((key) => `key=${key}`), 'valueonly', 'unfold'].join(',');
  const words = [
    ...[
      'log',
      '--no-show-signature',
      '--first-parent',
      '--diff-merges=first-parent',
      '--name-only',
      '--no-renames',
      '--relative',
    ],
    ...['--no-color', '--no-ext-diff', '-z', `--max-count=${most}`],
    // In seconds: of a date, git takes the time of day of now, and none that is to come.
    ...(since === undefined ? [] : [`--since=@${Math.floor(Date.parse(since) / 1000)}`]),
    `--format=%x01%H%x02%an%x02%aI%x02%cI%x02%(trailers:${trailers},separator=%x04)%x02%P%x02%s%x02%b%x03`,
    ...[start, '--'],
  ];
  const answer = await runGit(top, words, { signal });
  return mapResult(answer, (output) =>
    output
      .toString('utf8')
      .split('\u0001')
      .slice(1)
      .map((text) => readCommit(text)),
  );
}

function readCommit(text: string): BranchCommit {
  const end = text.indexOf('\u0003');
  const parts = text.slice(0, end).split('\u0002');
  const [commit = '', author = '', date = '', committed = '', approved = ''] = parts;
  const [parents = '', subject = '', body = ''] = parts.slice(5);
  const files = text
    .slice(end + 1)
    .split('\0')
    .map((file) => file.replace(/^\n/, ''))
    .filter((file) => file !== '');
  return {
    commit,
    author,
    date,
    committed: new Date(committed).toISOString(),
    approvers: [...new Set(approved.split('\u0004').filter((one) => one !== ''))],
    subject,
    pullRequest: pullRequestOf(subject, body),
    isFirst: parents.trim() === '',
    files,
  };
}

/** Source: the messages of GitHub, Gitea and Bitbucket (`#12`), GitLab (`!12` in the body) and Gitee (`!12`). */
export function pullRequestOf(subject: string, body: string): string | undefined {
  const [, merged] = /^Merged? (?:pull request|PR) [#!]?(\d+)\b/i.exec(subject) ?? [];
  const [, squashed] = /\((?:#|!|PR )(\d+)\)\s*$/.exec(subject) ?? [];
  const [, gitee] = /^!(\d+) /.exec(subject) ?? [];
  const [, gitlab] = /^See merge request \S*!(\d+)\s*$/m.exec(body) ?? [];
  const [, gitea] = /^Reviewed-on: \S+\/pulls?\/(\d+)\s*$/m.exec(body) ?? [];
  return merged ?? squashed ?? gitee ?? gitlab ?? gitea;
}
