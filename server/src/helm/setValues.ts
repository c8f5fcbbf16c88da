import { parseJson } from '../template/functions/parseJson.ts';
import { jsonValue } from '../template/functions/json.ts';
import { quoteGo } from '../template/goQuote.ts';
import {
  boolValue,
  intValue,
  listValue,
  nilValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';
import { copyMap } from './coalesce.ts';

/** How the text behind `=` is read: by its look, or as a text. */
export type SetKind = 'typed' | 'string';

/** Values with more set in them, or what is wrong with the line. */
export type SetResult = { readonly values: MapValue } | { readonly problem: string };

/**
 * Sets what a line such as `a.b[0]=1,c={x,y}` says.
 * Source: Helm v4.2.3 pkg/strvals/parser.go `ParseInto`, `ParseIntoString`.
 */
export function setValues(line: string, values: MapValue, kind: SetKind): SetResult {
  const copy = copyMap(values);
  const parser: Parser = {
    characters: Array.from(line),
    index: 0,
    read: (text) => (kind === 'string' ? stringValue(text) : typedValue(text)),
  };
  for (;;) {
    const end = readKey(parser, copy, 0);
    if (end === 'end') {
      return { values: copy };
    }
    if (end !== 'more') {
      return {
        problem: `failed parsing --set${kind === 'string' ? '-string' : ''} data: ${end.problem}`,
      };
    }
  }
}

/** Sets one value by a path such as `a.b[0]`, whatever the text looks like: as `--set-literal` does. */
export function setLiteral(path: string, text: string, values: MapValue): SetResult {
  const copy = copyMap(values);
  const parser: Parser = {
    characters: Array.from(`${path}=\\`),
    index: 0,
    read: () => stringValue(text),
  };
  const end = readKey(parser, copy, 0);
  return typeof end === 'object' ? end : { values: copy };
}

/** Sets `a.b={json}`. Source: parser.go `ParseJSON`, for one key. */
export function setJson(path: string, json: string, values: MapValue): SetResult {
  const parsed = parseJson(json);
  if ('problem' in parsed) {
    return { problem: `failed parsing --set-json data ${path}=${json}` };
  }
  const copy = copyMap(values);
  const parser: Parser = {
    characters: Array.from(`${path}=\\`),
    index: 0,
    read: () => jsonValue(parsed.value),
  };
  const end = readKey(parser, copy, 0);
  return typeof end === 'object' ? end : { values: copy };
}

interface Parser {
  readonly characters: readonly string[];
  index: number;
  readonly read: (text: string) => Value;
}

interface Problem {
  readonly problem: string;
}

type End = 'more' | 'end' | Problem;

interface Read {
  readonly text: string;
  /** `undefined` at the end of the line. */
  readonly stop: string | undefined;
}

function readUntil(parser: Parser, stops: string): Read {
  let text = '';
  for (;;) {
    const character = parser.characters[parser.index];
    if (character === undefined) {
      return { text, stop: undefined };
    }
    parser.index += 1;
    if (stops.includes(character)) {
      return { text, stop: character };
    }
    if (character === '\\') {
      const next = parser.characters[parser.index];
      if (next === undefined) {
        return { text, stop: undefined };
      }
      parser.index += 1;
      text += next;
    } else {
      text += character;
    }
  }
}

const maxDepth = 30;
const maxIndex = 65_536;

function readKey(parser: Parser, data: MapValue, depth: number): End {
  const { text: key, stop } = readUntil(parser, '=[,.');
  switch (stop) {
    case undefined:
      return key === '' ? 'end' : { problem: `key ${quoteGo(key)} has no value` };
    case '[': {
      const index = readIndex(parser);
      if (typeof index !== 'number') {
        return { problem: `error parsing index: ${index.problem}` };
      }
      const present = data.entries.get(key);
      if (present !== undefined && present.kind !== 'list') {
        return { problem: 'unable to parse key: interface conversion' };
      }
      const item = readItem(parser, present?.items ?? [], index, depth);
      set(data, key, listValue(item.items));
      return item.end;
    }
    case '=': {
      const { value, end } = readValue(parser);
      if (value !== undefined) {
        set(data, key, value);
      }
      return end;
    }
    case ',':
      set(data, key, stringValue(''));
      return { problem: `key ${quoteGo(key)} has no value (cannot end with ,)` };
    default:
      return readInner(parser, data, key, depth + 1);
  }
}

function readInner(parser: Parser, data: MapValue, key: string, depth: number): End {
  if (depth > maxDepth) {
    return {
      problem: `value name nested level is greater than maximum supported nested level of ${maxDepth}`,
    };
  }
  const present = data.entries.get(key);
  const inner = present ?? { kind: 'map', element: data.element, entries: new Map() };
  if (inner.kind !== 'map') {
    return { problem: 'unable to parse key: interface conversion' };
  }
  const end = readKey(parser, inner, depth);
  if (end === 'more' && inner.entries.size === 0) {
    return { problem: `key map ${quoteGo(key)} has no value` };
  }
  if (inner.entries.size > 0) {
    set(data, key, inner);
  }
  return end;
}

function set(data: MapValue, key: string, value: Value): void {
  if (key !== '') {
    data.entries.set(key, value);
  }
}

function readIndex(parser: Parser): number | Problem {
  const { text, stop } = readUntil(parser, ']');
  if (stop === undefined) {
    return { problem: 'EOF' };
  }
  return /^[+-]?[0-9]+$/.test(text)
    ? Number(text)
    : { problem: `strconv.Atoi: parsing ${quoteGo(text)}: invalid syntax` };
}

interface ReadValue {
  readonly value: Value | undefined;
  readonly end: End;
}

/** A list in braces, or a text up to a comma. */
function readValue(parser: Parser): ReadValue {
  const first = parser.characters[parser.index];
  if (first === undefined) {
    return { value: stringValue(''), end: 'end' };
  }
  if (first !== '{') {
    const { text } = readUntil(parser, ',');
    return { value: parser.read(text), end: 'more' };
  }
  parser.index += 1;
  const items: Value[] = [];
  for (;;) {
    const { text, stop } = readUntil(parser, ',}');
    if (stop === undefined) {
      return { value: undefined, end: { problem: "list must terminate with '}'" } };
    }
    items.push(parser.read(text));
    if (stop === '}') {
      if (parser.characters[parser.index] === ',') {
        parser.index += 1;
      }
      return { value: listValue(items), end: 'more' };
    }
  }
}

interface ReadItem {
  readonly items: readonly Value[];
  readonly end: End;
}

function readItem(parser: Parser, items: readonly Value[], index: number, depth: number): ReadItem {
  if (index < 0) {
    return { items, end: { problem: `negative ${index} index not allowed` } };
  }
  if (index > maxIndex) {
    const problem = `index of ${index} is greater than maximum supported index of ${maxIndex}`;
    return { items, end: { problem } };
  }
  const { text, stop } = readUntil(parser, '[.=');
  if (text !== '') {
    const runes = Array.from(text, (each) => `'${each}'`).join(' ');
    return { items, end: { problem: `unexpected data at end of array index: [${runes}]` } };
  }
  const put = (value: Value, end: End): ReadItem => {
    const padded = Array.from(
      { length: Math.max(items.length, index + 1) },
      (_, each) => items[each] ?? nilValue,
    );
    padded[index] = value;
    return { items: padded, end };
  };
  const present = items[index];
  switch (stop) {
    case undefined:
      return { items, end: { problem: 'EOF' } };
    case '=': {
      const { value, end } = readValue(parser);
      return value === undefined ? { items, end } : put(value, end);
    }
    case '[': {
      const next = readIndex(parser);
      if (typeof next !== 'number') {
        return { items, end: { problem: `error parsing index: ${next.problem}` } };
      }
      const inner = readItem(parser, present?.kind === 'list' ? present.items : [], next, depth);
      return typeof inner.end === 'object'
        ? { items, end: inner.end }
        : put(listValue(inner.items), inner.end);
    }
    default: {
      const map: MapValue =
        present?.kind === 'map'
          ? present
          : { kind: 'map', element: 'interface {}', entries: new Map() };
      const end = readKey(parser, map, depth);
      return typeof end === 'object' ? { items, end } : put(map, end);
    }
  }
}

/** Source: parser.go `typedVal`. */
function typedValue(text: string): Value {
  switch (text.toLowerCase()) {
    case 'true':
    case 'false':
      return boolValue(text.toLowerCase() === 'true');
    case 'null':
      return { kind: 'nil' };
    case '0':
      return intValue(0, 'int64');
    default:
      return /^(?:[1-9][0-9]*|[+-][0-9]+)$/.test(text) && fits(BigInt(text.replace('+', '')))
        ? intValue(BigInt(text.replace('+', '')), 'int64')
        : stringValue(text);
  }
}

function fits(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
