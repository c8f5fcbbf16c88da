import type { JsonValue } from '../kustomize/goJson.ts';
import {
  booleanTree,
  nullTree,
  numberTree,
  stringTree,
  type NodePlace,
} from '../kustomize/jsonTree.ts';
import { compareGoYamlKeys } from '../kustomize/goYamlKeys.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';

/**
 * The node of a JSON value, as Go writes it back to YAML: keys sorted, numbers gone through a float64. `place` says where
 * the value with an ordinal stands.
 */
export function nodeOfJson(value: JsonValue, place: (ordinal: number) => NodePlace): ResourceNode {
  const at = place(value.ordinal);
  switch (value.kind) {
    case 'null':
      return nullTree(at).node;
    case 'string':
      return stringTree(value.value, at).node;
    case 'boolean':
      return booleanTree(value.value, at).node;
    case 'number':
      return numberTree(value.text, at).node;
    case 'list': {
      const items = value.items.map((item) => nodeOfJson(item, place));
      return { kind: 'sequence', items, tag: '!!seq', flow: items.length === 0, ...at };
    }
    case 'map':
      return mapOfEntries(
        value.entries.map((entry) => [entry.key, nodeOfJson(entry.value, place)] as const),
        at,
      );
  }
}

/** A mapping with its keys in the order in which Go prints them. */
export function mapOfEntries(
  entries: readonly (readonly [string, ResourceNode])[],
  { ordinal, origin }: NodePlace,
): MapNode {
  const sorted = entries.toSorted(([a], [b]) => compareGoYamlKeys(a, b));
  return {
    kind: 'map',
    keys: sorted.map(([key]) => key),
    values: sorted.map(([, node]) => node),
    keyTags: undefined,
    tag: '!!map',
    flow: entries.length === 0,
    ordinal,
    origin,
  };
}
