import type { DriftNeeds, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import { controllerKinds, projectKind, sourceKinds } from '../analysis/liveStatus.ts';
import { failureOf, type ApiFailure } from './apiFailure.ts';
import { Gatherer, type GatherOptions } from './gather.ts';
import { inTurns } from './inTurns.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, textOf, type KubeObject } from './parseApi.ts';
import type { KubeContext } from './parseKubeconfig.ts';

/** The objects of controllers on a cluster. */
export interface ControllerObjects {
  readonly units: readonly KubeObject[];
  readonly sources: readonly KubeObject[];
  /** The projects of Argo CD, as far as they may be read. */
  readonly projects: readonly KubeObject[];
  /** What could not be read, by kind. */
  readonly failures: readonly KindFailure[];
}

/** Why the objects of a kind could not be read. */
export interface KindFailure {
  readonly kind: string;
  readonly failure: ApiFailure;
}

/** A kind of objects. */
export interface ObjectKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Gives the ConfigMap with the settings of the Argo CD of an Application; `undefined` where it is not known. */
export type SettingsOf = (application: KubeObject) => KubeObject | undefined;

/** Of so many Argo CDs on one cluster the settings are read. */
const mostArgoCds = 16;
/** Settings of an Argo CD are read again after so long, and sooner where it did not answer. */
const settingsAge = 300_000;
const failedSettingsAge = 60_000;

/** One living cluster that is read when it is asked. */
export class LiveCluster {
  readonly connection: KubeConnection;
  readonly gatherer: Gatherer;
  private readonly settings = new Map<
    string,
    { readonly until: number; readonly object: KubeObject | undefined }
  >();

  constructor(connection: KubeConnection) {
    this.connection = connection;
    this.gatherer = new Gatherer(connection, () => Date.now());
  }

  get context(): KubeContext {
    return this.connection.context;
  }

  /** Whether the server is there: why it does not answer in time, `undefined` where it does. */
  async probe(deadline: number, signal: AbortSignal): Promise<ApiFailure | undefined> {
    const late = AbortSignal.timeout(deadline);
    try {
      await this.ask(AbortSignal.any([signal, late]));
      return undefined;
    } catch (error) {
      if (late.aborted && !signal.aborted) return { kind: 'unreachable', detail: 'timeout' };
      return failureOf(error);
    }
  }

  private async ask(signal: AbortSignal): Promise<void> {
    try {
      await this.connection.get('/readyz', signal);
    } catch (error) {
      const { kind } = failureOf(error);
      // Who may not ask that is answered nevertheless.
      if (kind === 'forbidden') return;
      if (kind !== 'notFound') throw error;
      // Proxies may hide it; a server that has nothing else, either, is none of Kubernetes.
      await this.gatherer.confirm(signal);
    }
  }

  /** What is live of one application. Throws `ApiError` where the cluster gives no answer. */
  async unit(
    needs: DriftNeeds,
    controller: KubeObject | undefined,
    options: GatherOptions,
    signal: AbortSignal,
  ): Promise<LiveUnit> {
    return this.gatherer.unit(needs, controller, options, signal);
  }

  /** One object; `undefined` where there is none, or it may not be read. Throws `ApiError`. */
  async object(need: NeededObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    return this.gatherer.object(need, signal);
  }

  /**
   * The ConfigMap with the settings of the Argo CD whose Application this is; `undefined` for anything else, and where it may
   * not be read. It is remembered for a while.
   */
  async argoSettings(
    controller: KubeObject | undefined,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    if (controller?.['kind'] !== 'Application') return undefined;
    // An Application may live in another namespace than its Argo CD, which says where it runs itself.
    const [told, own] = homesOf(controller);
    if (told !== '') return this.configMap(told, signal);
    const found = await this.configMap(own, signal);
    return found ?? (own === 'argocd' ? undefined : this.configMap('argocd', signal));
  }

  /** The settings of the Argo CDs of some units: several may run on one cluster. */
  async argoSettingsOf(units: readonly KubeObject[], signal: AbortSignal): Promise<SettingsOf> {
    const homeOf = (unit: KubeObject): string => JSON.stringify(homesOf(unit));
    const first = new Map<string, KubeObject>();
    for (const unit of units) {
      if (unit['kind'] === 'Application' && !first.has(homeOf(unit))) first.set(homeOf(unit), unit);
    }
    const homes = [...first].slice(0, mostArgoCds);
    const settings = await inTurns(homes, 4, async ([home, unit]) => {
      return [home, await this.argoSettings(unit, signal)] as const;
    });
    const known = new Map(settings);
    return (application) => known.get(homeOf(application));
  }

  private async configMap(namespace: string, signal: AbortSignal): Promise<KubeObject | undefined> {
    if (namespace === '') return undefined;
    const known = this.settings.get(namespace);
    if (known !== undefined && Date.now() < known.until) return known.object;
    const need = { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'argocd-cm' };
    try {
      const object = await this.object(need, signal);
      this.settings.set(namespace, { until: Date.now() + settingsAge, object });
      return object;
    } catch {
      // Where Argo CD cannot be asked, what it said last counts on: its rules are no reason to see nothing of a cluster. Not
      // each of its applications waits for it anew.
      const object = known?.object;
      if (!signal.aborted)
        this.settings.set(namespace, { until: Date.now() + failedSettingsAge, object });
      return object;
    }
  }

  /**
   * The objects by which controllers say where units stand, as `keep` leaves each. Throws `ApiError` where the cluster gives
   * no answer.
   */
  async controllers(
    signal: AbortSignal,
    keep: (unit: KubeObject) => KubeObject = (unit) => unit,
  ): Promise<ControllerObjects> {
    const failures: KindFailure[] = [];
    const read = (kinds: readonly ObjectKind[]): Promise<readonly KubeObject[]> =>
      this.objects(kinds, signal, { keep, tell: (failure) => failures.push(failure) });
    const units = await read(controllerKinds);
    const isFlux = units.some((unit) => unit['kind'] !== 'Application');
    const isArgo = units.some((unit) => unit['kind'] === 'Application');
    return {
      units,
      sources: isFlux ? await read(sourceKinds) : [],
      projects: isArgo ? await this.objects([projectKind], signal, { keep }) : [],
      failures,
    };
  }

  /** The objects of some kinds in all namespaces; who may not read a kind is told so. Throws `ApiError`. */
  async objects(
    kinds: readonly ObjectKind[],
    signal: AbortSignal,
    {
      keep = (object) => object,
      tell = () => undefined,
    }: {
      readonly keep?: (object: KubeObject) => KubeObject;
      readonly tell?: (failure: KindFailure) => void;
    } = {},
  ): Promise<readonly KubeObject[]> {
    const lists = await inTurns(kinds, 4, async ({ apiVersion, kind }) => {
      try {
        return await this.gatherer.all(apiVersion, kind, signal, keep);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.kind !== 'forbidden' && failure.kind !== 'notFound') throw error;
        tell({ kind, failure });
        return [];
      }
    });
    return lists.flat();
  }

  dispose(): void {
    this.connection.dispose();
  }
}

/**
 * The namespace in which the Argo CD of an Application says to run, and where it does not say it the one of the Application.
 * Source: argo-cd 3.2 types.go `ApplicationStatus.ControllerNamespace`.
 */
function homesOf(application: KubeObject): readonly [string, string] {
  const told = textOf(below(application, 'status', 'controllerNamespace'));
  return [told, told === '' ? textOf(below(application, 'metadata', 'namespace')) : ''];
}
