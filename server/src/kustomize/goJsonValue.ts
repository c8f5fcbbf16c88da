import type { GoYamlVersion } from '../yaml/goScalar.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';

/** A value as it stands between YAML and a Go struct: JSON, with the place that each value was read from. */
export type JsonValue =
  | { readonly kind: 'null'; readonly ordinal: number }
  | { readonly kind: 'string'; readonly value: string; readonly ordinal: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly ordinal: number }
  | JsonNumber
  | {
      readonly kind: 'list';
      readonly items: readonly JsonValue[];
      readonly ordinal: number;
      readonly node: ResourceNode;
    }
  | JsonMap;

/** A number: `text` as JSON writes it, `integer` when YAML read it as an integer. */
export interface JsonNumber {
  readonly kind: 'number';
  readonly text: string;
  readonly integer: boolean;
  readonly ordinal: number;
}

/** A map with its entries in the order of the bytes of their keys, in which Go writes and so decodes them. */
export interface JsonMap {
  readonly kind: 'map';
  readonly entries: readonly JsonEntry[];
  readonly ordinal: number;
  readonly node: ResourceNode;
}

/** One entry of a map; `keyOrdinal` is where the key stands. */
export interface JsonEntry {
  readonly key: string;
  readonly keyOrdinal: number;
  readonly value: JsonValue;
}

/**
 * What a value will be decoded into, as far as sigs.k8s.io/yaml looks at it: a number or a boolean that meets a string
 * becomes one. A field of an embedded struct has the *embedded struct* as its target, so that its numbers stay numbers and
 * the decoding fails; that is a fault of the library that kustomize's users see.
 */
export type CoercionTarget =
  | { readonly kind: 'string' }
  | { readonly kind: 'struct'; readonly field: (name: string) => CoercionTarget | undefined }
  | { readonly kind: 'map'; readonly element: CoercionTarget | undefined }
  | { readonly kind: 'slice'; readonly element: CoercionTarget | undefined }
  | { readonly kind: 'other' };

/**
 * How the YAML reaches the struct.
 *
 * `version` is that of the go-yaml whose tags the scalars have.
 * `numbers: 'yaml'` keeps floats as YAML read them; `'json'` is for text that went through JSON once, where `1e3` has become
 * the integer 1000. `duplicates` says what two equal keys of one map are; strict reading refuses those that come by `<<` too. `report` is called for each problem.
 */
export interface JsonOptions {
  readonly version: GoYamlVersion;
  readonly numbers: 'yaml' | 'json';
  readonly duplicates: 'warn' | 'refuse';
  readonly report: (problem: KustomizationProblem) => void;
}
