import { byFile, type FleetProblems, type KeptProblem } from '../analysis/fleetProblems.ts';
import type { ProblemPart } from '../workspace/fleetProblems.ts';
import type { Tree } from './trees.ts';

/** What each fleet was last found to lack, part by part: a part counts until it is found anew. */
export class HeldFindings {
  private readonly held = new Map<Tree, Partial<Record<ProblemPart, readonly KeptProblem[]>>>();

  /** What a tree was last found to lack, by file. */
  of(tree: Tree): FleetProblems {
    const { declared = [], rendered = [] } = this.held.get(tree) ?? {};
    return byFile([...declared, ...rendered]);
  }

  /** Holds a part of what a tree lacks. */
  hold(tree: Tree, part: ProblemPart, problems: readonly KeptProblem[]): void {
    this.held.set(tree, { ...this.held.get(tree), [part]: problems });
  }

  /** Lets go of trees that are open no more. */
  keep(trees: readonly Tree[]): void {
    for (const tree of this.held.keys()) if (!trees.includes(tree)) this.held.delete(tree);
  }
}
