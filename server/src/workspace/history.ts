import { setImmediate } from 'node:timers/promises';
import { defaultRenderOptions, type Analysis } from '../analysis/analysis.ts';
import type { AnalysisHost } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';
import { explain, type ExplainAnswer, type Explanation } from '../analysis/explain.ts';
import {
  mayChange,
  objectDiffers,
  sameDelivered,
  type DeliveredApplication,
} from '../analysis/history.ts';
import { locatePointers, type Impact, type SidePointer } from '../analysis/impact.ts';
import { renderOfApplication } from '../analysis/applicationRender.ts';
import { changedPaths } from '../analysis/impactReach.ts';
import { newRenderComparer } from '../analysis/impactRoot.ts';
import type { MaskAccount } from '../analysis/renderedRoot.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import { changesOfValue, valueBefore, type ValueAddress } from '../analysis/valueHistory.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { whyNoCommit } from './commits.ts';
import { branchHistory, type HistoryCommit } from './gitHistory.ts';
import type { OtherRepository } from './treesBeside.ts';
import { readMasks } from './maskedSides.ts';
import { WalkingTree } from './walkingTree.ts';

/** A commit that really changed what runs, and how. */
export interface HistoryState extends Omit<HistoryCommit, 'files' | 'isFirst'> {
  readonly impact: Impact;
  /** Whether the object of the application itself is another one. */
  readonly objectChanged: boolean;
  readonly rangeOf: (at: SidePointer) => SourceRange | undefined;
}

/** Whose history is asked for. */
export interface HistoryRequest {
  readonly find: (analysis: Analysis) => Answer<Result<DeliveredApplication, string>>;
  /** Where it begins: whatever `git rev-parse` takes. */
  readonly start: string;
}

/** How a history is read. */
export interface HistoryOptions {
  readonly signal: AbortSignal;
  /** The tree whose parses are shared. */
  readonly beside?: AnalysisHost;
  /** Checkouts of other repositories, read as they are now: their own history is not told. */
  readonly others?: readonly OtherRepository[];
  /** Told before each commit that is looked at: how many were, and how many there are at most. */
  readonly looked?: (done: number, all: number) => void;
}

/** The history of an application on a cluster, at its newest commit. */
export interface History {
  readonly application: DeliveredApplication;
  /** The newest commit, by its full id. */
  readonly newest: string;
  /** What a field is at the newest commit and who sets it; to be asked before the states. */
  readonly explain: (value: ValueAddress, masks?: MaskAccount) => Promise<Explanation>;
  /** The states, the newest first; with a value, only those that changed it, with these changes alone. To be asked once. */
  readonly states: (value?: ValueAddress) => AsyncGenerator<HistoryState, void, undefined>;
  /** Lets go of all; what was asked for until the end, or was left early, did so already. */
  readonly dispose: () => void;
}

/** As many commits are looked at. */
const mostCommits = 20_000;

/** Opens the history of an application; a refusal says what is not there. */
export async function openHistory(
  top: string,
  { find, start }: HistoryRequest,
  options: HistoryOptions,
): Promise<Result<History, string>> {
  const { signal } = options;
  const opened = await WalkingTree.open(top, start, options);
  if (opened.kind === 'failed') return failed(await whyNoCommit(top, start, signal));
  const after = opened.value;
  const found = await after.complete(find, signal);
  const commits = await branchHistory(top, after.at, { most: mostCommits, signal });
  if (found.kind === 'failed' || commits.kind === 'failed') {
    after.dispose();
    if (found.kind === 'failed') return found;
    const message = commits.kind === 'failed' ? commits.failure.message : '';
    return failed(`git cannot tell the history: ${message}`);
  }
  const application = found.value;
  return ok({
    application,
    newest: after.at,
    explain: async ({ resource, field }, masks) => {
      const question = { source: { application: application.key }, resource, field };
      const render = { ...defaultRenderOptions, restrictions: 'none' } as const;
      const asked = (one: Analysis): Answer<ExplainAnswer> => explain(one, question, render, masks);
      return (await after.complete(asked, signal)).explanation;
    },
    states: (value) => {
      const states = statesOf(top, { after, application }, commits.value, options);
      return value === undefined ? states : statesOfValue(states, value);
    },
    dispose: () => {
      after.dispose();
    },
  });
}

