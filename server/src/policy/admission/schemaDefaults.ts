import { at, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';

/**
 * A custom resource with the defaults that its definition gives; the same where it has none for its version.
 *
 * Source: kubernetes apiextensions-apiserver pkg/apiserver/schema/defaulting/algorithm.go (v0.37.2), `Default`.
 */
export function withSchemaDefaults(object: JsonMap, definition: JsonMap): JsonMap {
  const apiVersion = textOf(object.apiVersion);
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const served = itemsOf(at(definition.spec, 'versions')).find(
    (one) => textOf(at(one, 'name')) === version,
  );
  const complete = defaulted(object, at(at(served, 'schema'), 'openAPIV3Schema'));
  return isMap(complete) ? complete : object;
}

function defaulted(value: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isMap(schema)) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => defaulted(item, schema.items));
  if (!isMap(value)) return value;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const missing = Object.entries(properties).flatMap(([key, property]) => {
    const own = at(property, 'default');
    const isThere = Object.hasOwn(value, key);
    const isNull = isThere && value[key] === null && at(property, 'nullable') !== true;
    return own !== undefined && (!isThere || isNull) ? [[key, own] as const] : [];
  });
  const all = { ...value, ...Object.fromEntries(missing) };
  return Object.fromEntries(
    Object.entries(all).map(([key, one]) => [
      key,
      defaulted(one, properties[key] ?? schema.additionalProperties),
    ]),
  );
}
