import type { DriftNeeds, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import type { ApiFailure } from './apiFailure.ts';
import type { SettingsOf } from './liveCluster.ts';
import { below, textOf, type KubeObject } from './parseApi.ts';
import type { Reflector } from './reflector.ts';

/** How a cluster is seen. */
export type WatchState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'live'; readonly seenAt: number }
  /** Nothing of it is new: it does not answer, or not to everything. */
  | { readonly kind: 'stale'; readonly failure: ApiFailure; readonly seenAt: number | undefined };

/** The objects by which controllers say where units stand, as they were last seen. */
export interface SeenControllers {
  readonly units: readonly KubeObject[];
  readonly sources: readonly KubeObject[];
  readonly projects: readonly KubeObject[];
  /** The settings of each Argo CD, as far as they were read by now. */
  readonly argocd: SettingsOf | undefined;
  /** Since when nothing of a unit is new, in ISO form; `undefined` where it is of now. */
  readonly seenAt: (unit: KubeObject) => string | undefined;
}

/** Follows one cluster, by whoever tells of it. */
export interface ClusterWatch {
  readonly state: WatchState;
  /** Begins to follow; ends with `dispose`. */
  start: () => void;
  /** Asks at once whether somebody answers. */
  askNow: () => void;
  controllers: () => SeenControllers;
  /** Reads what else a status is told with. */
  readSettings: (signal: AbortSignal) => Promise<void>;
  /** Whether all objects of a kind of controllers are known as they are now: what is not among them is not there. */
  sees: (kind: string) => boolean;
  /** The object of a controller, as it was last seen. */
  controller: (need: NeededObject) => KubeObject | undefined;
  /** What is live of an application. Throws `ApiError`. */
  unit: (key: string, needs: DriftNeeds, signal: AbortSignal) => Promise<LiveUnit>;
  dispose: () => void;
}

/** The one of some objects of controllers that is needed. */
export function neededUnit(
  units: readonly KubeObject[],
  need: NeededObject,
): KubeObject | undefined {
  return units.find(
    (unit) =>
      unit['kind'] === need.kind &&
      textOf(below(unit, 'metadata', 'name')) === need.name &&
      (need.namespace === '' || textOf(below(unit, 'metadata', 'namespace')) === need.namespace),
  );
}

/**
 * Since when nothing of what a reflector holds is new, in ISO form; `undefined` where it is of now. What is from before does
 * not grow silent: nobody has looked since whether a controller did.
 */
export function staleSince(
  state: Reflector['state'] | undefined,
  answers: boolean,
): string | undefined {
  if (state === undefined || state.kind === 'loading' || state.seenAt === undefined)
    return undefined;
  return state.kind === 'live' && answers ? undefined : new Date(state.seenAt).toISOString();
}
