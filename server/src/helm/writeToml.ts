import { formatFloat } from '../template/goFloat.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { kindOf, type MapValue, type Value } from '../template/value.ts';

/** TOML, or why a value has none. */
export type WrittenToml = { readonly text: string } | { readonly problem: string };

/** A value as Helm's `toToml` writes it. Source: BurntSushi/toml v1.6.0 encode.go. */
export function writeToml(value: Value): WrittenToml {
  const writing: Writing = { text: '', problem: undefined };
  if (value.kind === 'map') {
    writeTable(writing, [], value);
  } else {
    writing.problem = 'toml: top-level values must be Go maps or structs';
  }
  return writing.problem === undefined ? { text: writing.text } : { problem: writing.problem };
}

interface Writing {
  text: string;
  problem: string | undefined;
}

type Key = readonly string[];

function newline(writing: Writing): void {
  if (writing.text !== '') {
    writing.text += '\n';
  }
}

function writeEntry(writing: Writing, key: Key, value: Value): void {
  if (value.kind === 'map') {
    if (key.length === 1) {
      newline(writing);
    }
    writing.text += `${indentation(key)}[${keyText(key)}]\n`;
    writeTable(writing, key, value);
  } else if (value.kind === 'list' && isTableList(writing, value.items)) {
    for (const item of value.items) {
      if (item.kind === 'map') {
        newline(writing);
        writing.text += `${indentation(key)}[[${keyText(key)}]]\n`;
        writeTable(writing, key, item);
      }
    }
  } else if (value.kind !== 'nil') {
    const name = keyText(key.slice(-1));
    writing.text += `${indentation(key)}${name} = ${elementText(writing, value)}\n`;
  }
}

function writeTable(writing: Writing, key: Key, table: MapValue): void {
  for (const [name, value] of sortedEntries(writing, table)) {
    writeEntry(writing, [...key, name], value);
  }
}

/** What stands on a line of its own first, then tables; each by its key. */
function sortedEntries(writing: Writing, table: MapValue): readonly (readonly [string, Value])[] {
  const entries = [...table.entries]
    .filter(([, value]) => value.kind !== 'nil')
    .sort(([left], [right]) => compareBytes(left, right));
  const isTable = (value: Value): boolean =>
    value.kind === 'map' || (value.kind === 'list' && isTableList(writing, value.items));
  return [
    ...entries.filter(([, value]) => !isTable(value)),
    ...entries.filter(([, value]) => isTable(value)),
  ];
}

function isTableList(writing: Writing, items: readonly Value[]): boolean {
  if (items.some((item) => item.kind === 'nil')) {
    writing.problem ??= 'toml: cannot encode array with nil element';
  }
  return items.length > 0 && items.every((item) => item.kind === 'map');
}

function elementText(writing: Writing, value: Value): string {
  switch (value.kind) {
    case 'string':
      return quoted(value.value);
    case 'bool':
    case 'integer':
      return String(value.value);
    case 'float':
      return floatText(value.value);
    case 'list':
      return `[${value.items.map((item) => elementText(writing, item)).join(', ')}]`;
    case 'map': {
      const entries = sortedEntries(writing, value).map(
        ([key, item]) => `${keyText([key])} = ${elementText(writing, item)}`,
      );
      return `{${entries.join(', ')}}`;
    }
    default:
      writing.problem ??= `toml: unexpected type: ${kindOf(value)}`;
      return '';
  }
}

function floatText(value: number): string {
  if (Number.isNaN(value)) {
    return 'nan';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? 'inf' : '-inf';
  }
  const text = formatFloat(value, 'g', -1);
  return /[e.]/.test(text) ? text : `${text}.0`;
}

function quoted(text: string): string {
  // eslint-disable-next-line no-control-regex -- TOML escapes all control characters.
  const escaped = text.replace(/["\\\0-\x1f\x7f]/g, (character) => {
    const short = shortEscapes.get(character);
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);

function keyText(key: Key): string {
  return key.map((part) => (/^[A-Za-z0-9_-]+$/.test(part) ? part : quoted(part))).join('.');
}

function indentation(key: Key): string {
  return '  '.repeat(key.length - 1);
}
