import { clusters as clusterTable } from '../analysis/clusters.ts';
import { fleetContexts, unitPlacer, type FleetContext } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import {
  fleetApplicationMethod,
  fleetChangedMethod,
  fleetMethod,
  type FleetAnswer,
  type FleetApplication,
  type FleetApplicationParams,
  type FleetParams,
} from '../protocol/liveFleet.ts';
import type { LiveMetrics } from '../protocol/live.ts';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { Witness } from '../workspace/evidence.ts';
import { BusinessSignals } from './liveBusiness.ts';
import { fleetApplication } from './liveFleetApplication.ts';
import { FleetMeasures } from './liveFleetMeasures.ts';
import { FleetSweep } from './liveFleetSweep.ts';
import { fleetView } from './liveFleetView.ts';
import type { LiveFollower } from './liveFollower.ts';
import { isUnitOf } from './liveTold.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** How long news are gathered before the client is told, for each cluster that is read: of many, the answer is long. */
const [newsDelay, newsDelayOfEach] = [500, 6];

/** Answers what is asked about all clusters together; none is asked before the user wants it. */
export function answerFleetRequests(session: Session, follower: LiveFollower): SeenFleet {
  const fleet = new Fleet(session, follower);
  const { connection } = session;
  connection.onRequest(
    fleetMethod,
    answering(session, fleetMethod, (_own, params: FleetParams, signal) =>
      fleet.answer(params, signal),
    ),
  );
  connection.onRequest(
    fleetApplicationMethod,
    answering(session, fleetApplicationMethod, (_own, params: FleetApplicationParams, signal) =>
      fleet.application(params, signal),
    ),
  );
  return fleet;
}

/** Who saw applications of many clusters. */
export interface SeenFleet {
  /** `undefined` where no cluster was read. */
  readonly seen: (tree: Tree, signal: AbortSignal) => Promise<Witness | undefined>;
}

/** The clusters of all trees, as far as they were read. */
class Fleet implements SeenFleet {
  private readonly session: Session;
  private readonly follower: LiveFollower;
  private readonly sweep: FleetSweep;
  private readonly business: BusinessSignals;
  private readonly measured = new Map<Tree, FleetMeasures>();
  private live: Live | undefined;
  private metrics: LiveMetrics | undefined;

  constructor(session: Session, follower: LiveFollower) {
    this.session = session;
    this.follower = follower;
    let timer: NodeJS.Timeout | undefined;
    const { connection, stopped } = session;
    const tell = (): void => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          if (!stopped.aborted) void connection.sendNotification(fleetChangedMethod);
        },
        newsDelay + newsDelayOfEach * (this.sweep.reading?.all ?? 0),
      );
    };
    this.sweep = new FleetSweep(tell);
    this.business = new BusinessSignals(tell);
    stopped.addEventListener('abort', () => {
      clearTimeout(timer);
      this.sweep.end();
      this.business.dispose();
    });
  }

  async answer({ settings, ask }: FleetParams, signal: AbortSignal): Promise<FleetAnswer> {
    const { trees } = this.session;
    if (!trees.trusted || ask === 'end') this.sweep.end();
    if (!trees.trusted) return { kind: 'untrusted' };
    await trees.ready();
    const live = await this.door(settings);
    if (ask === 'retry') live.retry();
    if (ask === 'read' || ask === 'retry') {
      const contexts = new Map<string, FleetContext>();
      for (const tree of trees.all) {
        const { clusters } = await tree.workspace.complete((one) => clusterTable(one), signal);
        for (const one of fleetContexts(live, clusters, clusters).contexts) {
          if (!contexts.has(one.id)) contexts.set(one.id, one);
        }
      }
      this.sweep.read(live, [...contexts.values()], (name) => this.follower.needs(name));
    }
    const measures = (tree: Tree): FleetMeasures => this.measures(tree);
    const view = await fleetView(trees.all, { live, sweep: this.sweep, measures }, signal);
    return { kind: 'fleet', ...view };
  }

  async application(
    params: FleetApplicationParams,
    signal: AbortSignal,
  ): Promise<FleetApplication | null> {
    const { trees } = this.session;
    if (!trees.trusted) return null;
    const tree = trees.all.find(({ name }) => name === params.tree);
    if (tree === undefined) return null;
    const live = await this.door(params.settings);
    const { clusters: rows } = await tree.workspace.complete((one) => clusterTable(one), signal);
    const row = rows.find(({ name }) => name === params.cluster);
    const target = row && live.contextOf(row);
    const { contexts } = fleetContexts(live, rows, rows);
    const place = unitPlacer(rows);
    const isAsked = (status: LiveUnitStatus, contextOf: string): boolean =>
      status.kind === params.kind &&
      status.name === params.name &&
      ['', status.namespace].includes(params.namespace) &&
      (place(contextOf, status) ?? (status.destination.name || status.destination.server)) ===
        params.cluster;
    const told = contexts.flatMap(({ id, asked, name }) => {
      const { units = [] } = this.sweep.source(id) ?? {};
      return units.flatMap(({ status }) => (isAsked(status, name) ? [{ status, asked }] : []));
    });
    const [found] = told;
    const asked = {
      tree,
      params,
      status: found?.status,
      target,
      keeper: found?.asked,
      hub: live.hubOf(rows),
      live,
      measures: this.measures(tree),
      business: this.business,
    };
    return fleetApplication(asked, signal);
  }

  /** Who saw applications, by what was read of clusters last. */
  async seen(tree: Tree, signal: AbortSignal): Promise<Witness | undefined> {
    const { live, sweep } = this;
    if (live === undefined) return undefined;
    const { clusters } = await tree.workspace.complete((one) => clusterTable(one), signal);
    const read = fleetContexts(live, clusters, clusters).contexts.flatMap((context) => {
      const source = sweep.source(context.id);
      return source?.readAt === undefined ? [] : [{ context, source, readAt: source.readAt }];
    });
    if (read.length === 0) return undefined;
    const place = unitPlacer(clusters);
    const measures = this.measures(tree);
    return async (application, own) => {
      for (const { context, source, readAt } of read) {
        const found = source.units.find(({ status }) =>
          isUnitOf(status, place(context.name, status), application),
        );
        if (found === undefined) continue;
        const { status } = await measures.settle(found.status, application.key, own);
        const { cluster = '' } = application;
        const business = await this.business.awaited(application, cluster, this.metrics);
        return { status, smoke: status.smoke, business, seenAt: readAt };
      }
      return undefined;
    };
  }

  /** The door to clusters; one that was set up otherwise ends what is read by the one before. */
  private async door(settings: FleetParams['settings']): Promise<Live> {
    const live = await this.follower.door(settings);
    if (this.live !== live) this.sweep.stop();
    this.live = live;
    this.metrics = settings.metrics;
    return live;
  }

  private measures(tree: Tree): FleetMeasures {
    const known = this.measured.get(tree) ?? new FleetMeasures(tree.workspace);
    this.measured.set(tree, known);
    return known;
  }
}
