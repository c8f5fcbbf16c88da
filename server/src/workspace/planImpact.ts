import { defaultRenderOptions } from '../analysis/analysis.ts';
import type { Draft } from '../analysis/promote.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import { impactOf } from './impact.ts';
import { forkTree, settleTree, sideOfTree, type PlannedTree } from './planFork.ts';

/** A tree as a plan would leave it. */
export interface PlannedFork {
  /** To be disposed of by whoever asked for it. */
  readonly fork: PlannedTree;
  /** What differs between the tree and the fork. */
  readonly impact: TreeImpact;
}

/** Applies a plan's texts to a fork of the tree, and compares all that they reach. */
export async function forkedImpact(
  tree: PlannedTree,
  texts: Draft['texts'],
  signal: AbortSignal,
): Promise<PlannedFork> {
  await settleTree(tree, signal);
  const after = new Map([...texts].map(([file, text]) => [file, text.after]));
  const fork = forkTree(tree, after);
  const sides = {
    base: sideOfTree('base', tree),
    head: sideOfTree('plan', fork),
    workspace: undefined,
  };
  const options = {
    render: { ...defaultRenderOptions, restrictions: 'none' },
    shard: { index: 0, count: 1 },
    pause: () => Promise.resolve(),
  } as const;
  try {
    return { fork, impact: await impactOf(sides, options, signal) };
  } catch (error) {
    fork.host.dispose();
    throw error;
  }
}
