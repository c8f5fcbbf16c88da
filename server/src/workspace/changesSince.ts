import { defaultRenderOptions } from '../analysis/analysis.ts';
import { isReallyChanged } from '../analysis/rollout.ts';
import type { ApplicationImpact, TreeImpact } from '../analysis/treeImpact.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { isShallow, whyNoCommit } from './commits.ts';
import { branchHistory, type BranchCommit } from './gitHistory.ts';
import { impactOf, type ImpactOptions } from './impact.ts';
import { sideOfCommit, type Side } from './sides.ts';
import { newTurns } from './turns.ts';

/** A commit with what it really changed on clusters. */
export interface RenderedChange extends Omit<BranchCommit, 'files' | 'isFirst'> {
  /** The applications that are not as before, or may not be; sorted by cluster and name. */
  readonly applications: readonly ApplicationImpact[];
  readonly rangeOf: TreeImpact['rangeOf'];
}

/** The changes of a time. */
export interface ChangesSince {
  /** The newest first. */
  readonly changes: readonly RenderedChange[];
  /** All commits of the branch from that time on, the newest first, by their full ids. */
  readonly commits: readonly string[];
  /** The commit at which the history here begins, where that is too late to know all; `undefined` else. */
  readonly cutOff: string | undefined;
}

/** As many commits are looked at. */
const mostCommits = 20_000;

/**
 * The commits of a branch from a time on that really changed what applications are, each compared with the one before: of a
 * merge, what it brought to the branch. `since` is in ISO form; a refusal says in one sentence what cannot be had.
 */
export async function changesSince(
  top: string,
  {
    start,
    since,
    pause,
    most = mostCommits,
  }: Pick<ImpactOptions, 'pause'> & {
    readonly start: string;
    readonly since: string;
    /** No more commits than so many are looked at. */
    readonly most?: number;
  },
  signal: AbortSignal,
): Promise<Result<ChangesSince, string>> {
  const commits = await branchHistory(top, start, { most, since, signal });
  if (commits.kind === 'failed') return failed(await whyNoCommit(top, start, signal));
  const changes: RenderedChange[] = [];
  const turns = newTurns(signal);
  let head: Side | undefined;
  for (const { files, isFirst, ...commit } of commits.value) {
    await pause(changes.length, commits.value.length);
    if (isFirst) break;
    // A tree that changes no file is not opened.
    if (files.length === 0) continue;
    const after = await reuse(head, top, commit.commit, signal);
    if (after.kind === 'failed') return after;
    const before = await open(top, `${commit.commit}^`, after.value, signal);
    if (before.kind === 'failed') return before;
    const sides = { base: before.value, head: after.value, workspace: undefined };
    // A commit may reach hundreds of applications: whoever has other questions comes in between.
    const options = { render: defaultRenderOptions, shard: { index: 0, count: 1 }, pause: turns };
    const impact = await impactOf(sides, options, signal);
    const applications = impact.applications.filter(isReallyChanged);
    if (applications.length > 0) {
      changes.push({ ...commit, applications, rangeOf: impact.rangeOf });
    }
    after.value.host.dispose();
    head = before.value;
  }
  head?.host.dispose();
  const first = commits.value.find(({ isFirst }) => isFirst);
  const cutOff = first !== undefined && (await isShallow(top, signal)) ? first.commit : undefined;
  const told: RenderedChange[] = [];
  for (const [index, change] of changes.entries()) {
    told.push(await sinceBuilt(top, change, changes.slice(index + 1), { turns, signal }));
  }
  return ok({ changes: told, commits: commits.value.map(({ commit }) => commit), cutOff });
}

/** What builds again, compared with the last commit that built: what did not build never left its cluster. */
async function sinceBuilt(
  top: string,
  change: RenderedChange,
  older: readonly RenderedChange[],
  { turns, signal }: { readonly turns: ImpactOptions['pause']; readonly signal: AbortSignal },
): Promise<RenderedChange> {
  const compared = new Map<string, TreeImpact>();
  const applications: ApplicationImpact[] = [];
  for (const one of change.applications) {
    const isSame = ({ row, status }: ApplicationImpact): boolean =>
      row.key === one.row.key && status === 'fails' && one.status === 'fixed';
    const broke = older.find((before) => before.applications.some(isSame))?.commit;
    if (broke === undefined) {
      applications.push(one);
      continue;
    }
    const known = compared.get(broke);
    const sides = { base: `${broke}^`, head: change.commit };
    const impact = known ?? (await impactBetween(top, sides, { turns, signal }));
    if (impact === undefined) return change;
    compared.set(broke, impact);
    const now = impact.applications.find(({ row }) => row.key === one.row.key);
    applications.push({ ...one, resources: now?.resources ?? [], dangers: now?.dangers ?? [] });
  }
  const all = [...compared.values()];
  const rangeOf: TreeImpact['rangeOf'] = (at) =>
    all.reduce((found, one) => found ?? one.rangeOf(at), change.rangeOf(at));
  return { ...change, applications, rangeOf };
}

/** `undefined` where git does not read one of the commits. */
async function impactBetween(
  top: string,
  names: { readonly base: string; readonly head: string },
  { turns, signal }: { readonly turns: ImpactOptions['pause']; readonly signal: AbortSignal },
): Promise<TreeImpact | undefined> {
  const head = await open(top, names.head, undefined, signal);
  if (head.kind === 'failed') return undefined;
  const base = await open(top, names.base, head.value, signal);
  if (base.kind === 'failed') return undefined;
  const sides = { base: base.value, head: head.value, workspace: undefined };
  const options = { render: defaultRenderOptions, shard: { index: 0, count: 1 }, pause: turns };
  const impact = await impactOf(sides, options, signal);
  base.value.host.dispose();
  head.value.host.dispose();
  return impact;
}

/** The tree before one commit is mostly the tree of the commit before it. */
async function reuse(
  known: Side | undefined,
  top: string,
  commit: string,
  signal: AbortSignal,
): Promise<Result<Side, string>> {
  if (known?.id === commit) return ok(known);
  const opened = await open(top, commit, known, signal);
  known?.host.dispose();
  return opened;
}

function open(
  top: string,
  commit: string,
  beside: Side | undefined,
  signal: AbortSignal,
): Promise<Result<Side, string>> {
  const shared = beside === undefined ? {} : { beside: beside.host };
  return sideOfCommit(top, commit, { signal, standsFor: 'HEAD', ...shared });
}
