import { EMPTY_NODE, typeKey, type SchemaDefinitions, type SchemaNode } from './schemaNode.ts';

/**
 * A node as `schemaData.ts` holds it: the place of a definition, '' for a node below which no list is merged, or an object of
 * properties (`p`), names of such properties (`k`, with blanks between), additional properties (`a`), items (`i`), patch
 * strategy (`s`) and merge keys (`m`).
 */
type PackedNode = number | '' | PackedObject;

interface PackedObject {
  readonly p?: Readonly<Record<string, PackedNode>>;
  readonly k?: string;
  readonly a?: PackedNode;
  readonly i?: PackedNode;
  readonly s?: string;
  readonly m?: readonly string[];
}

interface PackedSchema {
  readonly kinds: readonly (readonly [string, Readonly<Record<string, number>>])[];
  readonly definitions: readonly PackedNode[];
  /** What the definitions are called in OpenAPI, by place. */
  readonly names: readonly string[];
}

/**
 * Unpacks what `scripts/generateSchemaData.ts` packs. Definitions are named by their places, and by the references that a
 * custom schema makes to them (`#/definitions/NAME`).
 */
export function parseSchemaData(json: string): SchemaDefinitions {
  const packed = JSON.parse(json) as PackedSchema;
  const nodes = packed.definitions.map(unpack);
  const types = packed.kinds.flatMap(([apiVersion, kinds]) =>
    Object.entries(kinds).map(
      ([kind, place]) => [typeKey(apiVersion, kind), nodes[place] ?? OPAQUE] as const,
    ),
  );
  const places = new Map(packed.names.map((name, place) => [`#/definitions/${name}`, place]));
  const definition = (reference: string): SchemaNode | undefined =>
    nodes[places.get(reference) ?? Number(reference)];
  return { definition, types: new Map(types), scopes: new Map() };
}

const OPAQUE: SchemaNode = { ...EMPTY_NODE, opaque: true };

function unpack(packed: PackedNode): SchemaNode {
  if (packed === '') {
    return OPAQUE;
  }
  if (typeof packed === 'number') {
    return { ...EMPTY_NODE, reference: String(packed) };
  }
  return {
    reference: undefined,
    properties: new Map([
      ...Object.entries(packed.p ?? {}).map(([name, node]) => [name, unpack(node)] as const),
      ...(packed.k?.split(' ') ?? []).map((name) => [name, OPAQUE] as const),
    ]),
    additional: packed.a === undefined ? undefined : unpack(packed.a),
    items: packed.i === undefined ? undefined : unpack(packed.i),
    strategy: packed.s ?? '',
    mergeKeys: packed.m ?? [],
    opaque: false,
  };
}
