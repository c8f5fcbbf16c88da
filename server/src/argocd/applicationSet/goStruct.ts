/**
 * A type of Go as far as JSON sees it. A value of it is JSON: a field that is not there has the zero of its type, and a
 * pointer that is nil is not there.
 */
export type GoStructType =
  | { readonly kind: 'string' | 'bool' | 'int64' | 'intOrString' }
  /** Any JSON. `nullable` where `null` is the same as nothing. */
  | { readonly kind: 'raw' }
  | { readonly kind: 'list'; readonly element: GoStructType }
  | { readonly kind: 'map'; readonly element: GoStructType }
  | { readonly kind: 'pointer'; readonly to: GoStructType }
  | StructType;

/** A struct; its fields are in the order of Go's. */
export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly StructField[];
}

/** A field of a struct, by its name in JSON. */
export interface StructField {
  readonly name: string;
  readonly type: GoStructType;
  /** Whether an empty value is left out when JSON is written. */
  readonly omitsEmpty: boolean;
  /** Whether the field comes out of a struct that is embedded; sigs.k8s.io/yaml then makes no text of a number. */
  readonly isEmbedded: boolean;
  /** Whether a patch adds to the list instead of taking its place. */
  readonly mergesList: boolean;
}

/** A text. */
export const text: GoStructType = { kind: 'string' };
/** A boolean. */
export const bool: GoStructType = { kind: 'bool' };
/** An integer of 64 bits. */
export const int64: GoStructType = { kind: 'int64' };
/** A number or a text. */
export const intOrString: GoStructType = { kind: 'intOrString' };
/** Any JSON. */
export const raw: GoStructType = { kind: 'raw' };
/** Texts. */
export const texts: GoStructType = { kind: 'list', element: text };
/** A map of texts. */
export const textMap: GoStructType = { kind: 'map', element: text };

/** A list. */
export function listOf(element: GoStructType): GoStructType {
  return { kind: 'list', element };
}

/** A map with keys that are texts. */
export function mapOf(element: GoStructType): GoStructType {
  return { kind: 'map', element };
}

/** A pointer: a value that may be missing. */
export function pointer(to: GoStructType): GoStructType {
  return { kind: 'pointer', to };
}

/**
 * A struct from its fields by name. A name that ends in `!` is written even when it is empty; one that begins with `^` comes
 * out of an embedded struct; one that begins with `+` is a list to which patches add.
 */
export function struct(name: string, fields: Readonly<Record<string, GoStructType>>): StructType {
  return {
    kind: 'struct',
    name,
    fields: Object.entries(fields).map(([key, type]) => ({
      name: key.replace(/^[\^+]/, '').replace(/!$/, ''),
      type,
      omitsEmpty: !key.endsWith('!'),
      isEmbedded: key.startsWith('^'),
      mergesList: key.startsWith('+'),
    })),
  };
}

/** The field with this name: exactly, else in another case, as encoding/json finds it. */
export function structField(type: StructType, name: string): StructField | undefined {
  const lower = name.toLowerCase();
  return (
    type.fields.find((field) => field.name === name) ??
    type.fields.find((field) => field.name.toLowerCase() === lower)
  );
}
