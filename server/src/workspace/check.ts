import {
  policyParts,
  prepareApplication,
  preparePolicyPart,
  type PolicyQuestion,
} from '../analysis/askedCluster.ts';
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
  const all = await complete(policyClusters, signal);
  const clusters = all.filter(isAsked);
  const checked: CheckedPolicy[] = [];
  const turn = (): Promise<void> => pause(checked.length, clusters.length);
  // What is told of one cluster may rest on what is delivered to others.
  for (const key of all.flatMap(({ applications }) => applications)) {
    await turn();
    await complete((one) => prepareApplication(one, key), signal);
  }
  for (const cluster of clusters) {
    await turn();
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
