import type { GoStructType, StructType } from './goStruct.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

/** What was written already of values that come more than once. */
export interface EncodedParts {
  readonly isShared: (value: Json) => boolean;
  readonly known: WeakMap<object, Json>;
}

/**
 * A value of a Go type as JSON: empty fields that are marked so are left out, others are written.
 * Source: Go 1.26 encoding/json/encode.go.
 */
export function encodeStruct(
  type: StructType,
  value: Json | undefined,
  parts?: EncodedParts,
): JsonObject {
  const fields = isObject(value) ? value : {};
  const entries: [string, Json][] = [];
  for (const { name, type: fieldType, omitsEmpty } of type.fields) {
    const present = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!omitsEmpty || !isLeftOut(fieldType, present)) {
      entries.push([name, encodeShared(fieldType, present, parts)]);
    }
  }
  return Object.fromEntries(entries);
}

function isLeftOut(type: GoStructType, value: Json | undefined): boolean {
  return type.kind === 'pointer'
    ? value === undefined
    : type.kind !== 'struct' && isEmptyValue(value);
}

/** Whether Go counts a value as empty: nothing, `false`, 0, `''`, or a list or map with nothing in it. */
export function isEmptyValue(value: Json | undefined): boolean {
  if (isArray(value)) {
    return value.length === 0;
  }
  if (isObject(value)) {
    return Object.keys(value).length === 0;
  }
  return value === undefined || value === null || value === false || value === 0 || value === '';
}

function encodeShared(
  type: GoStructType,
  value: Json | undefined,
  parts: EncodedParts | undefined,
): Json {
  if (
    parts === undefined ||
    typeof value !== 'object' ||
    value === null ||
    !parts.isShared(value)
  ) {
    return encode(type, value, parts);
  }
  const known = parts.known.get(value);
  if (known !== undefined) {
    return known;
  }
  const encoded = encode(type, value, parts);
  parts.known.set(value, encoded);
  return encoded;
}

function encode(
  type: GoStructType,
  value: Json | undefined,
  parts: EncodedParts | undefined,
): Json {
  switch (type.kind) {
    case 'struct':
      return encodeStruct(type, value, parts);
    case 'pointer':
      return value === undefined || value === null ? null : encode(type.to, value, parts);
    case 'list':
      return isArray(value) ? value.map((item) => encodeShared(type.element, item, parts)) : null;
    case 'map':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [key, encode(type.element, item, parts)]),
          )
        : null;
    case 'string':
      return value ?? '';
    case 'bool':
      return value ?? false;
    case 'int64':
    case 'intOrString':
      return value ?? 0;
    case 'raw':
      return value ?? null;
  }
}
