import process from 'node:process';
import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { clusters, type ClusterRow } from '../analysis/clusters.ts';
import { driftNeeds } from '../analysis/drift.ts';
import { drillTarget, isNoticed, lookInterval, type DrillTarget } from '../analysis/drill.ts';
import type { NeededObject } from '../analysis/driftTypes.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import type { DrillRun } from '../live/drill.ts';
import type { Live } from '../live/live.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Command } from './command.ts';
import { drillJson, drillText, isAsExpected, undoText, type DrillAnswer } from './drillRows.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { failureText, knownClusters, liveOptions, noCluster, openLive } from './liveOptions.ts';
import { runHeld } from './runHeld.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** How often a cluster is asked, in milliseconds: times are as exact as this. */
const every = 500;

/** `strata drill`: whether a controller notices and heals a drift that is made on purpose, and how fast. */
export const drillCommand: Command = {
  name: 'drill',
  summary: 'Makes one harmless drift on a test cluster, and tells whether and when it is healed',
  forms: ['drill CLUSTER [APP] [--confirm CLUSTER] [--wait SECONDS] [options]'],
  details: [
    'Only where the register says purpose: test. One label that only describes, of a ServiceAccount or a ConfigMap that',
    'is as Git says, is changed; it is watched whether the controller notices and heals it, as Strata says it would; and',
    'it is put back whatever happens, also when the command is interrupted. These are the only two writes.',
    'Without --confirm it says what it would change, and only reads.',
  ],
  options: [
    {
      name: 'confirm',
      value: 'CLUSTER',
      text: 'Does it; the name of the cluster once more.',
    },
    {
      name: 'wait',
      value: 'SECONDS',
      text: 'How long to watch. Default: what the controller takes until it looks again, and a minute.',
    },
    ...liveOptions,
  ],
  examples: [
    {
      line: 'strata drill --help',
      text: 'With a context for dev-eu-1: strata drill dev-eu-1 --confirm dev-eu-1',
    },
  ],
  words: ['text', 'text'],
  run: async (call, io) => {
    const [name, application, ...more] = call.words;
    const wait = call.options.get('wait');
    const confirmed = call.options.get('confirm');
    if (name === undefined || more.length > 0)
      return wrongUse(io, 'drill', 'name one cluster, and an application of it at most.');
    if (wait !== undefined && !/^[1-9]\d{0,5}$/.test(wait))
      return wrongUse(io, 'drill', '--wait is a number of seconds.');
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const workspace = opened.value;
    const table = await workspace.complete((one) => clusters(one), io.signal);
    const cluster = table.clusters.find((one) => [one.name, ...one.aliases].includes(name));
    if (cluster === undefined) return refuse(io, { exitCode: 2, message: noCluster(name) });
    const unfit = whyNotHere(cluster, confirmed);
    if (unfit !== undefined) return refuse(io, { exitCode: 2, message: unfit });
    const door = await openLive(call);
    if (door.kind === 'failed') return wrongUse(io, 'drill', door.failure);
    const live = door.value;
    try {
      const known = await workspace.complete(knownClusters, io.signal);
      const context = live.contextOf({ ...cluster });
      if (context === undefined)
        return refuse(io, { exitCode: 2, message: `no context fits ${cluster.name}.` });
      const hub = live.hubOf(known);
      const failure = await live.probe(context, io.signal);
      if (failure !== undefined) {
        io.err.write(`strata: ${cluster.name}: ${failureText(failure)}.\n`);
        return 1;
      }
      const asked = { workspace, live, cluster, application, context, hub };
      const chosen = await chooseDrill(asked, io);
      if (chosen.kind === 'failed') return refuse(io, { exitCode: 2, message: chosen.failure });
      const limit = wait === undefined ? chosen.value.interval + 60_000 : Number(wait) * 1000;
      const plan = { cluster: cluster.name, context, ...chosen.value, limit, every };
      const went = confirmed === undefined ? undefined : await run(live, context, plan, io);
      const answer: DrillAnswer = { ...plan, run: went };
      io.out.write(wantsJson(call) ? toJson(drillJson(answer)) : drillText(io.out, answer));
      if (went?.outcome === 'interrupted') return 130;
      return isAsExpected(answer) ? 0 : 1;
    } finally {
      live.dispose();
    }
  },
};

/** Why there is no drill on a cluster; `undefined` where there may be one. */
function whyNotHere(
  { name, purpose }: ClusterRow,
  confirmed: string | undefined,
): string | undefined {
  if (purpose !== 'test')
    return `${name} is no test cluster: a drill is only where the register says purpose: test.`;
  return confirmed === undefined || confirmed === name
    ? undefined
    : `--confirm names ${confirmed}, and the drill would be on ${name}.`;
}

