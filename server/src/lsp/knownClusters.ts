import { clusters as clusterRows, type ClusterRow } from '../analysis/clusters.ts';
import { deliveredApplications } from '../analysis/deliveredApplications.ts';
import type { Tree } from './trees.ts';

/** The clusters that a tree knows, and how many applications are delivered to each, by its name. */
export async function knownOf(
  { workspace }: Tree,
  signal: AbortSignal,
): Promise<{
  readonly rows: readonly ClusterRow[];
  readonly counts: ReadonlyMap<string, number>;
}> {
  const { complete } = workspace;
  const { clusters } = await complete((analysis) => clusterRows(analysis), signal);
  const delivered = await complete(deliveredApplications, signal);
  const counts = new Map<string, number>();
  for (const { cluster } of delivered) {
    if (cluster !== undefined) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  }
  return { rows: clusters, counts };
}
