import { defaultRenderOptions } from '../analysis/analysis.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { whyNoCommit } from './commits.ts';
import { runGit } from './git.ts';
import { impactOf, type ImpactOptions } from './impact.ts';
import { openSides } from './sides.ts';

/** A commit with what it changed against its first parent. */
export interface CommitChange {
  /** The full id. */
  readonly commit: string;
  readonly subject: string;
  readonly impact: TreeImpact;
}

/** What a commit changed; a refusal says what is not there. */
export async function commitChange(
  top: string,
  name: string,
  { signal, pause }: { readonly signal: AbortSignal; readonly pause: ImpactOptions['pause'] },
): Promise<Result<CommitChange, string>> {
  const format = ['log', '-1', '--no-show-signature', '--format=%H%x00%P%x00%s'];
  const told = await runGit(top, [...format, '--end-of-options', name, '--'], { signal });
  const [commit = '', parents = '', subject = ''] =
    told.kind === 'ok' ? told.value.toString('utf8').trimEnd().split('\0') : [];
  if (commit === '') return failed(await whyNoCommit(top, name, signal));
  const [parent] = parents.split(' ');
  if (parent === undefined || parent === '') {
    return failed(`${name} is the first commit: there is nothing that it changes.`);
  }
  const request = { base: parent, head: commit };
  const sides = await openSides(top, { request, exact: true }, signal);
  if (sides.kind === 'failed') return sides;
  const render = { ...defaultRenderOptions, restrictions: 'none' } as const;
  const impact = await impactOf(
    sides.value,
    { render, shard: { index: 0, count: 1 }, pause },
    signal,
  );
  return ok({ commit, subject, impact });
}

/** Tells which commits have a commit among their ancestors; each is asked once. */
export async function commitsWith(
  top: string,
  commit: string,
  asked: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, boolean | undefined>> {
  const found = new Map<string, boolean | undefined>();
  for (const one of new Set(asked)) {
    found.set(one, fullId.test(one) ? await isWithin(top, commit, one, signal) : undefined);
  }
  return found;
}

/** The commits from one on that another one has among its ancestors; `undefined` where the local clone lacks one of both. */
export async function commitsUpTo(
  top: string,
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  if (!fullId.test(to)) return undefined;
  const listed = await runGit(top, ['rev-list', to, `^${from}^`, '--'], { signal });
  return listed.kind === 'failed'
    ? undefined
    : new Set(
        listed.value
          .toString('utf8')
          .split('\n')
          .filter((line) => line !== ''),
      );
}

/** Ids come from clusters: what is no id is not given to git. */
const fullId = /^[\da-f]{40}(?:[\da-f]{24})?$/;

async function isWithin(
  top: string,
  commit: string,
  later: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (commit === later) return true;
  const base = await runGit(top, ['merge-base', commit, later], { signal });
  return base.kind === 'failed' ? undefined : base.value.toString('utf8').trim() === commit;
}
