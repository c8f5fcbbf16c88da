import type { JsonValue } from '../../yaml/decode.ts';
import { lazy } from '../../util/lazy.ts';
import {
  anyType,
  type FieldType,
  type MapField,
  type ObjectType,
  type ScalarType,
  type TypeLookup,
} from './fieldType.ts';
import { packedFieldTypes } from './fieldTypesData.ts';

/**
 * A type as `fieldTypesData.ts` holds it: the place of one in the list, a letter for a scalar, a list of items (`l`) with keys
 * (`k`) or as a set (`s`), or a map of fields (`f`) and like entries (`e`), atomic (`a`), with the fields that are pointers
 * (`p`), enumerations (`v`) and defaults (`d`).
 */
type PackedType = number | string | PackedObject;

interface PackedObject {
  readonly l?: PackedType;
  readonly k?: string;
  readonly s?: 1;
  readonly f?: Readonly<Record<string, PackedType>>;
  readonly e?: PackedType;
  readonly a?: 1;
  readonly p?: string;
  readonly v?: Readonly<Record<string, string>>;
  readonly d?: Readonly<Record<string, JsonValue>>;
}

interface PackedTypes {
  readonly kinds: Readonly<Record<string, number>>;
  readonly types: readonly PackedType[];
}

/** The types of the kinds of Kubernetes' own; unpacked when one is first asked for. */
export const builtInTypes: TypeLookup = (apiVersion, kind) => unpacked()(apiVersion, kind);

const unpacked = lazy((): TypeLookup => {
  const { kinds, types } = JSON.parse(packedFieldTypes) as PackedTypes;
  const known = new Map<number, FieldType>();
  const resolve = (packed: PackedType, values?: string): FieldType => {
    if (typeof packed === 'string') return scalarOf(packed, values);
    if (typeof packed !== 'number') return unpack(packed);
    const found = known.get(packed) ?? unpack(types[packed] ?? 'd');
    known.set(packed, found);
    return found;
  };
  const unpack = (packed: PackedType): FieldType => {
    if (typeof packed !== 'object') return resolve(packed);
    const { l, k, s, f = {}, e, a, p = '', v = {}, d = {} } = packed;
    if (l !== undefined) {
      const form = k !== undefined ? 'map' : s === 1 ? 'set' : 'atomic';
      return { kind: 'list', items: resolve(l), form, keys: k?.split(' ') ?? [] };
    }
    const pointers = new Set(p.split(' '));
    const fields = Object.entries(f).map(([name, type]): [string, MapField] => [
      name,
      {
        type: () => resolve(type, v[name]),
        keepsEmpty: pointers.has(name),
        nullable: false,
        default: d[name],
        immutable: false,
      },
    ]);
    const others = e === undefined ? undefined : resolve(e);
    return { kind: 'map', fields: new Map(fields), others, atomic: a === 1 };
  };
  return (apiVersion, kind): ObjectType | undefined => {
    const place = kinds[`${apiVersion} ${kind}`];
    return place === undefined
      ? undefined
      : { type: resolve(place), builtIn: true, unknown: false };
  };
});

const letters: Readonly<Record<string, ScalarType['scalar']>> = {
  s: 'string',
  n: 'number',
  b: 'boolean',
  u: 'untyped',
  q: 'quantity',
  i: 'intOrString',
};

function scalarOf(letter: string, values: string | undefined): FieldType {
  const scalar = letters[letter];
  return scalar === undefined
    ? anyType
    : { kind: 'scalar', scalar, values: values === undefined ? undefined : values.split(' ') };
}
