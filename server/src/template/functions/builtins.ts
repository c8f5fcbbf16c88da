import { byteLength, sliceBytes, toBytes } from '../goBytes.ts';
import { failure, goFunction, type FunctionFailure, type FunctionTable } from '../functionTable.ts';
import { sprint, sprintf, sprintln } from '../format.ts';
import { printValue } from '../printValue.ts';
import {
  entryAt,
  invalid,
  isTruth,
  itemAt,
  reflect,
  reflectAs,
  reflectedType,
  unboxed,
  type Reflected,
} from '../reflected.ts';
import { boolValue, intValue, stringValue, zeroOf, type Value } from '../value.ts';
import { compareEqual, compareLess } from './compare.ts';
import { escapeHtml, escapeJavaScript, escapeQuery } from './escape.ts';

/** A function of text/template itself: it takes its arguments as they are. */
export interface Builtin {
  /** How many arguments there must be, or at least where it is variadic. */
  readonly count: number;
  readonly isVariadic: boolean;
  readonly call: (values: readonly Reflected[]) => Reflected | FunctionFailure;
}

/**
 * The functions that every template has, but for `and` and `or`, which are part of evaluation, and `call`, since no value is
 * a function.
 *
 * Source: Go 1.26 text/template/funcs.go.
 */
export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['call', variadic(1, ([first = invalid]) => callNothing(first))],
  ['index', variadic(1, ([first = invalid, ...indexes]) => index(first, indexes))],
  ['slice', variadic(1, ([first = invalid, ...indexes]) => slice(first, indexes))],
  ['len', fixed(1, ([first = invalid]) => length(first))],
  ['not', fixed(1, ([first = invalid]) => reflect(boolValue(!isTruth(first))))],
  ['eq', variadic(1, ([first = invalid, ...others]) => answer(compareEqual(first, others)))],
  ['ne', fixed(2, ([a = invalid, b = invalid]) => answer(compareEqual(a, [b]), 'negated'))],
  ['lt', fixed(2, ([a = invalid, b = invalid]) => answer(compareLess(a, b)))],
  ['ge', fixed(2, ([a = invalid, b = invalid]) => answer(compareLess(a, b), 'negated'))],
  ['le', fixed(2, ([a = invalid, b = invalid]) => answer(lessOrEqual(a, b)))],
  ['gt', fixed(2, ([a = invalid, b = invalid]) => answer(lessOrEqual(a, b), 'negated'))],
]);

/** Those of text/template's own functions whose parameters have types of Go. */
export const printFunctions: FunctionTable = new Map([
  ['html', goFunction('...any', 'string', (values) => stringValue(escapeHtml(joined(values))))],
  ['js', goFunction('...any', 'string', (values) => stringValue(escapeJavaScript(joined(values))))],
  [
    'urlquery',
    goFunction('...any', 'string', (values) => stringValue(escapeQuery(joined(values)))),
  ],
  ['print', goFunction('...any', 'string', (values) => stringValue(sprint(values)))],
  ['println', goFunction('...any', 'string', (values) => stringValue(sprintln(values)))],
  [
    'printf',
    goFunction('string, ...any', 'string', ([format, ...values]) =>
      stringValue(sprintf(format?.kind === 'string' ? format.value : '', values)),
    ),
  ],
]);

/** Whether every template has a function of this name. */
export function isBuiltin(name: string): boolean {
  return name === 'and' || name === 'or' || builtins.has(name) || printFunctions.has(name);
}

/** Source: funcs.go `evalArgs`. */
function joined(values: readonly Value[]): string {
  const [first] = values;
  return first?.kind === 'string' && values.length === 1
    ? first.value
    : sprint(values.map((value) => (value.kind === 'nil' ? stringValue('<no value>') : value)));
}

function fixed(count: number, call: Builtin['call']): Builtin {
  return { count, isVariadic: false, call };
}

function variadic(count: number, call: Builtin['call']): Builtin {
  return { count, isVariadic: true, call };
}

function answer(
  result: boolean | FunctionFailure,
  sense: 'plain' | 'negated' = 'plain',
): Reflected | FunctionFailure {
  return typeof result === 'boolean'
    ? reflect(boolValue(sense === 'plain' ? result : !result))
    : result;
}

