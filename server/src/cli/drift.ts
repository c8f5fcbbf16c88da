import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import type { DriftRow } from '../analysis/drift.ts';
import { findApplication } from '../analysis/findApplication.ts';
import type { DriftTier } from '../analysis/driftTypes.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Live } from '../live/live.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import type { Io } from './io.ts';
import {
  driftJson,
  driftText,
  seesNothing,
  type ClusterDrift,
  type DriftAnswer,
} from './driftRows.ts';
import { driftOfClusters, type AskedCluster } from './driftSweep.ts';
import { toJson } from './json.ts';
import {
  argocdOption,
  failureText,
  knownClusters,
  liveOptions,
  noCluster,
  openLive,
  sweepOptions,
} from './liveOptions.ts';
import { budgetOf, keepLook, openRecord } from './recordOption.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

const tierNames = ['security', 'availability', 'config', 'cosmetic'] as const;

/** `strata drift`: which fields of a cluster differ from Git, who wrote them, and whether they would be put back. */
export const driftCommand: Command = {
  name: 'drift',
  summary:
    'Says which fields of a cluster differ from Git, who wrote them, and whether they would be put back',
  forms: ['drift CLUSTER [APP] [options]', 'drift --all [--record FILE] [options]'],
  details: [
    'The cluster is only read: by its context in the kubeconfig of the user, and never by what a repository says. What',
    'is live and not in Git counts only where it stems from Git or a person put it there. Secrets are not read without',
    '--secrets, and their values stay masked with it.',
    'It compares with the files as they are: commit, or use --workspace, to compare with what is pushed.',
    'A cluster without a context is told of by an Argo CD server, as far as it manages things there and shows them.',
    'A record keeps since when each field differs, who wrote it and when it healed, without any value; what cannot be',
    'read does not heal. strata slo reads it, too.',
  ],
  options: [
    { name: 'all', text: 'All clusters that have a context, many at a time.' },
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
    ...sweepOptions,
    ...liveOptions,
    argocdOption,
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
    const budget = budgetOf(call);
    if (budget.kind === 'failed') return wrongUse(io, 'drift', budget.failure);
    const record = await openRecord(call, io);
    if (record.kind === 'failed') return refuse(io, { exitCode: 2, message: record.failure });
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const door = await openLive(call);
    if (door.kind === 'failed') return wrongUse(io, 'drift', door.failure);
    const live = door.value;
    try {
      const at = new Date().toISOString();
      const asked = { workspace: opened.value, live, cluster, application };
      const recordedAt = record.value === undefined ? undefined : at;
      const found = await driftOf(asked, { call, budget: budget.value, recordedAt }, io);
      if (found.kind === 'failed') return refuse(io, { exitCode: 2, message: found.failure });
      const kept = await keepLook(record.value, lookOf(found.value, at));
      if (kept.kind === 'failed') return refuse(io, { exitCode: 2, message: kept.failure });
      const answer = { ...found.value, record: kept.value, at };
      const shown = call.options.has('controllers') ? answer : withoutControllers(answer);
      io.out.write(wantsJson(call) ? toJson(driftJson(shown)) : driftText(io.out, shown));
      for (const { failure, name, applications } of answer.clusters) {
        if (failure !== undefined) io.err.write(`strata: ${name}: ${failureText(failure)}.\n`);
        const unread = applications.filter(({ drift }) => seesNothing(drift));
        if (unread.length === 0) continue;
        const names = unread.map((one) => one.name).join(', ');
        io.err.write(`strata: ${name}: no object could be read of ${names}.\n`);
      }
      if (answer.hubFailure !== undefined) {
        const why = failureText(answer.hubFailure);
        io.err.write(`strata: where Argo CD runs, ${why}: what it would prune is not known.\n`);
      }
      return exitCode(answer, call.options.get('fail-on'));
    } finally {
      live.dispose();
    }
  },
};

interface Asked {
  readonly workspace: Workspace;
  readonly live: Live;
  readonly cluster: string | undefined;
  readonly application: string | undefined;
}

type Found = Omit<DriftAnswer, 'record' | 'at'>;

