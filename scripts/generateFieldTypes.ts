/**
 * Packs the types of Kubernetes' own fields for the comparison of live objects: reads the schemas of server-side apply
 * and the Go types that they were made of, and prints `server/src/drift/types/fieldTypesData.ts` on standard output.
 *
 * Usage: node scripts/run.mjs generateFieldTypes MODULES VERSION, where MODULES is the folder of Go's module cache for
 * `k8s.io` and VERSION that of `client-go`, `api`, `apimachinery` and `apiextensions-apiserver`, as `v0.37.0`.
 *
 * The schemas tell lists from sets and maps, and numbers from texts; only the Go types tell which fields are pointers, so
 * that an empty value is kept, and which texts are enumerations (see `PackedType` in `parseFieldTypes.ts`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { wrap } from './schemas/wrap.ts';

/** A type as structured-merge-diff writes it. */
interface MergeType {
  readonly namedType?: string;
  readonly scalar?: string;
  readonly elementRelationship?: string;
  readonly map?: {
    readonly fields?: readonly {
      readonly name: string;
      readonly type: MergeType;
      readonly default?: unknown;
    }[];
    readonly elementType?: MergeType;
    readonly elementRelationship?: string;
  };
  readonly list?: {
    readonly elementType: MergeType;
    readonly elementRelationship?: string;
    readonly keys?: readonly string[];
  };
}

/** What the Go source says of the fields of a struct, by their JSON names. */
interface GoStruct {
  readonly pointers: Set<string>;
  readonly enumerations: Map<string, readonly string[]>;
  readonly inline: string[];
}

/** Prints the packed types. */
export function main(words: readonly string[]): Promise<number> {
  const [modules, version] = words;
  if (modules === undefined || version === undefined) {
    process.stderr.write('Usage: generateFieldTypes MODULES VERSION\n');
    return Promise.resolve(2);
  }
  process.stdout.write(pack(modules, version));
  return Promise.resolve(0);
}

function pack(modules: string, version: string): string {
  const at = (name: string, ...rest: string[]): string =>
    join(modules, `${name}@${version}`, ...rest);
  const types = new Map<string, MergeType>();
  const schemas = [
    at('apiextensions-apiserver', 'pkg/client/applyconfiguration/internal/internal.go'),
    at('client-go', 'applyconfigurations/internal/internal.go'),
  ];
  for (const file of schemas) {
    for (const type of readSchema(file)) types.set(type.name, type);
  }
  const structs = new Map<string, GoStruct>();
  const folders = [
    ...versionsBelow(at('api')).map((folder) => ['io.k8s.api', at('api'), folder] as const),
    ['io.k8s.apimachinery.pkg.apis', at('apimachinery', 'pkg/apis'), 'meta/v1'] as const,
    [
      'io.k8s.apiextensions-apiserver.pkg.apis',
      at('apiextensions-apiserver', 'pkg/apis'),
      'apiextensions/v1',
    ] as const,
  ];
  const groups = new Map<string, string>();
  for (const [prefix, root, folder] of folders) {
    const name = `${prefix}.${folder.replace('/', '.')}`;
    readStructs(join(root, folder), name, structs);
    const [, group] =
      /GroupName = "([^"]*)"/.exec(readIfThere(join(root, folder, 'register.go'))) ?? [];
    groups.set(name, name.includes('apiextensions') ? 'apiextensions.k8s.io' : (group ?? ''));
  }
  const kinds = [...types].filter(([name, type]) => isKind(name, type)).map(([name]) => name);
  const places = new Map<string, number>();
  const packed: unknown[] = [];
  const placeOf = (name: string): number | string => {
    const simple = simpleTypes.get(name);
    if (simple !== undefined) return simple;
    const known = places.get(name);
    if (known !== undefined) return known;
    const place = packed.length;
    places.set(name, place);
    packed.push(null);
    const type = types.get(name);
    const isRoot = kinds.includes(name);
    packed[place] =
      type === undefined ? 'd' : packType(type, placeOf, structOf(name, structs), isRoot);
    return place;
  };
  const kindLines = kinds.sort().map((name) => {
    const dot = name.lastIndexOf('.');
    const pkg = name.slice(0, dot);
    const group = groups.get(pkg) ?? '';
    const apiVersion = [group, pkg.slice(pkg.lastIndexOf('.') + 1)].filter(Boolean).join('/');
    return `${JSON.stringify(`${apiVersion} ${name.slice(dot + 1)}`)}:${String(placeOf(name))}`;
  });
  return [
    '// Made by scripts/generateFieldTypes.ts from the sources of Kubernetes; do not edit.',
    `/** The types of Kubernetes ${version.replace('v0.', 'v1.')}, packed (see \`PackedType\` in parseFieldTypes.ts). */`,
    `export const packedFieldTypes = String.raw\`{"kinds":{`,
    wrap(kindLines),
    '},"types":[',
    wrap(packed.map((one) => JSON.stringify(one))),
    ']}`;',
    '',
  ].join('\n');
}

/** Types that are one letter. */
const simpleTypes = new Map([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', 'q'],
  ['io.k8s.apimachinery.pkg.util.intstr.IntOrString', 'i'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Time', 'u'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', 'u'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1', 'd'],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', 'd'],
  ['io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON', 'd'],
  // These are written in another form than their Go types have.
  ...['Array', 'Bool', 'StringArray'].map(
    (name) =>
      [
        `io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOr${name}`,
        'd',
      ] as const,
  ),
  ['__untyped_atomic_', 'd'],
  ['__untyped_deduced_', 'd'],
]);

const scalars = new Map([
  ['string', 's'],
  ['numeric', 'n'],
  ['boolean', 'b'],
  ['untyped', 'u'],
]);

