import { addEntry, enter, leave, mapNode, type Entries } from './composeCollections.ts';
import { emptyScalar, failAt, noProperties, skip, takeOrdinal, type Composer } from './composer.ts';
import type { ResourceNode } from './resourceNode.ts';
import { peekToken } from './scanTokens.ts';
import type { Token } from './scanner.ts';

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

/** Reads the items of a flow sequence. */
export function readFlowSequence(composer: Composer, items: ResourceNode[]): boolean {
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
      token.kind === 'key' ? composePair(composer, token) : composer.composeNode(composer, 'flow');
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
  return leave(composer, noProperties, mapNode(entries, '', true, ordinal), token.start);
}

function readPairKey(composer: Composer, token: Token): ResourceNode | undefined {
  if (token.kind !== 'value' && token.kind !== 'flowEntry' && token.kind !== 'flowSequenceEnd') {
    return composer.composeNode(composer, 'flow');
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
    : composer.composeNode(composer, 'flow');
}

/** Reads the entries of a flow mapping. */
export function readFlowMapping(composer: Composer, entries: Entries): boolean {
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
  const key =
    token.kind === 'key' ? readFlowKey(composer, token) : composer.composeNode(composer, 'flow');
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
    : composer.composeNode(composer, 'flow');
}
