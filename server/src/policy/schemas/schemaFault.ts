import type { ObjectPath } from '../podTemplate.ts';

/** Something in an object that its schema does not take. `path` may end in a field that is not there. */
export type SchemaFault =
  | { readonly kind: 'unknown-field' | 'missing-field'; readonly path: ObjectPath }
  | {
      readonly kind: 'field-too-new';
      readonly path: ObjectPath;
      /** The first minor version that has the field. */
      readonly since: number;
    }
  | {
      readonly kind: 'wrong-type';
      readonly path: ObjectPath;
      readonly found: string;
      readonly expected: string;
    }
  | {
      readonly kind: 'invalid-value';
      readonly path: ObjectPath;
      /** What it breaks, as a schema says it: `minimum: 1`. */
      readonly bound: string;
    };

/** What a value is, in words of JSON. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    default:
      return 'object';
  }
}

/** Whether a text is base64 as Go reads it: padded, in the usual alphabet; line breaks do not count. */
export function isBase64(text: string): boolean {
  const packed = text.replaceAll(/[\r\n]/g, '');
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
}

/** Whether a text is a time as RFC 3339 has it. */
export function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text.toUpperCase()))
  );
}
