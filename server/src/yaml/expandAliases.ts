import { expansionProblem } from './expandedSize.ts';
import type { MapNode, ResourceNode, SequenceNode } from './resourceNode.ts';
import { nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** A tree without aliases, or why there is none. */
export type ExpandedAliases = { readonly node: ResourceNode } | { readonly problem: YamlProblem };

/**
 * Replaces aliases by what they mean and merges `<<`, as kustomize does right after it reads a file. Gives the same reference
 * back where there is nothing to do. What an alias stands for is shared, not copied, and keeps its ordinals.
 *
 * As in kyaml, a merged map that has a `<<` of its own brings it along unless it was expanded before; printing resolves it. A
 * key `"<<"` between quotes is dropped with its value.
 *
 * Source: kyaml v0.21.1 yaml/rnode.go deAnchor.
 * Deviations: what expands to more than a million nodes or 500 levels is a problem; of several keys `<<` in one map kyaml drops one each time it
 * comes by, here one is dropped.
 */
export function expandAliases(root: ResourceNode): ExpandedAliases {
  const problem = expansionProblem(root);
  if (problem !== undefined) {
    return { problem };
  }
  const expansion: Expansion = { done: new Map(), problem: undefined };
  const node = expandOriginal(expansion, root);
  return expansion.problem === undefined ? { node } : { problem: expansion.problem };
}

/** `done` has the nodes that kyaml would have changed in place: what an alias means once it was expanded as a value. */
interface Expansion {
  readonly done: Map<ResourceNode, ResourceNode>;
  problem: YamlProblem | undefined;
}

/** Expands a node that aliases may mean. The values of a map are copies in kyaml, the items of a sequence are not. */
function expandOriginal(expansion: Expansion, node: ResourceNode): ResourceNode {
  const known = expansion.done.get(node);
  if (known !== undefined) {
    return known;
  }
  const expanded =
    node.kind === 'sequence'
      ? expandItems(expansion, node, expandOriginal)
      : expand(expansion, node);
  expansion.done.set(node, expanded);
  return expanded;
}

function expand(expansion: Expansion, node: ResourceNode): ResourceNode {
  switch (node.kind) {
    case 'scalar':
      return node;
    case 'alias':
      return expandOriginal(expansion, node.target);
    case 'sequence':
      return expandItems(expansion, node, expand);
    case 'map':
      return expandValues(expansion, mergeMap(expansion, node));
  }
}

function expandItems(
  expansion: Expansion,
  node: SequenceNode,
  expandItem: (expansion: Expansion, item: ResourceNode) => ResourceNode,
): SequenceNode {
  const items = mapSame(node.items, (item) => expandItem(expansion, item));
  return items === node.items ? node : { ...node, items };
}

function expandValues(expansion: Expansion, node: MapNode): MapNode {
  const values = mapSame(node.values, (value) => expand(expansion, value));
  return values === node.values ? node : { ...node, values };
}

/** Maps an array; the same array where no element changed. */
function mapSame<T>(array: readonly T[], change: (element: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let i = 0; i < array.length; i += 1) {
    const before = array[i];
    if (before === undefined) {
      continue;
    }
    const after = change(before);
    if (after !== before && changed === undefined) {
      changed = array.slice(0, i);
    }
    changed?.push(after);
  }
  return changed ?? array;
}

/** The map without its `<<`, with the entries that it stood for. */
function mergeMap(expansion: Expansion, node: MapNode): MapNode {
  const cleared = node.keys.indexOf('<<');
  if (cleared < 0) {
    return node;
  }
  const merge = node.keyTags?.indexOf('!!merge') ?? -1;
  if (merge >= 0 && node.keyTags?.indexOf('!!merge', merge + 1) !== -1) {
    refuse(expansion, node, 'duplicate merge key');
    return node;
  }
  const value = node.values[merge];
  const sources = value === undefined ? [] : findMaps(expansion, value);
  const merged = withoutEntry(node, cleared);
  for (const source of [...sources, toMap(node, withoutEntry(node, cleared))]) {
    setEntries(merged, source);
  }
  return toMap(node, merged);
}

function refuse(expansion: Expansion, node: ResourceNode, message: string): void {
  expansion.problem ??= nodeProblem('yaml.alias', message, node.ordinal);
}

/** The maps that a `<<` names, later ones first, so that earlier ones win. */
function findMaps(expansion: Expansion, value: ResourceNode): readonly MapNode[] {
  switch (value.kind) {
    case 'map':
      return [value];
    case 'alias': {
      const target = expansion.done.get(value.target) ?? value.target;
      if (target.kind === 'map') {
        return [target];
      }
      refuse(expansion, value, 'invalid map merge: received alias for a non-map value');
      return [];
    }
    case 'sequence':
      return value.items
        .flatMap((item) => {
          if (item.kind !== 'sequence') {
            return findMaps(expansion, item);
          }
          refuse(expansion, item, 'invalid map merge: received a nested sequence');
          return [];
        })
        .reverse();
    case 'scalar':
      refuse(expansion, value, 'map merge requires map or sequence of maps as the value');
      return [];
  }
}

/** The entries of a map that is being made. */
interface Entries {
  readonly keys: string[];
  readonly values: ResourceNode[];
  readonly tags: string[];
}

function withoutEntry(node: MapNode, index: number): Entries {
  const tags = node.keyTags ?? node.keys.map(() => '!!str');
  return {
    keys: node.keys.toSpliced(index, 1),
    values: node.values.toSpliced(index, 1),
    tags: tags.toSpliced(index, 1),
  };
}

function toMap(node: MapNode, { keys, values, tags }: Entries): MapNode {
  const keyTags = tags.every((tag) => tag === '!!str') ? undefined : tags;
  return { ...node, keys, values, keyTags };
}

/** Sets each entry of `source`, the first of equal keys standing for all. */
function setEntries(entries: Entries, source: MapNode): void {
  const places = firstPlaces(entries.keys);
  const origins = firstPlaces(source.keys);
  for (const [key, from] of origins) {
    const value = source.values[from];
    if (value === undefined) {
      continue;
    }
    const to = places.get(key) ?? entries.keys.length;
    places.set(key, to);
    entries.keys[to] = key;
    entries.values[to] = value;
    entries.tags[to] = source.keyTags?.[from] ?? '!!str';
  }
}

/** Where each key stands first, in order. */
function firstPlaces(keys: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  keys.forEach((key, index) => {
    if (!places.has(key)) {
      places.set(key, index);
    }
  });
  return places;
}
