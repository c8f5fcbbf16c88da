import { runGit } from './git.ts';

/** Ids come from clusters: what is no id is not given to git. */
const fullId = /^[\da-f]{40}(?:[\da-f]{24})?$/;

/**
 * How many commits lead from one commit to another, by their full ids; `undefined` where the local clone has not both, or the
 * first is no ancestor of the second.
 */
export async function commitsBehind(
  top: string,
  { commit, head }: { readonly commit: string; readonly head: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  if (!fullId.test(commit) || !fullId.test(head)) return undefined;
  const words = ['rev-list', '--left-right', '--count', `${commit}...${head}`, '--'];
  const answer = await runGit(top, words, { signal });
  if (answer.kind === 'failed') return undefined;
  const [, ahead, behind] = /^(\d+)\s+(\d+)/.exec(answer.value.toString('utf8')) ?? [];
  return ahead === '0' ? Number(behind) : undefined;
}
