import type { DeliveredApplication } from '../analysis/deliveredApplications.ts';
import { driftNeeds } from '../analysis/drift.ts';
import { liveSmoke, liveStatuses } from '../analysis/liveStatus.ts';
import type { unitPlacer } from '../live/fleetStatus.ts';
import type { Witness } from '../workspace/evidence.ts';
import type { Followed } from './liveFollower.ts';
import { isUnitOf } from './liveTold.ts';

/**
 * Who saw applications by following the selected cluster: where Argo CD runs on a hub, that tells of all clusters; of others
 * only the selected one is seen.
 */
export function followedWitness(
  followed: Followed,
  { place, seenAt }: { readonly place: ReturnType<typeof unitPlacer>; readonly seenAt: number },
): Witness {
  const { cluster, watch, hub, settler, business, metrics } = followed;
  return async (application, signal) => {
    await watch.readSettings(signal);
    const { units, sources, ...reading } = watch.controllers();
    const statuses = liveStatuses(units, sources, new Date().toISOString(), reading);
    const found = statuses.find((status) => {
      const isOnHub = status.controller === 'argocd' && hub !== undefined;
      return isUnitOf(status, place(isOnHub ? 'in-cluster' : cluster.name, status), application);
    });
    if (found === undefined) return undefined;
    const { status } = await settler.settle(found, application.key, signal);
    const smoke =
      application.cluster === cluster.name
        ? liveSmoke(status, await objectsOf(followed, application, signal))
        : status.smoke;
    const number = await business.awaited(application, application.cluster ?? '', metrics);
    return { status, smoke, business: number, seenAt };
  };
}

/** The live objects of an application on the selected cluster, which may say what was tried; none where it does not answer. */
async function objectsOf(
  { cluster, watch }: Followed,
  { key }: DeliveredApplication,
  signal: AbortSignal,
): Promise<Parameters<typeof liveSmoke>[1]> {
  const { complete } = cluster.tree.workspace;
  const needs = await complete((analysis) => driftNeeds(analysis, key), signal);
  if (needs === undefined) return [];
  try {
    const { answers } = await watch.unit(key, needs, signal);
    return answers.flatMap((one) => (one.kind === 'found' ? [one.object] : []));
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
