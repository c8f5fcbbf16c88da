import { compareBytes } from '../../util/compareBytes.ts';
import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import {
  boolValue,
  isTrue,
  kindOf,
  listValue,
  nilValue,
  stringsValue,
  type ListValue,
  type Value,
} from '../value.ts';
import { argument, countOf, integerOf, stringsOf } from './arguments.ts';
import { deepEqualValues } from './deepEqual.ts';

/** Functions on lists. Source: sprig v3.3.0 list.go. */
export const listFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['list', goFunction('...any', 'list', listValue)],
  ['tuple', goFunction('...any', 'list', listValue)],
  ...both(
    ['append', 'push'],
    'any, any',
    'list',
    'Cannot push on type',
    ({ items }, [, item = nilValue]) => listValue([...items, item]),
  ),
  ...both(
    ['prepend'],
    'any, any',
    'list',
    'Cannot prepend on type',
    ({ items }, [, item = nilValue]) => listValue([item, ...items]),
  ),
  ...both(
    ['first'],
    'any',
    'any',
    'Cannot find first on type',
    ({ items }) => items[0] ?? nilValue,
  ),
  ...both(
    ['last'],
    'any',
    'any',
    'Cannot find last on type',
    ({ items }) => items.at(-1) ?? nilValue,
  ),
  ...both(['rest'], 'any', 'list', 'Cannot find rest on type', ({ items }) =>
    nilIfEmpty(items, items.slice(1)),
  ),
  ...both(['initial'], 'any', 'list', 'Cannot find initial on type', ({ items }) =>
    nilIfEmpty(items, items.slice(0, -1)),
  ),
  ...both(['reverse'], 'any', 'list', 'Cannot find reverse on type', ({ items }) =>
    listValue(items.toReversed()),
  ),
  ...both(['compact'], 'any', 'list', 'Cannot compact on type', ({ items }) =>
    listValue(items.filter(isTrue)),
  ),
  ...both(['uniq'], 'any', 'list', 'Cannot find uniq on type', ({ items }) =>
    listValue(unique(items)),
  ),
  ...both(
    ['without'],
    'any, ...any',
    'list',
    'Cannot find without on type',
    ({ items }, [, ...omitted]) => listValue(items.filter((item) => !isIn(omitted, item))),
  ),
  ...both(['slice'], 'any, ...any', 'any', 'list should be type of slice or array but', slice),
  ['has', goFunction('any, any', 'bool', has)],
  ['mustHas', goFunction('any, any', 'bool', has)],
  ['chunk', goFunction('int, any', '[][]interface {}', chunk)],
  ['mustChunk', goFunction('int, any', '[][]interface {}', chunk)],
  ['concat', goFunction('...any', 'any', concat)],
  [
    'sortAlpha',
    goFunction('any', 'strings', ([list = nilValue]) =>
      stringsValue(list.kind === 'nil' ? ['<nil>'] : [...stringsOf(list)].sort(compareBytes)),
    ),
  ],
];

type OnList = (list: ListValue, values: readonly Value[]) => CallResult;

/** A function whose first argument is a list, under its names and those with `must`, which fail alike in a template. */
function both(
  names: readonly string[],
  parameters: string,
  result: string,
  problem: string,
  call: OnList,
): readonly (readonly [string, TemplateFunction])[] {
  const target = goFunction(parameters, result, (values) =>
    withList(argument(values, 0), problem, (list) => call(list, values)),
  );
  return names.flatMap((name) => [
    [name, target] as const,
    [`must${name.charAt(0).toUpperCase()}${name.slice(1)}`, target] as const,
  ]);
}

function withList(
  value: Value,
  problem: string,
  call: (list: ListValue) => CallResult,
): CallResult {
  if (value.kind === 'nil') {
    return failure('runtime error: invalid memory address or nil pointer dereference');
  }
  return value.kind === 'list' ? call(value) : failure(`${problem} ${kindOf(value)}`);
}

function isIn(items: readonly Value[], value: Value): boolean {
  return items.some((item) => deepEqualValues(value, item));
}

function unique(items: readonly Value[]): readonly Value[] {
  const found: Value[] = [];
  for (const item of items) {
    if (!isIn(found, item)) {
      found.push(item);
    }
  }
  return found;
}

function slice(list: ListValue, [, ...bounds]: readonly Value[]): CallResult {
  const { items } = list;
  if (items.length === 0) {
    return nilValue;
  }
  const [first, second] = bounds;
  const start = first === undefined ? 0 : Number(integerOf(first));
  const end = second === undefined ? items.length : Number(integerOf(second));
  return start < 0 || end < start || end > items.length
    ? failure('reflect.Value.Slice: slice index out of bounds')
    : { ...list, items: items.slice(start, end) };
}

function has([needle = nilValue, list = nilValue]: readonly Value[]): CallResult {
  return list.kind === 'nil'
    ? boolValue(false)
    : withList(list, 'Cannot find has on type', ({ items }) => boolValue(isIn(items, needle)));
}

function chunk([size, list = nilValue]: readonly Value[]): CallResult {
  const length = countOf(size);
  return withList(list, 'Cannot chunk type', ({ items }) => {
    const count = Math.max(Math.floor((items.length - 1) / length) + 1, 0);
    if (count > 0 && !(length > 0 && Number.isFinite(count))) {
      return failure('runtime error: makeslice: len out of range');
    }
    const chunks = Array.from({ length: count }, (_, index) =>
      listValue(items.slice(index * length, (index + 1) * length)),
    );
    return { kind: 'list', element: '[]interface {}', items: chunks };
  });
}

function concat(lists: readonly Value[]): CallResult {
  const items: Value[] = [];
  for (const list of lists) {
    if (list.kind === 'nil') {
      return failure('runtime error: invalid memory address or nil pointer dereference');
    }
    if (list.kind !== 'list') {
      return failure(`Cannot concat type ${kindOf(list)} as list`);
    }
    items.push(...list.items);
  }
  return nilIfEmpty(items, items);
}

/** Go gives no list at all for what is left of an empty one, which shows in JSON. */
function nilIfEmpty(source: readonly Value[], items: readonly Value[]): ListValue {
  return source.length === 0 ? { ...listValue([]), isNil: true } : listValue(items);
}
