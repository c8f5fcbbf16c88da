import { lazy } from '../util/lazy.ts';
import { parseSchemaData } from './parseSchemaData.ts';
import { packedSchema } from './schemaData.ts';
import { typeKey, type SchemaDefinitions, type SchemaNode } from './schemaNode.ts';
import type { ScopeTable } from './scope.ts';

/** The schema of an object or a field, with the set in which its references are looked up. */
export interface Schema {
  readonly node: SchemaNode;
  readonly definition: (reference: string) => SchemaNode | undefined;
}

/** The schemas of a build: the built-in ones, or those of `openapi: path:`. */
export interface SchemaSet {
  /** The schema of a type, `undefined` for one that is not known, such as most custom resources. */
  readonly forType: (apiVersion: string, kind: string) => Schema | undefined;
  /** The scopes that the set adds to the built-in table (see `isCertainlyClusterScoped`). */
  readonly scopes: ScopeTable;
}

/**
 * The schema of Kubernetes v1.21.2, the only version that kustomize carries (`openapi: {version: v1.21.2}` names it, any
 * other version is refused), and of kustomize's own kinds. It is unpacked when a type is first asked for.
 *
 * Source: kyaml openapi/openapi.go (v0.21.1), `initSchema`.
 */
export const builtInSchemas: SchemaSet = lazySet(() => builtInDefinitions(), new Map());

const builtInDefinitions = lazy(() => parseSchemaData(packedSchema));

/** The version that `openapi: version:` may name. Source: kyaml openapi/kubernetesapi/openapiinfo.go. */
export const BUILT_IN_VERSION = 'v1.21.2';

/**
 * The set of a custom schema: its definitions and those of kustomize's own kinds, which lead to no list that is merged, but
 * not those of Kubernetes; a Deployment, say, has the lists of its containers replaced unless the file describes it.
 *
 * kustomize keeps schemas in globals and never takes anything out, so it knows the kinds of Kubernetes as well where it had
 * read their schema, or meant to, before it came to the file: that is where a root without `openapi:` has a base with it, and
 * before that base read an object of a kind that `isCertainlyClusterScoped` has no entry for, or merged a patch. `builtIn:
 * 'known'` asks for that.
 *
 * Source: kyaml openapi/openapi.go (v0.21.1), `SetSchema`, `initSchema`, `AddDefinitions`.
 */
export function customSchemas(
  custom: SchemaDefinitions,
  { builtIn }: { readonly builtIn: 'known' | 'unknown' },
): SchemaSet {
  const own = lazySet(() => custom, custom.scopes);
  if (builtIn === 'unknown') {
    return {
      scopes: custom.scopes,
      forType: (apiVersion, kind) =>
        own.forType(apiVersion, kind) ??
        (apiVersion.startsWith('kustomize.config.k8s.io/')
          ? builtInSchemas.forType(apiVersion, kind)
          : undefined),
    };
  }
  // What was meant to be read is read after the file, and takes the place of what it defines under the same name.
  const definition = (reference: string): SchemaNode | undefined =>
    builtInDefinitions().definition(reference) ?? custom.definition(reference);
  return {
    scopes: custom.scopes,
    forType: (apiVersion, kind) => {
      const known = builtInSchemas.forType(apiVersion, kind) ?? own.forType(apiVersion, kind);
      return known && { node: known.node, definition };
    },
  };
}

function lazySet(read: () => SchemaDefinitions, scopes: ScopeTable): SchemaSet {
  return {
    scopes,
    forType: (apiVersion, kind) => {
      const { types, definition } = read();
      const node = types.get(typeKey(apiVersion, kind));
      return node && { node, definition };
    },
  };
}

/**
 * The schema of a field, references followed; `undefined` where none is known.
 * Source: kyaml openapi/openapi.go (v0.21.1), `Field`.
 */
export function fieldSchema(schema: Schema, name: string): Schema | undefined {
  const { node } = schema;
  if (node.opaque) {
    return schema;
  }
  const found = node.properties.get(name) ?? node.additional;
  return found && resolve(found, schema);
}

/**
 * The schema of the items of a list, references followed; `undefined` where none is known.
 * Source: kyaml openapi/openapi.go (v0.21.1), `Elements`.
 */
export function elements(schema: Schema): Schema | undefined {
  if (schema.node.opaque) {
    return schema;
  }
  return schema.node.items && resolve(schema.node.items, schema);
}

/**
 * How a list is merged: `strategy` is '', `merge`, `replace`, `retainKeys` or several with commas; `keys` name the fields
 * that tell its items apart, and are empty for a list of scalars.
 *
 * Source: kyaml openapi/openapi.go (v0.21.1), `PatchStrategyAndKeyList`.
 */
export function patchStrategyAndKeys(schema: Schema): {
  readonly strategy: string;
  readonly keys: readonly string[];
} {
  return { strategy: schema.node.strategy, keys: schema.node.mergeKeys };
}

/** Follows references; one that leads nowhere, or in a circle, gives `undefined` (kustomize never ends on a circle). */
function resolve(start: SchemaNode, { definition }: Schema): Schema | undefined {
  let node: SchemaNode | undefined = start;
  const seen = new Set<SchemaNode>();
  while (node?.reference !== undefined) {
    if (seen.has(node)) {
      return undefined;
    }
    seen.add(node);
    node = definition(node.reference);
  }
  return node && { node, definition };
}
