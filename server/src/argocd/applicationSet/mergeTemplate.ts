import { isEmptyValue } from './encode.ts';
import type { GoStructType, StructType } from './goStruct.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/**
 * Fills what is empty in a typed value from another: nothing that is there and not empty is changed, so `false`, 0 and `''`
 * never win. Lists are taken as a whole, maps are filled entry by entry.
 *
 * Source: Argo CD 3.2.0 applicationset/generators/generator_spec_processor.go `mergeGeneratorTemplate`;
 * dario.cat/mergo v1.0.2 merge.go.
 */
export function fillStruct(
  type: StructType,
  value: Json | undefined,
  source: Json | undefined,
): JsonObject {
  const [own, others] = [isObject(value) ? value : {}, isObject(source) ? source : {}];
  const entries: [string, Json][] = [];
  for (const { name, type: fieldType } of type.fields) {
    const filled = fill(fieldType, own[name], others[name]);
    if (filled !== undefined) {
      entries.push([name, filled]);
    }
  }
  return Object.fromEntries(entries);
}

function fill(
  type: GoStructType,
  value: Json | undefined,
  source: Json | undefined,
): Json | undefined {
  switch (type.kind) {
    case 'struct':
      return value === undefined && source === undefined
        ? undefined
        : fillStruct(type, value, source);
    case 'pointer':
      return value === undefined || source === undefined
        ? (value ?? source)
        : fill(type.to, value, source);
    case 'map':
      return isObject(value) && isObject(source) ? fillMap(value, source) : (value ?? source);
    default:
      return isEmptyValue(value) ? (isEmptyValue(source) ? value : source) : value;
  }
}

function fillMap(value: JsonObject, source: JsonObject): JsonObject {
  const filled = new Map(Object.entries(value));
  for (const [key, item] of Object.entries(source)) {
    if (isEmptyValue(filled.get(key))) {
      filled.set(key, item);
    }
  }
  return Object.fromEntries(filled);
}
