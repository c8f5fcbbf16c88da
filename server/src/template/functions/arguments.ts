import { fromByteValues } from '../goBytes.ts';
import { printValue } from '../printValue.ts';
import { parseFloatText, parseInteger } from '../parseNumber.ts';
import { nilValue, type ListValue, type MapValue, type Value } from '../value.ts';

/** The text of an argument that is a string by the function's signature. */
export function textOf(value: Value | undefined): string {
  return value?.kind === 'string' ? value.value : '';
}

/** The number of an argument that is an `int` by the function's signature. */
export function countOf(value: Value | undefined): number {
  return value?.kind === 'integer' ? Number(value.value) : 0;
}

/** An argument, or nil where there is none. */
export function argument(values: readonly Value[], index: number): Value {
  return values[index] ?? nilValue;
}

/** The entries of an argument that is a map by the function's signature. */
export function entriesOf(value: Value | undefined): MapValue['entries'] {
  return value?.kind === 'map' ? value.entries : new Map<string, Value>();
}

/** The items of an argument that is a list. */
export function itemsOf(value: Value | undefined): ListValue['items'] {
  return value?.kind === 'list' ? value.items : [];
}

/** A value as text. Source: sprig v3.3.0 strings.go `strval`. */
export function stringOf(value: Value): string {
  return value.kind === 'list' && value.element === 'uint8'
    ? (value.text ?? fromByteValues(value.items.map(countOf)))
    : printValue(value);
}

/** A list as texts, without what is nil. Source: sprig v3.3.0 strings.go `strslice`. */
export function stringsOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'nil':
      return [];
    case 'list':
      return value.items.filter((item) => item.kind !== 'nil').map(stringOf);
    default:
      return [stringOf(value)];
  }
}

/** A value as an `int64`, 0 where it is none. Source: spf13/cast v1.7.1 caste.go `ToInt64E`. */
export function integerOf(value: Value): bigint {
  switch (value.kind) {
    case 'integer':
      return BigInt.asIntN(64, value.value);
    case 'float':
      return truncated(value.value);
    case 'bool':
      return value.value ? 1n : 0n;
    case 'string': {
      const parsed = parseInteger(value.value.replace(/\.0+$/, ''));
      return parsed !== undefined && BigInt.asIntN(64, parsed) === parsed ? parsed : 0n;
    }
    default:
      return 0n;
  }
}

/** As Go turns a float into an int64 on amd64: what does not fit is the least of all. */
function truncated(value: number): bigint {
  const fits = Number.isFinite(value) && value >= -(2 ** 63) && value < 2 ** 63;
  return fits ? BigInt(Math.trunc(value)) : -(1n << 63n);
}

/** A value as a `float64`, 0 where it is none. Source: spf13/cast v1.7.1 caste.go `ToFloat64E`. */
export function floatOf(value: Value): number {
  switch (value.kind) {
    case 'integer':
    case 'bool':
      return Number(value.value);
    case 'float':
      return value.value;
    case 'string':
      return parseFloatText(value.value) ?? 0;
    default:
      return 0;
  }
}
