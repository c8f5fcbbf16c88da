import type { JsonValue } from '../../yaml/decode.ts';
import { at, isMap } from '../json.ts';

/** What may stand in a field, as far as comparing needs it. */
export type FieldType = ScalarType | MapType | ListType | AnyType;

/**
 * A value without parts. `quantity` and `duration` are texts that are equal by what they mean; `intOrString` is a number or a
 * text, and the two are never equal.
 */
export interface ScalarType {
  readonly kind: 'scalar';
  readonly scalar:
    'string' | 'number' | 'boolean' | 'quantity' | 'intOrString' | 'duration' | 'untyped';
  /** The texts that there are; any where it is `undefined`. */
  readonly values: readonly string[] | undefined;
}

/** A struct, or a map of like values. */
export interface MapType {
  readonly kind: 'map';
  readonly fields: ReadonlyMap<string, MapField>;
  /** The type of entries that are no fields; `undefined` where there are none. */
  readonly others: FieldType | undefined;
  /** It is written as a whole: who changes one key owns all. */
  readonly atomic: boolean;
}

/** A field of a struct. */
export interface MapField {
  /** Looked up when it is asked for: types may lead back to themselves. */
  readonly type: () => FieldType;
  /** An empty value is kept: the server tells it from none. */
  readonly keepsEmpty: boolean;
  readonly nullable: boolean;
  readonly default: JsonValue | undefined;
  /** It may never change once it is set. */
  readonly immutable: boolean;
  /** An entry of a map of like values, such as a label. */
  readonly isEntry?: true;
}

/** A list. */
export interface ListType {
  readonly kind: 'list';
  readonly items: FieldType;
  /** `map` tells its items apart by `keys`, `set` by what they are; an `atomic` list is written as a whole. */
  readonly form: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
}

/** Nothing is known of it: mappings are mappings of such values, and lists are atomic. */
export interface AnyType {
  readonly kind: 'any';
}

/** Nothing is known. */
export const anyType: AnyType = { kind: 'any' };

/** The type of an object. */
export interface ObjectType {
  readonly type: FieldType;
  /** A kind of Kubernetes' own: the server reads it into Go structs, which drop what is empty. */
  readonly builtIn: boolean;
  /** Nothing is known of the kind: what is told of it is less certain. */
  readonly unknown: boolean;
}

/** The type of the objects of a kind; `undefined` where it is not known. */
export type TypeLookup = (apiVersion: string, kind: string) => ObjectType | undefined;

/** What an entry of a map may hold, and how it is stored; `undefined` for a name that the type does not have. */
export function entryOf(type: MapType, name: string): MapField | undefined {
  const field = type.fields.get(name);
  if (field !== undefined) return field;
  const { others } = type;
  return others && { ...plainEntry, type: () => others };
}

/** An entry of a map of like values: an empty one is an entry, too. */
const plainEntry = {
  keepsEmpty: true,
  nullable: false,
  default: undefined,
  immutable: false,
  isEntry: true,
} as const;

/** The keys of an item of a `map` list, with the defaults of those that it does not say. */
export function itemKey(
  list: ListType,
  item: JsonValue,
): Readonly<Record<string, JsonValue>> | undefined {
  if (!isMap(item)) return undefined;
  const values: Record<string, JsonValue> = {};
  for (const key of list.keys) {
    const value = at(item, key) ?? defaultOf(list.items, key);
    if (value !== undefined) values[key] = value;
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

function defaultOf(type: FieldType, key: string): JsonValue | undefined {
  return type.kind === 'map' ? type.fields.get(key)?.default : undefined;
}
