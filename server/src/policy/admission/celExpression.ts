import { EvaluationError, type ASTNode, type Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../../yaml/decode.ts';
import type { ObjectPath } from '../podTemplate.ts';
import { admissionVariables, newCelEnvironment, ownMatches } from './celFunctions.ts';

/** What an expression gives: a value, the error with which it ends, or nothing that we could tell. */
export type CelOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unknown'; readonly why: CelGap };

/** Why an expression cannot be evaluated: a word of `text/policyWords.en.ts`. */
export type CelGap = 'costly' | 'not-understood' | 'rights' | 'user';

/** What the variables of an expression hold. */
export type CelInputs = Readonly<Record<string, JsonValue>>;

/** An expression that can be asked. */
export interface CelExpression {
  readonly evaluate: (inputs: CelInputs) => CelOutcome;
  /** The field of `object` that was looked at last: what decided, where it decided against the object. */
  readonly lastField: (inputs: CelInputs) => ObjectPath;
  /** The names behind `variables.`. */
  readonly variables: ReadonlySet<string>;
}

/** Compiles expressions, each once. */
export type CelCompiler = (text: string) => CelExpression;

/** A compiler of its own for each who evaluates, for expressions with these variables. */
export function newCelCompiler(variables: readonly string[] = admissionVariables): CelCompiler {
  const troubles: string[] = [];
  const environment = newCelEnvironment((what) => troubles.push(what), variables);
  const known = new Map<string, CelExpression>();
  return (text) => {
    const expression = known.get(text) ?? compile(text, environment, troubles);
    known.set(text, expression);
    return expression;
  };
}

function compile(text: string, environment: Environment, troubles: string[]): CelExpression {
  const unknown = (why: CelGap): CelExpression => ({
    evaluate: () => ({ kind: 'unknown', why }),
    lastField: () => [],
    variables: new Set(),
  });
  const parsed = parse(text, environment);
  if (parsed === undefined)
    return unknown(/\bauthorizer\b/.test(text) ? 'rights' : 'not-understood');
  const facts = factsOf(parsed.ast, text);
  if (facts.names.has('authorizer')) return unknown('rights');
  if (facts.asksUser) return unknown('user');
  const program = parse(withOwnMatches(text, parsed.ast), environment);
  if (program === undefined || !program.check().valid) return unknown('not-understood');
  const run = (context: Record<string, unknown>): CelOutcome => {
    troubles.length = 0;
    const outcome = attempt(() => program(context));
    return troubles.length > 0 ? { kind: 'unknown', why: 'not-understood' } : outcome;
  };
  return {
    variables: facts.variables,
    evaluate: (inputs) =>
      isCostly(facts, inputs) ? { kind: 'unknown', why: 'costly' } : run(contextOf(inputs)),
    lastField: (inputs) => {
      let last: ObjectPath = [];
      const context = contextOf(inputs);
      const object = watched(context.object, [], (path) => (last = path));
      if (!isCostly(facts, inputs)) run({ ...context, object });
      return last;
    },
  };
}

function parse(
  text: string,
  environment: Environment,
): ReturnType<Environment['parse']> | undefined {
  try {
    return environment.parse(text);
  } catch {
    return undefined;
  }
}

/** The errors that Kubernetes has as well; with others the library may only know less. */
const errors: ReadonlySet<string> = new Set([
  'bool_conversion_error',
  'division_by_zero',
  'double_conversion_error',
  'index_out_of_bounds',
  'index_out_of_range',
  'int_conversion_error',
  'invalid_condition_type',
  'invalid_duration',
  'invalid_timestamp',
  'modulo_by_zero',
  'no_such_key',
  'no_such_overload',
  'numeric_overflow',
  'optional_value_missing',
  'uint_conversion_error',
]);

function attempt(run: () => unknown): CelOutcome {
  try {
    return { kind: 'value', value: run() };
  } catch (error) {
    if (error instanceof EvaluationError && errors.has(error.code))
      return { kind: 'error', message: error.summary };
    return { kind: 'unknown', why: 'not-understood' };
  }
}

interface Facts {
  readonly names: Set<string>;
  readonly variables: Set<string>;
  asksUser: boolean;
  /** How deep macros stand in one another; functions of sets are as deep as two. */
  depth: number;
  /** Whether texts become lists. */
  splits: boolean;
  /** No list that is written out has more items. */
  readonly longest: number;
}

const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

function factsOf(ast: ASTNode, text: string): Facts {
  const facts: Facts = {
    names: new Set(),
    variables: new Set(),
    asksUser: false,
    depth: 0,
    splits: false,
    longest: text.split(',').length,
  };
  const visit = (node: ASTNode, depth: number): void => {
    facts.depth = Math.max(facts.depth, depth);
    if (node.op === 'id') {
      facts.names.add(node.args);
      // A request that is handed on as a whole may be asked for anything.
      if (node.args === 'request') facts.asksUser = true;
    }
    if (node.op === '.' || node.op === '.?') {
      const [receiver, name] = node.args;
      if (receiver instanceof Object && receiver.op === 'id') {
        if (receiver.args === 'variables' && typeof name === 'string') facts.variables.add(name);
        if (receiver.args === 'request' && name !== 'userInfo') return;
      }
    }
    if (node.op === 'rcall') {
      const [name, receiver, values] = node.args;
      facts.splits ||= name === 'split' || name === 'findAll';
      // These compare each item with each.
      if (receiver.op === 'id' && receiver.args === 'sets')
        facts.depth = Math.max(facts.depth, depth + 2);
      visit(receiver, depth);
      for (const one of values) visit(one, macros.has(name) ? depth + 1 : depth);
      return;
    }
    for (const child of childrenOf(node)) visit(child, depth);
  };
  visit(ast, 0);
  return facts;
}

/** The nodes below a node, whatever its operator is. */
function childrenOf(node: ASTNode): readonly ASTNode[] {
  const found: ASTNode[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (isNode(value)) found.push(value);
  };
  collect(node.args);
  return found;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** The text with `matches` under its own name. */
function withOwnMatches(text: string, ast: ASTNode): string {
  const places: number[] = [];
  const visit = (node: ASTNode): void => {
    if (node.op === 'rcall' && node.args[0] === 'matches') {
      places.push(text.indexOf('matches', node.args[1].end));
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(ast);
  return places
    .filter((place) => place >= 0)
    .sort((a, b) => b - a)
    .reduce(
      (told, place) => told.slice(0, place) + ownMatches + told.slice(place + 'matches'.length),
      text,
    );
}

/** Steps that one expression may take: Kubernetes bounds them as well, by a budget of its own. */
const mostSteps = 1e6;

function isCostly({ depth, splits, longest }: Facts, inputs: CelInputs): boolean {
  if (depth === 0) return false;
  const extent = Math.max(
    16,
    longest,
    ...Object.values(inputs).map((value) => extentOf(value, splits)),
  );
  return extent ** depth > mostSteps && (depth > 1 || extent > mostSteps);
}

/** The size of the largest collection in a value; of the longest text, too, where texts become lists. */
function extentOf(value: JsonValue, splits: boolean): number {
  if (typeof value === 'string') return splits ? value.length : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const inner: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value);
  return inner.reduce<number>((most, one) => Math.max(most, extentOf(one, splits)), inner.length);
}

function contextOf(inputs: CelInputs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, celValue(value)]));
}

/** A value as the library has it: integers are `bigint`, so that `1` and `1.5` are of two types. */
function celValue(value: JsonValue): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(celValue);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, celValue(one)]));
}

/** The same value, telling each field of it that is looked at, there or not. */
function watched(value: unknown, path: ObjectPath, tell: (path: ObjectPath) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const stepOf = (key: string): string | number =>
    Array.isArray(value) && /^\d+$/.test(key) ? Number(key) : key;
  return new Proxy(value, {
    get: (target, key): unknown => {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return inner;
      if (Array.isArray(target) && key === 'length') return inner;
      const below = [...path, stepOf(key)];
      tell(below);
      return watched(inner, below, tell);
    },
    getOwnPropertyDescriptor: (target, key) => {
      if (typeof key === 'string') tell([...path, stepOf(key)]);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}
