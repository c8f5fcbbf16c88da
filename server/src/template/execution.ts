import { byteLength } from './goBytes.ts';
import { quoteGo } from './goQuote.ts';
import type { ExecuteOptions, ExecutionFailure, Limits } from './execute.ts';
import type { FailureCause } from './functionTable.ts';
import { nodeText, type AnyNode } from './nodes.ts';
import type { DefinedTemplate } from './parserState.ts';
import { invalid, type Reflected } from './reflected.ts';
import type { Trace } from './trace.ts';

/** A template that runs, changed in place. Once `failure` is set, what is evaluated no longer counts. */
export interface Execution {
  /** The templates that can be called, by name. */
  readonly templates: ReadonlyMap<string, DefinedTemplate>;
  readonly options: ExecuteOptions;
  readonly limits: Limits;
  readonly parts: string[];
  /** What was used up by this template and by those that it belongs to. */
  readonly spent: Spent;
  current: Frame;
  /** Where a message points. */
  node: AnyNode | undefined;
  failure: ExecutionFailure | undefined;
  /** Follows values through the template; plain runs have none. */
  readonly trace: Trace | undefined;
}

/** Steps and UTF-16 units of text. */
export interface Spent {
  steps: number;
  length: number;
}

/** One call of a template. */
export interface Frame {
  readonly name: string;
  readonly tree: DefinedTemplate;
  readonly variables: Variable[];
  readonly depth: number;
}

/** A variable of a template with its `$`. */
export interface Variable {
  readonly name: string;
  value: Reflected;
}

/** Records the first failure, with the place that Go names. Source: exec.go `errorf`. */
export function fail(
  execution: Execution,
  message: string,
  cause: FailureCause = 'error',
  inner?: ExecutionFailure,
): Reflected {
  const { node, current } = execution;
  const place =
    node === undefined
      ? current.name
      : `${location(current.tree, node)}: executing ${quoteGo(current.name)} at <${nodeText(node)}>`;
  execution.failure ??= {
    kind: 'failure',
    cause,
    message: `template: ${place}: ${message}`,
    template: inner?.template ?? current.tree.parsedIn,
    offset: inner?.offset ?? node?.offset ?? 0,
  };
  return invalid;
}

/** `name:line:column`, the column in bytes from 0. Source: parse.go `ErrorContext`. */
function location({ text, parsedIn }: DefinedTemplate, { offset }: AnyNode): string {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = byteLength(before.slice(before.lastIndexOf('\n') + 1));
  return `${parsedIn}:${line}:${column}`;
}

/** Counts a step; false once there were too many, or something failed. */
export function step(execution: Execution): boolean {
  const { spent } = execution;
  spent.steps += 1;
  if (spent.steps > execution.limits.steps) {
    fail(execution, 'the template takes too many steps', 'limit');
  }
  return execution.failure === undefined;
}

/** Sets the innermost variable of this name. */
export function setVariable(execution: Execution, name: string, value: Reflected): void {
  const variable = findVariable(execution, name);
  if (variable === undefined) {
    fail(execution, `undefined variable: ${name}`);
  } else {
    variable.value = value;
  }
}

/** The value of the innermost variable of this name. */
export function variableValue(execution: Execution, name: string): Reflected {
  const variable = findVariable(execution, name);
  return variable === undefined ? fail(execution, `undefined variable: ${name}`) : variable.value;
}

function findVariable({ current: { variables } }: Execution, name: string): Variable | undefined {
  for (let index = variables.length - 1; index >= 0; index -= 1) {
    const variable = variables[index];
    if (variable?.name === name) {
      return variable;
    }
  }
  return undefined;
}
