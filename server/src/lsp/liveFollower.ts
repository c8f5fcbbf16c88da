import { hostname } from 'node:os';
import process from 'node:process';
import { clusters as clusterTable } from '../analysis/clusters.ts';
import { applicationDrift, driftNeeds } from '../analysis/drift.ts';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { driftText, type DriftText } from '../analysis/driftText.ts';
import type { DriftNeeds } from '../analysis/driftTypes.ts';
import {
  liveSmoke,
  liveStatuses,
  type LiveSmoke,
  type LiveUnitStatus,
} from '../analysis/liveStatus.ts';
import { failureOf } from '../live/apiFailure.ts';
import { unitPlacer } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type { ClusterWatch } from '../live/clusterWatch.ts';
import type { KubeContext, KubeconfigFault } from '../live/parseKubeconfig.ts';
import type {
  AdoptDriftParams,
  LiveApplication,
  LiveChanges,
  LiveMetrics,
  LiveSettings,
  LiveView,
  SyncCommandParams,
} from '../protocol/live.ts';
import { planAdoption } from '../workspace/adopt.ts';
import type { Witness } from '../workspace/evidence.ts';
import { resolveCommit } from '../workspace/commits.ts';
import type { Plan } from '../workspace/promote.ts';
import { StatusSettler } from '../workspace/settleStatus.ts';
import { BusinessSignals } from './liveBusiness.ts';
import { ChangesFollower } from './liveChanges.ts';
import { syncCommandOf } from './liveCommand.ts';
import { followedWitness } from './liveWitness.ts';
import { fingerprintOf } from './livePlugins.ts';
import { isShown, rowOf, statusOf, toldFailure } from './liveTold.ts';
import { uriOfApplication } from './rootsOf.ts';
import type { Tree } from './trees.ts';

/** A cluster that somebody has selected. */
export interface SelectedCluster {
  readonly tree: Tree;
  readonly name: string;
  readonly environment: string | undefined;
  readonly isProduction: boolean;
  /** By which it is asked; `undefined` where Argo CD servers tell of it. */
  readonly context: KubeContext | undefined;
}

/** The selected cluster and all that follows it. */
export interface Followed {
  readonly door: Live;
  readonly cluster: SelectedCluster;
  readonly watch: ClusterWatch;
  readonly settler: StatusSettler;
  readonly hub: KubeContext | undefined;
  readonly metrics: LiveMetrics | undefined;
  readonly business: BusinessSignals;
  readonly changes: ChangesFollower;
}

/** A plan to adopt drift, and whose it is. */
export interface FollowedAdoption {
  readonly tree: Tree;
  readonly cluster: string;
  /** The application. */
  readonly name: string;
  readonly plan: Plan;
}

/**
 * Follows the selected cluster. What talks to clusters is loaded with the first question about them, and nothing is connected
 * before one is selected.
 */
export class LiveFollower {
  private readonly onChange: () => void;
  private readonly onFault: (fault: KubeconfigFault) => void;
  private live: { readonly key: string; readonly door: Live } | undefined;
  private followed: Followed | undefined;

  /** `onFault` is called once for each file of a kubeconfig that cannot be read, when a door is opened. */
  constructor(onChange: () => void, onFault: (fault: KubeconfigFault) => void = () => undefined) {
    this.onChange = onChange;
    this.onFault = onFault;
  }

  /** The door to clusters, as the user has set it up. */
  async door(settings: LiveSettings): Promise<Live> {
    const { Live } = await import('../live/live.ts');
    // Whoever asks while the code is loaded gets the same door: nobody's is closed by another one.
    const key = JSON.stringify(settings);
    if (this.live?.key === key) return this.live.door;
    const allowed = new Set(settings.allowed);
    const door = new Live({
      kubeconfig: undefined,
      contexts: settings.contexts,
      argocd: settings.argocd ?? [],
      consent: (plugin) => allowed.has(fingerprintOf(plugin)),
    });
    this.live?.door.dispose();
    this.live = { key, door };
    for (const fault of door.kubeconfigFaults) this.onFault(fault);
    return door;
  }

  /**
   * Follows a cluster from now on, in the place of the one before; `hub` is where Argo CD runs, and `isHere` tells a unit of
   * the cluster from others. The one that is followed
   * already is asked anew, and what was seen of it stays.
   */
  follow(
    door: Live,
    cluster: SelectedCluster,
    {
      hub,
      metrics,
      isHere,
    }: {
      readonly hub: KubeContext | undefined;
      readonly metrics: LiveMetrics | undefined;
      readonly isHere: (status: LiveUnitStatus) => boolean;
    },
  ): void {
    door.retry();
    if (this.follows(door, cluster, hub)) {
      this.followed?.watch.askNow();
      return;
    }
    this.end();
    const { context } = cluster;
    const watch =
      context === undefined
        ? door.followByArgo(isHere, this.onChange)
        : door.follow(context, hub, this.onChange);
    const settler = new StatusSettler(cluster.tree.workspace);
    const business = new BusinessSignals(this.onChange);
    const changes = new ChangesFollower(cluster.tree.workspace, cluster.name);
    this.followed = { door, cluster, watch, settler, hub, metrics, business, changes };
    watch.start();
  }

