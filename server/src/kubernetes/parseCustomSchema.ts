import { problem, type Problem } from '../text/problem.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import { EMPTY_NODE, typeKey, type SchemaDefinitions, type SchemaNode } from './schemaNode.ts';
import { isSchemaShaped } from './schemaShape.ts';
import { scopeKey, type ScopeTable } from './scope.ts';

/**
 * Reads the file of `openapi: path:`: a swagger document, JSON where it begins with `{` and YAML otherwise. A file that
 * cannot be read is a problem (`kustomize.invalid-schema`); kustomize panics over it when it first needs a schema.
 *
 * Where two definitions name one type kustomize takes either; here it is the last one by name.
 *
 * Source: kyaml openapi/openapi.go (v0.21.1), `parse`, `AddDefinitions`, `findNamespaceability`; kube-openapi
 * pkg/validation/spec/schema.go.
 */
export function readCustomSchema(text: string): SchemaDefinitions | Problem {
  const document = text.startsWith('{') ? parseJson(text) : parseYaml(text);
  if (document === undefined) {
    return invalid('syntax');
  }
  if (document !== null && !isObject(document)) {
    return invalid('document');
  }
  const raw = document?.['definitions'] ?? {};
  const paths = document?.['paths'] ?? {};
  if (!isObject(raw) || !isObject(paths)) {
    return invalid('definitions');
  }
  const nodes = new Map<string, SchemaNode>();
  const types = new Map<string, SchemaNode>();
  for (const name of Object.keys(raw).sort()) {
    const node = isSchemaShaped(raw[name]) ? parseNode(raw[name]) : undefined;
    if (node === undefined) {
      return invalid(name);
    }
    nodes.set(name, node);
    for (const type of typesOf(raw[name])) {
      if (type === undefined) {
        return invalid(name);
      }
      types.set(typeKey(type.apiVersion, type.kind), node);
    }
  }
  const definition = (reference: string): SchemaNode | undefined => follow(reference, nodes, raw);
  return { definition, types, scopes: readScopes(paths) };
}

function invalid(part: string): Problem {
  return problem('kustomize.invalid-schema', { part });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `null` for a document that says nothing. */
function parseYaml(text: string): unknown {
  if (text === '') {
    return undefined;
  }
  const { root, problems } = readConfiguration(text);
  return problems.length > 0 ? undefined : root === undefined ? null : toPlain(root);
}

/** Of numbers nothing here reads more than whether they are whole. */
function toPlain(node: ResourceNode): unknown {
  switch (node.kind) {
    case 'alias':
      return toPlain(node.target);
    case 'sequence':
      return node.items.map(toPlain);
    case 'map':
      return Object.fromEntries(entriesOf(node));
    case 'scalar':
      return node.tag === '!!null'
        ? null
        : node.tag === '!!bool'
          ? node.value === 'true'
          : node.tag === '!!int' || node.tag === '!!float'
            ? Number(node.value.replaceAll('_', ''))
            : node.value;
  }
}

function entriesOf(map: MapNode): readonly (readonly [string, unknown])[] {
  return map.values.flatMap((value, index) => {
    if (map.keyTags?.[index] !== '!!merge') {
      return [[map.keys[index] ?? '', toPlain(value)] as const];
    }
    const merged = value.kind === 'alias' ? value.target : value;
    const maps = merged.kind === 'sequence' ? merged.items.toReversed() : [merged];
    return maps.flatMap((item) => {
      const target = item.kind === 'alias' ? item.target : item;
      return target.kind === 'map' ? entriesOf(target) : [];
    });
  });
}

/** `undefined` for what Go cannot decode into a schema. */
function parseNode(value: unknown): SchemaNode | undefined {
  if (value === null) {
    return EMPTY_NODE;
  }
  if (!isObject(value)) {
    return undefined;
  }
  const properties = parseProperties(value['properties'] ?? {});
  const strategy = value['x-kubernetes-patch-strategy'] ?? '';
  const mergeKeys = parseMergeKeys(value);
  if (properties === undefined || typeof strategy !== 'string' || mergeKeys === undefined) {
    return undefined;
  }
  const { $ref: reference, additionalProperties, items } = value;
  const isList = isArrayType(value['type']);
  return {
    ...EMPTY_NODE,
    reference: typeof reference === 'string' && reference !== '' ? reference : undefined,
    properties,
    additional: isObject(additionalProperties) ? parseNode(additionalProperties) : undefined,
    items: isList && isObject(items) ? parseNode(items) : undefined,
    strategy,
    mergeKeys: 'x-kubernetes-patch-strategy' in value ? mergeKeys : [],
  };
}

function parseProperties(value: unknown): ReadonlyMap<string, SchemaNode> | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const properties = new Map<string, SchemaNode>();
  for (const [name, property] of Object.entries(value)) {
    const node = parseNode(property);
    if (node === undefined) {
      return undefined;
    }
    properties.set(name, node);
  }
  return properties;
}

function parseMergeKeys(value: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const list = value['x-kubernetes-list-map-keys'];
  if (list !== undefined) {
    return Array.isArray(list) && list.every((key) => typeof key === 'string') ? list : undefined;
  }
  const key = value['x-kubernetes-patch-merge-key'];
  return key === undefined ? [] : typeof key === 'string' ? [key] : undefined;
}

function isArrayType(type: unknown): boolean {
  return type === 'array' || (Array.isArray(type) && type.length === 1 && type[0] === 'array');
}

interface TypeName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The types of a definition; `undefined` for one that lacks a version or a kind. */
function typesOf(definition: unknown): readonly (TypeName | undefined)[] {
  const extension = isObject(definition)
    ? definition['x-kubernetes-group-version-kind']
    : undefined;
  return Array.isArray(extension) ? extension.filter(isObject).map(typeOf) : [];
}

function typeOf(entry: Readonly<Record<string, unknown>>): TypeName | undefined {
  const { group, version, kind } = entry;
  if (typeof version !== 'string' || typeof kind !== 'string') {
    return undefined;
  }
  const grouped = typeof group === 'string' && group !== '';
  return { apiVersion: grouped ? `${group}/${version}` : version, kind };
}

/** A type with one path in a namespace is namespaced. */
function readScopes(paths: Readonly<Record<string, unknown>>): ScopeTable {
  const scopes = new Map<string, boolean>();
  for (const [path, item] of Object.entries(paths)) {
    const get = isObject(item) ? item['get'] : undefined;
    const extension = isObject(get) ? get['x-kubernetes-group-version-kind'] : undefined;
    const type = isObject(extension) ? typeOf(extension) : undefined;
    if (type !== undefined) {
      const key = scopeKey(type.apiVersion, type.kind);
      const namespaced = path.includes('namespaces/{namespace}');
      scopes.set(key, namespaced || scopes.get(key) === true);
    }
  }
  return scopes;
}

/** Follows `#/definitions/Name`, or a pointer that goes on from there. */
function follow(
  reference: string,
  nodes: ReadonlyMap<string, SchemaNode>,
  raw: Readonly<Record<string, unknown>>,
): SchemaNode | undefined {
  const hash = reference.indexOf('#');
  const [root, definitions, name, ...rest] = reference
    .slice(hash + 1)
    .split('/')
    .map(unescapePart);
  if (hash < 0 || root !== '' || definitions !== 'definitions' || name === undefined) {
    return undefined;
  }
  if (rest.length === 0) {
    return nodes.get(name);
  }
  let value: unknown = raw[name];
  for (const part of rest) {
    value = isObject(value) ? value[part] : undefined;
  }
  return value === undefined ? undefined : parseNode(value);
}

function unescapePart(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
