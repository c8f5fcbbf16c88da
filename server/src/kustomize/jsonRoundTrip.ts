import {
  resolvePlain,
  resolveTagged,
  type MisfitScalar,
  type ResolvedScalar,
} from '../yaml/goScalar.ts';
import type { MapNode, ResourceNode, ScalarNode, SequenceNode } from '../yaml/resourceNode.ts';
import { decodeBase64 } from './goBase64.ts';
import { goJsonFloat } from './goText.ts';
import {
  booleanTree,
  nodeOfTree,
  nullTree,
  numberTree,
  problemOfTree,
  reuse,
  stringTree,
  type FromJsonProblem,
  type JsonMap,
  type JsonScalar,
  type JsonSequence,
  type JsonTree,
} from './jsonTree.ts';
import { analyzeScalar } from './structured/scalarAnalysis.ts';

/** Why a node has no JSON: `ordinal` is that of the node, or of the value of the key. */
export type ToJsonProblem =
  | { readonly kind: 'duplicateKey'; readonly key: string; readonly ordinal: number }
  | { readonly kind: 'keyIsNoString'; readonly key: string; readonly ordinal: number }
  | { readonly kind: 'mergeOfNoMap'; readonly ordinal: number }
  | { readonly kind: 'valueDoesNotFitTag'; readonly tag: string; readonly ordinal: number }
  | { readonly kind: 'wrongBase64'; readonly ordinal: number }
  | { readonly kind: 'numberIsNotFinite'; readonly ordinal: number }
  | { readonly kind: 'timeDoesNotFitJson'; readonly ordinal: number }
  | { readonly kind: 'textBeginsWithTab'; readonly ordinal: number }
  | { readonly kind: 'isNoMap'; readonly ordinal: number };

/** Why a node does not come back from JSON. */
export type JsonProblem = ToJsonProblem | FromJsonProblem;

/**
 * What `MarshalJSON` followed by `UnmarshalJSON` makes of a resource. Every number has gone through a float64 (1000000 is
 * the float `1e+06`, and integers beyond 2^53 lose digits), times are strings, keys are sorted, tags and styles are those
 * of go-yaml's encoder. Ordinals and origins stay; a part in which nothing changes stays the same node.
 *
 * Duplicate keys, keys that are no strings (but for those of the root, whose text is taken), infinite numbers and texts
 * that contradict their tag are problems, as in kustomize.
 *
 * Source: kyaml yaml/rnode.go `MarshalJSON`, `UnmarshalJSON` (v0.21.1), go-yaml v3.0.3 decode.go and encode.go.
 */
export function jsonRoundTrip(
  node: ResourceNode,
): { readonly node: ResourceNode } | { readonly problem: JsonProblem } {
  const tree = jsonTreeOf(node);
  if ('problem' in tree) {
    return tree;
  }
  const problem = problemOfTree(tree);
  return problem === undefined ? { node: nodeOfTree(tree) } : { problem };
}

/** What `MarshalJSON` makes of a resource; anything but a mapping is a problem. */
export function jsonTreeOf(node: ResourceNode): JsonMap | { readonly problem: ToJsonProblem } {
  return node.kind === 'map'
    ? mapToTree(node, rootKey)
    : { problem: { kind: 'isNoMap', ordinal: node.ordinal } };
}

function toTree(node: ResourceNode): JsonTree | { readonly problem: ToJsonProblem } {
  switch (node.kind) {
    case 'scalar':
      return scalarToTree(node);
    case 'sequence':
      return sequenceToTree(node);
    case 'map':
      return mapToTree(node, nestedKey);
    case 'alias':
      return toTree(node.target);
  }
}

function sequenceToTree(node: SequenceNode): JsonSequence | { readonly problem: ToJsonProblem } {
  const items: JsonTree[] = [];
  for (const item of node.items) {
    const tree = toTree(item);
    if ('problem' in tree) {
      return tree;
    }
    items.push(tree);
  }
  return { kind: 'sequence', items, node };
}

/** The JSON name of a key, `undefined` for a key that Go leaves out, or false for one that JSON cannot have. */
type ReadKey = (key: string, tag: string) => string | undefined | false;

function mapToTree(node: MapNode, readKey: ReadKey): JsonMap | { readonly problem: ToJsonProblem } {
  const entries = new Map<string, JsonTree>();
  const problem = addEntries(node, readKey, entries);
  return problem === undefined ? { kind: 'map', entries, node } : { problem };
}

