import type { ExecutionFailure } from './execute.ts';
import type { Execution } from './execution.ts';
import type { GoType, Value } from './value.ts';

/** A function that templates can call, with its signature in Go. */
export interface TemplateFunction {
  readonly parameters: readonly GoType[];
  /** The type of every further argument; `undefined` where there can be none. */
  readonly rest: GoType | undefined;
  readonly result: GoType;
  /** Called with arguments of these types; `nil` may stand where anything can. `caller` is the template that calls. */
  readonly call: (values: readonly Value[], caller: Execution) => CallResult;
}

/** What a function gives, or why it fails. */
export type CallResult = Value | FunctionFailure;

/** Why a function fails: `message` in Go's words where Go fails, too. */
export interface FunctionFailure {
  readonly kind: 'failure';
  readonly cause: FailureCause;
  readonly message: string;
  /** What failed in a template that the function ran. */
  readonly inner?: ExecutionFailure;
}

/**
 * `error`: Go fails as well. `nonDeterministic`: the result would be another one each time (random, or by the clock).
 * `limit`: the template asks for more than it may have. `unsupported`: Go can, Strata cannot.
 */
export type FailureCause = 'error' | 'nonDeterministic' | 'limit' | 'unsupported';

/** Functions by name. Tables are joined by whoever runs templates: `new Map([...sprigFunctions, ...own])`. */
export type FunctionTable = ReadonlyMap<string, TemplateFunction>;

/** A failure as Go's function would have it. */
export function failure(message: string, cause: FailureCause = 'error'): FunctionFailure {
  return { kind: 'failure', cause, message };
}

/**
 * Makes a function from its signature, written like `int, string` or `any, ...any`. `any`, `dict`, `list` and `strings` are
 * short for `interface {}`, `map[string]interface {}`, `[]interface {}` and `[]string`.
 */
export function goFunction(
  parameters: string,
  result: string,
  call: TemplateFunction['call'],
): TemplateFunction {
  const types = parameters === '' ? [] : parameters.split(', ');
  const last = types.at(-1);
  const rest = last?.startsWith('...') === true ? longType(last.slice(3)) : undefined;
  const fixed = rest === undefined ? types : types.slice(0, -1);
  return { parameters: fixed.map(longType), rest, result: longType(result), call };
}

/** The longest string that a function may make, in UTF-16 units. */
export const maxTextLength = 10_000_000;

function longType(type: string): GoType {
  return shortTypes.get(type) ?? type;
}

const shortTypes: ReadonlyMap<string, GoType> = new Map([
  ['any', 'interface {}'],
  ['dict', 'map[string]interface {}'],
  ['list', '[]interface {}'],
  ['strings', '[]string'],
]);
