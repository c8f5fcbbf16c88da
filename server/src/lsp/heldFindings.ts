import type { Diagnostic } from 'vscode-languageserver';
import { byFile, type FleetProblems, type KeptProblem } from '../analysis/fleetProblems.ts';
import type { OlderFindingsOfFile } from '../protocol/findings.ts';
import type { JudgedBefore } from '../workspace/checkerProblems.ts';
import type { ProblemPart } from '../workspace/fleetProblems.ts';
import type { Tree } from './trees.ts';

/** What is found in files of a tree that nobody has open. */
export interface UnopenedFindings {
  /** What is told one by one, by URI. */
  readonly told: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What is only counted. */
  readonly older: readonly OlderFindingsOfFile[];
}

/** A part of what a fleet lacks; `checkers` is told by programs of the user. */
export type HeldPart = ProblemPart | 'checkers';

/** What programs of the user said of a tree. */
export interface JudgedTree {
  readonly judged: JudgedBefore;
  /** What the user was told of programs that fail. */
  readonly told: Set<string>;
}

/** What was found when nothing happened last; it counts until it is found anew. */
export class HeldFindings {
  private readonly fleets = new Map<Tree, Partial<Record<HeldPart, readonly KeptProblem[]>>>();
  private readonly unopened = new Map<Tree, UnopenedFindings>();
  private readonly judged = new Map<Tree, JudgedTree>();
  private waiting: (() => void)[] = [];

  /** What the user was told of names of checkers that are none. */
  readonly misusedCheckers = new Set<string>();

  /** What a fleet was last found to lack, by file. */
  of(tree: Tree): FleetProblems {
    const {
      declared = [],
      rendered = [],
      changed = [],
      checkers = [],
    } = this.fleets.get(tree) ?? {};
    return byFile([...declared, ...rendered, ...changed, ...checkers]);
  }

  /** Holds a part of what a fleet lacks. */
  hold(tree: Tree, part: HeldPart, problems: readonly KeptProblem[]): void {
    this.fleets.set(tree, { ...this.fleets.get(tree), [part]: problems });
  }

  /** Whether anything of a part is held. */
  holds(tree: Tree, part: HeldPart): boolean {
    return (this.fleets.get(tree)?.[part] ?? []).length > 0;
  }

  /** What programs of the user said of a tree, to be added to. */
  judgedOf(tree: Tree): JudgedTree {
    const known = this.judged.get(tree) ?? { judged: new Map(), told: new Set() };
    this.judged.set(tree, known);
    return known;
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
    for (const tree of this.judged.keys()) if (!trees.includes(tree)) this.judged.delete(tree);
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