  private follows(door: Live, cluster: SelectedCluster, hub: KubeContext | undefined): boolean {
    const { followed } = this;
    return (
      followed?.door === door &&
      followed.cluster.tree === cluster.tree &&
      followed.cluster.name === cluster.name &&
      followed.cluster.context === cluster.context &&
      followed.hub === hub
    );
  }

  /** The selected cluster and all that follows it; `undefined` where none is selected. */
  get current(): Followed | undefined {
    return this.followed;
  }

  /** Whether a context, by its name, is one by which the selected cluster is followed. */
  needs(context: string): boolean {
    const { cluster, hub } = this.followed ?? {};
    return cluster?.context?.name === context || hub?.name === context;
  }

  /** Follows nothing any more. */
  end(): void {
    this.followed?.watch.dispose();
    this.followed?.business.dispose();
    this.followed = undefined;
  }

  dispose(): void {
    this.end();
    this.live?.door.dispose();
    this.live = undefined;
  }

  /** The selected cluster as it is seen now; `undefined` where none is. */
  async view(signal: AbortSignal): Promise<LiveView | undefined> {
    const { followed } = this;
    if (followed === undefined) return undefined;
    const { cluster, watch } = followed;
    const { tree, name, environment, isProduction, context } = cluster;
    const { state } = watch;
    const applications = await this.applications(followed, signal);
    return {
      tree: tree.name,
      cluster: name,
      ...(environment !== undefined && { environment }),
      isProduction,
      context: context?.name ?? '',
      server: context?.server ?? '',
      user: context?.user ?? '',
      ...(context === undefined && { argocd: followed.door.argoServers.map((one) => one.server) }),
      host: hostname(),
      state: state.kind,
      ...(state.kind !== 'loading' && state.seenAt !== undefined && { seenAt: state.seenAt }),
      ...(state.kind === 'stale' && { failure: toldFailure(state.failure) }),
      applications,
    };
  }

  /** Who saw applications of a tree by now; `undefined` where no cluster of it is selected. */
  async seen(tree: Tree, signal: AbortSignal): Promise<Witness | undefined> {
    const { followed } = this;
    const state = followed?.watch.state;
    if (followed?.cluster.tree !== tree || state === undefined || state.kind === 'loading')
      return undefined;
    const { clusters } = await tree.workspace.complete((one) => clusterTable(one), signal);
    return followedWitness(followed, { place: unitPlacer(clusters), seenAt: state.seenAt ?? 0 });
  }

  /** Both sides of an object; `undefined` where nothing is selected, or it is gone. */
  async text(id: string, resource: string, signal: AbortSignal): Promise<DriftText | undefined> {
    const { followed } = this;
    if (followed === undefined) return undefined;
    const { complete } = followed.cluster.tree.workspace;
    const needs = await complete((analysis) => driftNeeds(analysis, id), signal);
    if (needs === undefined) return undefined;
    const live = await followed.watch.unit(id, needs, signal);
    return complete((analysis) => driftText(analysis, id, live, resource), signal);
  }

  /**
   * A plan after which Git says what is live in some rows of an application; `undefined` where nothing is selected, or the
   * application is gone. Throws `ApiError`.
   */
  async adoption(
    { id, rows }: AdoptDriftParams,
    signal: AbortSignal,
  ): Promise<FollowedAdoption | undefined> {
    const { followed } = this;
    if (followed === undefined) return undefined;
    const { cluster, watch } = followed;
    const application = await this.delivered(id, signal);
    const { workspace } = cluster.tree;
    const needs = await workspace.complete((analysis) => driftNeeds(analysis, id), signal);
    if (needs === undefined || application === undefined) return undefined;
    const live = await watch.unit(id, needs, signal);
    const { sync } = (await this.status(application, needs, signal)) ?? {};
    const isCurrent = sync === 'drifted' || sync === 'inSync' || sync === 'pruneOnly';
    const asked = { request: { key: id, rows, isCurrent }, needs, live };
    const plan = await planAdoption(workspace, asked, signal);
    return plan && { tree: cluster.tree, cluster: cluster.name, name: application.name, plan };
  }

