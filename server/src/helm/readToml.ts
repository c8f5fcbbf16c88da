import {
  boolValue,
  dictValue,
  floatValue,
  intValue,
  listValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';

/**
 * Reads TOML as Helm's `fromToml` does; `undefined` for a text that is wrong in any way, and for dates: what Go says of those
 * is not known.
 * Source: BurntSushi/toml v1.6.0 parse.go, lex.go; https://toml.io/en/v1.0.0.
 */
export function readToml(text: string): MapValue | undefined {
  if (text.length > mostText || forbidden.test(text)) return undefined;
  const root = newTable();
  const reading: Reading = {
    text,
    at: 0,
    depth: 0,
    table: root,
    dotted: new Set(),
    defined: new Set(),
  };
  while (passLines(reading)) {
    const isRead =
      peek(reading) === '[' ? readHeader(reading, root) : readEntry(reading, reading.table);
    if (!isRead || !endLine(reading)) return undefined;
  }
  return reading.at === text.length ? root.map : undefined;
}

/** Far more than values of a chart hold. */
const mostText = 1_000_000;
/** Control characters, and carriage returns that end no line. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufeff\ufffd]|\r(?!\n)/u;

/** A table that is being filled; the map is that of its value. */
interface Table {
  readonly map: MapValue & { readonly entries: Map<string, Value> };
  /** The tables below it, of lists of tables the last one. */
  readonly below: Map<string, Table>;
  /** What lists of tables hold. */
  readonly lists: Map<string, Value[]>;
}

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
  table: Table;
  /** Tables that dotted keys made, and those that have had their header. */
  readonly dotted: Set<Table>;
  readonly defined: Set<Table>;
}

function newTable(): Table {
  const entries = new Map<string, Value>();
  return { map: { ...dictValue(), entries }, below: new Map(), lists: new Map() };
}

function peek({ text, at }: Reading): string {
  return text.charAt(at);
}

function pass(reading: Reading, form: RegExp): string | undefined {
  form.lastIndex = reading.at;
  const [found] = form.exec(reading.text) ?? [];
  if (found !== undefined) reading.at += found.length;
  return found;
}

