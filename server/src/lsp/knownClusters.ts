import { clusters as clusterRows, type ClusterRow } from '../analysis/clusters.ts';
import { deliveredApplications } from '../analysis/deliveredApplications.ts';
import type { Tree } from './trees.ts';

/** The clusters that a tree knows, how many applications are delivered to each, by its name, and to which Argo CD delivers. */
export async function knownOf(
  { workspace }: Tree,
  signal: AbortSignal,
): Promise<{
  readonly rows: readonly ClusterRow[];
  readonly counts: ReadonlyMap<string, number>;
  readonly argocd: ReadonlySet<string>;
}> {
  const { complete } = workspace;
  const { clusters } = await complete((analysis) => clusterRows(analysis), signal);
  const delivered = await complete(deliveredApplications, signal);
  const counts = new Map<string, number>();
  const argocd = new Set<string>();
  for (const { cluster, controller } of delivered) {
    if (cluster === undefined) continue;
    counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
    if (controller === 'argocd') argocd.add(cluster);
  }
  return { rows: clusters, counts, argocd };
}
