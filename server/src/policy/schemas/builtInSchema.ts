/** What may stand in a field of a kind of Kubernetes itself. */
export type BuiltInSchema =
  | { readonly kind: 'any' }
  | { readonly kind: 'scalar'; readonly scalar: BuiltInScalar }
  | { readonly kind: 'list'; readonly items: BuiltInSchema }
  | { readonly kind: 'map'; readonly values: BuiltInSchema }
  | { readonly kind: 'struct'; readonly fields: () => ReadonlyMap<string, BuiltInField> };

/** A value without parts, as the API server reads it. `bytes` are base64. */
export type BuiltInScalar =
  | 'boolean'
  | 'bytes'
  | 'int32'
  | 'int64'
  | 'intOrString'
  | 'number'
  | 'quantity'
  | 'string'
  | 'time';

/** A field of a struct. */
export interface BuiltInField {
  readonly schema: BuiltInSchema;
  /** Whether it is a struct that is there though nobody writes it: what it needs is missing then. */
  readonly isInline: boolean;
  /** Whether a real server refuses an object without it. */
  readonly isRequired: boolean;
  /** Whether it refuses one where it is empty, too. */
  readonly isFilled: boolean;
  /** The texts that a real server takes; any where it is `undefined`. */
  readonly values: readonly string[] | undefined;
  /** The first minor version that has it; `undefined` where all of the table do. */
  readonly since: number | undefined;
  /** The last minor version that has it; `undefined` where the newest of the table does. */
  readonly until: number | undefined;
}

/** The minor versions that the table is about. */
export const tableMinors = { oldest: 34, newest: 37 } as const;

/** Nothing is known. */
export const anySchema: BuiltInSchema = { kind: 'any' };
