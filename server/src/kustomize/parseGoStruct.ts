import { compareBytes } from '../util/compareBytes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { decodeText, reportWrongType, type Codec, type DecodeContext } from './goCodec.ts';
import type { CoercionTarget, JsonEntry, JsonValue } from './goJson.ts';
import type { KeyValue } from './kustomization.ts';
import type { JsonKind } from './kustomizationProblem.ts';

/** A table with one codec for each JSON name of a struct. */
export type FieldTable<T> = { readonly [Name in keyof T]: Codec<T[Name]> };

/** The fields of an embedded Go struct, named since sigs.k8s.io/yaml treats them in its own way (`CoercionTarget`). */
export interface EmbeddedStruct {
  readonly fields: readonly string[];
  readonly embedded?: readonly EmbeddedStruct[];
}

/** A Go `map[string]interface{}`: the node as it stands. */
export const anyMap: Codec<ResourceNode | undefined> = {
  target: { kind: 'map', element: undefined },
  zero: undefined,
  decode: (value, before, path, context) => {
    if (value.kind === 'map') {
      return value.node;
    }
    return value.kind === 'null' ? undefined : wrongType(value, 'map', path, context, before);
  },
};

/** A Go `map[string]string`, sorted by key; `undefined` for a nil map. A `null` value is ''. */
export const optionalTextMap: Codec<readonly KeyValue[] | undefined> = {
  target: { kind: 'map', element: { kind: 'string' } },
  zero: undefined,
  decode: (value, before, path, context) => {
    if (value.kind !== 'map') {
      return value.kind === 'null' ? undefined : wrongType(value, 'map', path, context, before);
    }
    const entries = value.entries.map((entry) => ({
      key: entry.key,
      value: decodeText(entry.value, join(path, entry.key), context) ?? '',
      ordinal: entry.value.ordinal,
    }));
    const written = new Set(entries.map((entry) => entry.key));
    const kept = before?.filter((entry) => !written.has(entry.key)) ?? [];
    return kept.length === 0
      ? entries
      : [...kept, ...entries].sort((a, b) => compareBytes(a.key, b.key));
  },
};

/** A Go `map[string]string`, sorted by key; `[]` for a nil map. */
export const textMap: Codec<readonly KeyValue[]> = withoutNil(optionalTextMap);

/** A Go slice; `undefined` for a nil slice, which is not the same as an empty one for `CheckEmpty`. */
export function optionalList<T>(element: Codec<T>): Codec<readonly T[] | undefined> {
  return {
    target: { kind: 'slice', element: element.target },
    zero: undefined,
    decode: (value, before, path, context) => {
      if (value.kind !== 'list') {
        return value.kind === 'null' ? undefined : wrongType(value, 'list', path, context, before);
      }
      // go-yaml v3 leaves out a null that it cannot put into an element.
      const items =
        context.rules === 'json' ? value.items : value.items.filter(({ kind }) => kind !== 'null');
      return items.map((item, index) =>
        element.decode(item, before?.[index] ?? element.zero, `${path}[${String(index)}]`, context),
      );
    },
  };
}

/** A Go slice; `[]` for a nil slice. */
export function list<T>(element: Codec<T>): Codec<readonly T[]> {
  return withoutNil(optionalList(element));
}

/** A Go pointer: `null` makes it nil, anything else is decoded into the value that it points to. */
export function pointer<T>(element: Codec<T>): Codec<T | undefined> {
  return {
    target: element.target,
    zero: undefined,
    decode: (value, before, path, context) =>
      value.kind === 'null'
        ? undefined
        : element.decode(value, before ?? element.zero, path, context),
  };
}