async function driftOf(
  asked: Asked,
  how: {
    readonly call: Call;
    readonly budget: number | undefined;
    readonly recordedAt: string | undefined;
  },
  io: Io,
): Promise<Result<Found, string>> {
  const { workspace, live } = asked;
  const { options } = how.call;
  const known = await workspace.complete(knownClusters, io.signal);
  const rows = await workspace.complete(applicationRows, io.signal);
  const chosen = clustersOf(asked, known, rows);
  if (chosen.kind === 'failed') return chosen;
  const { clusters, unobserved } = chosen.value;
  const { unitPlacer } = await import('../live/fleetStatus.ts');
  const place = unitPlacer(known);
  const { hub, failure } = await probeHub(live, live.hubOf(known), rows, io);
  const found = await driftOfClusters(
    clusters,
    {
      workspace,
      live,
      hub,
      // Nobody says on which cluster a server itself runs.
      placeOf: (status) => place('', status),
      contextOf: (name) => {
        const cluster = known.find((one) => one.name === name);
        return cluster && live.contextOf(cluster);
      },
      secrets: options.has('secrets'),
      dryRun: options.has('dry-run'),
      budget: how.budget,
      recordedAt: how.recordedAt,
    },
    io,
  );
  // What a generator may add is perhaps what is not seen any more.
  const isWhole =
    asked.application === undefined && rows.every(({ certainty }) => certainty !== 'open');
  return ok({ clusters: found, unobserved, hubFailure: failure, isWhole });
}

/** Whether what Argo CD says can be had: it is asked once, so that a hub that is gone holds no cluster up. */
async function probeHub(
  live: Live,
  hub: KubeContext | undefined,
  rows: readonly ApplicationRow[],
  io: Io,
): Promise<{ readonly hub: KubeContext | undefined; readonly failure: Found['hubFailure'] }> {
  if (hub === undefined || rows.every(({ controller }) => controller !== 'argocd')) {
    return { hub, failure: undefined };
  }
  const failure = await live.probe(hub, io.signal);
  return { hub: failure === undefined ? hub : undefined, failure };
}

/** The clusters that a call names, with the applications that are compared on each. */
function clustersOf(
  { live, cluster, application }: Asked,
  known: readonly {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly server: string | undefined;
  }[],
  rows: readonly ApplicationRow[],
): Result<
  { readonly clusters: readonly AskedCluster[]; readonly unobserved: readonly string[] },
  string
> {
  const wanted =
    cluster === undefined
      ? known
      : known.filter(({ name, aliases }) => [name, ...aliases].includes(cluster));
  if (wanted.length === 0) return failed(noCluster(cluster));
  const clusters: AskedCluster[] = [];
  const unobserved: string[] = [];
  for (const one of wanted) {
    const context = live.contextOf(one);
    const own = rows.filter((row) => row.cluster === one.name && row.certainty !== 'open');
    const isShown = live.argoServers.length > 0 && own.some((row) => row.controller === 'argocd');
    if (context === undefined && !isShown) {
      if (cluster !== undefined) {
        return failed(
          `no context of the kubeconfig fits ${one.name}: name it by --context ${one.name}=CONTEXT.`,
        );
      }
      unobserved.push(one.name);
      continue;
    }
    const named = application === undefined ? ok(own) : chosen(own, application, one.name);
    if (named.kind === 'failed') return named;
    clusters.push({ name: one.name, context, rows: named.value });
  }
  return ok({ clusters, unobserved });
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

/** What a record keeps of an answer. */
function lookOf({ clusters, isWhole }: Found, at: string): Parameters<typeof keepLook>[1] {
  const kept = clusters.flatMap(({ applications }) =>
    applications.flatMap((one) => one.kept ?? []),
  );
  return {
    at,
    units: kept.flatMap(({ unit }) => unit ?? []),
    drift: kept.map(({ drift }) => drift),
    wholeClusters: isWhole
      ? clusters.flatMap(({ name, failure }) => (failure === undefined ? [name] : []))
      : [],
  };
}

/** What controllers add is not shown where nobody asks for it. */
function withoutControllers(answer: DriftAnswer): DriftAnswer {
  const isShown = ({ verdict }: DriftRow): boolean => verdict !== 'extraController';
  return {
    ...answer,
    clusters: answer.clusters.map((one): ClusterDrift => ({
      ...one,
      applications: one.applications.map(({ drift, ...application }) => ({
        ...application,
        drift: { ...drift, rows: drift.rows.filter(isShown) },
      })),
    })),
  };
}

/** A cluster that gave no answer, or an application of which nothing may be read, is never one in which nothing differs. */
function exitCode({ clusters, hubFailure }: Found, failOn: string | undefined): number {
  if (hubFailure !== undefined || clusters.some(({ failure }) => failure !== undefined)) return 1;
  const units = clusters.flatMap(({ applications }) => applications);
  if (units.some(({ drift }) => seesNothing(drift))) return 1;
  // Of no cluster at all nobody knows anything.
  if (clusters.length === 0) return 1;
  const worst = tierNames.findIndex((tier) => tier === failOn);
  const isBad = (tier: DriftTier): boolean => tierNames.indexOf(tier) <= worst;
  const rows = units.flatMap(({ drift }) => drift.rows);
  return rows.some((row) => (row.counts || row.verdict === 'extraManual') && isBad(row.tier))
    ? 1
    : 0;
}
