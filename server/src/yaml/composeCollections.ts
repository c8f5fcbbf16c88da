import { takeOrdinal, type Composer, type Properties } from './composer.ts';
import { maxDepth } from './expandedSize.ts';
import type { ResourceNode } from './resourceNode.ts';
import type { Token } from './scanner.ts';

/** Goes one level down; false when that is too deep. */
export function enter(composer: Composer, properties: Properties, token: Token): boolean {
  composer.depth += 1;
  if (composer.depth > maxDepth) {
    composer.scanner.failure ??= {
      kind: 'depth',
      message: 'nested too deeply',
      offset: token.start,
      contextOffset: undefined,
    };
    return false;
  }
  if (properties.anchor !== '') {
    composer.anchors.set(properties.anchor, 'open');
  }
  return true;
}

/** Comes back up with the collection that was read. A name that was defined again inside stays with the inner node. */
export function leave(
  composer: Composer,
  properties: Properties,
  node: ResourceNode,
  start: number,
): ResourceNode {
  composer.depth -= 1;
  composer.record?.(node.ordinal, start, Math.max(start, composer.lastEnd));
  if (properties.anchor !== '' && composer.anchors.get(properties.anchor) === 'open') {
    composer.anchors.set(properties.anchor, node);
  }
  return node;
}

/** Reads the items of a sequence into `items`; false when that failed. */
export type ReadItems = (composer: Composer, items: ResourceNode[]) => boolean;

/** Reads a sequence. */
export function composeSequence(
  composer: Composer,
  properties: Properties,
  token: Token,
  readItems: ReadItems,
): ResourceNode | undefined {
  if (!enter(composer, properties, token)) {
    return undefined;
  }
  const ordinal = takeOrdinal(composer);
  const items: ResourceNode[] = [];
  if (!readItems(composer, items)) {
    return undefined;
  }
  const tag = collectionTag(properties.tag, '!!seq');
  const flow = isFlow(token);
  const node: ResourceNode = { kind: 'sequence', items, tag, flow, ordinal, origin: undefined };
  return leave(composer, properties, node, token.start);
}

/** Whether a collection that begins with this token is written in brackets. */
function isFlow(token: Token): boolean {
  return token.kind === 'flowSequenceStart' || token.kind === 'flowMappingStart';
}

function collectionTag(explicit: string, usual: string): string {
  return explicit === '' || explicit === '!' ? usual : explicit;
}

/** Keys and values of a mapping that is being read. */
export interface Entries {
  readonly keys: string[];
  readonly values: ResourceNode[];
  keyTags: string[] | undefined;
}

/** Reads the entries of a mapping; false when that failed. */
export type ReadEntries = (composer: Composer, entries: Entries) => boolean;

/** Reads a mapping. */
export function composeMapping(
  composer: Composer,
  properties: Properties,
  token: Token,
  readEntries: ReadEntries,
): ResourceNode | undefined {
  if (!enter(composer, properties, token)) {
    return undefined;
  }
  const ordinal = takeOrdinal(composer);
  const entries: Entries = { keys: [], values: [], keyTags: undefined };
  if (!readEntries(composer, entries)) {
    return undefined;
  }
  const node = mapNode(entries, properties.tag, isFlow(token), ordinal);
  return leave(composer, properties, node, token.start);
}

/** The node of a mapping that was read. */
export function mapNode(
  entries: Entries,
  tag: string,
  flow: boolean,
  ordinal: number,
): ResourceNode {
  const { keys, values, keyTags } = entries;
  return {
    kind: 'map',
    keys,
    values,
    keyTags,
    tag: collectionTag(tag, '!!map'),
    flow,
    ordinal,
    origin: undefined,
  };
}

/** Adds an entry. An alias as a key counts as what it means. */
export function addEntry(
  composer: Composer,
  entries: Entries,
  key: ResourceNode,
  value: ResourceNode,
): void {
  const meant = key.kind === 'alias' ? key.target : key;
  const text = meant.kind === 'scalar' && !composer.taggedNulls.has(meant) ? meant.value : '';
  const tag = keyTag(composer, meant, text);
  if (text === '<<') {
    composer.hasAliases = true;
  }
  if (tag !== '!!str') {
    entries.keyTags ??= entries.keys.map(() => '!!str');
  }
  entries.keyTags?.push(tag);
  entries.keys.push(text);
  entries.values.push(value);
}

/** The tag of a key. go-yaml v3 writes a key that is not there as `""`, so that it is a string; an explicit null stays null. */
function keyTag(composer: Composer, key: ResourceNode, text: string): string {
  if (key.kind === 'alias') {
    return '!!str';
  }
  const isMissing = key.tag === '!!null' && text === '' && !composer.taggedNulls.has(key);
  return isMissing && composer.scanner.version === 3 ? '!!str' : key.tag;
}
