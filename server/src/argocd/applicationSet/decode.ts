import type { CoercionTarget } from '../../kustomize/goJson.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { ok } from '../../util/result.ts';
import { all, expansionError, type Expanded } from './failure.ts';
import { structField, type GoStructType, type StructField, type StructType } from './goStruct.ts';
import { isArray, isObject, jsonKind, type Json } from './json.ts';

/**
 * JSON as a value of a Go type: unknown fields are dropped, names in another case are taken, null is nothing, and a value of
 * another kind is an error in Go's words. `undefined` is the zero of the type.
 *
 * Source: Go 1.26 encoding/json/decode.go.
 */
export function decodeJson(type: GoStructType, value: Json): Expanded<Json | undefined> {
  return decode(type, value, { struct: '', path: [] });
}

interface Place {
  readonly struct: string;
  readonly path: readonly string[];
}

function decode(type: GoStructType, value: Json, place: Place): Expanded<Json | undefined> {
  if (value === null && type.kind !== 'raw') {
    return ok(undefined);
  }
  switch (type.kind) {
    case 'raw':
      return ok(value);
    case 'pointer':
      return value === null ? ok(undefined) : decode(type.to, value, place);
    case 'string':
      return typeof value === 'string' ? ok(value) : mismatch(type, value, place);
    case 'bool':
      return typeof value === 'boolean' ? ok(value) : mismatch(type, value, place);
    case 'int64':
      return typeof value === 'number' && Number.isInteger(value)
        ? ok(value)
        : mismatch(type, value, place);
    case 'intOrString':
      return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value))
        ? ok(value)
        : mismatch(type, value, place);
    case 'list':
      return isArray(value)
        ? all(value, (item) => withZero(type.element, item, place))
        : mismatch(type, value, place);
    case 'map':
      return isObject(value)
        ? decodeEntries(
            Object.entries(value).map(([key, item]) => ({ key, type: type.element, item, place })),
          )
        : mismatch(type, value, place);
    case 'struct':
      return isObject(value)
        ? decodeEntries(structEntries(type, Object.entries(value), place))
        : mismatch(type, value, place);
  }
}

/** An item of a list or a map: there it stands even when it is zero. */
function withZero(type: GoStructType, item: Json, place: Place): Expanded<Json> {
  const result = decode(type, item, place);
  return result.kind === 'failed' ? result : ok(result.value ?? zeroJson(type));
}

interface Entry {
  readonly key: string;
  readonly type: GoStructType;
  readonly item: Json;
  readonly place: Place;
  readonly field?: StructField;
}

function structEntries(
  type: StructType,
  entries: readonly (readonly [string, Json])[],
  place: Place,
): readonly Entry[] {
  const found: Entry[] = [];
  // Go writes keys in the order of their bytes, and so reads them.
  for (const [key, item] of entries.toSorted(([a], [b]) => compareBytes(a, b))) {
    const field = structField(type, key);
    if (field !== undefined) {
      const inner = { struct: type.name, path: [...place.path, field.name] };
      found.push({ key: field.name, type: field.type, item, place: inner, field });
    }
  }
  return found;
}

function decodeEntries(entries: readonly Entry[]): Expanded<Json> {
  const values = new Map<string, Json>();
  for (const { key, type, item, place, field } of entries) {
    const result = field === undefined ? withZero(type, item, place) : decode(type, item, place);
    if (result.kind === 'failed') {
      return result;
    }
    if (result.value !== undefined) {
      values.set(key, joined(type, values.get(key), result.value));
    }
  }
  return ok(Object.fromEntries(values));
}

/** A field that comes twice, in two cases, is decoded into what is there already. */
function joined(type: GoStructType, earlier: Json | undefined, later: Json): Json {
  if (type.kind === 'pointer') {
    return joined(type.to, earlier, later);
  }
  if (!isObject(earlier) || !isObject(later) || (type.kind !== 'struct' && type.kind !== 'map')) {
    return later;
  }
  const fields = new Map(Object.entries(earlier));
  for (const [key, item] of Object.entries(later)) {
    const field = type.kind === 'struct' ? structField(type, key)?.type : undefined;
    fields.set(key, field === undefined ? item : joined(field, fields.get(key), item));
  }
  return Object.fromEntries(fields);
}

function zeroJson(type: GoStructType): Json {
  switch (type.kind) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'int64':
    case 'intOrString':
      return 0;
    case 'struct':
      return {};
    default:
      return null;
  }
}

function mismatch(type: GoStructType, value: Json, place: Place): Expanded<never> {
  const kind = jsonKind(value);
  const shown =
    kind === 'number' && type.kind === 'int64' ? `number ${JSON.stringify(value)}` : kind;
  const target =
    place.struct === '' ? 'value' : `struct field ${place.struct}.${place.path.join('.')}`;
  return expansionError(
    `json: cannot unmarshal ${shown} into Go ${target} of type ${typeName(type)}`,
  );
}

function typeName(type: GoStructType): string {
  switch (type.kind) {
    case 'struct':
      return `v1alpha1.${type.name}`;
    case 'list':
      return `[]${typeName(type.element)}`;
    case 'map':
      return `map[string]${typeName(type.element)}`;
    case 'pointer':
      return typeName(type.to);
    default:
      return type.kind;
  }
}

/** How sigs.k8s.io/yaml turns scalars into texts on the way to this type. Source: sigs.k8s.io/yaml v1.6.0 yaml.go. */
export function coercionOf(type: GoStructType): CoercionTarget {
  switch (type.kind) {
    case 'string':
      return { kind: 'string' };
    case 'pointer':
      return coercionOf(type.to);
    case 'list':
      return { kind: 'slice', element: coercionOf(type.element) };
    case 'map':
      return { kind: 'map', element: coercionOf(type.element) };
    case 'struct':
      return {
        kind: 'struct',
        field: (name) => {
          const field = structField(type, name);
          return field === undefined || field.isEmbedded ? undefined : coercionOf(field.type);
        },
      };
    default:
      return { kind: 'other' };
  }
}
