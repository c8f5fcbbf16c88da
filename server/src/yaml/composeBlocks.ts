import { addEntry, type Entries } from './composeCollections.ts';
import { emptyScalar, failAt, skip, type Composer } from './composer.ts';
import type { ResourceNode } from './resourceNode.ts';
import { peekToken } from './scanTokens.ts';
import type { Token } from './scanner.ts';

/** Reads the items of a block sequence. */
export function readBlockSequence(composer: Composer, items: ResourceNode[]): boolean {
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

function isAfterBlockEntry({ kind }: Token): boolean {
  return kind === 'blockEntry' || kind === 'blockEnd';
}

/** Reads the items of a sequence that stands at the column of its key. */
export function readIndentless(composer: Composer, items: ResourceNode[]): boolean {
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
    : composer.composeNode(composer, 'block');
  if (item === undefined) {
    return false;
  }
  items.push(item);
  return true;
}

function isAfterKey({ kind }: Token): boolean {
  return kind === 'key' || kind === 'value' || kind === 'blockEnd';
}

/** Reads the entries of a block mapping. */
export function readBlockMapping(composer: Composer, entries: Entries): boolean {
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
    : composer.composeNode(composer, 'indentless');
}
