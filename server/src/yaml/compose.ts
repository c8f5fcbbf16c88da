import {
  emptyScalar,
  composeAlias,
  noProperties,
  parserFailure,
  readDirectives,
  readProperties,
  scalarNode,
  skip,
  takeOrdinal,
  type Composer,
  type Properties,
  type RecordPlace,
} from './composer.ts';
import type { GoYamlVersion } from './goScalar.ts';
import type { ResourceNode, ScalarNode } from './resourceNode.ts';
import { peekToken } from './scanTokens.ts';
import { createScanner, type ScanFailure, type Token } from './scanner.ts';

/** How deep collections may nest. go-yaml goes on to 10,000, which no file that means well comes near. */
export const maxDepth = 1000;

/** The first document of a stream. */
export interface ComposedDocument {
  /** `undefined` when the stream is empty, or when it has a failure. */
  readonly root: ResourceNode | undefined;
  /** True when the tree has an alias or a key `<<`, so that `expandAliases` has something to do. */
  readonly hasAliases: boolean;
  readonly nextOrdinal: number;
  readonly failure: ScanFailure | undefined;
}

/** How to read a stream. */
export interface ComposeOptions {
  readonly version: GoYamlVersion;
  readonly firstOrdinal: number;
  readonly record: RecordPlace | undefined;
}

/**
 * Reads the first document of `text` by go-yaml's own scanner and parser, rule by rule. It takes and refuses what go-yaml
 * takes and refuses, with its messages; `quickRead` is the fast way for common texts and must give the same.
 *
 * Source: go-yaml v3.0.3 and v2.4.2 scannerc.go, parserc.go and the parser in decode.go.
 * Deviation: collections nested deeper than `maxDepth` fail with "nested too deeply".
 */
export function compose(text: string, options: ComposeOptions): ComposedDocument {
  const scanner = createScanner(text, options.version);
  const composer: Composer = {
    scanner,
    record: options.record,
    ordinal: options.firstOrdinal,
    hasAliases: false,
    anchors: new Map(),
    tagPrefixes: new Map(),
    depth: 0,
    flowDepth: 0,
    lastEnd: 0,
  };
  const root = composeDocument(composer);
  return {
    root: scanner.failure === undefined ? root : undefined,
    hasAliases: composer.hasAliases,
    nextOrdinal: composer.ordinal,
    failure: scanner.failure,
  };
}

function composeDocument(composer: Composer): ResourceNode | undefined {
  const { scanner } = composer;
  const streamStart = peekToken(scanner);
  if (streamStart === undefined) {
    return undefined;
  }
  skip(composer, streamStart);
  const first = peekToken(scanner);
  if (first === undefined || first.kind === 'streamEnd') {
    return undefined;
  }
  const explicit =
    first.kind === 'versionDirective' ||
    first.kind === 'tagDirective' ||
    first.kind === 'documentStart';
  if (!readDirectives(composer)) {
    return undefined;
  }
  if (explicit) {
    const start = peekToken(scanner);
    if (start === undefined) {
      return undefined;
    }
    if (start.kind !== 'documentStart') {
      return parserFailure(composer, 'did not find expected <document start>', start.start);
    }
    skip(composer, start);
  }
  const root = explicit ? composeExplicitContent(composer) : composeNode(composer, 'block');
  if (root === undefined || peekToken(scanner) === undefined) {
    return undefined;
  }
  return root;
}

function composeExplicitContent(composer: Composer): ResourceNode | undefined {
  const token = peekToken(composer.scanner);
  switch (token?.kind) {
    case undefined:
      return undefined;
    case 'versionDirective':
    case 'tagDirective':
    case 'documentStart':
    case 'documentEnd':
    case 'streamEnd':
      return emptyScalar(composer, token.start);
    default:
      return composeNode(composer, 'block');
  }
}

/** `indentless` is a block node whose sequence may stand at the column of its key. */
type NodeContext = 'block' | 'indentless' | 'flow';

