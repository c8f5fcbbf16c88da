import { setImmediate } from 'node:timers/promises';
import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { newFork, type Fork, type ForkChange } from '../analysis/fork.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How long roots are rendered to prove one action, in milliseconds: what is not proven by then is not offered. */
const longest = 2_000;

/** What is to be proven of an action: the tree that it leaves, and what it does to each of some roots. */
export interface Provable<Root, Proof> {
  readonly change: ForkChange;
  readonly roots: readonly Root[];
  readonly prove: (analysis: Analysis, fork: Fork, root: Root) => Answer<Proof>;
}

/**
 * What an action does to each root, tried on a fork; ends with the first `other`, and others get their turns between.
 * `undefined` where it takes too long to tell.
 */
export async function proofsOf<Root, Proof extends string>(
  { host, complete }: Pick<Workspace, 'host' | 'complete'>,
  { change, roots, prove }: Provable<Root, Proof | 'other'>,
  signal: AbortSignal,
): Promise<ReadonlySet<Proof | 'other'> | undefined> {
  const fork = await complete(() => newFork(host, change), signal);
  try {
    const end = Date.now() + longest;
    const proofs = new Set<Proof | 'other'>();
    for (const root of roots) {
      if (Date.now() > end) return undefined;
      await setImmediate(undefined, { signal });
      proofs.add(await complete((one) => prove(one, fork, root), signal));
      if (proofs.has('other')) break;
    }
    return proofs;
  } finally {
    fork.dispose();
  }
}
