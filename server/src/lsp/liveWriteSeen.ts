import type { DeliveredApplication } from '../analysis/deliveredApplications.ts';
import { clusters as clusterTable } from '../analysis/clusters.ts';
import { driftNeeds } from '../analysis/drift.ts';
import { liveStatuses, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { ArgoServer } from '../live/argoServer.ts';
import { unitPlacer } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type { KubeObject } from '../live/parseApi.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import type { Followed } from './liveFollower.ts';

/** By whom an Application is written to. */
export type Route =
  | { readonly kind: 'context'; readonly context: KubeContext }
  | { readonly kind: 'argocd'; readonly server: ArgoServer };

/** An Application that is seen, and by whom. */
export interface SeenApplication {
  readonly object: KubeObject;
  readonly route: Route;
  readonly projects: readonly KubeObject[];
}

/**
 * The object of an application as the cluster of its Argo CD shows it, else as the one server of Argo CD does that knows it; or
 * why it is not known to be the one that is delivered to the selected cluster. Throws `ApiError`.
 */
export async function seenApplication(
  { cluster, watch, hub }: Followed,
  live: Live,
  { key, name, namespace, kind }: DeliveredApplication,
  signal: AbortSignal,
): Promise<SeenApplication | 'elsewhere' | 'notSeen' | 'several'> {
  const { complete } = cluster.tree.workspace;
  const needs = await complete((analysis) => driftNeeds(analysis, key), signal);
  const need = needs?.controller ?? { apiVersion: 'argoproj.io/v1alpha1', kind, namespace, name };
  const { clusters } = await complete((analysis) => clusterTable(analysis), signal);
  const place = unitPlacer(clusters);
  const object = watch.controller(need);
  const context = hub ?? cluster.context;
  if (object !== undefined && context !== undefined) {
    const [status] = liveStatuses([object], [], new Date().toISOString());
    const placed = status && place(hub === undefined ? cluster.name : 'in-cluster', status);
    // An Argo CD of the cluster's own calls it by the name that a hub has for itself.
    const isOwn = hub === undefined && status !== undefined && isWhereArgoRuns(status.destination);
    if (placed !== undefined && placed !== cluster.name && !isOwn) return 'elsewhere';
    return {
      object,
      route: { kind: 'context', context },
      projects: watch.controllers().projects,
    };
  }
  // Several Argo CDs may have an Application of that name, each its own.
  const found: { readonly server: ArgoServer; readonly object: KubeObject }[] = [];
  for (const server of live.argoServers) {
    const known = await server.object(need, signal);
    if (known !== undefined) found.push({ server, object: known });
  }
  const [first, ...more] = found;
  if (first === undefined) return 'notSeen';
  if (more.length > 0) return 'several';
  const [status] = liveStatuses([first.object], [], new Date().toISOString());
  // Nobody says on which cluster the server itself runs.
  if (status === undefined || place('', status) !== cluster.name) return 'elsewhere';
  const { server } = first;
  const projects = await server.projects(signal);
  return { object: first.object, route: { kind: 'argocd', server }, projects };
}

/** Source: argo-cd 3.2 pkg/apis/application/v1alpha1/types.go `KubernetesInternalAPIServerAddr`, util/argo `in-cluster`. */
function isWhereArgoRuns({ name, server }: LiveUnitStatus['destination']): boolean {
  return name === 'in-cluster' || server === 'https://kubernetes.default.svc';
}