function composeNode(composer: Composer, context: NodeContext): ResourceNode | undefined {
  const { scanner } = composer;
  const first = peekToken(scanner);
  if (first === undefined) {
    return undefined;
  }
  if (first.kind === 'alias') {
    return composeAlias(composer, first);
  }
  const properties = readProperties(composer, first);
  const token = peekToken(scanner);
  if (properties === undefined || token === undefined) {
    return undefined;
  }
  return composeContent(composer, context, properties, token);
}

function composeContent(
  composer: Composer,
  context: NodeContext,
  properties: Properties,
  token: Token,
): ResourceNode | undefined {
  switch (token.kind) {
    case 'scalar': {
      skip(composer, token);
      return anchored(composer, properties, scalarNode(composer, properties, token));
    }
    case 'blockEntry':
      if (context === 'indentless') {
        return composeSequence(composer, properties, token, readIndentless);
      }
      break;
    case 'flowSequenceStart':
      return composeSequence(composer, properties, token, readFlowSequence);
    case 'flowMappingStart':
      return composeMapping(composer, properties, token, readFlowMapping);
    case 'blockSequenceStart':
      if (context !== 'flow') {
        return composeSequence(composer, properties, token, readBlockSequence);
      }
      break;
    case 'blockMappingStart':
      if (context !== 'flow') {
        return composeMapping(composer, properties, token, readBlockMapping);
      }
      break;
    default:
  }
  if (properties.given) {
    const empty = emptyScalar(composer, properties.end, properties);
    return anchored(composer, properties, empty);
  }
  return parserFailure(composer, 'did not find expected node content', token.start, token.start);
}

function anchored(composer: Composer, properties: Properties, node: ScalarNode): ScalarNode {
  if (properties.anchor !== '') {
    composer.anchors.set(properties.anchor, node);
  }
  return node;
}

