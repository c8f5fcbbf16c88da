import type { ApplicationRow } from '../analysis/applicationRows.ts';
import { applicationDrift, dryRunBodies, driftNeeds } from '../analysis/drift.ts';
import type { LiveUnit } from '../analysis/driftTypes.ts';
import {
  attemptOf,
  liveStatuses,
  sourceKinds,
  type LiveUnitStatus,
} from '../analysis/liveStatus.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { Live } from '../live/live.ts';
import type { LiveCluster } from '../live/liveCluster.ts';
import type { KubeObject } from '../live/parseApi.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import { comparedState, driftSample, unitSample } from '../live/look.ts';
import type { DriftSample, UnitSample } from '../live/record.ts';
import { StatusSettler } from '../workspace/settleStatus.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ClusterDrift, DriftedApplication } from './driftRows.ts';
import { startProgress } from './progress.ts';
import type { Io } from './io.ts';

/** A cluster whose applications are compared. */
export interface AskedCluster {
  readonly name: string;
  /** `undefined` where Argo CD servers alone can tell of it. */
  readonly context: KubeContext | undefined;
  readonly rows: readonly ApplicationRow[];
}

/** How clusters are compared with Git. */
export interface DriftSweep {
  readonly workspace: Workspace;
  readonly live: Live;
  /** Where Argo CD runs; `undefined` where it is not known. */
  readonly hub: KubeContext | undefined;
  /** The cluster that a unit is on, by what its object says; `undefined` where it is none of the register. */
  readonly placeOf: (status: LiveUnitStatus) => string | undefined;
  /** The context of a cluster of the register; `undefined` where none fits. */
  readonly contextOf: (cluster: string) => KubeContext | undefined;
  readonly secrets: boolean;
  readonly dryRun: boolean;
  /** Milliseconds for each cluster; `undefined` for the usual ones. */
  readonly budget: number | undefined;
  /** The time by which a record keeps what is seen, in ISO form; `undefined` where nothing is kept. */
  readonly recordedAt: string | undefined;
}

/** Compares clusters with Git, many at a time; what was read of one before it failed is kept. */
export async function driftOfClusters(
  asked: readonly AskedCluster[],
  options: DriftSweep,
  io: Io,
): Promise<readonly ClusterDrift[]> {
  const { sweep, usualLimits } = await import('../live/sweep.ts');
  const { live, hub, budget = usualLimits.budget } = options;
  const controllers = hub && live.cluster(hub);
  const settler = new StatusSettler(options.workspace);
  const found = asked.map((one) => {
    const applications: DriftedApplication[] = [];
    return { ...one, applications };
  });
  const progress = startProgress(io.err, (done) => `${done} of ${asked.length} clusters`);
  const release = live.releaser(asked.flatMap(({ context }) => context ?? []));
  let count = 0;
  const failures = await sweep(
    found,
    {
      probe: ({ context }, signal) =>
        context === undefined ? probeServers(live, signal) : live.probe(context, signal),
      read: async (one, signal) => {
        if (one.context === undefined) {
          await readByServers(one, one.applications, { ...options, settler }, signal);
          return;
        }
        const target = live.cluster(one.context);
        const read = { ...options, target, controllers, settler };
        await readCluster(one, one.applications, read, signal);
      },
      done: ({ context }) => {
        if (context !== undefined && context !== hub) release(context);
        progress.tell(++count);
      },
    },
    { ...usualLimits, budget },
    io.signal,
  );
  progress.end();
  return found.map(({ name, applications }, index) => ({
    name,
    applications,
    failure: failures[index],
  }));
}

/** Why no Argo CD server can be asked; `undefined` where one can. */
async function probeServers(live: Live, signal: AbortSignal): Promise<ApiFailure | undefined> {
  let failure: ApiFailure | undefined;
  for (const server of live.argoServers) {
    const found = await server.probe(10_000, signal);
    if (found === undefined) return undefined;
    failure ??= found;
  }
  return failure;
}

interface ServerReading extends DriftSweep {
  readonly settler: StatusSettler;
}

interface Reading extends ServerReading {
  readonly target: LiveCluster;
  readonly controllers: LiveCluster | undefined;
}

