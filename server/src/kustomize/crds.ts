import { isSchemaShaped } from '../kubernetes/schemaShape.ts';
import { problem, type Problem } from '../text/problem.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import {
  emptyTransformerConfig,
  mergeFieldSpec,
  mergeNameReference,
  mergeTransformerConfig,
  type FieldSpec,
  type TransformerConfig,
} from './fieldSpecs.ts';
import { toJson, type JsonMap, type JsonValue } from './goJson.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';

/**
 * Reads a file of `crds:`: a map from type names to `{Schema, Dependencies}`, in JSON or YAML, whose properties tell by
 * `x-kubernetes-…` extensions where names, labels and annotations stand. It is not a CustomResourceDefinition; such a file is
 * refused, as kustomize refuses it.
 *
 * kustomize goes through types and properties in an order that changes from run to run; here they are sorted by name. A type
 * that contains itself, for which kustomize never ends, is followed once.
 *
 * Source: kustomize api/internal/accumulator/loadconfigfromcrds.go (v0.21.1).
 */
export function configFromCrds(
  text: string,
): { readonly config: TransformerConfig } | { readonly problem: Problem } {
  const { root, problems } = readConfiguration(text);
  if (text === '' || problems.length > 0 || (text.startsWith('{') && !isJson(text))) {
    return { problem: problem('kustomize.bad-crd-file') };
  }
  const found: KustomizationProblem[] = [];
  const json =
    root &&
    toJson(root, undefined, {
      version: 2,
      numbers: 'yaml',
      duplicates: 'warn',
      report: (value) => {
        found.push(value);
      },
    });
  const types = readTypes(json);
  if (types === undefined || found.some(({ severity }) => severity === 'error')) {
    return { problem: problem('kustomize.bad-crd-file') };
  }
  let config = emptyTransformerConfig;
  for (const [name, type] of types) {
    if (!looksLikeObject(type)) {
      continue;
    }
    const kind = name.split('.').at(-1) ?? '';
    const own = addType(emptyTransformerConfig, { kind, types }, name, []);
    const merged = 'config' in own ? mergeTransformerConfig(config, own.config) : own.problem;
    if ('kind' in merged) {
      return { problem: merged };
    }
    config = merged;
  }
  return { config };
}

/** What begins with a brace is read as JSON, more strictly than as YAML. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface CrdContext {
  readonly kind: string;
  readonly types: ReadonlyMap<string, JsonMap | undefined>;
}

type Added = { readonly config: TransformerConfig } | { readonly problem: Problem };

/** The schemas by the names of their types; `undefined` for what Go cannot decode. */
function readTypes(
  json: JsonValue | undefined,
): ReadonlyMap<string, JsonMap | undefined> | undefined {
  if (json === undefined || json.kind === 'null') {
    return new Map();
  }
  if (json.kind !== 'map') {
    return undefined;
  }
  const types = new Map<string, JsonMap | undefined>();
  for (const { key, value } of json.entries) {
    if (value.kind !== 'map' && value.kind !== 'null') {
      return undefined;
    }
    const schema =
      value.kind === 'map'
        ? (member(value, 'Schema') ??
          value.entries.find((entry) => entry.key.toLowerCase() === 'schema')?.value)
        : undefined;
    if (schema !== undefined && schema.kind !== 'map' && schema.kind !== 'null') {
      return undefined;
    }
    if (schema !== undefined && !isSchemaShaped(toPlain(schema))) {
      return undefined;
    }
    types.set(key, schema?.kind === 'map' ? schema : undefined);
  }
  return types;
}

function toPlain(value: JsonValue): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'string':
    case 'boolean':
      return value.value;
    case 'number':
      return Number(value.text);
    case 'list':
      return value.items.map(toPlain);
    case 'map':
      return Object.fromEntries(value.entries.map((entry) => [entry.key, toPlain(entry.value)]));
  }
}

function member(map: JsonMap, name: string): JsonValue | undefined {
  return map.entries.find((entry) => entry.key === name)?.value;
}

function properties(type: JsonMap | undefined): JsonMap | undefined {
  const found = type && member(type, 'properties');
  return found?.kind === 'map' ? found : undefined;
}

function looksLikeObject(type: JsonMap | undefined): boolean {
  const names = new Set(properties(type)?.entries.map((entry) => entry.key));
  return names.has('kind') && names.has('apiVersion') && names.has('metadata');
}

function addType(
  start: TransformerConfig,
  context: CrdContext,
  name: string,
  path: readonly string[],
  around: readonly string[] = [],
): Added {
  let config = start;
  if (around.includes(name)) {
    return { config };
  }
  for (const { key, value } of properties(context.types.get(name))?.entries ?? []) {
    if (value.kind !== 'map') {
      continue;
    }
    const added = addProperty(config, context, value, [...path, key]);
    if ('problem' in added) {
      return added;
    }
    config = added.config;
    const reference = member(value, '$ref');
    if (reference?.kind === 'string') {
      const below = addType(config, context, reference.value, [...path, key], [...around, name]);
      if ('problem' in below) {
        return below;
      }
      config = below.config;
    }
  }
  return { config };
}

function addProperty(
  config: TransformerConfig,
  { kind }: CrdContext,
  property: JsonMap,
  path: readonly string[],
): Added {
  const text = (name: string): string | undefined => {
    const value = member(property, name);
    return value?.kind === 'string' ? value.value : undefined;
  };
  const spec = fieldSpec(kind, path);
  const annotations =
    text('x-kubernetes-annotation') === undefined
      ? config.commonAnnotations
      : mergeFieldSpec(config.commonAnnotations, spec);
  const labels =
    text('x-kubernetes-label-selector') === undefined
      ? config.commonLabels
      : mergeFieldSpec(config.commonLabels, spec);
  const names =
    text('x-kubernetes-identity') === undefined
      ? config.namePrefix
      : mergeFieldSpec(config.namePrefix, spec);
  const version = text('x-kubernetes-object-ref-api-version');
  const target = text('x-kubernetes-object-ref-kind');
  const nameKey = text('x-kubernetes-object-ref-name-key') ?? 'name';
  const references =
    version === undefined || target === undefined
      ? config.nameReference
      : mergeNameReference(config.nameReference, {
          group: '',
          version,
          kind: target,
          referrers: [fieldSpec(kind, [...path, nameKey])],
        });
  if ('kind' in annotations) return { problem: annotations };
  if ('kind' in labels) return { problem: labels };
  if ('kind' in names) return { problem: names };
  if ('kind' in references) return { problem: references };
  return {
    config: {
      ...config,
      commonAnnotations: annotations,
      commonLabels: labels,
      namePrefix: names,
      nameReference: references,
    },
  };
}

function fieldSpec(kind: string, path: readonly string[]): FieldSpec {
  return { group: '', version: '', kind, path: path.join('/'), create: false };
}
