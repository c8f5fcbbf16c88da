import type { DriftNeeds, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import { liveStatuses, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { ApiFailure } from './apiFailure.ts';
import { ArgoFeed } from './argoFeed.ts';
import type { ArgoServer } from './argoServer.ts';
import { argoUnit } from './argoUnit.ts';
import {
  neededUnit,
  staleSince,
  type ClusterWatch,
  type SeenControllers,
  type WatchState,
} from './clusterWatch.ts';
import { below, textOf, type KubeObject } from './parseApi.ts';
import { machineTime, Reflector, type ReflectorTime } from './reflector.ts';

/** Whom a watch tells, and whom it asks. */
export interface ArgoWatchOptions {
  readonly servers: readonly ArgoServer[];
  /** Whether a unit is on the cluster that is followed. */
  readonly isHere: (status: LiveUnitStatus) => boolean;
  readonly onChange: () => void;
  readonly time?: ReflectorTime;
}

const probeEvery = 10_000;
const probeDeadline = 10_000;
/** A stream that breaks goes on within seconds, as a rule. */
const brokenAfter = 15_000;
const projectsEvery = 120_000;

interface Follower {
  readonly server: ArgoServer;
  readonly reflector: Reflector;
  ended: boolean;
  misses: number;
  probed: boolean;
  failure: ApiFailure | undefined;
}

/**
 * Follows a cluster by the Argo CD servers that deliver to it, for who has no way to the cluster itself: Applications by their
 * stream, and what is live of each as the controller saw it last. What is managed is asked for once for each version of an
 * Application, since a server that has it in no cache compares anew.
 */
export class ArgoWatch implements ClusterWatch {
  private readonly options: ArgoWatchOptions;
  private readonly time: ReflectorTime;
  private readonly stop = new AbortController();
  private readonly followers: readonly Follower[];
  private readonly read = new Map<
    string,
    { readonly id: string; readonly unit: Promise<LiveUnit> }
  >();
  private woken = new AbortController();
  private toldState: WatchState['kind'] = 'loading';
  private seenAt: number | undefined;
  private projects: { readonly at: number; readonly all: readonly KubeObject[] } | undefined;

  constructor(options: ArgoWatchOptions) {
    this.options = options;
    this.time = options.time ?? machineTime;
    const isWanted = (application: KubeObject): boolean => {
      const [status] = liveStatuses([application], [], new Date(this.time.now()).toISOString());
      return status !== undefined && options.isHere(status);
    };
    this.followers = options.servers.map((server) => ({
      server,
      reflector: new Reflector({
        connection: new ArgoFeed(server, isWanted, this.time),
        path: '',
        pageSize: undefined,
        watchesStatus: true,
        isForgetful: true,
        onChange: options.onChange,
        time: this.time,
      }),
      ended: false,
      misses: 0,
      probed: false,
      failure: undefined,
    }));
  }

  start(): void {
    for (const follower of this.followers) {
      this.run(follower);
      void this.probe(follower, this.stop.signal);
    }
  }

  askNow(): void {
    this.woken.abort();
  }

  /** A server that shows Applications of the cluster has to answer; where none does, each of them may know of some. */
  get state(): WatchState {
    const telling = this.followers.filter(({ reflector }) => reflector.items().length > 0);
    const failing = (telling.length > 0 ? telling : this.followers).map((one) => this.failing(one));
    const [failure] = failing.filter((one) => one !== undefined);
    const isLost = telling.length > 0 ? failure !== undefined : !failing.includes(undefined);
    if (failure !== undefined && isLost) return { kind: 'stale', failure, seenAt: this.seenAt };
    const isLoading = this.followers.some(
      (one) =>
        !one.probed || (one.reflector.state.kind === 'loading' && this.failing(one) === undefined),
    );
    return isLoading || this.seenAt === undefined
      ? { kind: 'loading' }
      : { kind: 'live', seenAt: this.seenAt };
  }

  controllers(): SeenControllers {
    return {
      units: this.followers.flatMap(({ reflector }) => reflector.items()),
      sources: [],
      projects: this.projects?.all ?? [],
      // A server does not say how often its controller looks.
      argocd: undefined,
      seenAt: (unit) => this.staleSince(unit),
    };
  }

  async readSettings(signal: AbortSignal): Promise<void> {
    const now = this.time.now();
    if (this.projects !== undefined && now - this.projects.at < projectsEvery) return;
    const before = this.projects?.all ?? [];
    this.projects = { at: now, all: before };
    const found = await Promise.all(
      this.followers.map(({ server }) => server.projects(signal).catch(() => undefined)),
    );
    // Windows that were told of count on.
    const all = found.every((one) => one === undefined)
      ? before
      : found.flatMap((one) => one ?? []);
    this.projects = { at: now, all };
  }

  /** A server does not say what its token may not see. */
  sees(): boolean {
    return false;
  }

  controller(need: NeededObject): KubeObject | undefined {
    return neededUnit(this.controllers().units, need);
  }

  async unit(key: string, needs: DriftNeeds, signal: AbortSignal): Promise<LiveUnit> {
    const controller = needs.controller && this.controller(needs.controller);
    const version = textOf(below(controller, 'metadata', 'resourceVersion'));
    const id = JSON.stringify([version, needs]);
    const known = this.read.get(key);
    if (known?.id === id) return known.unit;
    const { servers, isHere } = this.options;
    const unit = argoUnit(needs, { servers, isHere }, signal);
    this.read.set(key, { id, unit });
    try {
      return await unit;
    } catch (error) {
      this.read.delete(key);
      throw error;
    }
  }

  dispose(): void {
    this.stop.abort();
  }

  private run(follower: Follower): void {
    follower.ended = false;
    void follower.reflector.run(this.stop.signal).then(() => {
      follower.ended = true;
    });
  }

  private async probe(follower: Follower, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const failure = await follower.server.probe(probeDeadline, signal);
      follower.misses = failure === undefined ? 0 : follower.misses + (follower.probed ? 1 : 2);
      follower.probed = true;
      follower.failure = failure;
      if (failure === undefined) {
        this.seenAt = this.time.now();
        if (follower.ended) this.run(follower);
      }
      const { kind } = this.state;
      if (kind !== this.toldState) this.options.onChange();
      this.toldState = kind;
      if (this.woken.signal.aborted) this.woken = new AbortController();
      const ended = AbortSignal.any([signal, this.woken.signal]);
      await this.time.wait(probeEvery, ended).catch(() => undefined);
    }
  }

  /** Why a server is not heard of: it does not answer, or not to what is asked. */
  private failing({ misses, failure, reflector }: Follower): ApiFailure | undefined {
    if (misses >= 2) return failure;
    const { state } = reflector;
    const isBroken =
      state.kind === 'stale' &&
      (state.seenAt === undefined || this.time.now() - state.since > brokenAfter);
    return isBroken ? state.failure : undefined;
  }

  private staleSince(unit: KubeObject): string | undefined {
    const follower = this.followers.find(({ reflector }) => reflector.items().includes(unit));
    return follower && staleSince(follower.reflector.state, follower.misses < 2);
  }
}
