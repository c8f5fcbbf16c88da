import { decodeScalar, numberToJson, type ScalarPlace } from '../yaml/decodeScalar.ts';
import { entriesOf } from '../yaml/mapEntries.ts';
import type { MapNode, ResourceNode, ScalarNode, SequenceNode } from '../yaml/resourceNode.ts';
import { nodeProblem, type YamlProblem } from '../yaml/yamlProblem.ts';
import {
  booleanTree,
  nodeOfTree,
  nullTree,
  numberTree,
  problemOfTree,
  reuse,
  stringTree,
  type JsonMap,
  type JsonScalar,
  type JsonSequence,
  type JsonTree,
} from './jsonTree.ts';

/**
 * What `MarshalJSON` followed by `UnmarshalJSON` makes of a resource. Every number has gone through a float64 (1000000 is
 * the float `1e+06`, and integers beyond 2^53 lose digits), times are strings, keys are sorted, tags and styles are those
 * of go-yaml's encoder. Ordinals and origins stay; a part in which nothing changes stays the same node.
 *
 * What `decodeToJson` refuses is a problem here, and what `problemOfTree` names.
 *
 * Source: kyaml yaml/rnode.go `MarshalJSON`, `UnmarshalJSON` (v0.21.1), go-yaml v3.0.3 decode.go and encode.go.
 */
export function jsonRoundTrip(
  node: ResourceNode,
): { readonly node: ResourceNode } | { readonly problem: YamlProblem } {
  const tree = jsonTreeOf(node);
  if ('problem' in tree) {
    return tree;
  }
  const problem = problemOfTree(tree);
  return problem === undefined ? { node: nodeOfTree(tree) } : { problem };
}

/** What `MarshalJSON` makes of a resource, and of no other node: anything but a mapping is a problem. */
export function jsonTreeOf(node: ResourceNode): JsonMap | { readonly problem: YamlProblem } {
  if (node.kind === 'map') {
    return mapToTree(node, 'root', 'block');
  }
  const message = 'json: cannot unmarshal into Go value of type map[string]interface {}';
  return { problem: nodeProblem('yaml.value', message, node.ordinal) };
}

/** What a value inside a resource is in its JSON. */
export function toTree(
  node: ResourceNode,
  place: ScalarPlace = 'block',
): JsonTree | { readonly problem: YamlProblem } {
  switch (node.kind) {
    case 'scalar':
      return scalarToTree(node, place);
    case 'sequence':
      return sequenceToTree(node, place);
    case 'map':
      return mapToTree(node, 'inner', place);
    case 'alias':
      return toTree(node.target, place);
  }
}

function sequenceToTree(
  node: SequenceNode,
  place: ScalarPlace,
): JsonSequence | { readonly problem: YamlProblem } {
  const items: JsonTree[] = [];
  for (const item of node.items) {
    const tree = toTree(item, placeInside(node, place));
    if ('problem' in tree) {
      return tree;
    }
    items.push(tree);
  }
  return { kind: 'sequence', items, node };
}

function mapToTree(
  node: MapNode,
  rank: 'root' | 'inner',
  place: ScalarPlace,
): JsonMap | { readonly problem: YamlProblem } {
  const { keys, values, problem } = entriesOf(node, rank);
  if (problem !== undefined) {
    return { problem };
  }
  const entries = new Map<string, JsonTree>();
  for (const [index, value] of values.entries()) {
    const tree = toTree(value, placeInside(node, place));
    if ('problem' in tree) {
      return tree;
    }
    entries.set(keys[index] ?? '', tree);
  }
  return { kind: 'map', entries, node };
}

function placeInside({ flow }: MapNode | SequenceNode, place: ScalarPlace): ScalarPlace {
  return flow && place === 'block' ? 'flow' : place;
}

function scalarToTree(
  node: ScalarNode,
  place: ScalarPlace,
): JsonScalar | { readonly problem: YamlProblem } {
  const scalar = decodeScalar(node, place);
  switch (scalar.kind) {
    case 'null':
      return reuse(nullTree(node), node);
    case 'boolean':
      return reuse(booleanTree(scalar.value, node), node);
    case 'integer':
    case 'float':
      return reuse(numberTree(numberToJson(scalar.value), node), node);
    case 'string':
      return reuse(stringTree(scalar.value, node), node);
    case 'problem':
      return { problem: nodeProblem('yaml.value', scalar.message, node.ordinal) };
  }
}
