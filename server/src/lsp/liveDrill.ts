import process from 'node:process';
import type { ClusterRow } from '../analysis/clusters.ts';
import { drillUndo } from '../analysis/drill.ts';
import { failureOf, isApiError } from '../live/apiFailure.ts';
import { chooseDrill, drillLimit, runChosenDrill, type ChosenDrill } from '../live/chooseDrill.ts';
import { isAsForetold, isUntouched, type DrillRun } from '../live/drill.ts';
import type { Live } from '../live/live.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import { runHeld } from '../live/runHeld.ts';
import {
  drillMethod,
  drillPlanMethod,
  type DrillChange,
  type DrillCluster,
  type DrillParams,
  type DrillPlanAnswer,
  type DrillPlanParams,
  type DrillReport,
} from '../protocol/liveDrill.ts';
import { knownOf } from './knownClusters.ts';
import type { LiveFollower } from './liveFollower.ts';
import { contextOf } from './livePlugins.ts';
import { toldFailure } from './liveTold.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** A drill that nobody has begun yet, and by which door. */
interface PlannedDrill {
  readonly tree: Tree;
  readonly change: DrillChange;
  readonly chosen: ChosenDrill & { readonly limit: number };
  readonly live: Live;
  readonly context: KubeContext;
}

/**
 * Answers what is asked about drift drills: one is planned, which only reads; the user confirms what is told of it; and it is
 * run. Only clusters that the register marks as ones for tests are asked anything here.
 */
export function answerDrillRequests(session: Session, follower: LiveFollower): void {
  const { connection } = session;
  let planned: PlannedDrill | undefined;
  let count = 0;
  connection.onRequest(
    drillPlanMethod,
    answering(session, drillPlanMethod, async (own, params: DrillPlanParams, signal) => {
      planned = undefined;
      const answer = await planDrill(own, follower, params, signal);
      if (answer.kind !== 'planned') return answer;
      planned = answer.drill;
      count += 1;
      return {
        kind: 'plan',
        plan: { id: String(count), ...planned.change },
      } satisfies DrillPlanAnswer;
    }),
  );
  connection.onRequest(
    drillMethod,
    answering(
      session,
      drillMethod,
      async (own, { id, settings }: DrillParams, signal): Promise<DrillReport | null> => {
        const drill = id === String(count) ? planned : undefined;
        planned = undefined;
        // Whoever sets up clusters otherwise meanwhile has confirmed something else.
        if (drill === undefined || !own.trees.trusted) return null;
        if ((await follower.door(settings)) !== drill.live) return null;
        if (!(await isStillForTests(own, drill, signal))) return null;
        return hold(own, runDrill(own, drill, signal));
      },
    ),
  );
}

/** Whether the register still marks the cluster of a drill as one for tests, and still leads to the same one. */
async function isStillForTests(
  { trees }: Session,
  { tree, change, live, context }: PlannedDrill,
  signal: AbortSignal,
): Promise<boolean> {
  if (!trees.all.includes(tree)) return false;
  const { rows } = await knownOf(tree, signal);
  const row = rows.find(({ name }) => name === change.cluster);
  return row?.purpose === 'test' && live.contextOf(row)?.name === context.name;
}

async function planDrill(
  session: Session,
  follower: LiveFollower,
  { settings, tree: treeName, cluster }: DrillPlanParams,
  signal: AbortSignal,
): Promise<
  | Exclude<DrillPlanAnswer, { kind: 'plan' }>
  | { readonly kind: 'planned'; readonly drill: PlannedDrill }
> {
  const { trees } = session;
  if (!trees.trusted) return { kind: 'untrusted' };
  await trees.ready();
  const live = await follower.door(settings);
  const choices: DrillCluster[] = [];
  for (const tree of trees.all) {
    const { rows, counts } = await knownOf(tree, signal);
    for (const row of rows) {
      if (row.purpose !== 'test') continue;
      const { name } = row;
      const context = live.contextOf(row);
      if (name === cluster && tree.name === treeName && context !== undefined)
        return planOn({ session, tree, live, cluster: name, context, rows }, signal);
      choices.push({
        tree: tree.name,
        name,
        applications: counts.get(name) ?? 0,
        ...(context !== undefined && { context: contextOf(context) }),
      });
    }
  }
  return { kind: 'clusters', clusters: choices };
}

async function planOn(
  {
    session,
    tree,
    live,
    cluster,
    context,
    rows,
  }: {
    readonly session: Session;
    readonly tree: Tree;
    readonly live: Live;
    readonly cluster: string;
    readonly context: KubeContext;
    readonly rows: readonly ClusterRow[];
  },
  signal: AbortSignal,
): ReturnType<typeof planDrill> {
  const { complete: ask } = tree.workspace;
  const search = { ask, live, cluster, application: undefined, context, hub: live.hubOf(rows) };
  try {
    const found = await chooseDrill(search, signal);
    if (found.kind === 'failed') {
      const { none, unfit } = session.words.reports.drill;
      const why = found.failure.unfit.map((one) => `${one.name}: ${unfit[one.why]}`);
      return { kind: 'none', text: none(cluster, why) };
    }
    const { application, target } = found.value;
    const { resource, label, value, drill, willRevert } = target;
    const limit = drillLimit(found.value);
    const change: DrillChange = {
      cluster,
      context: context.name,
      server: context.server,
      application: application.name,
      controller: application.controller,
      ...{ resource, label, value, drill, willRevert },
      seconds: Math.round(limit / 1000),
      undo: drillUndo(context.name, target, process.platform),
    };
    const chosen = { ...found.value, limit };
    return { kind: 'planned', drill: { tree, change, chosen, live, context } };
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error;
    return { kind: 'failed', failure: toldFailure(failureOf(error)) };
  }
}

/** The server does not end before it is done: whoever ends the server ends the watching. */
async function hold<Value>({ held }: Session, run: Promise<Value>): Promise<Value> {
  held.add(run);
  try {
    return await run;
  } finally {
    held.delete(run);
  }
}

async function runDrill(
  { stopped }: Session,
  { change, chosen, live, context }: PlannedDrill,
  signal: AbortSignal,
): Promise<DrillReport> {
  const run = await runHeld(process, (ended) =>
    runChosenDrill(live, context, chosen, AbortSignal.any([signal, stopped, ended])),
  );
  return { ...change, ...told(run, change.willRevert) };
}

function told(
  run: DrillRun,
  willRevert: boolean | 'unknown',
): Omit<DrillReport, keyof DrillChange> {
  const { outcome, injectedAt, detectedAt, healedAt, putBackAt, writes, failure } = run;
  const timeOf = (time: number): string => new Date(time).toISOString();
  const after = (time: number): number => (time - (injectedAt ?? time)) / 1000;
  return {
    outcome,
    asExpected: isAsForetold(willRevert, run),
    isUntouched: isUntouched(run),
    writes,
    ...(injectedAt !== undefined && { injectedAt: timeOf(injectedAt) }),
    ...(detectedAt !== undefined && { noticedAfter: after(detectedAt) }),
    ...(healedAt !== undefined && { healedAfter: after(healedAt) }),
    ...(putBackAt !== undefined && !isUntouched(run) && { putBackAt: timeOf(putBackAt) }),
    ...(failure !== undefined && { failure: toldFailure(failure) }),
  };
}
