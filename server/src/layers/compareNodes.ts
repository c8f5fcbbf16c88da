import { printsAlike } from '../kustomize/printsAlike.ts';
import { newSequence, newString, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, SequenceNode } from '../yaml/resourceNode.ts';
import { alignItems } from './compareLists.ts';

/** Keys and indices from the root of an object. */
export type NodePath = readonly (string | number)[];

/** What stands at a place of an object. */
export interface NodePlace {
  readonly path: NodePath;
  readonly node: ResourceNode;
}

/**
 * A field that differs: `before` is `undefined` where it is new, `after` where it is gone. Of a list whose items only moved,
 * the two sides hold the keys of its items, or the items themselves where they are scalars.
 */
export interface FieldDifference {
  readonly kind: 'value' | 'order';
  readonly before: NodePlace | undefined;
  readonly after: NodePlace | undefined;
}

/**
 * The fields in which two objects differ, the outermost that is new or gone and the innermost that changed. Items of lists
 * are held to belong together by a key that all of them have, or by what is equal around them.
 */
export function compareNodes(
  before: ResourceNode,
  after: ResourceNode,
): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  visit({ path: [], node: before }, { path: [], node: after }, found);
  return found;
}

function visit(before: NodePlace, after: NodePlace, found: FieldDifference[]): void {
  const [left, right] = [before.node, after.node];
  if (printsAlike(left, right)) return;
  if (left.kind === 'map' && right.kind === 'map') {
    visitMaps({ path: before.path, node: left }, { path: after.path, node: right }, found);
  } else if (left.kind === 'sequence' && right.kind === 'sequence') {
    visitLists({ path: before.path, node: left }, { path: after.path, node: right }, found);
  } else {
    found.push({ kind: 'value', before, after });
  }
}

interface Place<Node> {
  readonly path: NodePath;
  readonly node: Node;
}

function visitMaps(before: Place<MapNode>, after: Place<MapNode>, found: FieldDifference[]): void {
  const known = new Map(after.node.keys.map((key, index) => [key, after.node.values[index]]));
  for (const [index, key] of before.node.keys.entries()) {
    const [left, right] = [before.node.values[index], known.get(key)];
    const from = left && { path: [...before.path, key], node: left };
    const to = right && { path: [...after.path, key], node: right };
    if (from !== undefined && to !== undefined) visit(from, to, found);
    else if (from !== undefined) found.push({ kind: 'value', before: from, after: undefined });
  }
  const old = new Set(before.node.keys);
  for (const [index, key] of after.node.keys.entries()) {
    const node = after.node.values[index];
    if (old.has(key) || node === undefined) continue;
    found.push({ kind: 'value', before: undefined, after: { path: [...after.path, key], node } });
  }
}

function visitLists(
  before: Place<SequenceNode>,
  after: Place<SequenceNode>,
  found: FieldDifference[],
): void {
  const key = itemKey([before.node, after.node]);
  const count = found.length;
  const pairs =
    key === undefined
      ? alignItems(before.node.items, after.node.items)
      : pairsByKey(before.node, after.node, key);
  for (const [from, to] of pairs) {
    const left = itemAt(before, from);
    const right = itemAt(after, to);
    if (left !== undefined && right !== undefined) visit(left, right, found);
    else found.push({ kind: 'value', before: left, after: right });
  }
  const moved = movedOnly(before.node, after.node, key);
  if (moved === undefined) return;
  // Items that only moved would show as gone at one place and new at another.
  if (key === undefined) found.length = count;
  found.push({
    kind: 'order',
    before: { path: before.path, node: moved[0] },
    after: { path: after.path, node: moved[1] },
  });
}

function itemAt(list: Place<SequenceNode>, index: number | undefined): NodePlace | undefined {
  const node = index === undefined ? undefined : list.node.items[index];
  return node && { path: [...list.path, index ?? 0], node };
}

/** Keys that tell items of lists apart, the surest first. */
const itemKeys: readonly (readonly string[])[] = [
  ['name'],
  ['containerPort', 'protocol'],
  ['port', 'protocol'],
  ['mountPath'],
  ['devicePath'],
  ['key'],
  ['ip'],
  ['id'],
  ['uid'],
  ['topologyKey', 'whenUnsatisfiable'],
];

/** The key that all items of both lists have, each item of a list another value; `undefined` where there is none. */
function itemKey(lists: readonly SequenceNode[]): readonly string[] | undefined {
  if (lists.some(({ items }) => items.some(({ kind }) => kind !== 'map'))) return undefined;
  return itemKeys.find((key) =>
    lists.every(({ items }) => {
      const values = items.map((item) => keyValue(item, key));
      return !values.includes(undefined) && new Set(values).size === values.length;
    }),
  );
}

/** What an item has at a key; `undefined` where the key's first part is not there. */
function keyValue(item: ResourceNode, key: readonly string[]): string | undefined {
  const [first, ...rest] = key.map((one) => scalarText(item, one));
  return first === undefined ? undefined : [first, ...rest.map((one) => one ?? '')].join('\n');
}

function scalarText(item: ResourceNode, key: string): string | undefined {
  if (item.kind !== 'map') return undefined;
  const node = item.values[item.keys.indexOf(key)];
  return node?.kind === 'scalar' ? node.value : undefined;
}

type Pair = readonly [number | undefined, number | undefined];

function pairsByKey(
  before: SequenceNode,
  after: SequenceNode,
  key: readonly string[],
): readonly Pair[] {
  const places = new Map(after.items.map((item, index) => [keyValue(item, key), index]));
  const old = before.items.map((item, index): Pair => [index, places.get(keyValue(item, key))]);
  const known = new Set(old.map(([, index]) => index));
  const added = after.items.flatMap((_, index): readonly Pair[] =>
    known.has(index) ? [] : [[undefined, index]],
  );
  return [...old, ...added];
}

/** The two orders of what both lists have, where they differ; without a key only for scalars that are otherwise the same. */
function movedOnly(
  before: SequenceNode,
  after: SequenceNode,
  key: readonly string[] | undefined,
): readonly [SequenceNode, SequenceNode] | undefined {
  if (key === undefined) {
    const isScalar = [...before.items, ...after.items].every(({ kind }) => kind === 'scalar');
    const isSame =
      isScalar &&
      before.items.length === after.items.length &&
      texts(before).toSorted().join('\n') === texts(after).toSorted().join('\n');
    return isSame && texts(before).join('\n') !== texts(after).join('\n')
      ? [before, after]
      : undefined;
  }
  const [left, right] = [keysOf(before, key), keysOf(after, key)];
  const [common, other] = [
    left.filter((one) => right.includes(one)),
    right.filter((one) => left.includes(one)),
  ];
  return common.every((one, index) => one === other[index])
    ? undefined
    : [asList(left), asList(right)];
}

function texts({ items }: SequenceNode): readonly string[] {
  return items.map((item) => rawText(item));
}

function keysOf({ items }: SequenceNode, key: readonly string[]): readonly string[] {
  return items.map((item) => (keyValue(item, key) ?? '').replace(/\n$/, '').replaceAll('\n', '/'));
}

function asList(keys: readonly string[]): SequenceNode {
  return newSequence(
    keys.map((key) => newString(key, undefined)),
    undefined,
  );
}