/** A Go struct. */
export function struct<T extends object>(
  table: FieldTable<T>,
  embedded: readonly EmbeddedStruct[] = [],
): Codec<T> {
  const fields: ReadonlyMap<string, Codec<unknown>> = new Map(
    Object.entries(table as Record<string, Codec<unknown>>),
  );
  const folded = new Map([...fields.keys()].map((name) => [foldName(name), name]));
  // The table has one codec for each name of T, so what is made of it by name is a T.
  const zero = Object.fromEntries([...fields].map(([name, codec]) => [name, codec.zero])) as T;
  return {
    target: structTarget(fields, folded, embedded),
    zero,
    decode: (value, before, path, context) => {
      if (value.kind !== 'map') {
        return value.kind === 'null' ? before : wrongType(value, 'map', path, context, before);
      }
      const decoded = { ...before } as Record<string, unknown>;
      const spellings = new Map<string, string>();
      for (const entry of value.entries) {
        const name = fieldName(entry.key, fields, folded, context);
        const codec = name === undefined ? undefined : fields.get(name);
        if (name === undefined || codec === undefined) {
          reportUnknown(entry, path, context);
          continue;
        }
        reportSecondSpelling(entry, name, spellings, context);
        spellings.set(name, entry.key);
        decoded[name] = codec.decode(entry.value, decoded[name], join(path, name), context);
      }
      return decoded as T;
    },
  };
}

/** A Go struct with the ordinal of its map (or of the `null` that stands for it). */
export function locatedStruct<T extends { readonly ordinal: number }>(
  table: FieldTable<Omit<T, 'ordinal'>>,
  embedded: readonly EmbeddedStruct[] = [],
): Codec<T> {
  const plain = struct<Omit<T, 'ordinal'>>(table, embedded);
  return {
    target: plain.target,
    zero: { ...plain.zero, ordinal: -1 } as T,
    decode: (value, before, path, context) =>
      ({ ...plain.decode(value, before, path, context), ordinal: value.ordinal }) as T,
  };
}

function withoutNil<T>(codec: Codec<readonly T[] | undefined>): Codec<readonly T[]> {
  return {
    target: codec.target,
    zero: [],
    decode: (value, before, path, context) => codec.decode(value, before, path, context) ?? [],
  };
}

function structTarget(
  fields: ReadonlyMap<string, Codec<unknown>>,
  folded: ReadonlyMap<string, string>,
  embedded: readonly EmbeddedStruct[],
): CoercionTarget {
  const targets = new Map([...fields].map(([name, codec]) => [name, codec.target]));
  for (const part of embedded) {
    const names = new Set(embeddedNames(part));
    const own = new Map([...fields].filter(([name]) => names.has(name)));
    const ownFolded = new Map([...own.keys()].map((name) => [foldName(name), name]));
    const target = structTarget(own, ownFolded, part.embedded ?? []);
    names.forEach((name) => targets.set(name, target));
  }
  return {
    kind: 'struct',
    field: (name) => targets.get(name) ?? targets.get(folded.get(foldName(name)) ?? ''),
  };
}

function embeddedNames(part: EmbeddedStruct): readonly string[] {
  return [...part.fields, ...(part.embedded ?? []).flatMap(embeddedNames)];
}

function fieldName(
  key: string,
  fields: ReadonlyMap<string, unknown>,
  folded: ReadonlyMap<string, string>,
  context: DecodeContext,
): string | undefined {
  return fields.has(key) ? key : context.rules === 'json' ? folded.get(foldName(key)) : undefined;
}

/** Folds a name as Go's JSON does: ASCII letters, the Kelvin sign and the long s. Source: Go encoding/json fold.go. */
function foldName(name: string): string {
  return name
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll('\u212a', 'K')
    .replaceAll('\u017f', 'S');
}

function reportUnknown(entry: JsonEntry, path: string, context: DecodeContext): void {
  if (context.unknownFields === 'refuse') {
    context.report({
      code: 'kustomization.unknown-field',
      parameters: { field: join(path, entry.key) },
      ordinal: entry.keyOrdinal,
      severity: 'error',
    });
  }
}

function reportSecondSpelling(
  entry: JsonEntry,
  name: string,
  spellings: ReadonlyMap<string, string>,
  context: DecodeContext,
): void {
  if (spellings.has(name)) {
    context.report({
      code: 'kustomization.duplicate-field',
      parameters: { field: name, spelling: entry.key },
      ordinal: entry.keyOrdinal,
      severity: 'warning',
    });
  }
}

function wrongType<T>(
  value: JsonValue,
  expected: JsonKind,
  path: string,
  context: DecodeContext,
  before: T,
): T {
  reportWrongType(value, expected, path, context);
  return before;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
