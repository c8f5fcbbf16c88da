import { floatToJson, formatGeneral } from '../yaml/goNumber.ts';
import { plainTag } from '../yaml/goScalar.ts';
import type { MapNode, ResourceNode, ScalarNode, SequenceNode } from '../yaml/resourceNode.ts';
import { nodeProblem, type YamlProblem } from '../yaml/yamlProblem.ts';
import { compareGoYamlKeys } from './goYamlKeys.ts';
import { goJsonString } from './goText.ts';
import { analyzeScalar, goStringStyle } from './structured/scalarAnalysis.ts';

/**
 * A resource on its way through JSON: what `MarshalJSON` writes and `UnmarshalJSON` reads, with the nodes that it came
 * from. It has no duplicate keys and no keys but strings.
 */
export type JsonTree = JsonScalar | JsonMap | JsonSequence;

/** A string, a number, a boolean or null. */
export interface JsonScalar {
  readonly kind: 'scalar';
  /** The compact JSON text; `undefined` for a string that Go's encoder wrote, of which it follows from the node. */
  readonly json: string | undefined;
  /** What `UnmarshalJSON` makes of it. */
  readonly node: ScalarNode;
  /** How json-patch holds a null that an operation has put there, where that is not as it holds the nulls of a document. */
  readonly heldNull?: 'raw' | 'text';
}

/** An object; `node` is where it came from, whose entries may be others by now. */
export interface JsonMap {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, JsonTree>;
  readonly node: MapNode;
}

/** An array; `node` is where it came from, whose items may be others by now. */
export interface JsonSequence {
  readonly kind: 'sequence';
  readonly items: readonly JsonTree[];
  readonly node: SequenceNode;
}

/** The place and the origin of a node. */
export type NodePlace = Pick<ScalarNode, 'ordinal' | 'origin'>;

/** A JSON string with the node that go-yaml v3 makes of it. `json` is its text where it is not the one of Go's encoder. */
export function stringTree(value: string, place: NodePlace, json?: string): JsonScalar {
  // A bare `<<` reads back as the merge key's tag.
  const tag = value === '<<' ? '!!merge' : '!!str';
  return {
    kind: 'scalar',
    json,
    node: scalar(value, tag, goStringStyle(value), place),
  };
}

/** A JSON number, of which a float64 is all that remains. */
export function numberTree(json: string, place: NodePlace): JsonScalar {
  const value = Number(json);
  if (!Number.isFinite(value)) {
    return { kind: 'scalar', json, node: scalar(json, '!!float', 'plain', place) };
  }
  const text = value === 0 ? floatToJson(value) : formatGeneral(value);
  return { kind: 'scalar', json, node: scalar(text, plainTag(text, 3), 'plain', place) };
}

/** A JSON boolean. */
export function booleanTree(value: boolean, place: NodePlace): JsonScalar {
  const json = value ? 'true' : 'false';
  return { kind: 'scalar', json, node: scalar(json, '!!bool', 'plain', place) };
}

/** The JSON null. */
export function nullTree(place: NodePlace): JsonScalar {
  return { kind: 'scalar', json: 'null', node: scalar('null', '!!null', 'plain', place) };
}

/** A JSON array that comes from no node. */
export function sequenceTree(items: readonly JsonTree[], place: NodePlace): JsonSequence {
  const { ordinal, origin } = place;
  return {
    kind: 'sequence',
    items,
    node: { kind: 'sequence', items: [], tag: '!!seq', flow: true, ordinal, origin },
  };
}

/** A JSON object that comes from no node. */
export function mapTree(entries: ReadonlyMap<string, JsonTree>, place: NodePlace): JsonMap {
  const { ordinal, origin } = place;
  return {
    kind: 'map',
    entries,
    node: {
      kind: 'map',
      keys: [],
      values: [],
      keyTags: undefined,
      tag: '!!map',
      flow: true,
      ordinal,
      origin,
    },
  };
}

/** The compact JSON text of a scalar. */
export function jsonText(tree: JsonScalar): string {
  return tree.json ?? goJsonString(tree.node.value);
}

/** The same scalar; the node that it was made of is given back where nothing is different. */
export function reuse(tree: JsonScalar, source: ScalarNode): JsonScalar {
  const { node } = tree;
  const same =
    node.value === source.value &&
    node.tag === source.tag &&
    node.style === source.style &&
    source.shared === undefined;
  return same ? { ...tree, node: source } : tree;
}

/** Whether this is null. */
export function isNullTree(tree: JsonTree): boolean {
  return tree.kind === 'scalar' && tree.json === 'null';
}

/**
 * The node that go-yaml makes of this JSON, with keys in the order of go-yaml's own sorting. A part in which nothing is
 * different from the node that it came from is that node.
 *
 * Source: kyaml yaml/rnode.go `UnmarshalJSON` and `FromMap` (v0.21.1), go-yaml v3.0.3 encode.go and sorter.go.
 */