/** Goes one level down; false when that is too deep. */
function enter(composer: Composer, properties: Properties, token: Token): boolean {
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
function leave(
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
type ReadItems = (composer: Composer, items: ResourceNode[]) => boolean;

function composeSequence(
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
  const node: ResourceNode = { kind: 'sequence', items, tag, ordinal, origin: undefined };
  return leave(composer, properties, node, token.start);
}

function collectionTag(explicit: string, usual: string): string {
  return explicit === '' || explicit === '!' ? usual : explicit;
}

/** Keys and values of a mapping that is being read. */
interface Entries {
  readonly keys: string[];
  readonly values: ResourceNode[];
  keyTags: string[] | undefined;
}

/** Reads the entries of a mapping; false when that failed. */
type ReadEntries = (composer: Composer, entries: Entries) => boolean;

function composeMapping(
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
  return leave(composer, properties, mapNode(entries, properties.tag, ordinal), token.start);
}

function mapNode(entries: Entries, tag: string, ordinal: number): ResourceNode {
  const { keys, values, keyTags } = entries;
  return {
    kind: 'map',
    keys,
    values,
    keyTags,
    tag: collectionTag(tag, '!!map'),
    ordinal,
    origin: undefined,
  };
}

/** Adds an entry. An alias as a key counts as what it means. */
function addEntry(
  composer: Composer,
  entries: Entries,
  key: ResourceNode,
  value: ResourceNode,
): void {
  const meant = key.kind === 'alias' ? key.target : key;
  const text = meant.kind === 'scalar' ? meant.value : '';
  const tag = meant.kind === 'alias' ? '!!str' : meant.tag;
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

function readBlockSequence(composer: Composer, items: ResourceNode[]): boolean {
  const { scanner } = composer;
  const start = peekToken(scanner);
  if (start === undefined) {
    return false;
  }
  skip(composer, start);
  for (;;) {
    const token = peekToken(scanner);
    if (token?.kind === 'blockEntry') {
      if (!readItem(composer, items, token, isAfterBlockEntry)) {
        return false;
      }
    } else if (token?.kind === 'blockEnd') {
      skip(composer, token);
      return true;
    } else {
      return failAt(composer, token, "did not find expected '-' indicator", start);
    }
  }
}

function failAt(
  composer: Composer,
  token: Token | undefined,
  message: string,
  context: Token,
): false {
  if (token !== undefined) {
    parserFailure(composer, message, token.start, context.start);
  }
  return false;
}

function isAfterBlockEntry({ kind }: Token): boolean {
  return kind === 'blockEntry' || kind === 'blockEnd';
}

function readIndentless(composer: Composer, items: ResourceNode[]): boolean {
  for (;;) {
    const token = peekToken(composer.scanner);
    if (token === undefined) {
      return false;
    }
    if (token.kind !== 'blockEntry') {
      return true;
    }
    const isEmptyBefore = (next: Token): boolean => isAfterBlockEntry(next) || isAfterKey(next);
    if (!readItem(composer, items, token, isEmptyBefore)) {
      return false;
    }
  }
}

function readItem(
  composer: Composer,
  items: ResourceNode[],
  entry: Token,
  isEmptyBefore: (token: Token) => boolean,
): boolean {
  skip(composer, entry);
  const token = peekToken(composer.scanner);
  if (token === undefined) {
    return false;
  }
  const item = isEmptyBefore(token)
    ? emptyScalar(composer, entry.end)
    : composeNode(composer, 'block');
  if (item === undefined) {
    return false;
  }
  items.push(item);
  return true;
}

function isAfterKey({ kind }: Token): boolean {
  return kind === 'key' || kind === 'value' || kind === 'blockEnd';
}

function readBlockMapping(composer: Composer, entries: Entries): boolean {
  const { scanner } = composer;
  const start = peekToken(scanner);
  if (start === undefined) {
    return false;
  }
  skip(composer, start);
  for (;;) {
    const token = peekToken(scanner);
    if (token?.kind === 'blockEnd') {
      skip(composer, token);
      return true;
    }
    if (token?.kind !== 'key') {
      return failAt(composer, token, 'did not find expected key', start);
    }
    const key = readAfter(composer, token, isAfterKey);
    if (key === undefined) {
      return false;
    }
    const next = peekToken(scanner);
    if (next === undefined) {
      return false;
    }
    const value =
      next.kind === 'value'
        ? readAfter(composer, next, isAfterKey)
        : emptyScalar(composer, next.start);
    if (value === undefined) {
      return false;
    }
    addEntry(composer, entries, key, value);
  }
}

/** The node after a key or value indicator of a block mapping. */
function readAfter(
  composer: Composer,
  indicator: Token,
  isEmptyBefore: (token: Token) => boolean,
): ResourceNode | undefined {
  skip(composer, indicator);
  const token = peekToken(composer.scanner);
  if (token === undefined) {
    return undefined;
  }
  return isEmptyBefore(token)
    ? emptyScalar(composer, indicator.end)
    : composeNode(composer, 'indentless');
}

/** Consumes the `,` between the entries of a flow collection, and says which token follows. */
function nextFlowToken(
  composer: Composer,
  start: Token,
  end: 'flowSequenceEnd' | 'flowMappingEnd',
  isFirst: boolean,
): Token | undefined {
  const token = peekToken(composer.scanner);
  if (token === undefined || token.kind === end || isFirst) {
    return token;
  }
  if (token.kind === 'flowEntry') {
    skip(composer, token);
    return peekToken(composer.scanner);
  }
  const bracket = end === 'flowSequenceEnd' ? ']' : '}';
  failAt(composer, token, `did not find expected ',' or '${bracket}'`, start);
  return undefined;
}

function readFlowSequence(composer: Composer, items: ResourceNode[]): boolean {
  const start = peekToken(composer.scanner);
  if (start === undefined) {
    return false;
  }
  skip(composer, start);
  composer.flowDepth += 1;
  for (let isFirst = true; ; isFirst = false) {
    const token = nextFlowToken(composer, start, 'flowSequenceEnd', isFirst);
    if (token === undefined) {
      return false;
    }
    if (token.kind === 'flowSequenceEnd') {
      skip(composer, token);
      composer.flowDepth -= 1;
      return true;
    }
    const item =
      token.kind === 'key' ? composePair(composer, token) : composeNode(composer, 'flow');
    if (item === undefined) {
      return false;
    }
    items.push(item);
  }
}

/** `[key: value]`: a mapping of one entry. */
function composePair(composer: Composer, token: Token): ResourceNode | undefined {
  if (!enter(composer, noProperties, token)) {
    return undefined;
  }
  const { scanner } = composer;
  const ordinal = takeOrdinal(composer);
  skip(composer, token);
  const keyToken = peekToken(scanner);
  if (keyToken === undefined) {
    return undefined;
  }
  const key = readPairKey(composer, keyToken);
  const valueToken = peekToken(scanner);
  if (key === undefined || valueToken === undefined) {
    return undefined;
  }
  const value = readFlowValue(composer, valueToken, 'flowSequenceEnd');
  if (value === undefined || peekToken(scanner) === undefined) {
    return undefined;
  }
  const entries: Entries = { keys: [], values: [], keyTags: undefined };
  addEntry(composer, entries, key, value);
  return leave(composer, noProperties, mapNode(entries, '', ordinal), token.start);
}

function readPairKey(composer: Composer, token: Token): ResourceNode | undefined {
  if (token.kind !== 'value' && token.kind !== 'flowEntry' && token.kind !== 'flowSequenceEnd') {
    return composeNode(composer, 'flow');
  }
  // libyaml drops the token here, which makes `[? : b]` an error.
  skip(composer, token);
  return emptyScalar(composer, token.end);
}

function readFlowValue(
  composer: Composer,
  token: Token,
  end: 'flowSequenceEnd' | 'flowMappingEnd',
): ResourceNode | undefined {
  if (token.kind !== 'value') {
    return emptyScalar(composer, token.start);
  }
  skip(composer, token);
  const next = peekToken(composer.scanner);
  if (next === undefined) {
    return undefined;
  }
  return next.kind === 'flowEntry' || next.kind === end
    ? emptyScalar(composer, token.end)
    : composeNode(composer, 'flow');
}

function readFlowMapping(composer: Composer, entries: Entries): boolean {
  const { scanner } = composer;
  const start = peekToken(scanner);
  if (start === undefined) {
    return false;
  }
  skip(composer, start);
  composer.flowDepth += 1;
  for (let isFirst = true; ; isFirst = false) {
    const token = nextFlowToken(composer, start, 'flowMappingEnd', isFirst);
    if (token === undefined) {
      return false;
    }
    if (token.kind === 'flowMappingEnd') {
      skip(composer, token);
      composer.flowDepth -= 1;
      return true;
    }
    if (!readFlowEntry(composer, entries, token)) {
      return false;
    }
  }
}

function readFlowEntry(composer: Composer, entries: Entries, token: Token): boolean {
  const key = token.kind === 'key' ? readFlowKey(composer, token) : composeNode(composer, 'flow');
  const next = peekToken(composer.scanner);
  if (key === undefined || next === undefined) {
    return false;
  }
  const value =
    token.kind === 'key'
      ? readFlowValue(composer, next, 'flowMappingEnd')
      : emptyScalar(composer, next.start);
  if (value === undefined) {
    return false;
  }
  addEntry(composer, entries, key, value);
  return true;
}

function readFlowKey(composer: Composer, indicator: Token): ResourceNode | undefined {
  skip(composer, indicator);
  const token = peekToken(composer.scanner);
  if (token === undefined) {
    return undefined;
  }
  return token.kind === 'value' || token.kind === 'flowEntry' || token.kind === 'flowMappingEnd'
    ? emptyScalar(composer, token.start)
    : composeNode(composer, 'flow');
}
