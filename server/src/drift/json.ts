import type { JsonValue } from '../yaml/decode.ts';

/** A mapping of JSON. */
export type JsonMap = { readonly [key: string]: JsonValue };

/** Whether a value is a mapping. */
export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The value of a key that the mapping itself has; `undefined` where it is no mapping or has no such key. */
export function at(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What stands at the end of some keys; `undefined` where one of them is not there. */
export function below(
  value: JsonValue | undefined,
  ...keys: readonly string[]
): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((inner, key) => at(inner, key), value);
}

/** A text, `''` for anything else. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The items of a list, none for anything else. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : [];
}

/** The entries of a mapping, none for anything else. */
export function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isMap(value) ? Object.entries(value) : [];
}

/** The mapping without some of its keys; the same reference where it has none of them. */
export function without(map: JsonMap, ...keys: readonly string[]): JsonMap {
  if (!keys.some((key) => Object.hasOwn(map, key))) return map;
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

/** Whether two values are the same; `1` and `1n` are, and the order of keys does not count. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

/** A text that two values have in common where they are the same, and only there. */
export function jsonKey(value: JsonValue): string {
  if (isNumber(value))
    return typeof value === 'number' && !Number.isSafeInteger(value) ? `f${value}` : String(value);
  if (isList(value)) return `[${value.map(jsonKey).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${jsonKey(one)}`,
  );
  return `{${entries.sort().join(',')}}`;
}

/** Whether a value is a number, of whatever size. */
export function isNumber(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Numbers of both kinds compare by what they are; a large integer never passes through a float. */
function sameNumber(a: number | bigint, b: number | bigint): boolean {
  if (typeof a === typeof b) return a === b;
  const [whole, other] = typeof a === 'bigint' ? [a, b] : [BigInt(b), a];
  return Number.isSafeInteger(other) && whole === BigInt(other);
}
