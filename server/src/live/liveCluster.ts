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
  readonly failures: readonly { readonly kind: string; readonly failure: ApiFailure }[];
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

  /** The objects by which controllers say where units stand. Throws `ApiError` where the cluster gives no answer. */
  async controllers(signal: AbortSignal): Promise<ControllerObjects> {
    const failures: { readonly kind: string; readonly failure: ApiFailure }[] = [];
    const read = async (
      kinds: readonly { readonly apiVersion: string; readonly kind: string }[],
    ): Promise<readonly KubeObject[]> => {
      const lists = await inTurns(kinds, 4, async ({ apiVersion, kind }) => {
        try {
          return await this.gatherer.all(apiVersion, kind, signal);
        } catch (error) {
          const failure = failureOf(error);
          if (failure.kind !== 'forbidden' && failure.kind !== 'notFound') throw error;
          failures.push({ kind, failure });
          return [];
        }
      });
      return lists.flat();
    };
    const units = await read(controllerKinds);
    const isFlux = units.some((unit) => unit['kind'] !== 'Application');
    return { units, sources: isFlux ? await read(sourceKinds) : [], failures };
  }

  dispose(): void {
    this.connection.dispose();
  }
}
