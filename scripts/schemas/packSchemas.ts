import {
  at,
  entriesOf,
  isMap,
  itemsOf,
  textOf,
  type JsonMap,
} from '../../server/src/drift/json.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';
import { kindsIn, targetOf, type Definitions } from './openApi.ts';

/** What an API server really holds a field to, beside its type: by `definition field`. */
export interface Enforced {
  /** It refuses an object without the field. */
  readonly required: ReadonlySet<string>;
  /** It refuses an object where the field is empty, too. */
  readonly notEmpty: ReadonlySet<string>;
  /** The texts that it takes. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Packs the schemas of minor versions, oldest first, as `PackedSchemas` in `parseBuiltInSchemas.ts`. */
export function packSchemas(
  minors: ReadonlyMap<number, Definitions>,
  enforced: Enforced,
): { readonly kinds: readonly string[]; readonly types: readonly string[] } {
  const all = [...minors];
  const [oldest = 0] = all[0] ?? [];
  const [newest = 0] = all.at(-1) ?? [];
  const places = new Map<string, number>();
  const types: string[] = [];

  const packed = (schema: JsonValue | undefined): unknown => {
    const target = targetOf(schema);
    if (target !== undefined) return simpleTypes.get(target) ?? placeOf(target);
    const [type, format] = [textOf(at(schema, 'type')), textOf(at(schema, 'format'))];
    if (type === 'array') return ['a', packed(at(schema, 'items'))];
    if (type === 'object') {
      const inner = at(schema, 'additionalProperties');
      return isMap(inner) ? ['m', packed(inner)] : 'x';
    }
    return scalars.get(`${type} ${format}`) ?? scalars.get(type) ?? 'x';
  };

  const placeOf = (name: string): number | string => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const versions = all.flatMap(([minor, definitions]) => {
      const schema = definitions.get(name);
      return schema === undefined ? [] : [[minor, schema] as const];
    });
    const [last] = versions.at(-1)?.slice(1) ?? [];
    if (!isMap(last)) return 'x';
    const isStruct = versions.some(([, schema]) => isMap(schema.properties));
    if (!isStruct) return typeof last.type === 'string' ? String(packed(last)) : 'x';
    const place = types.length;
    places.set(name, place);
    types.push('');
    types[place] = JSON.stringify(struct(name, versions));
    return place;
  };

  const struct = (
    name: string,
    versions: readonly (readonly [number, JsonMap])[],
  ): Record<string, unknown> => {
    const fields: Record<string, unknown> = {};
    const since: Record<string, number> = {};
    const until: Record<string, number> = {};
    // What Go keeps as a struct, and not as a pointer, is there though nobody writes it.
    const inline = new Set<string>();
    for (const [minor, schema] of versions) {
      const isKind = kindsIn(schema).length > 0;
      for (const [field, type] of entriesOf(schema.properties)) {
        if (!Object.hasOwn(fields, field) && minor > oldest && minor !== versions[0]?.[0])
          since[field] = minor;
        fields[field] = isKind && field === 'status' ? 'x' : packed(type);
        until[field] = minor;
        const isStruct = targetOf(type) !== undefined && isMap(at(type, 'default'));
        if (isStruct && typeof fields[field] === 'number') inline.add(field);
      }
    }
    const named = Object.keys(fields);
    const inSet = (set: ReadonlySet<string>): string =>
      named.filter((field) => set.has(`${name} ${field}`)).join(' ');
    const gone = Object.entries(until).filter(
      ([, minor]) => minor < newest && minor !== versions.at(-1)?.[0],
    );
    const values = named.flatMap((field) => {
      const texts = enforced.values.get(`${name} ${field}`);
      return texts === undefined ? [] : [[field, texts.join(' ')] as const];
    });
    return {
      f: fields,
      ...some('z', named.filter((field) => inline.has(field)).join(' ')),
      ...some('r', inSet(enforced.required)),
      ...some('e', inSet(enforced.notEmpty)),
      ...(values.length > 0 ? { v: Object.fromEntries(values) } : {}),
      ...(Object.keys(since).length > 0 ? { n: since } : {}),
      ...(gone.length > 0 ? { g: Object.fromEntries(gone) } : {}),
    };
  };

  const kinds = new Map<string, number | string>();
  for (const [, definitions] of all) {
    for (const [name, schema] of definitions) {
      for (const kind of kindsIn(schema)) {
        if (!notDelivered.test(kind)) kinds.set(kind, placeOf(name));
      }
    }
  }
  return {
    kinds: [...kinds]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, place]) => `${JSON.stringify(kind)}:${String(place)}`),
    types,
  };
}

/** Kinds that are asked, and never kept. */
const notDelivered = / (?:\w*Review|TokenRequest|Eviction|Scale|Binding|ComponentStatus)$/;

function some(key: string, text: string): Record<string, string> {
  return text === '' ? {} : { [key]: text };
}

/** Types that are one letter. */
export const simpleTypes: ReadonlyMap<string, string> = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', 'q'],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', 'o'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Time', 't'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', 't'],
]);

const scalars: ReadonlyMap<string, string> = new Map([
  ['string byte', 'y'],
  ['string', 's'],
  ['boolean', 'b'],
  ['integer int32', 'i'],
  ['integer', 'l'],
  ['number', 'n'],
]);

/** The fields that some minor's schema calls required, as `definition field`. */
export function saidRequired(minors: ReadonlyMap<number, Definitions>): ReadonlySet<string> {
  return new Set(
    [...minors.values()].flatMap((definitions) =>
      [...definitions].flatMap(([name, schema]) =>
        itemsOf(schema.required).map((field) => `${name} ${textOf(field)}`),
      ),
    ),
  );
}
