import process from 'node:process';
import { clusters, type ClusterRow } from '../analysis/clusters.ts';
import { drillUndo } from '../analysis/drill.ts';
import {
  chooseDrill,
  drillLimit,
  drillResolution,
  runChosenDrill,
  type ChosenDrill,
  type NoDrill,
} from '../live/chooseDrill.ts';
import type { DrillRun } from '../live/drill.ts';
import type { Live } from '../live/live.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import { runHeld } from '../live/runHeld.ts';
import { drillUnfitness } from '../text/drillWords.en.ts';
import { wantsJson, type Command } from './command.ts';
import { drillJson, drillText, isAsExpected, type DrillAnswer } from './drillRows.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { failureText, knownClusters, liveOptions, noCluster, openLive } from './liveOptions.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

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
      const search = { ask: workspace.complete, live, cluster: cluster.name, application };
      const chosen = await chooseDrill({ ...search, context, hub }, io.signal);
      if (chosen.kind === 'failed') {
        const message = whyNone(cluster.name, application, chosen.failure);
        return refuse(io, { exitCode: 2, message });
      }
      const limit = wait === undefined ? drillLimit(chosen.value) : Number(wait) * 1000;
      const every = drillResolution;
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

function whyNone(cluster: string, application: string | undefined, { unfit }: NoDrill): string {
  if (unfit.length === 0) {
    const what = application === undefined ? 'no application' : `no application ${application}`;
    return `there is ${what} on ${cluster}; strata apps lists them.`;
  }
  const why = unfit.map(({ name, why: one }) => `${name}: ${drillUnfitness[one]}`).join('; ');
  return `nothing of ${cluster} is fit for a drill. ${why}.`;
}

/** Runs a drill; what would end the process ends the drill, which then puts the label back. */
async function run(
  live: Live,
  context: KubeContext,
  plan: ChosenDrill & { readonly limit: number },
  io: Io,
): Promise<DrillRun> {
  return runHeld(process, async (ended) => {
    // Should this process be killed before it is put back, people need to know what to do.
    const undo = drillUndo(context.name, plan.target, process.platform);
    io.err.write(`strata: it is put back by itself; were this process killed: ${undo}\n`);
    return runChosenDrill(live, context, plan, AbortSignal.any([io.signal, ended]));
  });
}
