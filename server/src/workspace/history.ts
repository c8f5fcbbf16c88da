import type { AnalysisHost } from '../analysis/analysisHost.ts';
import {
  findDelivered,
  mayChange,
  objectDiffers,
  sameDelivered,
  type DeliveredApplication,
} from '../analysis/history.ts';
import { locatePointers, type Impact, type SidePointer } from '../analysis/impact.ts';
import { renderOfApplication } from '../analysis/impactApplications.ts';
import { changedPaths } from '../analysis/impactReach.ts';
import { newRenderComparer } from '../analysis/impactRoot.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { branchHistory, type HistoryCommit } from './gitHistory.ts';
import { openRevision, type Revision } from './revision.ts';

/** A commit that really changed what runs, and how. */
export interface HistoryState extends Omit<HistoryCommit, 'files' | 'isFirst'> {
  readonly impact: Impact;
  /** Whether the object of the application itself is another one. */
  readonly objectChanged: boolean;
  readonly rangeOf: (at: SidePointer) => SourceRange | undefined;
}

/** Whose history is asked for. */
export interface HistoryRequest {
  readonly application: string;
  readonly cluster: string;
  /** Where it begins: whatever `git rev-parse` takes. */
  readonly start: string;
  /** As many states are told. */
  readonly limit: number;
}

/** As many commits are looked at. */
const mostCommits = 20_000;

/** The commits that changed the effective configuration of an application on a cluster, the newest first. */
export async function historyOf(
  top: string,
  { application, cluster, start, limit }: HistoryRequest,
  signal: AbortSignal,
): Promise<Result<readonly HistoryState[], string>> {
  const opened = await openRevision(top, start, { signal });
  if (opened.kind === 'failed') return failed(`git knows no commit ${start} here.`);
  const commits = await branchHistory(top, opened.value.id, { most: mostCommits, signal });
  if (commits.kind === 'failed')
    return failed(`git cannot tell the history: ${commits.failure.message}`);
  const found = await opened.value.complete(
    (one) => findDelivered(one, application, cluster),
    signal,
  );
  if (found.kind === 'failed') return found;
  const states: HistoryState[] = [];
  let tree = opened.value;
  let delivered: DeliveredApplication = found.value;
  for (const commit of commits.value) {
    if (states.length >= limit) break;
    const asked = delivered;
    const concerns = await tree.complete((one) => mayChange(one, asked, commit.files), signal);
    if (!concerns) continue;
    const after = await revisionAt(top, commit.commit, { signal, beside: tree.host });
    const now = (await after.complete((one) => sameDelivered(one, asked), signal)) ?? asked;
    if (commit.isFirst) {
      const state = await stateOf(
        { after, before: undefined, now, then: undefined },
        commit,
        signal,
      );
      if (state !== undefined) states.push(state);
      break;
    }
    const before = await revisionAt(top, `${commit.commit}^`, { signal, beside: after.host });
    const then = await before.complete((one) => sameDelivered(one, now), signal);
    const state = await stateOf({ after, before, now, then }, commit, signal);
    if (state !== undefined) states.push(state);
    for (const { host } of [tree, after]) host.dispose();
    tree = before;
    if (then === undefined) break;
    delivered = then;
  }
  return ok(states);
}

async function revisionAt(
  top: string,
  commit: string,
  options: { readonly signal: AbortSignal; readonly beside: AnalysisHost },
): Promise<Revision> {
  const opened = await openRevision(top, commit, options);
  if (opened.kind === 'ok') return opened.value;
  throw new Error(`git does not read ${commit}: ${opened.failure.message}`);
}

interface Compared {
  readonly after: Revision;
  readonly before: Revision | undefined;
  readonly now: DeliveredApplication;
  readonly then: DeliveredApplication | undefined;
}

/** What a commit changed; `undefined` where that is nothing but order. */
async function stateOf(
  { after, before, now, then }: Compared,
  { commit, author, date, subject, pullRequest }: HistoryCommit,
  signal: AbortSignal,
): Promise<HistoryState | undefined> {
  const fresh = await after.complete((one) => renderOfApplication(one, now), signal);
  const old = await before?.complete((one) => renderOfApplication(one, then), signal);
  const changed =
    before === undefined ? [] : changedPaths(before.host.analysis(), after.host.analysis());
  const impact = newRenderComparer(new Set(changed))(old, fresh);
  const objectChanged = objectDiffers(then, now);
  const isReal =
    objectChanged ||
    impact.status === 'unknown' ||
    impact.status === 'fails' ||
    impact.status === 'fixed' ||
    impact.resources.some(({ change }) => change !== 'reordered');
  if (!isReal) return undefined;
  const places = impact.resources.flatMap(({ fields }) => fields.map(({ at }) => at));
  const pointers = (side: SidePointer['side']): readonly SidePointer['pointer'][] =>
    places.flatMap((at) => (at.side === side ? [at.pointer] : []));
  const ranges = new Map([
    ...((await before?.complete((one) => locatePointers(one, pointers('before')), signal)) ?? []),
    ...(await after.complete((one) => locatePointers(one, pointers('after')), signal)),
  ]);
  return {
    commit,
    author,
    date,
    subject,
    pullRequest,
    impact,
    objectChanged,
    rangeOf: ({ pointer }) => ranges.get(pointer),
  };
}
