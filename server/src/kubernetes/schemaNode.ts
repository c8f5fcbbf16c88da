import type { ScopeTable } from './scope.ts';

/**
 * A node of an OpenAPI schema, as far as merging reads it. `reference` stands for its target alone. `properties` come first;
 * another name has the schema `additional`. `items` is there only where the type is exactly `array`. `opaque` is a node below
 * which no list is merged: every name in it has a schema, and that is opaque too.
 */
export interface SchemaNode {
  readonly reference: string | undefined;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly additional: SchemaNode | undefined;
  readonly items: SchemaNode | undefined;
  /** `x-kubernetes-patch-strategy`: `''` where it is not written. */
  readonly strategy: string;
  readonly mergeKeys: readonly string[];
  readonly opaque: boolean;
}

/** A node that says nothing. */
export const EMPTY_NODE: SchemaNode = {
  reference: undefined,
  properties: new Map(),
  additional: undefined,
  items: undefined,
  strategy: '',
  mergeKeys: [],
  opaque: false,
};

/** What references lead to, the definition of each type by `typeKey`, and the scopes that the paths tell. */
export interface SchemaDefinitions {
  readonly definition: (reference: string) => SchemaNode | undefined;
  readonly types: ReadonlyMap<string, SchemaNode>;
  readonly scopes: ScopeTable;
}

/** The key of a type in `SchemaDefinitions.types`. */
export function typeKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
