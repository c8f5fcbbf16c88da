import type { JsonValue } from '../../yaml/decode.ts';
import { isMap, textOf, type JsonMap } from '../json.ts';
import {
  anyType,
  type FieldType,
  type MapField,
  type ObjectType,
  type TypeLookup,
} from './fieldType.ts';
import { builtInTypes } from './parseFieldTypes.ts';

/**
 * The types that documents of `/openapi/v3` describe, one document for each group and version; what they do not describe is
 * not known. Kinds of Kubernetes' own are left to `builtInTypes`, which knows more of them.
 *
 * Source: kubernetes.io "OpenAPI V3"; apiextensions-apiserver pkg/controller/openapi/builder (v0.37).
 */
export function openApiTypes(documents: readonly unknown[]): TypeLookup {
  const types = new Map<string, ObjectType>();
  for (const document of documents) {
    const schemas = isMap(document) && isMap(document['components']) ? document['components'] : {};
    const named = isMap(schemas['schemas']) ? schemas['schemas'] : {};
    for (const schema of Object.values(named)) {
      if (!isMap(schema)) continue;
      for (const { apiVersion, kind } of kindsOf(schema)) {
        types.set(`${apiVersion} ${kind}`, customType(schema, named));
      }
    }
  }
  return (apiVersion, kind) => types.get(`${apiVersion} ${kind}`);
}

/** The types that a CustomResourceDefinition describes. */
export function definitionTypes(definitions: readonly JsonMap[]): TypeLookup {
  const types = new Map<string, ObjectType>();
  for (const definition of definitions) {
    const spec = isMap(definition['spec']) ? definition['spec'] : {};
    const names = isMap(spec['names']) ? spec['names'] : {};
    const versions = Array.isArray(spec['versions']) ? (spec['versions'] as JsonValue[]) : [];
    for (const version of versions) {
      const schema =
        isMap(version) && isMap(version['schema']) ? version['schema']['openAPIV3Schema'] : null;
      if (!isMap(version) || !isMap(schema ?? null)) continue;
      const apiVersion = `${textOf(spec['group'])}/${textOf(version['name'])}`;
      types.set(`${apiVersion} ${textOf(names['kind'])}`, customType(schema as JsonMap, {}));
    }
  }
  return (apiVersion, kind) => types.get(`${apiVersion} ${kind}`);
}

/** Asks several lookups in turn. */
export function firstKnown(...lookups: readonly TypeLookup[]): TypeLookup {
  return (apiVersion, kind) => {
    for (const lookup of lookups) {
      const found = lookup(apiVersion, kind);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function kindsOf(
  schema: JsonMap,
): readonly { readonly apiVersion: string; readonly kind: string }[] {
  const kinds = schema['x-kubernetes-group-version-kind'];
  return (Array.isArray(kinds) ? (kinds as JsonValue[]) : []).flatMap((one) => {
    if (!isMap(one)) return [];
    const [group, version] = [textOf(one['group']), textOf(one['version'])];
    const apiVersion = group === '' ? version : `${group}/${version}`;
    return [{ apiVersion, kind: textOf(one['kind']) }];
  });
}

/** Metadata is that of Kubernetes, whatever the schema says. */
function customType(schema: JsonMap, named: JsonMap): ObjectType {
  const own = typeOf(schema, named);
  const base = builtInTypes('v1', 'ConfigMap')?.type;
  if (own.kind !== 'map' || base?.kind !== 'map') {
    return { type: own, builtIn: false, unknown: own.kind === 'any' };
  }
  const fields = new Map(own.fields);
  for (const name of ['apiVersion', 'kind', 'metadata']) {
    const field = base.fields.get(name);
    if (field !== undefined) fields.set(name, field);
  }
  return { type: { ...own, fields }, builtIn: false, unknown: false };
}

function typeOf(schema: JsonMap, named: JsonMap): FieldType {
  const target = referenced(schema, named);
  if (target !== undefined) return typeOf(target, named);
  if (schema['x-kubernetes-int-or-string'] === true || schema['format'] === 'int-or-string') {
    const scalar = isQuantityPattern(schema['pattern']) ? 'quantity' : 'intOrString';
    return { kind: 'scalar', scalar, values: undefined };
  }
  switch (schema['type']) {
    case 'string':
      return { kind: 'scalar', scalar: 'string', values: textsOf(schema['enum']) };
    case 'integer':
    case 'number':
      return { kind: 'scalar', scalar: 'number', values: undefined };
    case 'boolean':
      return { kind: 'scalar', scalar: 'boolean', values: undefined };
    case 'array':
      return listOf(schema, named);
    case 'object':
      return mapOf(schema, named);
    default:
      return isMap(schema['properties'] ?? null) ? mapOf(schema, named) : anyType;
  }
}

/** Follows `$ref`, also where it stands alone in an `allOf`, as it does beside a default. */
function referenced(schema: JsonMap, named: JsonMap): JsonMap | undefined {
  const all = schema['allOf'];
  const only = Array.isArray(all) && all.length === 1 ? (all[0] as JsonValue) : undefined;
  const reference = schema['$ref'] ?? (isMap(only) ? only['$ref'] : undefined);
  if (typeof reference !== 'string') return undefined;
  const target = named[reference.slice(reference.lastIndexOf('/') + 1)];
  return isMap(target) ? target : undefined;
}

function listOf(schema: JsonMap, named: JsonMap): FieldType {
  const items = isMap(schema['items']) ? typeOf(schema['items'], named) : anyType;
  const form = schema['x-kubernetes-list-type'];
  const keys = textsOf(schema['x-kubernetes-list-map-keys']) ?? [];
  return { kind: 'list', items, form: form === 'map' || form === 'set' ? form : 'atomic', keys };
}

function mapOf(schema: JsonMap, named: JsonMap): FieldType {
  const { properties, additionalProperties } = schema;
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const entries = Object.entries(isMap(properties) ? properties : {});
  const fields = entries.flatMap(([name, inner]): [string, MapField][] =>
    isMap(inner) ? [[name, fieldOf(inner, named)]] : [],
  );
  const others = isMap(additionalProperties)
    ? typeOf(additionalProperties, named)
    : open || embedded || additionalProperties === true
      ? anyType
      : undefined;
  const atomic = schema['x-kubernetes-map-type'] === 'atomic';
  // A schema that says nothing of its content keeps it only where it says that it does.
  return { kind: 'map', fields: new Map(fields), others, atomic };
}

function fieldOf(schema: JsonMap, named: JsonMap): MapField {
  return {
    type: () => typeOf(schema, named),
    keepsEmpty: true,
    nullable: schema['nullable'] === true,
    default: schema['default'],
    immutable: rulesOf(schema).some((rule) => /^\s*self\s*==\s*oldSelf\s*$/.test(rule)),
  };
}

function rulesOf(schema: JsonMap): readonly string[] {
  const rules = schema['x-kubernetes-validations'];
  return (Array.isArray(rules) ? (rules as JsonValue[]) : []).flatMap((one) =>
    isMap(one) && typeof one['rule'] === 'string' ? [one['rule']] : [],
  );
}

/** The pattern that controller-gen writes for a quantity. */
function isQuantityPattern(pattern: JsonValue | undefined): boolean {
  return typeof pattern === 'string' && pattern.includes('[KMGTPE]i') && pattern.includes('[numk');
}

function textsOf(value: JsonValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}
