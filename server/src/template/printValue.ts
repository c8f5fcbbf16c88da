import { compareBytes } from '../util/compareBytes.ts';
import { formatFloat } from './goFloat.ts';
import type { Value } from './value.ts';

/** A value as `%v` prints it. */
export function printValue(value: Value): string {
  switch (value.kind) {
    case 'nil':
      return '<nil>';
    case 'bool':
    case 'integer':
      return String(value.value);
    case 'float':
      return formatFloat(value.value, 'g', -1);
    case 'string':
      return value.value;
    case 'list':
      return `[${value.items.map(printValue).join(' ')}]`;
    case 'map': {
      const entries = sortedEntries(value.entries);
      return `map[${entries.map(([key, item]) => `${key}:${printValue(item)}`).join(' ')}]`;
    }
    case 'object':
      return value.text;
  }
}

/** The entries of a map in the order in which Go prints them and ranges over them. Source: Go internal/fmtsort. */
export function sortedEntries(
  entries: ReadonlyMap<string, Value>,
): readonly (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => compareBytes(left, right));
}