interface Asked {
  readonly workspace: Workspace;
  readonly live: Live;
  readonly cluster: ClusterRow;
  readonly application: string | undefined;
  readonly context: KubeContext;
  readonly hub: KubeContext | undefined;
}

/** A drill that can be run. */
interface Chosen {
  readonly application: ApplicationRow;
  readonly target: DrillTarget;
  /** The path of the object at its API server. */
  readonly path: string;
  /** The object of the controller, and where it is read. */
  readonly controller: NeededObject;
  readonly keeper: LiveCluster;
  /** How long the controller may take until it looks again, in milliseconds. */
  readonly interval: number;
}

/** The first application that is in sync and has a field for it, one that would be put back before all others. */
async function chooseDrill(asked: Asked, io: Io): Promise<Result<Chosen, string>> {
  const { workspace, cluster, application } = asked;
  const all = await workspace.complete(applicationRows, io.signal);
  const rows = all.filter(
    (row) =>
      row.cluster === cluster.name && (application === undefined || row.name === application),
  );
  if (rows.length === 0) {
    const what = application === undefined ? 'no application' : `no application ${application}`;
    return failed(`there is ${what} on ${cluster.name}; strata apps lists them.`);
  }
  const found: Chosen[] = [];
  const why: string[] = [];
  for (const row of rows) {
    const one = await candidate(asked, row, io);
    if (one.kind === 'failed') why.push(`${row.name}: ${one.failure}`);
    else if (one.value.target.willRevert === true) return one;
    else found.push(one.value);
  }
  const [first] = found;
  if (first !== undefined) return ok(first);
  return failed(`nothing of ${cluster.name} is fit for a drill. ${why.join('; ')}.`);
}

async function candidate(
  { workspace, live, context, hub }: Asked,
  row: ApplicationRow,
  io: Io,
): Promise<Result<Chosen, string>> {
  const { signal } = io;
  const target = live.cluster(context);
  const keeper = row.controller === 'argocd' ? hub && live.cluster(hub) : target;
  const needs = await workspace.complete((one) => driftNeeds(one, row.key), signal);
  if (needs?.controller === undefined || keeper === undefined) return failed('nobody delivers it');
  const controller = await keeper.object(needs.controller, signal);
  if (controller === undefined) return failed('its controller does not know it');
  const [status] = liveStatuses([controller], [], new Date().toISOString());
  // A Kustomization of Flux is told by its source, which says nothing of drift.
  const isCalm =
    row.controller === 'argocd' ? status?.sync === 'inSync' : status?.failure === undefined;
  if (!isCalm) return failed('it is not in sync');
  if (status?.suspendedBy !== undefined) return failed('it is suspended');
  const read = await target.unit(needs, controller, { secrets: false }, signal);
  const unit = { ...read, argocd: await keeper.argoSettings(controller, signal) };
  const chosen = await workspace.complete((one) => drillTarget(one, row.key, unit), signal);
  if (chosen === undefined) return failed('it has no label that only describes');
  const list = await target.gatherer.pathOf(chosen.object, chosen.object.namespace, signal);
  if (list === undefined) return failed('its kind is not served');
  return ok({
    application: row,
    target: chosen,
    path: `${list}/${encodeURIComponent(chosen.object.name)}`,
    // Git may leave its namespace to whoever applies it: from here on it is the one that was found.
    controller: { ...needs.controller, namespace: status?.namespace ?? '' },
    keeper,
    interval: lookInterval(controller),
  });
}

/** Runs a drill; what would end the process ends the drill, which then puts the label back. */
async function run(
  live: Live,
  context: KubeContext,
  { target, path, controller, keeper, limit }: Chosen & { readonly limit: number },
  io: Io,
): Promise<DrillRun> {
  const { runDrill, labelReader } = await import('../live/drill.ts');
  const connection = live.drillConnection(context);
  try {
    return await runHeld(process, async (ended) => {
      // Should this process be killed before it is put back, people need to know what to do.
      io.err.write(`strata: ${undoText(context, target, process.platform)}\n`);
      return runDrill(
        connection,
        { path, label: target.label, value: target.value, drill: target.drill },
        {
          read: labelReader(connection, path, target.label),
          isDetected: async (signal) => {
            const object = await keeper.object(controller, signal);
            return object !== undefined && isNoticed(object, target.object);
          },
          limit,
          every,
        },
        AbortSignal.any([io.signal, ended]),
      );
    });
  } finally {
    connection.dispose();
  }
}
