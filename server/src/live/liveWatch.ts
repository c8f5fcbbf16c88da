import type { DriftNeeds, LiveObject, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import { controllerKinds, liveStatuses, projectKind, sourceKinds } from '../analysis/liveStatus.ts';
import { failureOf, type ApiFailure } from './apiFailure.ts';
import {
  neededUnit,
  staleSince,
  type ClusterWatch,
  type SeenControllers,
  type WatchState,
} from './clusterWatch.ts';
import type { LiveCluster, SettingsOf } from './liveCluster.ts';
import { isObject, textOf, type KubeObject } from './parseApi.ts';
import { machineTime, Reflector, type ReflectorTime } from './reflector.ts';

/** Whom a watch tells that something is other than before. */
export interface WatchOptions {
  readonly target: LiveCluster;
  /** Where Argo CD runs; `undefined` where it is not known. */
  readonly hub: LiveCluster | undefined;
  readonly onChange: () => void;
  readonly time?: ReflectorTime;
}

/** Each watch holds a connection: so many kinds are watched, and what is beyond is read again from time to time. */
const mostWatches = 24;
const probeEvery = 10_000;
const probeDeadline = 10_000;
const readAgainAfter = 30_000;
/** A watch that breaks goes on within seconds, as a rule; one of controllers that does not is told. */
const brokenAfter = 15_000;
/** Who has stopped says nothing: so often it is looked who has. */
const silenceEvery = 60_000;

/**
 * Follows the selected cluster: the objects of controllers, and the objects of the applications that are asked for. Every ten
 * seconds it asks whether the server is there; after two misses everything is from before.
 */
export class LiveWatch implements ClusterWatch {
  private readonly options: WatchOptions;
  private readonly time: ReflectorTime;
  private readonly stop = new AbortController();
  private readonly reflectors = new Map<string, Reflector>();
  private readonly read = new Map<
    string,
    { readonly at: number; readonly unit: Promise<LiveUnit> }
  >();
  private readonly ended = new Set<Reflector>();
  private woken = new AbortController();
  private misses = 0;
  private toldState: WatchState['kind'] = 'loading';
  private lastProbe: { readonly at: number; readonly failure: ApiFailure | undefined } | undefined;
  private failure: ApiFailure | undefined;
  private argocd: SettingsOf | undefined;
  private silence = { at: 0, units: '' };

  constructor(options: WatchOptions) {
    this.options = options;
    this.time = options.time ?? machineTime;
  }

  /** Begins to follow; ends with `dispose`. */
  start(): void {
    const { signal } = this.stop;
    void this.probe(signal);
    void this.followControllers(signal).catch((error: unknown) => {
      if (!signal.aborted) this.fail(failureOf(error));
    });
  }

  /** Asks at once whether the server is there. */
  askNow(): void {
    this.woken.abort();
  }

  get state(): WatchState {
    const seen = [...this.reflectors.values()].flatMap(({ state }) =>
      state.kind === 'loading' || state.seenAt === undefined ? [] : [state.seenAt],
    );
    const seenAt = seen.length === 0 ? undefined : Math.max(...seen);
    const probed = this.misses >= 2 ? this.lastProbe?.failure : undefined;
    const failure = probed ?? this.failure ?? this.broken()?.failure;
    if (failure !== undefined) return { kind: 'stale', failure, seenAt };
    if (this.lastProbe === undefined) return { kind: 'loading' };
    return { kind: 'live', seenAt: this.lastProbe.at };
  }

  /** The objects by which controllers say where units stand. */
  controllers(): SeenControllers {
    const of = (kinds: readonly { readonly kind: string }[]): readonly KubeObject[] =>
      kinds.flatMap(({ kind }) => this.reflectors.get(`controllers ${kind}`)?.items() ?? []);
    return {
      units: of(controllerKinds),
      sources: of(sourceKinds),
      projects: of([projectKind]),
      argocd: this.argocd,
      seenAt: (unit) =>
        staleSince(
          this.reflectors.get(`controllers ${textOf(unit['kind'])}`)?.state,
          this.misses < 2,
        ),
    };
  }

  /** Reads by what settings each Argo CD looks at its Applications, where there are any. */
  async readSettings(signal: AbortSignal): Promise<void> {
    const argo = this.options.hub ?? this.options.target;
    this.argocd = await argo.argoSettingsOf(this.controllers().units, signal);
  }

  /** Whether all objects of a kind of controllers are known as they are now: what is not among them is not there. */
  sees(kind: string): boolean {
    return this.reflectors.get(`controllers ${kind}`)?.state.kind === 'live';
  }

  /** The object of a controller, as it was last seen. */
  controller(need: NeededObject): KubeObject | undefined {
    return neededUnit(this.controllers().units, need);
  }

  /** What is live of an application, watched as far as there are connections. Throws `ApiError`. */
  async unit(key: string, needs: DriftNeeds, signal: AbortSignal): Promise<LiveUnit> {
    const controller = needs.controller && this.controller(needs.controller);
    const base = await this.readUnit(key, needs, controller, signal);
    const answers = await Promise.all(
      needs.objects.map((need, index) =>
        this.answer(need, needs.namespace, base.answers[index], signal),
      ),
    );
    const argo = this.options.hub ?? this.options.target;
    const argocd = await argo.argoSettings(controller, signal);
    const controllerGone =
      needs.controller !== undefined &&
      controller === undefined &&
      this.sees(needs.controller.kind);
    return { ...base, answers, controller, controllerGone, argocd };
  }

  dispose(): void {
    this.stop.abort();
  }

  /** What a watch knows of an object is newer than what was read. */
  private async answer(
    need: NeededObject,
    fallback: string,
    read: LiveObject | undefined,
    signal: AbortSignal,
  ): Promise<LiveObject> {
    const known = read ?? { kind: 'missing' };
    if (known.kind === 'unavailable') return known;
    const namespace = need.namespace || fallback || 'default';
    const path = await this.options.target.gatherer.pathOf(need, namespace, signal);
    const reflector = path === undefined ? undefined : this.reflectorOf(path);
    if (reflector === undefined || reflector.state.kind === 'loading') return known;
    if (reflector.state.kind === 'stale' && reflector.state.seenAt === undefined) return known;
    const isNamespaced = path?.includes('/namespaces/') === true;
    const object = reflector.find(isNamespaced ? namespace : '', need.name);
    return object === undefined ? { kind: 'missing' } : { kind: 'found', object };
  }

  private reflectorOf(path: string): Reflector | undefined {
    const known = this.reflectors.get(path);
    if (known !== undefined) return known;
    if (this.reflectors.size >= mostWatches) return undefined;
    return this.follow(path, path, this.options.target, { pageSize: 500, watchesStatus: false });
  }

  /** What is not watched, and what a watch cannot tell: read again after a while, and where the controller says something new. */
  private async readUnit(
    key: string,
    needs: DriftNeeds,
    controller: KubeObject | undefined,
    signal: AbortSignal,
  ): Promise<LiveUnit> {
    const metadata = controller?.['metadata'];
    const version = isObject(metadata) ? textOf(metadata['resourceVersion']) : '';
    const id = JSON.stringify([key, version, needs]);
    const known = this.read.get(id);
    if (known !== undefined && this.time.now() - known.at < readAgainAfter) return known.unit;
    for (const old of this.read.keys()) if (old.startsWith(`["${key}"`)) this.read.delete(old);
    const unit = this.options.target.unit(needs, controller, { secrets: false }, signal);
    this.read.set(id, { at: this.time.now(), unit });
    try {
      return await unit;
    } catch (error) {
      this.read.delete(id);
      throw error;
    }
  }

  private async followControllers(signal: AbortSignal): Promise<void> {
    const { hub, target } = this.options;
    const [application, ...flux] = controllerKinds;
    const argo = hub ?? target;
    const wanted = [
      { kind: application, cluster: argo, pageSize: 500 },
      { kind: projectKind, cluster: argo, pageSize: undefined },
      ...[...flux, ...sourceKinds].map((kind) => ({ kind, cluster: target, pageSize: undefined })),
    ];
    for (const { kind, cluster, pageSize } of wanted) {
      const path = await cluster.gatherer.pathOf(kind, '', signal);
      if (path === undefined) continue;
      this.follow(`controllers ${kind.kind}`, path, cluster, { pageSize, watchesStatus: true });
    }
    this.options.onChange();
  }

  private follow(
    key: string,
    path: string,
    { connection }: LiveCluster,
    how: { readonly pageSize: number | undefined; readonly watchesStatus: boolean },
  ): Reflector {
    const { onChange } = this.options;
    const reflector = new Reflector({ connection, path, ...how, onChange, time: this.time });
    this.reflectors.set(key, reflector);
    this.run(reflector);
    return reflector;
  }

  private run(reflector: Reflector): void {
    this.ended.delete(reflector);
    void reflector.run(this.stop.signal).then(() => this.ended.add(reflector));
  }

  /** Why controllers are not seen that were: what they said goes on being shown, and may hold no more. */
  private broken(): { readonly failure: ApiFailure; readonly since: number } | undefined {
    const until = this.time.now() - brokenAfter;
    for (const { kind } of controllerKinds) {
      const state = this.reflectors.get(`controllers ${kind}`)?.state;
      if (state?.kind !== 'stale' || state.seenAt === undefined || state.since > until) continue;
      return state;
    }
    return undefined;
  }

  private async probe(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const failure = await this.options.target.probe(probeDeadline, signal);
      // At the very first, one miss is enough: nothing was ever seen.
      const isFirst = this.lastProbe === undefined;
      this.lastProbe = { at: this.time.now(), failure };
      this.misses = failure === undefined ? 0 : this.misses + (isFirst ? 2 : 1);
      if (failure === undefined) this.goOn(signal);
      const { kind } = this.state;
      if (kind !== this.toldState || this.isOtherwiseSilent()) this.options.onChange();
      this.toldState = kind;
      this.woken = new AbortController();
      const ended = AbortSignal.any([signal, this.woken.signal]);
      await this.time.wait(probeEvery, ended).catch(() => undefined);
    }
  }

  /** The server answers again: what has given up meanwhile goes on. */
  private goOn(signal: AbortSignal): void {
    for (const reflector of this.ended) this.run(reflector);
    if (this.failure === undefined) return;
    this.failure = undefined;
    void this.followControllers(signal).catch((error: unknown) => {
      if (!signal.aborted) this.fail(failureOf(error));
    });
  }

  /** Whether other units than before are ones that nobody looks at any more. */
  private isOtherwiseSilent(): boolean {
    const now = this.time.now();
    if (now - this.silence.at < silenceEvery) return false;
    const { units, sources, ...reading } = this.controllers();
    const told = liveStatuses(units, sources, new Date(now).toISOString(), reading);
    const silent = told
      .flatMap(({ kind, namespace, name, silentSince }) =>
        silentSince === undefined ? [] : [`${kind} ${namespace}/${name}`],
      )
      .join('\n');
    const isOther = silent !== this.silence.units;
    this.silence = { at: now, units: silent };
    return isOther;
  }

  private fail(failure: ApiFailure): void {
    this.failure = failure;
    this.options.onChange();
  }
}
