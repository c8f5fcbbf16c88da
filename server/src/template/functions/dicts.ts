import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { sortedEntries } from '../printValue.ts';
import {
  anyType,
  boolValue,
  dictType,
  dictValue,
  listValue,
  nilValue,
  stringValue,
  stringsValue,
  typeOf,
  type MapValue,
  type Value,
} from '../value.ts';
import { argument, entriesOf, stringOf, textOf } from './arguments.ts';
import { holds, mergeMaps } from './merge.ts';

/**
 * Functions on maps. Where Go gives keys and values in an order that differs from run to run, they come in the order of
 * their keys.
 *
 * Source: sprig v3.3.0 dict.go.
 */
export const dictFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['dict', goFunction('...any', 'dict', dict)],
  [
    'get',
    goFunction(
      'dict, string',
      'any',
      ([map, key]) => entriesOf(map).get(textOf(key)) ?? stringValue(''),
    ),
  ],
  [
    'set',
    goFunction('dict, string, any', 'dict', ([map = nilValue, key, value = nilValue]) => {
      if (map.kind === 'map' && holds(value, map)) {
        return failure('a map that holds itself cannot be printed', 'limit');
      }
      entriesOf(map).set(textOf(key), value);
      return map;
    }),
  ],
  [
    'unset',
    goFunction('dict, string', 'dict', ([map = nilValue, key]) => {
      entriesOf(map).delete(textOf(key));
      return map;
    }),
  ],
  [
    'hasKey',
    goFunction('dict, string', 'bool', ([map, key]) => boolValue(entriesOf(map).has(textOf(key)))),
  ],
  [
    'pluck',
    goFunction('string, ...dict', 'list', ([key, ...maps]) =>
      listValue(
        maps.map((map) => entriesOf(map).get(textOf(key))).filter((value) => value !== undefined),
      ),
    ),
  ],
  [
    'keys',
    goFunction('...dict', 'strings', (maps) =>
      stringsValue(maps.flatMap((map) => sortedEntries(entriesOf(map)).map(([key]) => key))),
    ),
  ],
  [
    'values',
    goFunction('dict', 'list', ([map]) =>
      listValue(sortedEntries(entriesOf(map)).map(([, value]) => value)),
    ),
  ],
  [
    'pick',
    goFunction('dict, ...string', 'dict', ([map, ...keys]) =>
      filtered(map, keys.map(textOf), 'listed'),
    ),
  ],
  [
    'omit',
    goFunction('dict, ...string', 'dict', ([map, ...keys]) =>
      filtered(map, keys.map(textOf), 'others'),
    ),
  ],
  ['merge', goFunction('dict, ...dict', 'any', (maps) => merge(maps, 'keep'))],
  ['mustMerge', goFunction('dict, ...dict', 'any', (maps) => merge(maps, 'keep'))],
  ['mergeOverwrite', goFunction('dict, ...dict', 'any', (maps) => merge(maps, 'override'))],
  ['mustMergeOverwrite', goFunction('dict, ...dict', 'any', (maps) => merge(maps, 'override'))],
  ['dig', goFunction('...any', 'any', dig)],
];

function dict(values: readonly Value[]): Value {
  const entries = new Map<string, Value>();
  for (let index = 0; index < values.length; index += 2) {
    entries.set(stringOf(argument(values, index)), values[index + 1] ?? stringValue(''));
  }
  return { kind: 'map', element: anyType, entries };
}

function filtered(
  map: Value | undefined,
  keys: readonly string[],
  kept: 'listed' | 'others',
): Value {
  const listed = new Set(keys);
  return dictValue([...entriesOf(map)].filter(([key]) => listed.has(key) === (kept === 'listed')));
}

function merge(maps: readonly Value[], mode: 'keep' | 'override'): CallResult {
  const [target = nilValue, ...sources] = maps;
  for (const source of sources) {
    const problem =
      target.kind === 'map' && source.kind === 'map' ? mergeMaps(target, source, mode) : undefined;
    if (problem !== undefined) {
      return failure(problem);
    }
  }
  return target;
}

function dig(values: readonly Value[]): CallResult {
  const map = values.at(-1);
  const fallback = values.at(-2);
  if (map === undefined || fallback === undefined || values.length < 3) {
    return failure('dig needs at least three arguments');
  }
  if (!isDict(map)) {
    return failure(conversion(map, dictType));
  }
  const keys = values.slice(0, -2);
  const bad = keys.find((key) => key.kind !== 'string');
  if (bad !== undefined) {
    return failure(conversion(bad, 'string'));
  }
  let holder: MapValue = map;
  for (const [index, key] of keys.entries()) {
    const value = holder.entries.get(textOf(key));
    if (value === undefined || index === keys.length - 1) {
      return value ?? fallback;
    }
    if (!isDict(value)) {
      return failure(conversion(value, dictType));
    }
    holder = value;
  }
  return fallback;
}

function isDict(value: Value): value is MapValue {
  return value.kind === 'map' && value.element === anyType && value.named === undefined;
}

/** What Go says of a value that is not of the type that it must have. */
export function conversion(value: Value, type: string): string {
  const actual = value.kind === 'nil' ? 'nil' : typeOf(value);
  return `interface conversion: interface {} is ${actual}, not ${type}`;
}
