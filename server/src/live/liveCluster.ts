import type { DriftNeeds, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import { controllerKinds, sourceKinds } from '../analysis/liveStatus.ts';
import { failureOf, type ApiFailure } from './apiFailure.ts';
import { Gatherer, type GatherOptions } from './gather.ts';
import { inTurns } from './inTurns.ts';
import type { KubeConnection } from './kubeConnection.ts';
import type { KubeObject } from './parseApi.ts';
import type { KubeContext } from './parseKubeconfig.ts';

/** The objects of controllers on a cluster. */
export interface ControllerObjects {
  readonly units: readonly KubeObject[];
  readonly sources: readonly KubeObject[];
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

/** One living cluster that is read when it is asked. */
export class LiveCluster {
  readonly connection: KubeConnection;
  readonly gatherer: Gatherer;

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
      await this.connection.get('/readyz', AbortSignal.any([signal, late]));
      return undefined;
    } catch (error) {
      if (late.aborted && !signal.aborted) return { kind: 'unreachable', detail: 'timeout' };
      const failure = failureOf(error);
      // Who may not ask that is answered nevertheless.
      return failure.kind === 'forbidden' || failure.kind === 'notFound' ? undefined : failure;
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
    return { units, sources: isFlux ? await read(sourceKinds) : [], failures };
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
