import { decodeBase64 } from './goBase64.ts';
import { resolveTagged } from './goScalar.ts';
import type { MapNode, ResourceNode } from './resourceNode.ts';
import { nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** The entries that a map has when it is printed, or why it cannot be printed. */
export interface PrintedEntries {
  readonly keys: readonly string[];
  readonly values: readonly ResourceNode[];
  readonly problem?: YamlProblem | undefined;
}

/**
 * The entries of a map as go-yaml v3 decodes them into a Go map: no two keys with the same text, every key a string, what a
 * remaining `<<` stands for after the map's own keys. In the root any scalar key counts by its text, and a null one is dropped.
 *
 * Source: go-yaml v3.0.3 decode.go mapping, merge, isStringMap.
 */
export function entriesOf(node: MapNode, place: 'root' | 'inner'): PrintedEntries {
  const repeated = repeatedKey(node.keys);
  if (repeated !== undefined) {
    return refuse(
      node,
      `yaml: unmarshal errors: mapping key ${JSON.stringify(repeated)} already defined`,
    );
  }
  return node.keyTags === undefined ? node : taggedEntries(node, node.keyTags, place);
}

function refuse(node: ResourceNode, message: string): PrintedEntries {
  return { keys: [], values: [], problem: nodeProblem('yaml.value', message, node.ordinal) };
}

/** A key that occurs twice. Most maps are so small that comparing each with each is quickest. */
function repeatedKey(keys: readonly string[]): string | undefined {
  if (keys.length > 12) {
    const seen = new Set<string>();
    return keys.find((key) => seen.size === seen.add(key).size);
  }
  return keys.find((key, index) => keys.indexOf(key) !== index);
}

function taggedEntries(
  node: MapNode,
  tags: readonly string[],
  place: 'root' | 'inner',
): PrintedEntries {
  const keys: string[] = [];
  const values: ResourceNode[] = [];
  let merge: ResourceNode | undefined;
  for (let i = 0; i < node.keys.length; i += 1) {
    const text = node.keys[i];
    const value = node.values[i];
    const tag = tags[i] ?? '!!str';
    if (text === undefined || value === undefined) {
      continue;
    }
    if (text === '<<' && tag === '!!merge') {
      merge = value;
      continue;
    }
    const resolved = resolveTagged(text, tag, 3);
    if (resolved.tag === 'misfit') {
      return refuse(value, `yaml: ${resolved.message}`);
    }
    if (tag === '!!null' && text === '' && place === 'root') {
      continue;
    }
    const key = keyText(text, tag, place);
    if (key === undefined) {
      return refuse(value, 'json: unsupported type: map[interface {}]interface {}');
    }
    keys.push(key);
    values.push(value);
  }
  return merge === undefined ? { keys, values } : withMerge(node, keys, values, merge);
}

/** The text of a key, `undefined` where its tag makes it no string. */
function keyText(text: string, tag: string, place: 'root' | 'inner'): string | undefined {
  if (tag === '!!str' || tag === '') {
    return text;
  }
  if (place === 'inner' || tag === '!!map' || tag === '!!seq' || tag === '!!null') {
    return undefined;
  }
  return tag === '!!binary' ? decodeBase64(text) : text;
}

function withMerge(
  node: MapNode,
  keys: string[],
  values: ResourceNode[],
  merge: ResourceNode,
): PrintedEntries {
  const known = new Set(keys);
  const sources = merge.kind === 'sequence' ? merge.items : [merge];
  for (const source of sources) {
    if (source.kind !== 'map') {
      return refuse(node, 'yaml: map merge requires map or sequence of maps as the value');
    }
    const entries = entriesOf(source, 'inner');
    if (entries.problem !== undefined) {
      return entries;
    }
    entries.keys.forEach((key, index) => {
      const value = entries.values[index];
      if (value !== undefined && !known.has(key)) {
        known.add(key);
        keys.push(key);
        values.push(value);
      }
    });
  }
  return { keys, values };
}
