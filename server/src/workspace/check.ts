import {
  policyClusters,
  policyOfCluster,
  policyParts,
  prepareApplication,
  preparePolicyPart,
  type PolicyCluster,
  type PolicyQuestion,
} from '../analysis/clusterPolicy.ts';
import type { CheckedPolicy } from '../analysis/checkDocument.ts';
import type { Side } from './sides.ts';

/** Which clusters of a tree are checked, and how. */
export interface CheckOptions {
  readonly isAsked: (cluster: PolicyCluster) => boolean;
  /** `YYYY-MM-DD`, for findings that are silenced until a day. */
  readonly today: string;
  /** Stands for the minor version of the Kubernetes 1 that runs there. */
  readonly minor?: number | undefined;
  /** Called before each cluster and again and again while it is checked; the work waits for it. */
  readonly pause: (done: number, all: number) => Promise<void>;
}

/** Asks the rules about a cluster part by part, with a pause after each. */
export async function preparePolicy(
  complete: Side['complete'],
  question: PolicyQuestion,
  { pause, signal }: { readonly pause: () => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  const parts = await complete((one) => policyParts(one, question), signal);
  for (let part = 0; part < parts; part += 1) {
    await pause();
    await complete((one) => preparePolicyPart(one, question, part), signal);
  }
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
    const turn = (): Promise<void> => pause(checked.length, clusters.length);
    await turn();
    for (const key of cluster.applications) {
      await complete((one) => prepareApplication(one, key), signal);
      await turn();
    }
    await preparePolicy(complete, { key: cluster.key, minor }, { pause: turn, signal });
    const policy = await complete(
      (one) => policyOfCluster(one, cluster.key, { today, minor }),
      signal,
    );
    checked.push({ cluster, policy });
  }
  await pause(clusters.length, clusters.length);
  return checked;
}
