import type { Diagnostic } from 'vscode-languageserver';
import { byFile, type FleetProblems, type KeptProblem } from '../analysis/fleetProblems.ts';
import type { OlderFindingsOfFile } from '../protocol/findings.ts';
import type { ProblemPart } from '../workspace/fleetProblems.ts';
import type { Tree } from './trees.ts';

/** What is found in files of a tree that nobody has open. */
export interface UnopenedFindings {
  /** What is told one by one, by URI. */
  readonly told: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What is only counted. */
  readonly older: readonly OlderFindingsOfFile[];
}

/** What was found when nothing happened last; it counts until it is found anew. */
export class HeldFindings {
  private readonly fleets = new Map<Tree, Partial<Record<ProblemPart, readonly KeptProblem[]>>>();
  private readonly unopened = new Map<Tree, UnopenedFindings>();
  private waiting: (() => void)[] = [];

  /** What a fleet was last found to lack, by file. */
  of(tree: Tree): FleetProblems {
    const { declared = [], rendered = [], changed = [] } = this.fleets.get(tree) ?? {};
    return byFile([...declared, ...rendered, ...changed]);
  }

  /** Holds a part of what a fleet lacks. */
  hold(tree: Tree, part: ProblemPart, problems: readonly KeptProblem[]): void {
    this.fleets.set(tree, { ...this.fleets.get(tree), [part]: problems });
  }

  /** What is found in files of a tree that nobody has open; `undefined` before it was looked for. */
  unopenedOf(tree: Tree): UnopenedFindings | undefined {
    return this.unopened.get(tree);
  }

  /** What is found in files of all trees that nobody has open. */
  get allUnopened(): readonly UnopenedFindings[] {
    return [...this.unopened.values()];
  }

  /** Holds what is found in files that nobody has open; who waits for it goes on. */
  holdUnopened(tree: Tree, found: UnopenedFindings): void {
    this.unopened.set(tree, found);
    this.wake();
  }

  /** Waits until something else is found in files that nobody has open, or until the signal fires. */
  async next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const go = (): void => {
        this.waiting = this.waiting.filter((one) => one !== go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go, { once: true });
      this.waiting.push(go);
    });
  }

  /**
   * Lets go of trees that are open no more; who waits for what is found in files that nobody has open goes on. Returns whether
   * something was found in such a tree.
   */
  keep(trees: readonly Tree[]): boolean {
    for (const tree of this.fleets.keys()) if (!trees.includes(tree)) this.fleets.delete(tree);
    const gone = [...this.unopened.keys()].filter((tree) => !trees.includes(tree));
    for (const tree of gone) this.unopened.delete(tree);
    if (gone.length > 0) this.wake();
    return gone.length > 0;
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const go of waiting) go();
  }
}
