import type { TemplateFunction } from './functionTable.ts';

/**
 * A value as a Go template sees it: a value of Go with its type. What a template can reach is made of these types; a map
 * can be changed by the functions `set`, `unset` and `merge`, as in Go, so it is shared with whoever made it.
 *
 * Integers are bigints, since Go has 64 bits. A string may have bytes that are no text (see goBytes.ts).
 */
export type Value =
  | NilValue
  | { readonly kind: 'bool'; readonly value: boolean }
  | IntegerValue
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | ListValue
  | MapValue
  | ObjectValue;

/** `nil` in a place that could hold anything. */
export interface NilValue {
  readonly kind: 'nil';
}

/** An integer; `type` is Go's, such as `int` (a constant) or `int64` (a result of arithmetic). */
export interface IntegerValue {
  readonly kind: 'integer';
  readonly type: IntegerType;
  readonly value: bigint;
}

/** The integers of Go that templates meet. */
export type IntegerType = 'int' | 'int64' | 'int32' | 'uint8' | 'uint32' | 'uint64';

/** A slice. `element` is the type of its items: `interface {}`, `string`, …. */
export interface ListValue {
  readonly kind: 'list';
  readonly element: GoType;
  readonly items: readonly Value[];
  /** Set on a slice that is nil in Go: it is empty, and `null` in JSON. */
  readonly isNil?: true;
  /** The bytes as a string of Go, on a slice of bytes that was made from one (see bytesValue.ts). */
  readonly text?: string;
  /** The name of its type, where it has one, such as `common.VersionSet`; it goes wherever a plain list goes. */
  readonly named?: GoType;
  readonly methods?: Methods;
}

/** A map with keys of strings. `element` is the type of its values. */
export interface MapValue {
  readonly kind: 'map';
  readonly element: GoType;
  readonly entries: Map<string, Value>;
  /** The name of its type, where it has one, such as `common.Values`; it goes wherever a plain map goes. */
  readonly named?: GoType;
  readonly methods?: Methods;
}

/** A struct of Go, such as a version: its name as a type, what its fields and methods give, and how it prints. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly type: GoType;
  /** Fields and methods without arguments. */
  readonly fields: ReadonlyMap<string, Value>;
  readonly methods?: Methods;
  readonly text: string;
  /** What JSON says of it, in its order, where that is not the text. */
  readonly json?: readonly (readonly [string, Value])[];
}

/** Methods that a template can call by their names. */
export type Methods = ReadonlyMap<string, TemplateFunction>;

/** A type as Go writes it: `string`, `int64`, `interface {}`, `[]string`, `map[string]interface {}`, …. */
export type GoType = string;

/** The type that holds anything. */
export const anyType: GoType = 'interface {}';

/** The type of a map of anything. */
export const dictType: GoType = 'map[string]interface {}';

/** `nil`. */
export const nilValue: NilValue = { kind: 'nil' };

/** A boolean. */
export function boolValue(value: boolean): Value {
  return { kind: 'bool', value };
}

/** An integer of Go's type `int`, or of another. */
export function intValue(value: bigint | number, type: IntegerType = 'int'): IntegerValue {
  return { kind: 'integer', type, value: BigInt(value) };
}

/** A `float64`. */
export function floatValue(value: number): Value {
  return { kind: 'float', value };
}

/** A string. */
export function stringValue(value: string): Value {
  return { kind: 'string', value };
}

/** A slice of anything. */
export function listValue(items: readonly Value[]): ListValue {
  return { kind: 'list', element: anyType, items };
}

/** A slice of strings. */
export function stringsValue(items: readonly string[]): ListValue {
  return { kind: 'list', element: 'string', items: items.map(stringValue) };
}

/** A map of anything. */
export function dictValue(entries: Iterable<readonly [string, Value]> = []): MapValue {
  return { kind: 'map', element: anyType, entries: new Map(entries) };
}

/** The type of a value, as Go writes it; `<nil>` for nil. */
export function typeOf(value: Value): GoType {
  switch (value.kind) {
    case 'nil':
      return '<nil>';
    case 'bool':
    case 'string':
      return value.kind;
    case 'integer':
    case 'object':
      return value.type;
    case 'float':
      return 'float64';
    case 'list':
      return value.named ?? `[]${value.element}`;
    case 'map':
      return value.named ?? `map[string]${value.element}`;
  }
}

/** The kind of a value as Go's `reflect.Kind` names it. */
export function kindOf(value: Value): string {
  switch (value.kind) {
    case 'nil':
      return 'invalid';
    case 'list':
      return 'slice';
    case 'object':
      return value.type.startsWith('*') ? 'ptr' : 'struct';
    case 'bool':
    case 'string':
    case 'map':
      return value.kind;
    case 'integer':
      return value.type;
    case 'float':
      return 'float64';
  }
}

/** What Go has in a place of this type when nothing was put there. */
export function zeroOf(type: GoType): Value {
  switch (type) {
    case 'string':
      return stringValue('');
    case 'bool':
      return boolValue(false);
    case 'float64':
      return floatValue(0);
    case 'int':
    case 'int64':
    case 'int32':
    case 'uint8':
    case 'uint32':
    case 'uint64':
      return intValue(0, type);
    default:
      if (type.startsWith('[]')) {
        return { kind: 'list', element: type.slice(2), items: [], isNil: true };
      }
      return type.startsWith('map[string]')
        ? { kind: 'map', element: type.slice(11), entries: new Map() }
        : nilValue;
  }
}

/** Whether a value counts as true in `if`. Source: Go text/template/exec.go `isTrue`. */
export function isTrue(value: Value): boolean {
  switch (value.kind) {
    case 'nil':
      return false;
    case 'bool':
      return value.value;
    case 'integer':
      return value.value !== 0n;
    case 'float':
      return value.value !== 0;
    case 'string':
      return value.value !== '';
    case 'list':
      return value.items.length > 0;
    case 'map':
      return value.entries.size > 0;
    case 'object':
      return true;
  }
}
