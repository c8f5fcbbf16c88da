import { policyClusters, policyOfCluster, type PolicyCluster } from '../analysis/clusterPolicy.ts';
import type { CheckedPolicy } from '../analysis/checkDocument.ts';
import type { Side } from './sides.ts';

/** Which clusters of a tree are checked, and how. */
export interface CheckOptions {
  readonly isAsked: (cluster: PolicyCluster) => boolean;
  /** `YYYY-MM-DD`, for findings that are silenced until a day. */
  readonly today: string;
  /** Stands for the minor version of the Kubernetes 1 that runs there. */
  readonly minor?: number | undefined;
  /** Called before each cluster; the work waits for it. */
  readonly pause: (done: number, all: number) => Promise<void>;
}

/** Checks clusters of a tree, one after the other, in the order of their names. */
export async function checkTree(
  complete: Side['complete'],
  { isAsked, today, minor, pause }: CheckOptions,
  signal: AbortSignal,
): Promise<readonly CheckedPolicy[]> {
  const clusters = (await complete(policyClusters, signal)).filter(isAsked);
  const checked: CheckedPolicy[] = [];
  for (const cluster of clusters) {
    await pause(checked.length, clusters.length);
    const policy = await complete(
      (one) => policyOfCluster(one, cluster.key, { today, minor }),
      signal,
    );
    checked.push({ cluster, policy });
  }
  await pause(clusters.length, clusters.length);
  return checked;
}
