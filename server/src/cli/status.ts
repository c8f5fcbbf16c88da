import { applicationRows } from '../analysis/applicationRows.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { Live } from '../live/live.ts';
import type { KnownCluster } from '../live/matchContext.ts';
import { StatusSettler } from '../workspace/settleStatus.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Command } from './command.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { knownClusters, liveOptions, openLive } from './liveOptions.ts';
import { statusJson, statusText, type StatusAnswer, type StatusRow } from './statusRows.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata status`: where applications stand, as Argo CD and Flux say. */
export const statusCommand: Command = {
  name: 'status',
  summary:
    'Says where applications stand, as Argo CD and Flux say: synced, pending, drifted, failed',
  forms: ['status [CLUSTER] [options]'],
  details: [
    'Argo CD is asked on the cluster that it runs on (in-cluster in the register), Flux on each cluster that has a',
    'context. "OutOfSync" is split: a change that is not applied yet, an edit of what is live, or things to prune.',
    'What cannot be seen is said, and never shown as synced.',
  ],
  options: liveOptions,
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
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const known = await opened.value.complete(knownClusters, io.signal);
    const asked = known.filter(
      ({ name, aliases }) => cluster === undefined || [name, ...aliases].includes(cluster),
    );
    if (asked.length === 0) {
      const message = `there is no cluster ${cluster ?? ''}; strata clusters lists them.`;
      return refuse(io, { exitCode: 2, message });
    }
    const live = await openLive(call);
    try {
      const read = await statusOf(live, known, asked, io);
      const answer = { ...read, rows: await settled(read.rows, opened.value, io) };
      const now = new Date().toISOString();
      io.out.write(wantsJson(call) ? toJson(statusJson(answer, now)) : statusText(io.out, answer));
      return answer.failures.length > 0 ? 1 : 0;
    } finally {
      live.dispose();
    }
  },
};

async function statusOf(
  live: Live,
  known: readonly KnownCluster[],
  asked: readonly KnownCluster[],
  io: Io,
): Promise<StatusAnswer> {
  const { failureOf } = await import('../live/apiFailure.ts');
  const hub = live.hubOf(known);
  const rows: StatusRow[] = [];
  const failures: { readonly name: string; readonly failure: ApiFailure }[] = [];
  const unobserved: string[] = [];
  const contexts = new Map(
    hub === undefined ? [] : [[hub.name, { context: hub, name: 'in-cluster' }]],
  );
  for (const one of asked) {
    const context = live.contextOf(one);
    if (context === undefined) unobserved.push(one.name);
    else if (!contexts.has(context.name)) contexts.set(context.name, { context, name: one.name });
  }
  const now = new Date().toISOString();
  for (const { context, name } of contexts.values()) {
    try {
      const read = await live.cluster(context).controllers(io.signal);
      const own = known.find((one) => one.name === name);
      for (const status of liveStatuses(read.units, read.sources, now)) {
        const cluster = destinationOf(status.destination, known) ?? own?.name;
        rows.push({ cluster, status, behind: undefined });
      }
      for (const { kind, failure } of read.failures)
        failures.push({ name: `${name}, ${kind}`, failure });
    } catch (error) {
      if (io.signal.aborted) throw error;
      failures.push({ name, failure: failureOf(error) });
    }
  }
  const names = new Set(asked.map(({ name }) => name));
  const seen = new Set(rows.map(({ cluster }) => cluster));
  return {
    rows: rows.filter(({ cluster }) => cluster === undefined || names.has(cluster)).sort(byPlace),
    failures,
    // What the hub tells of a cluster is seen, also where the cluster itself has no context.
    unobserved: unobserved.filter((name) => !seen.has(name)),
  };
}

/** Where the local clone has the commits, it tells a pending change from drift, and how far behind a unit is. */
async function settled(
  rows: readonly StatusRow[],
  workspace: Workspace,
  io: Io,
): Promise<readonly StatusRow[]> {
  const applications = await workspace.complete(applicationRows, io.signal);
  const settler = new StatusSettler(workspace);
  const results: StatusRow[] = [];
  for (const { cluster, status } of rows) {
    const own = applications.find(
      (one) =>
        one.cluster === cluster &&
        one.kind === status.kind &&
        one.name === status.name &&
        [status.namespace, ''].includes(one.namespace),
    );
    results.push({ cluster, ...(await settler.settle(status, own?.key, io.signal)) });
  }
  return results;
}

/** The cluster of a destination, by name or address; `undefined` where the object names none, or one that is not known. */
function destinationOf(
  { server, name }: { readonly server: string; readonly name: string },
  known: readonly KnownCluster[],
): string | undefined {
  return known.find(
    (one) =>
      (name !== '' && [one.name, ...one.aliases].includes(name)) ||
      (server !== '' && one.server === server),
  )?.name;
}

function byPlace(a: StatusRow, b: StatusRow): number {
  return (
    compare(a.cluster ?? '\uffff', b.cluster ?? '\uffff') || compare(a.status.name, b.status.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
