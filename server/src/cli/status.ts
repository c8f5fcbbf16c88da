import { applicationRows } from '../analysis/applicationRows.ts';
import type { FailingGenerator } from '../analysis/liveStatus.ts';
import {
  ToldTwice,
  fleetContexts,
  ofUnanswering,
  readFleet,
  unitPlacer,
  type FleetContext,
} from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type { KindFailure } from '../live/liveCluster.ts';
import { unitSample } from '../live/look.ts';
import type { KnownCluster } from '../live/matchContext.ts';
import type { UnitSample } from '../live/record.ts';
import { StatusSettler } from '../workspace/settleStatus.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Command } from './command.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import {
  argocdOption,
  knownClusters,
  liveOptions,
  noCluster,
  openLive,
  sweepOptions,
} from './liveOptions.ts';
import { startProgress } from './progress.ts';
import { budgetOf, keepLook, openRecord } from './recordOption.ts';
import { statusJson, statusText, type StatusAnswer, type StatusRow } from './statusRows.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata status`: where applications stand, as Argo CD and Flux say. */
export const statusCommand: Command = {
  name: 'status',
  summary:
    'Says where applications stand, as Argo CD and Flux say: synced, pending, drifted, failed',
  forms: ['status [CLUSTER] [--record FILE] [options]'],
  details: [
    'Argo CD is asked on the cluster that it runs on (in-cluster in the register), or by its own server, Flux on each',
    'cluster that has a context. "OutOfSync" is split: a change that is not applied yet, an edit of what is live, or',
    'things to prune. What cannot be seen is said, and never shown as synced.',
    'A record keeps how each unit stood and when commits arrived, for strata slo: look at least once an hour.',
  ],
  options: [...sweepOptions, ...liveOptions, argocdOption],
  examples: [
    {
      line: 'strata status --help',
      text: 'With contexts in the kubeconfig: strata status prod-eu-1',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [cluster, ...more] = call.words;
    if (more.length > 0) return wrongUse(io, 'status', 'name one cluster, or none.');
    const budget = budgetOf(call);
    if (budget.kind === 'failed') return wrongUse(io, 'status', budget.failure);
    const record = await openRecord(call, io);
    if (record.kind === 'failed') return refuse(io, { exitCode: 2, message: record.failure });
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const known = await opened.value.complete(knownClusters, io.signal);
    const asked = known.filter(
      ({ name, aliases }) => cluster === undefined || [name, ...aliases].includes(cluster),
    );
    if (asked.length === 0) {
      return refuse(io, { exitCode: 2, message: noCluster(cluster) });
    }
    const door = await openLive(call);
    if (door.kind === 'failed') return wrongUse(io, 'status', door.failure);
    const live = door.value;
    try {
      const now = new Date().toISOString();
      const asking = { live, known, asked, now, budget: budget.value };
      const read = await statusOf(asking, io);
      const answer = { ...read, rows: await settled(read.rows, opened.value, io) };
      const units = samplesOf(answer.rows, now);
      const kept = await keepLook(record.value, { at: now, units, drift: [], wholeClusters: [] });
      if (kept.kind === 'failed') return refuse(io, { exitCode: 2, message: kept.failure });
      io.out.write(
        wantsJson(call) ? toJson(statusJson(answer, now)) : statusText(io.out, answer, now),
      );
      const isBlind =
        answer.unobserved.length === asked.length &&
        live.hubOf(known) === undefined &&
        live.argoServers.length === 0;
      return answer.failures.length > 0 || isBlind ? 1 : 0;
    } finally {
      live.dispose();
    }
  },
};

/** Which clusters are asked, and how. */
export interface Asking {
  readonly live: Live;
  readonly known: readonly KnownCluster[];
  readonly asked: readonly KnownCluster[];
  readonly now: string;
  readonly budget: number | undefined;
}

interface AskedContext extends FleetContext {
  /** What was read of it; empty where that failed. */
  readonly statuses: Omit<StatusRow, 'cluster'>[];
  readonly failures: KindFailure[];
  readonly generators: FailingGenerator[];
}

/** Where the units of some clusters stand; nothing is settled by the local clone yet. */
export async function statusOf(
  { live, known, asked, now, budget }: Asking,
  io: Io,
): Promise<StatusAnswer> {
  const found = fleetContexts(live, known, asked);
  const contexts = found.contexts.map((one): AskedContext => ({
    ...one,
    statuses: [],
    failures: [],
    generators: [],
  }));
  const failures = await readAll(contexts, { live, now, budget }, io);
  const placed = unitPlacer(known);
  const rows: StatusRow[] = [];
  const kinds: StatusAnswer['failures'][number][] = [];
  const twice = new ToldTwice();
  for (const context of contexts) {
    const { name, statuses, failures: own } = context;
    for (const one of statuses) {
      const cluster = placed(name, one.status);
      if (twice.isKnown(context, cluster, one.status)) continue;
      const failure = failures.find((own) => own.name === cluster)?.failure;
      rows.push({ cluster, ...one, status: ofUnanswering(one.status, failure) });
    }
    for (const { kind, failure } of own) kinds.push({ name: `${name}, ${kind}`, failure });
  }
  const names = new Set(asked.map(({ name }) => name));
  const seen = new Set(rows.map(({ cluster }) => cluster));
  return {
    rows: rows.filter(({ cluster }) => cluster === undefined || names.has(cluster)).sort(byPlace),
    failures: [...failures, ...kinds],
    generators: generatorsOf(contexts),
    // What the hub tells of a cluster is seen, also where the cluster itself has no context.
    unobserved: found.unobserved.filter((name) => !seen.has(name)),
  };
}

/**
 * The ApplicationSets that fail: a server of Argo CD tells of the same ones as the cluster that it runs on, and those of two
 * clusters are not the same, whatever they are called.
 */
function generatorsOf(contexts: readonly AskedContext[]): StatusAnswer['generators'] {
  const all = contexts.flatMap(({ asked, name: on, generators }) =>
    generators.map((one) => ({ by: asked.kind, on, one, text: JSON.stringify(one) })),
  );
  const seen = new Set(all.flatMap(({ by, text }) => (by === 'context' ? text : [])));
  return all.flatMap(({ by, on, one, text }) =>
    by === 'argocd' && seen.has(text) ? [] : { ...one, on },
  );
}

/** Reads the objects of controllers of many clusters; gives who could not be read. */
async function readAll(
  contexts: readonly AskedContext[],
  { live, now, budget }: Pick<Asking, 'live' | 'now' | 'budget'>,
  io: Io,
): Promise<StatusAnswer['failures']> {
  const progress = startProgress(io.err, (done) => `${done} of ${contexts.length} clusters`);
  let count = 0;
  const failures = await readFleet(
    contexts,
    {
      live,
      now: () => now,
      budget,
      generators: true,
      read: ({ statuses, failures: own, generators }, found) => {
        for (const unit of found.units) statuses.push({ ...unit, behind: undefined });
        own.push(...found.failures);
        generators.push(...found.generators);
      },
      done: () => {
        progress.tell(++count);
        return true;
      },
    },
    io.signal,
  );
  progress.end();
  return contexts.flatMap(({ name }, index) => {
    const failure = failures[index];
    return failure === undefined ? [] : [{ name, failure }];
  });
}

/** What a record keeps of the rows; what goes to clusters that are not known is left out. */
function samplesOf(rows: readonly StatusRow[], now: string): readonly UnitSample[] {
  return rows.flatMap(({ cluster, status, attempt }) =>
    cluster === undefined ? [] : [unitSample(cluster, status, attempt, now)],
  );
}

/** Where the local clone has the commits, it tells a pending change from drift, and how far behind a unit is. */
export async function settled(
  rows: readonly StatusRow[],
  workspace: Workspace,
  io: Io,
): Promise<readonly StatusRow[]> {
  const applications = await workspace.complete(applicationRows, io.signal);
  const settler = new StatusSettler(workspace);
  const results: StatusRow[] = [];
  for (const { cluster, status, attempt } of rows) {
    const own = applications.find(
      (one) =>
        one.cluster === cluster &&
        one.kind === status.kind &&
        one.name === status.name &&
        [status.namespace, ''].includes(one.namespace),
    );
    results.push({ cluster, attempt, ...(await settler.settle(status, own?.key, io.signal)) });
  }
  return results;
}

function byPlace(a: StatusRow, b: StatusRow): number {
  return (
    compare(a.cluster ?? '\uffff', b.cluster ?? '\uffff') || compare(a.status.name, b.status.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