function lessOrEqual(a: Reflected, b: Reflected): boolean | FunctionFailure {
  const less = compareLess(a, b);
  return less === false ? compareEqual(a, [b]) : less;
}

function callNothing(value: Reflected): FunctionFailure {
  const inner = unboxed(value);
  return inner.kind === 'invalid'
    ? failure('call of nil')
    : failure(`non-function of type ${reflectedType(inner)}`);
}

function length(value: Reflected): Reflected | FunctionFailure {
  const inner = unboxed(value);
  switch (inner.kind) {
    case 'list':
      return intValue(inner.items.length);
    case 'map':
      return intValue(inner.entries.size);
    case 'string':
      return intValue(byteLength(inner.value));
    case 'invalid':
      return value.kind === 'interface'
        ? failure('len of nil pointer')
        : failure('reflect: call of reflect.Value.Type on zero Value');
    default:
      return failure(`len of type ${reflectedType(inner)}`);
  }
}

function index(item: Reflected, indexes: readonly Reflected[]): Reflected | FunctionFailure {
  let current = unboxed(item);
  if (current.kind === 'invalid') {
    return failure('index of untyped nil');
  }
  for (const each of indexes) {
    const found = indexOnce(current, unboxed(each));
    if (found.kind === 'failure') {
      return found;
    }
    current = found;
  }
  return current;
}

function indexOnce(item: Reflected, place: Reflected): Reflected | FunctionFailure {
  const holder = unboxed(item);
  switch (holder.kind) {
    case 'invalid':
      return failure('index of nil pointer');
    case 'list': {
      const at = indexArgument(place, holder.items.length);
      return typeof at === 'number'
        ? (itemAt(holder, at) ?? failure('reflect: slice index out of range'))
        : at;
    }
    case 'string': {
      const at = indexArgument(place, byteLength(holder.value));
      if (typeof at !== 'number') {
        return at;
      }
      const byte = toBytes(holder.value)[at];
      return byte === undefined
        ? failure('reflect: string index out of range')
        : intValue(byte, 'uint8');
    }
    case 'map': {
      if (place.kind === 'invalid') {
        return failure('value is nil; should be of type string');
      }
      if (place.kind !== 'string') {
        return failure(`value has type ${reflectedType(place)}; should be string`);
      }
      return entryAt(holder, place.value) ?? reflectAs(zeroOf(holder.element), holder.element);
    }
    default:
      return failure(`can't index item of type ${reflectedType(holder)}`);
  }
}

function indexArgument(place: Reflected, limit: number): number | FunctionFailure {
  if (place.kind === 'invalid') {
    return failure('cannot index slice/array with nil');
  }
  if (place.kind !== 'integer') {
    return failure(`cannot index slice/array with type ${reflectedType(place)}`);
  }
  return place.value < 0n || place.value > BigInt(limit)
    ? failure(`index out of range: ${printValue(place)}`)
    : Number(place.value);
}

function slice(item: Reflected, indexes: readonly Reflected[]): Reflected | FunctionFailure {
  const holder = unboxed(item);
  if (holder.kind === 'invalid') {
    return failure('slice of untyped nil');
  }
  if (indexes.length > 3) {
    return failure(`too many slice indexes: ${indexes.length}`);
  }
  if (holder.kind === 'string' && indexes.length === 3) {
    return failure('cannot 3-index slice a string');
  }
  if (holder.kind !== 'string' && holder.kind !== 'list') {
    return failure(`can't slice item of type ${reflectedType(holder)}`);
  }
  const size = holder.kind === 'string' ? byteLength(holder.value) : holder.items.length;
  const bounds = [0, size, size];
  for (const [order, each] of indexes.entries()) {
    const at = indexArgument(unboxed(each), size);
    if (typeof at !== 'number') {
      return at;
    }
    bounds[order] = at;
  }
  const [from = 0, to = size, limit = size] = bounds;
  if (from > to) {
    return failure(`invalid slice index: ${from} > ${to}`);
  }
  if (indexes.length === 3 && to > limit) {
    return failure(`invalid slice index: ${to} > ${limit}`);
  }
  const part: Value =
    holder.kind === 'string'
      ? stringValue(sliceBytes(holder.value, from, to))
      : { ...holder, items: holder.items.slice(from, to) };
  return reflect(part);
}
