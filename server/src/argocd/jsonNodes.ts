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

/**
 * A mapping with its keys in the order in which Go prints them; `keys` may have the keys of one like it, which are in that
 * order already.
 */
export function mapOfEntries(
  entries: readonly (readonly [string, ResourceNode])[],
  { ordinal, origin }: NodePlace,
  keys?: readonly string[],
): MapNode {
  const sorted = (keys && inOrder(entries, keys)) ?? sortedEntries(entries);
  return {
    kind: 'map',
    ...sorted,
    keyTags: undefined,
    tag: '!!map',
    flow: entries.length === 0,
    ordinal,
    origin,
  };
}

type Sorted = Pick<MapNode, 'keys' | 'values'>;

function sortedEntries(entries: readonly (readonly [string, ResourceNode])[]): Sorted {
  const sorted = entries.toSorted(([a], [b]) => compareGoYamlKeys(a, b));
  return { keys: sorted.map(([key]) => key), values: sorted.map(([, node]) => node) };
}

/** The values in the order of these keys; `undefined` where the entries have other ones. */
function inOrder(
  entries: readonly (readonly [string, ResourceNode])[],
  keys: readonly string[],
): Sorted | undefined {
  if (keys.length !== entries.length) return undefined;
  const values: ResourceNode[] = [];
  for (const key of keys) {
    const entry = entries.find(([name]) => name === key);
    if (entry === undefined) return undefined;
    values.push(entry[1]);
  }
  return { keys, values };
}
