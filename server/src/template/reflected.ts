import {
  anyType,
  isTrue,
  nilValue,
  typeOf,
  type GoType,
  type ListValue,
  type MapValue,
  type NilValue,
  type Value,
} from './value.ts';

/**
 * A value as Go's reflection has it while a template runs: a value of its own type, a value in a place that can hold
 * anything (which shows in messages), `invalid` where there is none, and `missing` where a command has no argument before it.
 */
export type Reflected =
  | Exclude<Value, { readonly kind: 'nil' }>
  | { readonly kind: 'interface'; readonly value: Value }
  /** `nil` is the very nil that stood there, where somebody follows it. */
  | { readonly kind: 'invalid'; readonly nil?: NilValue }
  | { readonly kind: 'missing' };

/** No value. */
export const invalid: Reflected = { kind: 'invalid' };

/** No argument. */
export const missing: Reflected = { kind: 'missing' };

/** The value with its own type; `invalid` for nil. Source: Go `reflect.ValueOf`. */
export function reflect(value: Value): Reflected {
  return value.kind === 'nil' ? invalid : value;
}

/** The value as it stands in a place of the given type. */
export function reflectAs(value: Value, type: GoType): Reflected {
  return type === anyType ? { kind: 'interface', value } : reflect(value);
}

/** What stands in a place that can hold anything. Source: text/template/exec.go `indirectInterface`. */
export function unboxed(reflected: Reflected): Reflected {
  if (reflected.kind !== 'interface') {
    return reflected;
  }
  const { value } = reflected;
  return value.kind === 'nil' && value !== nilValue
    ? { kind: 'invalid', nil: value }
    : reflect(value);
}

/** As a value of Go: nil where there is none. */
export function valueOf(reflected: Reflected): Value {
  switch (reflected.kind) {
    case 'interface':
      return reflected.value;
    case 'invalid':
      return reflected.nil ?? nilValue;
    case 'missing':
      return nilValue;
    default:
      return reflected;
  }
}

/** The type of the place or the value, as Go writes it. */
export function reflectedType(reflected: Reflected): GoType {
  return reflected.kind === 'interface' ? anyType : typeOf(valueOf(reflected));
}

/** Whether it counts as true; nothing does not. Source: text/template/funcs.go `truth`. */
export function isTruth(reflected: Reflected): boolean {
  return isTrue(valueOf(reflected));
}

/** Whether Go can have nil in a place of this type. Source: text/template/exec.go `canBeNil`. */
export function canBeNil(type: GoType): boolean {
  return type === anyType || type.startsWith('[]') || type.startsWith('map[');
}

/** An item of a list, as it stands there; `undefined` out of range. */
export function itemAt(list: ListValue, index: number): Reflected | undefined {
  const item = list.items[index];
  return item === undefined ? undefined : reflectAs(item, list.element);
}

/** An entry of a map, as it stands there; `undefined` where there is none. */
export function entryAt(map: MapValue, key: string): Reflected | undefined {
  const value = map.entries.get(key);
  return value === undefined ? undefined : reflectAs(value, map.element);
}