export function nodeOfTree(tree: JsonTree): ResourceNode {
  switch (tree.kind) {
    case 'scalar':
      return tree.node;
    case 'sequence':
      return nodeOfSequence(tree);
    case 'map':
      return nodeOfMap(tree);
  }
}

/**
 * What keeps `UnmarshalJSON` from making a node of this JSON: a number that no float64 holds, or a text of many lines that
 * begins with a tab, which go-yaml v3 writes as a block that it cannot read.
 */
export function problemOfTree(tree: JsonTree): YamlProblem | undefined {
  switch (tree.kind) {
    case 'scalar':
      return problemOfScalar(tree);
    case 'sequence':
      return firstProblem(tree.items);
    case 'map':
      return problemOfKeys(tree) ?? firstProblem(tree.entries.values());
  }
}

/** The same JSON, come from the nodes of `node`, which must have the shape of `nodeOfTree(tree)`. */
export function withNodes(tree: JsonTree, node: ResourceNode): JsonTree {
  if (tree.kind === 'scalar') {
    return node.kind === 'scalar' ? { ...tree, node } : tree;
  }
  if (tree.kind === 'sequence') {
    return node.kind === 'sequence'
      ? { ...tree, items: itemsWithNodes(tree.items, node), node }
      : tree;
  }
  return node.kind === 'map'
    ? { ...tree, entries: entriesWithNodes(tree.entries, node), node }
    : tree;
}

function itemsWithNodes(items: readonly JsonTree[], node: SequenceNode): readonly JsonTree[] {
  return items.map((item, index) => {
    const itemNode = node.items[index];
    return itemNode === undefined ? item : withNodes(item, itemNode);
  });
}

function entriesWithNodes(
  entries: ReadonlyMap<string, JsonTree>,
  node: MapNode,
): ReadonlyMap<string, JsonTree> {
  const nodes = new Map(node.keys.map((key, index) => [key, node.values[index]]));
  return new Map(
    [...entries].map(([key, value]) => {
      const valueNode = nodes.get(key);
      return [key, valueNode === undefined ? value : withNodes(value, valueNode)];
    }),
  );
}

function scalar(
  value: string,
  tag: string,
  style: ScalarNode['style'],
  { ordinal, origin }: NodePlace,
): ScalarNode {
  return { kind: 'scalar', value, tag, style, ordinal, origin };
}

function problemOfScalar({ node, json }: JsonScalar): YamlProblem | undefined {
  const { ordinal, style, value, tag } = node;
  if (style === 'literal' && value.startsWith('\t')) {
    return tabProblem(ordinal);
  }
  const isNumber = tag === '!!int' || tag === '!!float';
  return isNumber && json !== undefined && !Number.isFinite(Number(json))
    ? nodeProblem(
        'yaml.value',
        `json: cannot unmarshal number ${json} into Go value of type float64`,
        ordinal,
      )
    : undefined;
}

function tabProblem(ordinal: number): YamlProblem {
  const message = 'yaml: found a tab character where an indentation space is expected';
  return nodeProblem('yaml.value', message, ordinal);
}

function problemOfKeys({ entries }: JsonMap): YamlProblem | undefined {
  for (const [key, value] of entries) {
    if (key.startsWith('\t') && key.includes('\n') && analyzeScalar(key).block) {
      return tabProblem(value.node.ordinal);
    }
  }
  return undefined;
}

function firstProblem(trees: Iterable<JsonTree>): YamlProblem | undefined {
  for (const tree of trees) {
    const problem = problemOfTree(tree);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function nodeOfSequence(tree: JsonSequence): SequenceNode {
  const items = tree.items.map(nodeOfTree);
  const { node: source } = tree;
  const flow = items.length === 0;
  return source.tag === '!!seq' && source.flow === flow && sameItems(items, source.items)
    ? source
    : { ...source, items, tag: '!!seq', flow };
}

function nodeOfMap(tree: JsonMap): MapNode {
  const entries = [...tree.entries].sort(([a], [b]) => compareGoYamlKeys(a, b));
  const keys = entries.map(([key]) => key);
  const values = entries.map(([, value]) => nodeOfTree(value));
  const keyTags = keys.includes('<<')
    ? keys.map((key) => (key === '<<' ? '!!merge' : '!!str'))
    : undefined;
  const { node: source } = tree;
  const flow = keys.length === 0;
  const same =
    source.tag === '!!map' &&
    source.flow === flow &&
    source.keyTags === undefined &&
    keyTags === undefined &&
    sameItems(keys, source.keys) &&
    sameItems(values, source.values);
  return same ? source : { ...source, keys, values, keyTags, tag: '!!map', flow };
}

function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