/** What Argo CD servers tell of a cluster that nobody else can be asked about; what they do not show is told as not read. */
async function readByServers(
  { name, rows }: AskedCluster,
  applications: DriftedApplication[],
  options: ServerReading,
  signal: AbortSignal,
): Promise<void> {
  const { argoUnit } = await import('../live/argoUnit.ts');
  const { workspace, live, placeOf, recordedAt } = options;
  const isHere = (status: LiveUnitStatus): boolean => placeOf(status) === name;
  for (const row of rows) {
    const needs = await workspace.complete((analysis) => driftNeeds(analysis, row.key), signal);
    if (needs === undefined) continue;
    const read = await argoUnit(needs, { servers: live.argoServers, isHere }, signal);
    const drift = await workspace.complete(
      (analysis) => applicationDrift(analysis, row.key, read),
      signal,
    );
    if (drift === undefined) continue;
    const one = { name: row.name, drift };
    const asked = {
      cluster: name,
      row,
      controller: read.controller,
      sources: [],
      argocd: undefined,
    };
    const kept = recordedAt === undefined ? undefined : await sampleOf(one, asked, options, signal);
    applications.push({ ...one, kept });
  }
}

async function readCluster(
  { name, rows }: AskedCluster,
  applications: DriftedApplication[],
  options: Reading,
  signal: AbortSignal,
): Promise<void> {
  const { workspace, target, controllers, secrets, recordedAt } = options;
  const isFlux = rows.some(({ controller }) => controller === 'flux');
  const sources =
    recordedAt !== undefined && isFlux ? await target.objects(sourceKinds, signal) : [];
  for (const row of rows) {
    const needs = await workspace.complete((analysis) => driftNeeds(analysis, row.key), signal);
    if (needs === undefined) continue;
    const home = needs.elsewhere && options.contextOf(needs.elsewhere.cluster);
    const own = row.controller === 'argocd' ? controllers : target;
    const keeper = needs.elsewhere === undefined ? own : home && options.live.cluster(home);
    const needed = needs.controller ?? needs.elsewhere?.object;
    const controller = needed && (await keeper?.object(needed, signal));
    const controllerGone =
      needed !== undefined &&
      controller === undefined &&
      (await keeper?.gatherer.isMissing(needed, signal));
    const dryRun = options.dryRun
      ? await workspace.complete((analysis) => dryRunBodies(analysis, row.key), signal)
      : undefined;
    const read = await target.unit(needs, controller, { secrets, dryRun }, signal);
    const argocd = await controllers?.argoSettings(controller, signal);
    const live = { ...read, controllerGone, argocd };
    const drift = await workspace.complete(
      (analysis) => applicationDrift(analysis, row.key, live),
      signal,
    );
    if (drift === undefined) continue;
    const one = { name: row.name, drift };
    const kept =
      recordedAt === undefined
        ? undefined
        : await sampleOf(one, { cluster: name, row, controller, sources, argocd }, options, signal);
    applications.push({ ...one, kept });
  }
}

/** What a record keeps of one application. */
async function sampleOf(
  { name, drift }: Pick<DriftedApplication, 'name' | 'drift'>,
  asked: {
    readonly cluster: string;
    readonly row: ApplicationRow;
    readonly controller: LiveUnit['controller'];
    readonly sources: readonly KubeObject[];
    readonly argocd: KubeObject | undefined;
  },
  { settler, recordedAt = '' }: ServerReading,
  signal: AbortSignal,
): Promise<{ readonly unit: UnitSample | undefined; readonly drift: DriftSample }> {
  const { cluster, row, controller, sources, argocd } = asked;
  const [told] =
    controller === undefined
      ? []
      : liveStatuses([controller], sources, recordedAt, { argocd: () => argocd });
  const settled = told && (await settler.settle(told, row.key, signal)).status;
  // Where no controller works, nothing is ever on its way.
  const sync = row.controller === 'plain' ? 'inSync' : settled?.sync;
  const sample =
    settled && controller
      ? unitSample(cluster, settled, attemptOf(controller), recordedAt)
      : undefined;
  return {
    unit: sample && { ...sample, sync: comparedState(sample.sync, drift) },
    drift: driftSample({ cluster, application: name }, drift, sync),
  };
}