/** Passes white space, comments and empty lines; false at the end. */
function passLines(reading: Reading): boolean {
  pass(reading, /(?:[ \t\r\n]|#[^\n]*)*/y);
  return reading.at < reading.text.length;
}

function endLine(reading: Reading): boolean {
  return pass(reading, /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y) !== undefined;
}

/** `[a.b]` or `[[a.b]]`. */
function readHeader(reading: Reading, root: Table): boolean {
  const isList = pass(reading, /\[\[/y) !== undefined;
  if (!isList) pass(reading, /\[/y);
  const keys = readKeys(reading);
  if (keys === undefined || pass(reading, isList ? /\]\]/y : /\]/y) === undefined) return false;
  let table = root;
  for (const key of keys.slice(0, -1)) {
    const next = tableBelow(table, key);
    if (next === undefined) return false;
    table = next;
  }
  const last = keys.at(-1) ?? '';
  const made = isList ? itemBelow(table, last) : tableBelow(table, last);
  if (made === undefined || reading.dotted.has(made) || (!isList && reading.defined.has(made)))
    return false;
  if (!isList && table.lists.has(last)) return false;
  reading.defined.add(made);
  reading.table = made;
  return true;
}

/** The table under a key, the last one of a list of them; it is made where there is none. */
function tableBelow(table: Table, key: string): Table | undefined {
  const known = table.below.get(key);
  if (known !== undefined) return known;
  if (table.map.entries.has(key)) return undefined;
  const made = newTable();
  table.below.set(key, made);
  table.map.entries.set(key, made.map);
  return made;
}

function itemBelow(table: Table, key: string): Table | undefined {
  const known = table.lists.get(key);
  if (known === undefined && table.map.entries.has(key)) return undefined;
  const items = known ?? [];
  const made = newTable();
  items.push(made.map);
  table.below.set(key, made);
  table.lists.set(key, items);
  table.map.entries.set(key, { kind: 'list', element: 'map[string]interface {}', items });
  return made;
}

/** `a.b = value`. */
function readEntry(reading: Reading, into: Table): boolean {
  const keys = readKeys(reading);
  if (keys === undefined || pass(reading, /[ \t]*=[ \t]*/y) === undefined) return false;
  let table = into;
  for (const key of keys.slice(0, -1)) {
    const next = tableBelow(table, key);
    // What has a header of its own is not added to by dotted keys.
    if (next === undefined || reading.defined.has(next)) return false;
    reading.dotted.add(next);
    table = next;
  }
  const last = keys.at(-1) ?? '';
  if (table.map.entries.has(last)) return false;
  const value = readValue(reading);
  if (value === undefined) return false;
  table.map.entries.set(last, value);
  return true;
}

function readKeys(reading: Reading): readonly string[] | undefined {
  const keys: string[] = [];
  do {
    pass(reading, /[ \t]*/y);
    const key = /["']/.test(peek(reading)) ? readLine(reading) : pass(reading, /[A-Za-z0-9_-]+/y);
    if (key === undefined) return undefined;
    keys.push(key);
    pass(reading, /[ \t]*/y);
  } while (pass(reading, /\./y) !== undefined);
  return keys;
}

const mostDepth = 200;

function readValue(reading: Reading): Value | undefined {
  const first = peek(reading);
  if (first === '"' || first === "'") {
    const text = readText(reading);
    return text === undefined ? undefined : stringValue(text);
  }
  if (first === '[' || first === '{') {
    if (reading.depth === mostDepth) return undefined;
    reading.depth += 1;
    const made = first === '[' ? readList(reading) : readInline(reading);
    reading.depth -= 1;
    return made;
  }
  return scalarOf(pass(reading, /[A-Za-z0-9_+.:-]+/y) ?? '');
}

function scalarOf(word: string): Value | undefined {
  if (word === 'true' || word === 'false') return boolValue(word === 'true');
  if (/^[+-]?(?:inf|nan)$/.test(word))
    return floatValue(word.endsWith('nan') ? NaN : word.startsWith('-') ? -Infinity : Infinity);
  if (
    /^[+-]?(?:0|[1-9](?:_?[0-9])*)$/.test(word) ||
    /^0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|o[0-7](?:_?[0-7])*|b[01](?:_?[01])*)$/.test(word)
  ) {
    const digits = word.replaceAll('_', '').replace(/^\+/, '');
    const value = digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
    return BigInt.asIntN(64, value) === value ? intValue(value, 'int64') : undefined;
  }
  const number =
    /^[+-]?(?:0|[1-9](?:_?[0-9])*)(?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?$/;
  const value = number.test(word) ? Number(word.replaceAll('_', '')) : NaN;
  return Number.isFinite(value) ? floatValue(value) : undefined;
}

function readList(reading: Reading): Value | undefined {
  reading.at += 1;
  const items: Value[] = [];
  for (;;) {
    if (!passLines(reading)) return undefined;
    if (pass(reading, /\]/y) !== undefined) return listValue(items);
    const item = readValue(reading);
    if (item === undefined || !passLines(reading)) return undefined;
    items.push(item);
    if (pass(reading, /,/y) === undefined && peek(reading) !== ']') return undefined;
  }
}

function readInline(reading: Reading): Value | undefined {
  reading.at += 1;
  const table = newTable();
  pass(reading, /[ \t]*/y);
  if (pass(reading, /\}/y) !== undefined) return table.map;
  for (;;) {
    if (!readEntry(reading, table)) return undefined;
    pass(reading, /[ \t]*/y);
    if (pass(reading, /\}/y) !== undefined) return table.map;
    if (pass(reading, /,[ \t]*/y) === undefined) return undefined;
    if (pass(reading, /\}/y) !== undefined) return table.map;
  }
}

/** A string of any of the four kinds. */
function readText(reading: Reading): string | undefined {
  const long = pass(reading, /"""\r?\n?|'''\r?\n?/y);
  if (long === undefined) return readLine(reading);
  const quote = long.charAt(0);
  // Up to two quotes may stand before the three that end it.
  const body =
    quote === '"'
      ? pass(reading, /(?:[^"\\]|\\[^]|"(?!""))*"""(?:"(?!"")){0,2}/y)
      : pass(reading, /(?:[^']|'(?!''))*'''(?:'(?!'')){0,2}/y);
  if (body === undefined) return undefined;
  const inner = body.slice(0, -3).replaceAll('\r\n', '\n');
  if (quote === "'") return inner;
  // Each escape is passed as a whole: an escaped backslash at the end of a line joins no lines.
  return unescaped(
    inner.replaceAll(/\\(?:([ \t]*\n)[ \t\n]*|[^])/g, (whole, joins?: string) =>
      joins === undefined ? whole : '',
    ),
  );
}

function readLine(reading: Reading): string | undefined {
  const literal = pass(reading, /'[^'\n]*'/y);
  if (literal !== undefined) return literal.slice(1, -1);
  const basic = pass(reading, /"(?:[^"\\\n]|\\[^\n])*"/y);
  return basic === undefined ? undefined : unescaped(basic.slice(1, -1));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', '"': '"', '\\': '\\' }),
]);

function unescaped(text: string): string | undefined {
  let made = '';
  let start = 0;
  for (const { 0: whole, 1: short, 2: long, 3: sign = '', index } of text.matchAll(escape)) {
    const digits = short ?? long;
    const read = digits === undefined ? escapes.get(sign) : characterOf(parseInt(digits, 16));
    if (read === undefined) return undefined;
    made += text.slice(start, index) + read;
    start = index + whole.length;
  }
  return made + text.slice(start);
}

const escape = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([^]))/g;

function characterOf(code: number): string | undefined {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? undefined
    : String.fromCodePoint(code);
}