function packType(
  type: MergeType,
  placeOf: (name: string) => number | string,
  struct: GoStruct | undefined,
  isRoot: boolean,
): unknown {
  if (type.namedType !== undefined) return placeOf(type.namedType);
  const inner = (one: MergeType): unknown => packType(one, placeOf, undefined, false);
  if (type.list !== undefined) {
    const { elementType, elementRelationship, keys } = type.list;
    const merged = elementRelationship === 'associative';
    return {
      l: inner(elementType),
      ...(merged && keys !== undefined ? { k: keys.join(' ') } : {}),
      ...(merged && keys === undefined ? { s: 1 } : {}),
    };
  }
  if (type.map !== undefined) {
    const { fields = [], elementType, elementRelationship } = type.map;
    const kept = fields.filter(({ name }) => !(isRoot && name === 'status'));
    const pointers = kept.map(({ name }) => name).filter((name) => struct?.pointers.has(name));
    const enumerations = kept.flatMap(({ name }) => {
      const values = struct?.enumerations.get(name);
      return values === undefined ? [] : [[name, values.join(' ')] as const];
    });
    const defaults = kept.filter(({ default: value }) => !isZero(value));
    return {
      ...(kept.length > 0
        ? { f: Object.fromEntries(kept.map(({ name, type: one }) => [name, inner(one)])) }
        : {}),
      ...(elementType === undefined ? {} : { e: inner(elementType) }),
      ...(elementRelationship === 'atomic' ? { a: 1 } : {}),
      ...(pointers.length > 0 ? { p: pointers.join(' ') } : {}),
      ...(enumerations.length > 0 ? { v: Object.fromEntries(enumerations) } : {}),
      ...(defaults.length > 0
        ? { d: Object.fromEntries(defaults.map(({ name, default: value }) => [name, value])) }
        : {}),
    };
  }
  return scalars.get(type.scalar ?? '') ?? 'd';
}

function isZero(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    ['""', '{}', '0', 'false'].includes(JSON.stringify(value))
  );
}

/** An object that people keep in Git, in a version that servers have now. */
function isKind(name: string, { map }: MergeType): boolean {
  const names = new Set(map?.fields?.map((field) => field.name));
  const [, version = ''] = /\.(v\d+[a-z\d]*)\.[A-Za-z]+$/.exec(name) ?? [];
  const isServed =
    /^v\d+$/.test(version) || name.startsWith('io.k8s.api.admissionregistration.v1beta1.');
  return isServed && ['apiVersion', 'kind', 'metadata'].every((one) => names.has(one));
}

function readSchema(file: string): readonly NamedType[] {
  const [, text = ''] = /YAMLObject\(`([^`]*)`\)/.exec(readFileSync(file, 'utf8')) ?? [];
  const document: unknown = parse(text);
  if (!isSchema(document)) throw new Error(`${file} holds no schema`);
  return document.types;
}

interface NamedType extends MergeType {
  readonly name: string;
}

function isSchema(value: unknown): value is { readonly types: readonly NamedType[] } {
  return typeof value === 'object' && value !== null && 'types' in value;
}

function versionsBelow(root: string): readonly string[] {
  return readdirSync(root).flatMap((group) =>
    existsSync(join(root, group, 'v1'))
      ? readdirSync(join(root, group))
          .filter((version) => /^v\d/.test(version))
          .map((version) => `${group}/${version}`)
      : existsSync(join(root, group, 'v2'))
        ? [`${group}/v2`]
        : [],
  );
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Reads the structs and the enumerations of a package. */
function readStructs(folder: string, pkg: string, into: Map<string, GoStruct>): void {
  const files = readdirSync(folder).filter((name) => /types.*\.go$/.test(name));
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const enumerationTypes = new Set(
    [...text.matchAll(/\/\/ \+enum\n(?:\/\/.*\n)*type (\w+) string/g)].map(([, name = '']) => name),
  );
  const values = new Map<string, string[]>();
  for (const [, type = '', value = ''] of text.matchAll(/^\s+\w+\s+(\w+)\s+=\s+"([^"]*)"/gm)) {
    if (enumerationTypes.has(type)) values.set(type, [...(values.get(type) ?? []), value]);
  }
  for (const [, name = '', body = ''] of text.matchAll(/^type (\w+) struct \{\n([\s\S]*?)^\}/gm)) {
    const struct: GoStruct = { pointers: new Set(), enumerations: new Map(), inline: [] };
    for (const line of body.split('\n')) {
      const field =
        /^\s*(?:(\w+)\s+)?(\*?)(?:\[\])?([\w.]+)[^`]*`[^`]*json:"([^",]*)(,[^"]*)?"/.exec(line);
      if (field === null) continue;
      const [, , star, type = '', json = '', options = ''] = field;
      if (options.includes('inline')) struct.inline.push(`${pkg}.${type}`);
      if (star === '*') struct.pointers.add(json);
      const allowed = values.get(type);
      if (allowed !== undefined && !line.includes('[]')) struct.enumerations.set(json, allowed);
    }
    into.set(`${pkg}.${name}`, struct);
  }
}

/** A struct with what it embeds. */
function structOf(name: string, structs: ReadonlyMap<string, GoStruct>): GoStruct | undefined {
  const own = structs.get(name);
  if (own === undefined) return undefined;
  const embedded = own.inline.flatMap((one) => structOf(one, structs) ?? []);
  return {
    pointers: new Set([own, ...embedded].flatMap(({ pointers }) => [...pointers])),
    enumerations: new Map([own, ...embedded].flatMap((one) => [...one.enumerations])),
    inline: [],
  };
}