/** Adds the entries of a mapping to those that are there and go before them; then those that it merges. */
function addEntries(
  node: MapNode,
  readKey: ReadKey,
  entries: Map<string, JsonTree>,
): ToJsonProblem | undefined {
  const duplicate = duplicateKey(node);
  if (duplicate !== undefined) {
    return duplicate;
  }
  const merges: ResourceNode[] = [];
  for (const [index, value] of node.values.entries()) {
    const text = node.keys[index] ?? '';
    // Go's encoder puts an empty key in quotes, whatever it was.
    const tag = text === '' ? '!!str' : (node.keyTags?.[index] ?? '!!str');
    if (tag === '!!merge') {
      merges.push(value);
      continue;
    }
    const key = readKey(text, tag);
    if (key === false) {
      return { kind: 'keyIsNoString', key: text, ordinal: value.ordinal };
    }
    if (key === undefined || entries.has(key)) {
      continue;
    }
    const tree = toTree(value);
    if ('problem' in tree) {
      return tree.problem;
    }
    entries.set(key, tree);
  }
  return mergeEntries(merges.at(-1), readKey, entries);
}

function mergeEntries(
  merge: ResourceNode | undefined,
  readKey: ReadKey,
  entries: Map<string, JsonTree>,
): ToJsonProblem | undefined {
  if (merge === undefined) {
    return undefined;
  }
  for (const source of merge.kind === 'sequence' ? merge.items : [merge]) {
    const map = source.kind === 'alias' ? source.target : source;
    if (map.kind !== 'map') {
      return { kind: 'mergeOfNoMap', ordinal: source.ordinal };
    }
    const problem = addEntries(map, readKey, entries);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function duplicateKey(node: MapNode): ToJsonProblem | undefined {
  if (new Set(node.keys).size === node.keys.length) {
    return undefined;
  }
  const seen = new Set<string>();
  for (const [index, key] of node.keys.entries()) {
    // A complex key has no text of its own, and go-yaml compares kinds as well.
    const id = `${isComplex(node.keyTags?.[index]) ? 'complex' : 'scalar'} ${key}`;
    if (seen.has(id)) {
      return { kind: 'duplicateKey', key, ordinal: node.values[index]?.ordinal ?? -1 };
    }
    seen.add(id);
  }
  return undefined;
}

function isComplex(tag: string | undefined): boolean {
  return tag === '!!map' || tag === '!!seq';
}

/** A root is decoded into a map of strings: other scalars give their text, null is dropped. */
function rootKey(key: string, tag: string): string | undefined | false {
  switch (tag) {
    case '!!null':
      return undefined;
    case '!!map':
    case '!!seq':
      return false;
    case '!!binary':
      return decodeBase64(key) ?? false;
    default:
      return key;
  }
}

function nestedKey(key: string, tag: string): string | false {
  return tag === '!!str' && key;
}

function scalarToTree(node: ScalarNode): JsonScalar | { readonly problem: ToJsonProblem } {
  const { value, tag, style, ordinal } = node;
  if (value.startsWith('\t') && isWrittenAsBlock(node)) {
    return { problem: { kind: 'textBeginsWithTab', ordinal } };
  }
  if (tag === '' && style !== 'plain') {
    return reuse(stringTree(value, node), node);
  }
  if (tag === '!!binary') {
    const text = decodeBase64(value);
    return text === undefined
      ? { problem: { kind: 'wrongBase64', ordinal } }
      : reuse(stringTree(text, node), node);
  }
  const resolved = resolveTagged(value, tag, 3);
  if (style !== 'plain' && tag === resolvePlain(value, 3).tag) {
    // Go's encoder drops a tag that the text alone would give, and then the quotes make a string of it.
    return reuse(stringTree(value, node), node);
  }
  return resolvedToTree(resolved, node);
}

/** Whether go-yaml writes this scalar as a literal or folded block. */
function isWrittenAsBlock({ value, style }: ScalarNode): boolean {
  const wanted =
    style === 'literal' || style === 'folded' || (style === 'plain' && value.includes('\n'));
  return wanted && analyzeScalar(value).block;
}

function resolvedToTree(
  resolved: ResolvedScalar | MisfitScalar,
  node: ScalarNode,
): JsonScalar | { readonly problem: ToJsonProblem } {
  const { ordinal } = node;
  switch (resolved.tag) {
    case '!!null':
      return reuse(nullTree(node), node);
    case '!!bool':
      return reuse(booleanTree(resolved.value, node), node);
    case '!!int':
      return reuse(numberTree(String(resolved.value), node), node);
    case '!!float':
      return Number.isFinite(resolved.value)
        ? reuse(numberTree(goJsonFloat(resolved.value), node), node)
        : { problem: { kind: 'numberIsNotFinite', ordinal } };
    case '!!timestamp':
      return resolved.fitsJson
        ? reuse(stringTree(resolved.text, node), node)
        : { problem: { kind: 'timeDoesNotFitJson', ordinal } };
    case '!!merge':
    case '!!str':
      return reuse(stringTree(node.value, node), node);
    case 'misfit':
      return { problem: { kind: 'valueDoesNotFitTag', tag: node.tag, ordinal } };
  }
}
