import type { JsonValue } from './decode.ts';
import type { FieldOrigin } from './fieldOrigin.ts';
import { newMap, newScalar, newSequence } from './nodes.ts';
import type { ResourceNode } from './resourceNode.ts';

/** The node of a JSON value, as a step would make it; `originOf` tells where each part of it comes from. */
export function nodeOfJson(
  value: JsonValue,
  originOf: (path: readonly (string | number)[], value: JsonValue) => FieldOrigin | undefined,
  path: readonly (string | number)[] = [],
): ResourceNode {
  const origin = originOf(path, value);
  if (isList(value)) {
    const items = value.map((item, index) => nodeOfJson(item, originOf, [...path, index]));
    return newSequence(items, origin);
  }
  switch (typeof value) {
    case 'string':
      return newScalar(value, '!!str', 'plain', origin);
    case 'boolean':
      return newScalar(String(value), '!!bool', 'plain', origin);
    case 'bigint':
      return newScalar(String(value), '!!int', 'plain', origin);
    case 'number':
      return newScalar(String(value), numberTag(value), 'plain', origin);
    default: {
      if (value === null) return newScalar('null', '!!null', 'plain', origin);
      const entries = Object.entries(value);
      return {
        ...newMap(origin),
        keys: entries.map(([key]) => key),
        values: entries.map(([key, inner]) => nodeOfJson(inner, originOf, [...path, key])),
      };
    }
  }
}

/** The tag of a number as YAML has it. */
export function numberTag(value: number): '!!int' | '!!float' {
  return Number.isInteger(value) ? '!!int' : '!!float';
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