  /** The command that makes the controller apply what Git says; `undefined` where there is none. */
  async syncCommand(
    { id, resource }: SyncCommandParams,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { followed } = this;
    const application = await this.delivered(id, signal);
    if (followed === undefined || application === undefined) return undefined;
    const { cluster, hub } = followed;
    const needs = await cluster.tree.workspace.complete((one) => driftNeeds(one, id), signal);
    const { kind, name, namespace } = application;
    const found = await this.status(application, needs, signal);
    const target = {
      kind,
      name,
      namespace: found?.namespace ?? needs?.controller?.namespace ?? namespace,
      context: (kind === 'Application' ? (hub ?? cluster.context) : cluster.context)?.name,
      resource,
    };
    return syncCommandOf(target, process.platform);
  }

  /** The latest commits that change the selected cluster; `undefined` where none is selected, or the tree has no commits. */
  async changes(signal: AbortSignal): Promise<LiveChanges | undefined> {
    const { followed } = this;
    if (followed === undefined) return undefined;
    const { workspace } = followed.cluster.tree;
    const head = await resolveCommit(workspace.top, 'HEAD', signal);
    if (head.kind === 'failed') return undefined;
    await followed.watch.readSettings(signal);
    return followed.changes.changes(head.value, followed.watch, signal);
  }

  private async delivered(
    id: string,
    signal: AbortSignal,
  ): Promise<DeliveredApplication | undefined> {
    const workspace = this.followed?.cluster.tree.workspace;
    const all = await workspace?.complete(deliveredApplications, signal);
    return all?.find(({ key }) => key === id);
  }

  /** Where an application stands, settled by the local clone; `undefined` where its controller says nothing. */
  private async status(
    application: DeliveredApplication,
    needs: DriftNeeds | undefined,
    signal: AbortSignal,
  ): Promise<LiveUnitStatus | undefined> {
    if (this.followed === undefined) return undefined;
    const { watch, settler } = this.followed;
    await watch.readSettings(signal);
    const { units, sources, ...reading } = watch.controllers();
    const all = liveStatuses(units, sources, new Date().toISOString(), reading);
    const found = all.find((one) => isOf(one, needs, application));
    return found && (await settler.settle(found, application.key, signal)).status;
  }

  private async applications(
    { cluster, watch, settler, business, metrics }: Followed,
    signal: AbortSignal,
  ): Promise<readonly LiveApplication[]> {
    const { tree, name } = cluster;
    const delivered = await tree.workspace.complete(deliveredApplications, signal);
    await watch.readSettings(signal);
    const { units, sources, ...reading } = watch.controllers();
    const statuses = liveStatuses(units, sources, new Date().toISOString(), reading);
    const results: LiveApplication[] = [];
    for (const application of delivered.filter(({ cluster }) => cluster === name)) {
      const number = business.of(application, name, metrics);
      results.push({
        ...(await applicationOf(tree, application, { watch, settler, statuses }, signal)),
        ...(number !== undefined && { business: number }),
      });
    }
    return results;
  }
}

async function applicationOf(
  tree: Tree,
  application: DeliveredApplication,
  seen: {
    readonly watch: ClusterWatch;
    readonly settler: StatusSettler;
    readonly statuses: readonly LiveUnitStatus[];
  },
  signal: AbortSignal,
): Promise<LiveApplication> {
  const { key, name, namespace, kind } = application;
  const { complete } = tree.workspace;
  const base = { id: key, name, namespace, kind, uri: uriOfApplication(tree, application) };
  const needs = await complete((analysis) => driftNeeds(analysis, key), signal);
  const status = seen.statuses.find((one) => isOf(one, needs, application));
  const settled = status && (await seen.settler.settle(status, key, signal));
  const told = settled === undefined ? {} : { status: statusOf(settled) };
  const tried = (smoke: LiveSmoke | undefined): Pick<LiveApplication, 'smoke'> =>
    smoke === undefined ? {} : { smoke: { state: smoke.state, from: smoke.from } };
  if (needs === undefined || seen.watch.state.kind === 'loading') {
    return { ...base, ...told, ...tried(liveSmoke(status, [])), rows: [], gaps: 0 };
  }
  try {
    const live = await seen.watch.unit(key, needs, signal);
    const drift = await complete((analysis) => applicationDrift(analysis, key, live), signal);
    const rows = (drift?.rows ?? []).filter(isShown).map((row) => rowOf(tree, row));
    const objects = live.answers.flatMap((one) => (one.kind === 'found' ? [one.object] : []));
    const smoke = tried(liveSmoke(status, objects));
    return { ...base, ...told, ...smoke, rows, gaps: drift?.gaps ?? 0 };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ...base, ...told, rows: [], gaps: 0, failure: toldFailure(failureOf(error)) };
  }
}

function isOf(
  status: LiveUnitStatus,
  needs: DriftNeeds | undefined,
  { name, kind }: DeliveredApplication,
): boolean {
  const wanted = needs?.controller?.namespace ?? '';
  return (
    status.kind === kind && status.name === name && (wanted === '' || status.namespace === wanted)
  );
}
