import { samePointer } from '../text/sourcePointer.ts';
import type { FieldOrigin } from './fieldOrigin.ts';
import type {
  MapNode,
  ResourceNode,
  ScalarNode,
  ScalarStyle,
  SequenceNode,
} from './resourceNode.ts';
import { resolvePlainTag } from './resolveTag.ts';

/*
 * Reading and copying of nodes by kyaml's rules. Nothing here changes a node: an edit gives a new node that shares all
 * that it did not touch, and gives the same reference where nothing changed.
 * Source: kyaml v0.21.1 yaml/rnode.go, yaml/fns.go, yaml/types.go.
 */

/** No node, or one that is tagged null. Source: `IsMissingOrNull`. */
export function isMissingOrNull(node: ResourceNode | undefined): boolean {
  return node === undefined || isTaggedNull(node);
}

/** A scalar that is tagged null. Source: `IsYNodeTaggedNull`. */
export function isTaggedNull(node: ResourceNode): node is ScalarNode {
  return node.kind === 'scalar' && node.tag === '!!null';
}

/** No node, null, an empty mapping or an empty sequence. Source: `IsYNodeNilOrEmpty`. */
export function isNilOrEmpty(node: ResourceNode | undefined): boolean {
  if (node === undefined) return true;
  switch (node.kind) {
    case 'scalar':
      return node.tag === '!!null';
    case 'map':
      return node.keys.length === 0;
    case 'sequence':
      return node.items.length === 0;
    case 'alias':
      return false;
  }
}

/** Missing, null, or a mapping without entries. Source: `IsEmptyMap`. */
export function isEmptyMap(node: ResourceNode | undefined): boolean {
  return isMissingOrNull(node) || (node?.kind === 'map' && node.keys.length === 0);
}

/** The value of the first entry with this key; `undefined` where the node is no mapping or has no such key. */
export function field(node: ResourceNode | undefined, name: string): ResourceNode | undefined {
  if (node?.kind !== 'map') return undefined;
  const index = node.keys.indexOf(name);
  return index < 0 ? undefined : node.values[index];
}

/** The text of a scalar, `''` for null, a missing node or a collection. Source: `GetValue`. */
export function valueText(node: ResourceNode | undefined): string {
  return node?.kind === 'scalar' && node.tag !== '!!null' ? node.value : '';
}

/** The `Value` of a yaml.Node as it is: also of a null (`~`), `''` for a collection. */
export function rawText(node: ResourceNode | undefined): string {
  return node?.kind === 'scalar' ? node.value : '';
}

/** A scalar made by a step. An empty `tag` is resolved by its text when it is printed. */
export function newScalar(
  value: string,
  tag: string,
  style: ScalarStyle,
  origin: FieldOrigin | undefined,
): ScalarNode {
  return { kind: 'scalar', value, tag, style, ordinal: -1, origin };
}

/** `NewStringRNode` as `FieldSetter` puts it: quoted where YAML 1.1 would read something else than a string. */
export function newString(value: string, origin: FieldOrigin | undefined): ScalarNode {
  return newScalar(value, '!!str', value.includes('\n') ? 'literal' : 'double', origin);
}

/** An empty mapping made by a step. */
export function newMap(origin: FieldOrigin | undefined, tag = ''): MapNode {
  return {
    kind: 'map',
    keys: [],
    values: [],
    keyTags: undefined,
    tag,
    flow: false,
    ordinal: -1,
    origin,
  };
}

/** A sequence made by a step. */
export function newSequence(
  items: readonly ResourceNode[],
  origin: FieldOrigin | undefined,
): SequenceNode {
  return { kind: 'sequence', items, tag: '', flow: false, ordinal: -1, origin };
}

/** The mapping with `values[index]` replaced. */
export function replaceValue(map: MapNode, index: number, value: ResourceNode): MapNode {
  if (map.values[index] === value) return map;
  const values = map.values.slice();
  values[index] = value;
  return { ...map, values };
}

/** The mapping with one more entry at its end; a key without a tag of its own is resolved by its text. */
export function appendEntry(
  map: MapNode,
  key: string,
  value: ResourceNode,
  keyTag = resolvePlainTag(key),
): MapNode {
  const keyTags =
    map.keyTags === undefined && keyTag === '!!str'
      ? undefined
      : [...(map.keyTags ?? map.keys.map(() => '!!str')), keyTag];
  return { ...map, keys: [...map.keys, key], values: [...map.values, value], keyTags };
}

/** The mapping with the first entry of this key set, or appended. */
export function withField(map: MapNode, key: string, value: ResourceNode): MapNode {
  const index = map.keys.indexOf(key);
  return index < 0 ? appendEntry(map, key, value) : replaceValue(map, index, value);
}

/** A null with one more entry that does not print. Source: kyaml `FieldSetter`, which never finds an entry of a null. */
export function hideEntry(node: ScalarNode, key: string, value: ResourceNode): ScalarNode {
  return { ...node, hidden: appendEntry(node.hidden ?? newMap(node.origin), key, value) };
}

