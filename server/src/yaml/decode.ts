import { decodeScalar, type ScalarPlace } from './decodeScalar.ts';
import { entriesOf } from './mapEntries.ts';
import type { MapNode, ResourceNode, SequenceNode } from './resourceNode.ts';
import { nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** A value of JSON. Integers beyond 2^53 are `bigint`. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A value, or why kustomize cannot write it. */
export type DecodedValue = { readonly value: JsonValue } | { readonly problem: YamlProblem };

/**
 * The value of a tree without aliases, as kustomize's `RNode.MarshalJSON` gives it: scalars by their tags, timestamps as text,
 * equal keys a problem, keys that are no strings a problem but in the root, whose keys are taken by their text.
 *
 * Source: kyaml v0.21.1 RNode.MarshalJSON; go-yaml v3.0.3 decode.go; Go's encoding/json.
 * Deviation: a scalar root has a value, where kustomize wants a map or a sequence.
 */
export function decodeToJson(root: ResourceNode): DecodedValue {
  const decoding: Decoding = { problem: undefined, place: 'block' };
  const value = root.kind === 'map' ? decodeMap(decoding, root, 'root') : decode(decoding, root);
  return decoding.problem === undefined ? { value } : { problem: decoding.problem };
}

interface Decoding {
  problem: YamlProblem | undefined;
  place: ScalarPlace;
}

function decode(decoding: Decoding, node: ResourceNode): JsonValue {
  switch (node.kind) {
    case 'scalar': {
      const scalar = decodeScalar(node, decoding.place);
      if (scalar.kind === 'problem') {
        decoding.problem ??= nodeProblem('yaml.value', scalar.message, node.ordinal);
        return null;
      }
      return scalar.kind === 'null' ? null : scalar.value;
    }
    case 'sequence':
      return inside(decoding, node, () => node.items.map((item) => decode(decoding, item)));
    case 'map':
      return decodeMap(decoding, node, 'inner');
    case 'alias':
      return decode(decoding, node.target);
  }
}

function decodeMap(decoding: Decoding, node: MapNode, place: 'root' | 'inner'): JsonValue {
  const entries = entriesOf(node, place);
  if (entries.problem !== undefined) {
    decoding.problem ??= entries.problem;
    return null;
  }
  return inside(decoding, node, () =>
    Object.fromEntries(
      entries.keys.map((key, index) => {
        const value = entries.values[index];
        return [key, value === undefined ? null : decode(decoding, value)];
      }),
    ),
  );
}

/** Decodes what a collection holds in its place. */
function inside(
  decoding: Decoding,
  { flow }: MapNode | SequenceNode,
  decodeContent: () => JsonValue,
): JsonValue {
  const { place } = decoding;
  decoding.place = flow ? 'flow' : place;
  const value = decodeContent();
  decoding.place = place;
  return value;
}
