import type { Execution } from './execution.ts';
import type { BranchNode } from './nodes.ts';
import type { Reflected } from './reflected.ts';
import type { Value } from './value.ts';

/**
 * Follows values through a template that runs. A plain run has no trace and pays nothing but a question for each; whoever
 * wants origins brings one (see origins.ts).
 */
export interface Trace {
  /** A template begins, for itself or for a function. */
  readonly begins: (execution: Execution) => void;
  /** Text of the template itself was written; `offset` is where it begins there. */
  readonly wroteText: (execution: Execution, offset: number, text: string) => void;
  /** The result of an action was printed. */
  readonly printed: (execution: Execution, value: Reflected, text: string) => void;
  /** A condition, or what is ranged over, is known; what is written until `decided` depends on it. */
  readonly decides: (execution: Execution, value: Reflected) => void;
  readonly decided: (execution: Execution, node: BranchNode) => void;
  /** A part of a value was reached by its name, or by ranging. */
  readonly found: (holder: Value, item: Reflected, name?: string) => Reflected;
  /** A function gave a result, which may come back as another value that says the same. */
  readonly called: (
    execution: Execution,
    name: string,
    values: readonly Value[],
    result: Value,
  ) => Value;
  readonly calledBuiltin: (
    execution: Execution,
    name: string,
    values: readonly Reflected[],
    result: Reflected,
  ) => Reflected;
  /** `and` or `or` looked at these and gave the last of them. */
  readonly choseOf: (values: readonly Reflected[], result: Reflected) => Reflected;
  /** A template that ran for a function made a text. */
  readonly madeText: (execution: Execution, text: Value) => void;
}