/** Two trees walk back side by side: the one at a commit, and the one before it. */
async function* statesOf(
  top: string,
  {
    after,
    application,
  }: { readonly after: WalkingTree; readonly application: DeliveredApplication },
  commits: readonly HistoryCommit[],
  { signal, others = [], looked }: HistoryOptions,
): AsyncGenerator<HistoryState, void, undefined> {
  const opened = await WalkingTree.open(top, after.at, { signal, beside: after.host, others });
  if (opened.kind === 'failed') throw new Error(`git does not read ${after.at}.`);
  const before = opened.value;
  let delivered = application;
  try {
    for (const [index, commit] of commits.entries()) {
      // Whoever has other questions comes in between.
      await setImmediate(undefined, { signal });
      looked?.(index, commits.length);
      const asked: DeliveredApplication = delivered;
      // What no commit since then reached is as it was there.
      const concerns = await before.complete((one) => mayChange(one, asked, commit.files), signal);
      if (!concerns) continue;
      await after.moveTo(commit.commit, signal);
      const now = (await after.complete((one) => sameDelivered(one, asked), signal)) ?? asked;
      if (commit.isFirst) {
        const trees = { after, before: undefined, now, then: undefined };
        const state = await stateOf(trees, commit, signal);
        if (state !== undefined) yield state;
        return;
      }
      // The first parent, whose way the commits are.
      await before.moveTo(commits[index + 1]?.commit ?? `${commit.commit}^`, signal);
      const then = await before.complete((one) => sameDelivered(one, now), signal);
      const state = await stateOf({ after, before, now, then }, commit, signal);
      if (state?.impact.status === 'fixed') {
        const older = commits.slice(index + 1);
        yield await sinceBuilt(state, { after, before, now, then }, older, signal);
        await before.moveTo(older[0]?.commit ?? `${commit.commit}^`, signal);
      } else if (state !== undefined) yield state;
      if (then === undefined) return;
      delivered = then;
    }
  } finally {
    after.dispose();
    before.dispose();
  }
}

/** The states that changed a value, with these changes alone; its object is followed through names with hashes. */
async function* statesOfValue(
  states: AsyncGenerator<HistoryState, void, undefined>,
  value: ValueAddress,
): AsyncGenerator<HistoryState, void, undefined> {
  let address = value;
  for await (const state of states) {
    const resources = changesOfValue(state.impact, address);
    const isKnown = state.impact.status !== 'unknown' && state.impact.status !== 'fails';
    if (resources.length > 0 || !isKnown)
      yield { ...state, objectChanged: false, impact: { ...state.impact, resources } };
    address = valueBefore(state.impact, address);
  }
}

interface Compared {
  readonly after: WalkingTree;
  readonly before: WalkingTree | undefined;
  readonly now: DeliveredApplication;
  readonly then: DeliveredApplication | undefined;
}

/** What builds again, compared with the last commit that built: what did not build never left its cluster. */
async function sinceBuilt(
  state: HistoryState,
  { after, before, now, then }: Compared & { readonly before: WalkingTree },
  older: readonly HistoryCommit[],
  signal: AbortSignal,
): Promise<HistoryState> {
  let broken = then;
  for (const [index, commit] of older.entries()) {
    const asked = broken;
    const parent = older[index + 1]?.commit;
    if (asked === undefined || parent === undefined) break;
    await setImmediate(undefined, { signal });
    if (!(await before.complete((one) => mayChange(one, asked, commit.files), signal))) continue;
    await before.moveTo(parent, signal);
    broken = await before.complete((one) => sameDelivered(one, asked), signal);
    const built = await stateOf({ after, before, now, then: broken }, commit, signal);
    if (built?.impact.status === 'fixed') continue;
    const { resources = [], dangers = [] } = built?.impact ?? {};
    const rangeOf = built?.rangeOf ?? state.rangeOf;
    return { ...state, rangeOf, impact: { ...state.impact, resources, dangers } };
  }
  return state;
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
  const sides = before === undefined ? [after] : [before, after];
  await readMasks(sides, [old, fresh], signal);
  const impact = newRenderComparer(new Set(changed), () =>
    sides.map(({ host }) => host.analysis()),
  )(old, fresh);
  const objectChanged = objectDiffers(then, now);
  const isReal =
    objectChanged ||
    impact.status === 'unknown' ||
    impact.status === 'fails' ||
    impact.status === 'fixed' ||
    impact.resources.some(({ change }) => change !== 'reordered');
  if (!isReal) return undefined;
  const places = [
    ...impact.resources.flatMap(({ fields }) => fields.map(({ at }) => at)),
    ...impact.failures.flatMap(({ at }) => at ?? []),
    ...impact.dangers.map(({ at }) => at),
  ];
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
