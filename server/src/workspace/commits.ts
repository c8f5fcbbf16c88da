import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mapResult, type Result } from '../util/result.ts';
import { runGit, type GitFailure } from './git.ts';

/** The full id of the commit that a name means: whatever `git rev-parse` takes. */
export async function resolveCommit(
  top: string,
  name: string,
  signal: AbortSignal,
): Promise<Result<string, GitFailure>> {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return trimmed(await runGit(top, words, { signal }));
}

/** The full id of the newest commit that two commits have in common. */
export async function mergeBase(
  top: string,
  [one, other]: readonly [string, string],
  signal: AbortSignal,
): Promise<Result<string, GitFailure>> {
  return trimmed(await runGit(top, ['merge-base', '--', one, other], { signal }));
}

/**
 * The name of the upstream's default branch, as `git clone` notes it, else `origin/main` or `origin/master`, else the
 * upstream of the present branch; `undefined` for a repository without any of them.
 */
export async function upstreamBranch(
  top: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const names = ['HEAD', 'main', 'master'].map((name) => `refs/remotes/origin/${name}`);
  const words = ['for-each-ref', '--format=%(refname)', ...names];
  const listed = await runGit(top, words, { signal });
  const found = listed.kind === 'ok' ? listed.value.toString('utf8').split('\n') : [];
  const branch = names.find((name) => found.includes(name));
  if (branch !== undefined) return branch;
  const upstream = await resolveCommit(top, '@{upstream}', signal);
  return upstream.kind === 'ok' ? '@{upstream}' : undefined;
}

/** Whether a folder belongs to a repository, or is one itself. */
export async function isRepository(top: string, signal: AbortSignal): Promise<boolean> {
  return (await runGit(top, ['rev-parse', '--git-dir'], { signal })).kind === 'ok';
}

/** Why a name is no commit, in one sentence: the folder may belong to no repository at all. */
export async function whyNoCommit(top: string, name: string, signal: AbortSignal): Promise<string> {
  return (await isRepository(top, signal))
    ? `git knows no commit ${name} here.`
    : `this folder belongs to no git repository, and has no commit ${name}.`;
}

/** Whether the clone holds only the last part of its history. */
export async function isShallow(top: string, signal: AbortSignal): Promise<boolean> {
  const answer = await runGit(top, ['rev-parse', '--is-shallow-repository'], { signal });
  return answer.kind === 'ok' && answer.value.toString('utf8').trim() === 'true';
}

/** When git last fetched, in milliseconds since 1970; `undefined` where it never did, as after a mere clone. */
export async function lastFetch(top: string, signal: AbortSignal): Promise<number | undefined> {
  const path = trimmed(await runGit(top, ['rev-parse', '--git-path', 'FETCH_HEAD'], { signal }));
  if (path.kind === 'failed') return undefined;
  return stat(resolve(top, path.value)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

function trimmed(answer: Result<Buffer, GitFailure>): Result<string, GitFailure> {
  return mapResult(answer, (output) => output.toString('utf8').trim());
}