/** The mapping without the first entry of this key. Source: `FieldClearer`. */
export function withoutField(map: MapNode, key: string): MapNode {
  const index = map.keys.indexOf(key);
  return index < 0 ? map : withoutEntry(map, index);
}

/** The mapping without the entry at an index. */
export function withoutEntry(map: MapNode, index: number): MapNode {
  return {
    ...map,
    keys: map.keys.toSpliced(index, 1),
    values: map.values.toSpliced(index, 1),
    keyTags: map.keyTags?.toSpliced(index, 1),
  };
}

/** The sequence with one item replaced. */
export function replaceItem(
  sequence: SequenceNode,
  index: number,
  item: ResourceNode,
): SequenceNode {
  if (sequence.items[index] === item) return sequence;
  const items = sequence.items.slice();
  items[index] = item;
  return { ...sequence, items };
}

/**
 * Writes a scalar into the place of another, as `*old = *new` does: a node that stands under several fields keeps its
 * group and gets a later stamp. The old style stays (`FieldSetter` without `OverrideStyle`).
 */
export function writeScalarInPlace(
  old: ResourceNode,
  next: {
    readonly value: string;
    readonly tag: string;
    readonly origin: FieldOrigin | undefined;
    readonly ordinal?: number;
  },
): ScalarNode {
  const shared =
    old.kind === 'scalar' && old.shared !== undefined
      ? { group: old.shared.group, stamp: old.shared.stamp + 1 }
      : undefined;
  const node: ScalarNode = {
    kind: 'scalar',
    value: next.value,
    tag: next.tag,
    style: old.kind === 'scalar' ? old.style : 'plain',
    ordinal: next.ordinal ?? -1,
    origin: next.origin,
  };
  return shared === undefined ? node : { ...node, shared };
}

/** A copy of a tree in which every node says where it comes from; `originOf` is asked once per node. */
export function withOrigins(
  node: ResourceNode,
  originOf: (node: ResourceNode) => FieldOrigin,
): ResourceNode {
  switch (node.kind) {
    case 'scalar':
      return node.origin === undefined ? { ...node, origin: originOf(node) } : node;
    case 'map':
      return {
        ...node,
        values: node.values.map((value) => withOrigins(value, originOf)),
        origin: node.origin ?? originOf(node),
      };
    case 'sequence':
      return {
        ...node,
        items: node.items.map((item) => withOrigins(item, originOf)),
        origin: node.origin ?? originOf(node),
      };
    case 'alias':
      return node;
  }
}

/** Whether two trees print alike: same kinds, keys, texts, tags and styles, whatever their origins. */
export function sameContent(a: ResourceNode | undefined, b: ResourceNode | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'scalar':
      return b.kind === 'scalar' && a.value === b.value && a.tag === b.tag && a.style === b.style;
    case 'map':
      return (
        b.kind === 'map' &&
        a.keys.length === b.keys.length &&
        a.keys.every(
          (key, index) => key === b.keys[index] && sameContent(a.values[index], b.values[index]),
        )
      );
    case 'sequence':
      return (
        b.kind === 'sequence' &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => sameContent(item, b.items[index]))
      );
    case 'alias':
      return b.kind === 'alias' && sameContent(a.target, b.target);
  }
}

/** Whether two trees are the same in everything: content, places and origins. */
export function sameTree(a: ResourceNode, b: ResourceNode): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.ordinal !== b.ordinal || !sameOrigin(a.origin, b.origin)) return false;
  switch (a.kind) {
    case 'scalar':
      return (
        b.kind === 'scalar' &&
        a.value === b.value &&
        a.tag === b.tag &&
        a.style === b.style &&
        sameHidden(a.hidden, b.hidden)
      );
    case 'map':
      return (
        b.kind === 'map' &&
        a.tag === b.tag &&
        sameTexts(a.keys, b.keys) &&
        sameTexts(a.keyTags ?? [], b.keyTags ?? []) &&
        sameTrees(a.values, b.values)
      );
    case 'sequence':
      return b.kind === 'sequence' && a.tag === b.tag && sameTrees(a.items, b.items);
    case 'alias':
      return b.kind === 'alias' && a.name === b.name && sameTree(a.target, b.target);
  }
}

function sameHidden(a: MapNode | undefined, b: MapNode | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && sameTree(a, b));
}

/** Whether two lists hold the same trees. */
export function sameTrees(a: readonly ResourceNode[], b: readonly ResourceNode[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index], b[index]];
    if (left === undefined || right === undefined || !sameTree(left, right)) return false;
  }
  return true;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

function sameOrigin(a: FieldOrigin | undefined, b: FieldOrigin | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return (
    a.by.kind === b.by.kind &&
    a.by.root === b.by.root &&
    a.secret === b.secret &&
    a.told === b.told &&
    a.gave?.value === b.gave?.value &&
    a.gave?.tag === b.gave?.tag &&
    samePointer(a.writtenAt, b.writtenAt) &&
    sameOrigin(a.previous, b.previous)
  );
}
