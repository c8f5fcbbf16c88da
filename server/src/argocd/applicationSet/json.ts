import type { ParsedJson } from '../../template/functions/parseJson.ts';

/** A value of JSON. */
export type Json = ParsedJson;

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: Json };

/** Whether a value is an object of JSON. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** Whether a value is a list of JSON. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A field of an object; `undefined` where there is none. */
export function fieldOf(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const name of path) {
    current = isObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
  }
  return current;
}

/** A text in an object, `''` where there is none. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** A list in an object, empty where there is none. */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = fieldOf(value, ...path);
  return isArray(found) ? found : [];
}

/** A map of texts in an object, empty where there is none. */
export function textsAt(
  value: Json | undefined,
  ...path: readonly string[]
): ReadonlyMap<string, string> {
  const found = fieldOf(value, ...path);
  const entries = isObject(found) ? Object.entries(found) : [];
  return new Map(
    entries.map(([key, text]) => [key, typeof text === 'string' ? text : ''] as const),
  );
}

/** What Go calls the kind of a value. */
export function jsonKind(value: Json): string {
  if (value === null) {
    return 'null';
  }
  if (isArray(value)) {
    return 'array';
  }
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
