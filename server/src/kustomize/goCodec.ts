import { numberText, type CoercionTarget, type JsonValue } from './goJson.ts';
import type { Located } from './kustomization.ts';
import type { JsonKind, KustomizationProblem } from './kustomizationProblem.ts';

/**
 * What decoding depends on. `unknownFields: 'refuse'` is `DisallowUnknownFields`. `rules: 'json'` is encoding/json, with
 * names in any case; `'yaml3'` is go-yaml v3, with exact names and with every scalar as text where text is wanted.
 */
export interface DecodeContext {
  readonly unknownFields: 'refuse' | 'ignore';
  readonly rules: 'json' | 'yaml3';
  readonly report: (problem: KustomizationProblem) => void;
}

/**
 * Decodes JSON into one Go type.
 *
 * `decode` gets the value that the field had before, since Go decodes into what is there: a second spelling of a field
 * (`Images` beside `images`) merges into the first, entry by entry. On a wrong type the value before is kept, as Go does.
 */
export interface Codec<T> {
  readonly target: CoercionTarget;
  readonly zero: T;
  readonly decode: (value: JsonValue, before: T, path: string, context: DecodeContext) => T;
}

/** A Go string whose empty value is the same as none: `undefined`. */
export const text: Codec<Located<string> | undefined> = {
  target: { kind: 'string' },
  zero: undefined,
  decode: (value, before, path, context) => {
    const decoded = decodeText(value, path, context);
    return decoded === undefined
      ? before
      : decoded === ''
        ? undefined
        : { value: decoded, ordinal: value.ordinal };
  },
};

/** A Go string in a list, or behind a pointer: an empty one is kept. */
export const listedText: Codec<Located<string>> = {
  target: { kind: 'string' },
  zero: { value: '', ordinal: -1 },
  decode: (value, before, path, context) => ({
    value: decodeText(value, path, context) ?? before.value,
    ordinal: value.ordinal,
  }),
};

/** A Go string of which the place does not matter. */
export const plainText: Codec<string> = {
  target: { kind: 'string' },
  zero: '',
  decode: (value, before, path, context) => decodeText(value, path, context) ?? before,
};

/** A Go bool of which the place does not matter. */
export const flag: Codec<boolean> = {
  target: { kind: 'other' },
  zero: false,
  decode: (value, before, path, context) => decodeFlag(value, path, context) ?? before,
};

/** A Go bool, with the place of `true`. */
export const locatedFlag: Codec<Located<boolean> | undefined> = {
  target: { kind: 'other' },
  zero: undefined,
  decode: (value, before, path, context) => {
    const decoded = decodeFlag(value, path, context);
    return decoded === undefined
      ? before
      : decoded
        ? { value: true, ordinal: value.ordinal }
        : undefined;
  },
};

/** A Go int64 with its place. */
export const locatedInteger: Codec<Located<bigint>> = {
  target: { kind: 'other' },
  zero: { value: 0n, ordinal: -1 },
  decode: (value, before, path, context) => {
    const decoded = decodeInteger(value, path, context);
    return decoded === undefined ? before : { value: decoded, ordinal: value.ordinal };
  },
};

/** A Go int, as an index into a list: values beyond 2^53 lose their last digits, which no list can tell. */
export const plainInteger: Codec<number> = {
  target: { kind: 'other' },
  zero: 0,
  decode: (value, before, path, context) => {
    const decoded = decodeInteger(value, path, context);
    return decoded === undefined ? before : Number(decoded);
  },
};

/** `undefined` for a `null`, which Go leaves without effect, and for a wrong type, which is reported. */
export function decodeText(
  value: JsonValue,
  path: string,
  context: DecodeContext,
): string | undefined {
  if (value.kind === 'string') {
    return value.value;
  }
  if (context.rules === 'yaml3') {
    if (value.kind === 'number') {
      return numberText(value, 64);
    }
    if (value.kind === 'boolean') {
      return String(value.value);
    }
  }
  reportWrongType(value, 'string', path, context);
  return undefined;
}

function decodeFlag(value: JsonValue, path: string, context: DecodeContext): boolean | undefined {
  if (value.kind === 'boolean') {
    return value.value;
  }
  if (context.rules === 'yaml3' && value.kind === 'string' && YAML1_FLAGS.has(value.value)) {
    return YAML1_FLAGS.get(value.value);
  }
  reportWrongType(value, 'boolean', path, context);
  return undefined;
}

/** The words that go-yaml v3 still takes for a Go bool. Source: go.yaml.in/yaml/v3 decode.go (`scalar`). */
const YAML1_FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);

function decodeInteger(value: JsonValue, path: string, context: DecodeContext): bigint | undefined {
  if (value.kind !== 'number') {
    reportWrongType(value, 'integer', path, context);
    return undefined;
  }
  const integer = /^-?[0-9]+$/.test(value.text) ? BigInt(value.text) : undefined;
  if (integer !== undefined && BigInt.asIntN(64, integer) === integer) {
    return integer;
  }
  context.report({
    code: 'kustomization.integer-out-of-range',
    parameters: { field: path, value: value.text },
    ordinal: value.ordinal,
    severity: 'error',
  });
  return undefined;
}

/** Reports a value of a wrong type; a `null` fits every Go type. */
export function reportWrongType(
  value: JsonValue,
  expected: JsonKind,
  path: string,
  context: DecodeContext,
): void {
  if (value.kind !== 'null') {
    context.report({
      code: 'kustomization.wrong-type',
      // The path of the file as a whole is empty.
      parameters: { field: path === '' ? '.' : path, expected, found: value.kind },
      ordinal: value.ordinal,
      severity: 'error',
    });
  }
}
