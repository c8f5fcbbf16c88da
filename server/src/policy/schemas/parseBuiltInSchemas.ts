import { lazy } from '../../util/lazy.ts';
import {
  anySchema,
  type BuiltInField,
  type BuiltInScalar,
  type BuiltInSchema,
} from './builtInSchema.ts';
import { packedSchemas } from './builtInSchemasData.ts';

/**
 * A schema as `builtInSchemasData.ts` holds it: the place of a struct, a letter for a scalar, a list of items (`a`) or a map of
 * like values (`m`).
 */
type PackedSchema = number | string | readonly ['a' | 'm', PackedSchema];

/**
 * A struct: its fields (`f`), those that are structs and no pointers (`z`), those that have to be there (`r`) and may not be empty (`e`), the texts that fields take (`v`),
 * the first minor version of those that not all have (`n`), and the last one (`g`).
 */
interface PackedStruct {
  readonly f: Readonly<Record<string, PackedSchema>>;
  readonly z?: string;
  readonly r?: string;
  readonly e?: string;
  readonly v?: Readonly<Record<string, string>>;
  readonly n?: Readonly<Record<string, number>>;
  readonly g?: Readonly<Record<string, number>>;
}

interface PackedSchemas {
  readonly kinds: Readonly<Record<string, number | string>>;
  readonly types: readonly PackedStruct[];
}

/** The schema of a kind of Kubernetes itself; `undefined` for any other. Unpacked when one is first asked for. */
export function builtInSchema(apiVersion: string, kind: string): BuiltInSchema | undefined {
  return unpacked()(`${apiVersion} ${kind}`);
}

const unpacked = lazy((): ((kind: string) => BuiltInSchema | undefined) => {
  const { kinds, types } = JSON.parse(packedSchemas) as PackedSchemas;
  const known = new Map<number, BuiltInSchema>();
  const resolve = (packed: PackedSchema): BuiltInSchema => {
    if (typeof packed === 'string') return scalarOf(packed);
    if (typeof packed !== 'number') {
      const [kind, inner] = packed;
      return kind === 'a'
        ? { kind: 'list', items: resolve(inner) }
        : { kind: 'map', values: resolve(inner) };
    }
    const found = known.get(packed) ?? structOf(packed);
    known.set(packed, found);
    return found;
  };
  const structOf = (place: number): BuiltInSchema => ({
    kind: 'struct',
    // Structs may lead back to themselves.
    fields: lazy(() => {
      const { f, z = '', r = '', e = '', v = {}, n = {}, g = {} } = types[place] ?? { f: {} };
      const [inline, required, filled] = [z, r, e].map((names) => new Set(names.split(' ')));
      return new Map(
        Object.entries(f).map(([name, schema]): [string, BuiltInField] => [
          name,
          {
            schema: resolve(schema),
            isInline: inline?.has(name) === true,
            isRequired: required?.has(name) === true,
            isFilled: filled?.has(name) === true,
            values: v[name]?.split(' '),
            since: n[name],
            until: g[name],
          },
        ]),
      );
    }),
  });
  return (kind) => {
    const place = kinds[kind];
    return place === undefined ? undefined : resolve(place);
  };
});

const letters: Readonly<Record<string, BuiltInScalar>> = {
  s: 'string',
  b: 'boolean',
  i: 'int32',
  l: 'int64',
  n: 'number',
  y: 'bytes',
  q: 'quantity',
  o: 'intOrString',
  t: 'time',
};

function scalarOf(letter: string): BuiltInSchema {
  const scalar = letters[letter];
  return scalar === undefined ? anySchema : { kind: 'scalar', scalar };
}
