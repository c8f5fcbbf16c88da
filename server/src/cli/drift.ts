import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import {
  applicationDrift,
  dryRunBodies,
  driftNeeds,
  type ApplicationDrift,
  type DriftRow,
} from '../analysis/drift.ts';
import type { DriftTier } from '../analysis/driftTypes.ts';
import { findApplication } from '../analysis/findApplication.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Live } from '../live/live.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import type { Io } from './io.ts';
import { driftJson, driftText, type ClusterDrift } from './driftRows.ts';
import { toJson } from './json.ts';
import { failureText, knownClusters, liveOptions, openLive } from './liveOptions.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

const tierNames = ['security', 'availability', 'config', 'cosmetic'] as const;

/** `strata drift`: which fields of a cluster differ from Git, who wrote them, and whether they would be put back. */
export const driftCommand: Command = {
  name: 'drift',
  summary:
    'Says which fields of a cluster differ from Git, who wrote them, and whether they would be put back',
  forms: ['drift CLUSTER [APP] [options]', 'drift --all [options]'],
  details: [
    'The cluster is only read: by its context in the kubeconfig of the user, and never by what a repository says. What',
    'is live and not in Git counts only where it stems from Git or a person put it there. Secrets are not read without',
    '--secrets, and their values stay masked with it.',
    'It compares with the files as they are: commit, or use --workspace, to compare with what is pushed.',
  ],
  options: [
    { name: 'all', text: 'All clusters that have a context.' },
    { name: 'secrets', text: 'Reads Secrets, too.' },
    {
      name: 'dry-run',
      text: 'Asks the server, too, what an apply would do, without doing it; needs the right to patch.',
    },
    { name: 'controllers', text: 'Shows what controllers added, too.' },
    {
      name: 'fail-on',
      value: 'TIER',
      choices: tierNames,
      text: 'Exits 1 where something of this tier, or a worse one, differs.',
    },
    ...liveOptions,
  ],
  examples: [
    { line: 'strata drift --help', text: 'With a context for prod-eu-1: strata drift prod-eu-1' },
  ],
  words: ['text', 'text'],
  run: async (call, io) => {
    const [cluster, application, ...more] = call.words;
    const all = call.options.has('all');
    if (more.length > 0 || all === (cluster !== undefined)) {
      return wrongUse(io, 'drift', 'name one cluster, or --all.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const live = await openLive(call);
    try {
      const asked = { snapshot: opened.value, live, cluster, application };
      const found = await driftOf(asked, call, io);
      if (found.kind === 'failed') return refuse(io, found.failure);
      const shown = call.options.has('controllers')
        ? found.value
        : found.value.map(withoutControllers);
      io.out.write(wantsJson(call) ? toJson(driftJson(shown)) : driftText(io.out, shown));
      for (const { failure, name } of found.value) {
        if (failure !== undefined) io.err.write(`strata: ${name}: ${failureText(failure)}.\n`);
      }
      return exitCode(found.value, call.options.get('fail-on'));
    } finally {
      live.dispose();
    }
  },
};

interface Asked {
  readonly snapshot: Snapshot;
  readonly live: Live;
  readonly cluster: string | undefined;
  readonly application: string | undefined;
}

async function driftOf(
  { snapshot, live, cluster, application }: Asked,
  call: Call,
  io: Io,
): Promise<Result<readonly ClusterDrift[], { readonly exitCode: 2; readonly message: string }>> {
  const { complete } = snapshot;
  const known = await complete(knownClusters, io.signal);
  const rows = await complete(applicationRows, io.signal);
  const hub = live.hubOf(known);
  const controllers = hub === undefined ? undefined : live.cluster(hub);
  const results: ClusterDrift[] = [];
  const wanted =
    cluster === undefined
      ? known
      : known.filter(({ name, aliases }) => [name, ...aliases].includes(cluster));
  if (wanted.length === 0) {
    return failed({
      exitCode: 2,
      message: `there is no cluster ${cluster ?? ''}; strata clusters lists them.`,
    });
  }
  for (const one of wanted) {
    const context = live.contextOf(one);
    if (context === undefined) {
      if (cluster === undefined) continue;
      const message = `no context of the kubeconfig fits ${one.name}: name it by --context ${one.name}=CONTEXT.`;
      return failed({ exitCode: 2, message });
    }
    const own = rows.filter((row) => row.cluster === one.name && row.certainty !== 'open');
    const named = application === undefined ? ok(own) : chosen(own, application, one.name);
    if (named.kind === 'failed') return failed({ exitCode: 2, message: named.failure });
    const read = { complete, target: live.cluster(context), controllers };
    results.push(await clusterDrift(one.name, named.value, read, call, io));
  }
  return ok(results);
}

function chosen(
  rows: readonly ApplicationRow[],
  name: string,
  cluster: string,
): Result<readonly ApplicationRow[], string> {
  const family = rows.filter((row) => row.name === name || row.name === `${name}-${cluster}`);
  const [only, ...more] = family;
  if (only !== undefined && more.length === 0) return ok([only]);
  const found = findApplication(rows, name, cluster);
  return found.kind === 'failed' ? found : ok([found.value]);
}

async function clusterDrift(
  name: string,
  rows: readonly ApplicationRow[],
  read: {
    readonly complete: Snapshot['complete'];
    readonly target: LiveCluster;
    readonly controllers: LiveCluster | undefined;
  },
  call: Call,
  io: Io,
): Promise<ClusterDrift> {
  const { failureOf } = await import('../live/apiFailure.ts');
  const secrets = call.options.has('secrets');
  const applications: { name: string; drift: ApplicationDrift }[] = [];
  try {
    for (const row of rows) {
      const needs = await read.complete((analysis) => driftNeeds(analysis, row.key), io.signal);
      if (needs === undefined) continue;
      const keeper = row.controller === 'argocd' ? read.controllers : read.target;
      const controller = needs.controller && (await keeper?.object(needs.controller, io.signal));
      const dryRun = call.options.has('dry-run')
        ? await read.complete((analysis) => dryRunBodies(analysis, row.key), io.signal)
        : undefined;
      const live = await read.target.unit(needs, controller, { secrets, dryRun }, io.signal);
      const drift = await read.complete(
        (analysis) => applicationDrift(analysis, row.key, live),
        io.signal,
      );
      if (drift !== undefined) applications.push({ name: row.name, drift });
    }
  } catch (error) {
    if (io.signal.aborted) throw error;
    return { name, applications, failure: failureOf(error) };
  }
  return { name, applications, failure: undefined };
}

/** What controllers add is not shown where nobody asks for it. */
function withoutControllers(one: ClusterDrift): ClusterDrift {
  const isShown = ({ verdict }: DriftRow): boolean => verdict !== 'extraController';
  return {
    ...one,
    applications: one.applications.map(({ name, drift }) => ({
      name,
      drift: { ...drift, rows: drift.rows.filter(isShown) },
    })),
  };
}

/** A cluster that gave no answer is never one in which nothing differs. */
function exitCode(found: readonly ClusterDrift[], failOn: string | undefined): number {
  if (found.some(({ failure }) => failure !== undefined)) return 1;
  const worst = tierNames.findIndex((tier) => tier === failOn);
  const isBad = (tier: DriftTier): boolean => tierNames.indexOf(tier) <= worst;
  const rows = found.flatMap(({ applications }) => applications.flatMap(({ drift }) => drift.rows));
  return rows.some((row) => (row.counts || row.verdict === 'extraManual') && isBad(row.tier))
    ? 1
    : 0;
}
