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

/** The commits from one on, the newest first: of a merge, what it brought to the branch. */
export async function branchHistory(
  top: string,
  start: string,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<Result<readonly HistoryCommit[], GitFailure>> {
  const words = [
    ...[
      'log',
      '--first-parent',
      '--diff-merges=first-parent',
      '--name-only',
      '--no-renames',
      '--relative',
    ],
    ...['--no-color', '--no-ext-diff', '-z', `--max-count=${most}`],
    ...['--format=%x01%H%x02%an%x02%aI%x02%P%x02%s%x02%b%x03', start, '--'],
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

function readCommit(text: string): HistoryCommit {
  const end = text.indexOf('\u0003');
  const [commit = '', author = '', date = '', parents = '', subject = '', body = ''] = text
    .slice(0, end)
    .split('\u0002');
  const files = text
    .slice(end + 1)
    .split('\0')
    .map((file) => file.replace(/^\n/, ''))
    .filter((file) => file !== '');
  return {
    commit,
    author,
    date,
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
