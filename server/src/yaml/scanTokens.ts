import { codeAt, isBlankOrEnd } from './characters.ts';
import { scanBlockScalar } from './scanBlockScalar.ts';
import { scanPlainScalar, scanQuotedScalar } from './scanFlowScalar.ts';
import { scanToNextToken, skipLineComment } from './scanSpace.ts';
import { scanAnchor, scanDirective, scanTag } from './scanProperties.ts';
import {
  fail,
  isDocumentIndicator,
  plainToken,
  type Scanner,
  type Token,
  type TokenKind,
} from './scanner.ts';
import {
  decreaseFlowLevel,
  increaseFlowLevel,
  insertToken,
  isStillPossible,
  removeSimpleKey,
  rollIndent,
  saveSimpleKey,
  unrollIndent,
} from './scannerKeys.ts';

/**
 * The token at the head of the queue, `undefined` when scanning failed. As go-yaml does, version 3 looks two tokens further
 * ahead than it must, so that an error shortly after the end of a document is still an error.
 */
export function peekToken(scanner: Scanner): Token | undefined {
  if (!scanner.tokenAvailable && !fetchMoreTokens(scanner)) {
    return undefined;
  }
  return scanner.tokens[scanner.head];
}

/** Drops the token at the head of the queue. */
export function skipToken(scanner: Scanner): void {
  scanner.tokenAvailable = false;
  scanner.tokensParsed += 1;
  scanner.head += 1;
  if (scanner.head > 64) {
    scanner.tokens.splice(0, scanner.head);
    scanner.head = 0;
  }
}

function fetchMoreTokens(scanner: Scanner): boolean {
  const lookAhead = scanner.version === 3 ? 2 : 0;
  for (;;) {
    if (scanner.head < scanner.tokens.length - lookAhead) {
      const place = scanner.awaitedKeys.get(scanner.tokensParsed);
      const key = place === undefined ? undefined : scanner.simpleKeys[place];
      if (key === undefined) {
        break;
      }
      const possible = isStillPossible(scanner, key);
      if (possible === undefined) {
        return false;
      }
      if (!possible) {
        break;
      }
    }
    if (!fetchNextToken(scanner)) {
      return false;
    }
  }
  scanner.tokenAvailable = true;
  return true;
}

function fetchNextToken(scanner: Scanner): boolean {
  if (!scanner.started) {
    scanner.started = true;
    scanner.simpleKeys.push({
      possible: false,
      required: false,
      tokenNumber: 0,
      offset: 0,
      lineStart: 0,
    });
    insertToken(scanner, -1, plainToken('streamStart', 0, 0));
    return true;
  }
  scanToNextToken(scanner);
  const column = scanner.position - scanner.lineStart;
  unrollIndent(scanner, column);
  const { text, position } = scanner;
  const code = codeAt(text, position);
  if (code === 0) {
    return fetchStreamEnd(scanner);
  }
  if (column === 0) {
    if (code === 0x25) {
      return fetchDirective(scanner);
    }
    if (isDocumentIndicator(text, position)) {
      return fetchDocumentIndicator(scanner, code === 0x2d ? 'documentStart' : 'documentEnd');
    }
  }
  if (!fetchContent(scanner, code)) {
    return false;
  }
  if (scanner.version === 3) {
    skipLineComment(scanner);
  }
  return true;
}

function fetchContent(scanner: Scanner, code: number): boolean {
  const next = codeAt(scanner.text, scanner.position + 1);
  const inFlow = scanner.flowLevel > 0;
  switch (code) {
    case 0x5b: // [
      return fetchFlowStart(scanner, 'flowSequenceStart');
    case 0x7b: // {
      return fetchFlowStart(scanner, 'flowMappingStart');
    case 0x5d: // ]
      return fetchFlowEnd(scanner, 'flowSequenceEnd');
    case 0x7d: // }
      return fetchFlowEnd(scanner, 'flowMappingEnd');
    case 0x2c: // ,
      return fetchFlowEntry(scanner);
    case 0x2a: // *
      return fetchProperty(scanner, (start) => scanAnchor(scanner, start, 'alias'));
    case 0x26: // &
      return fetchProperty(scanner, (start) => scanAnchor(scanner, start, 'anchor'));
    case 0x21: // !
      return fetchProperty(scanner, (start) => scanTag(scanner, start));
    case 0x27: // '
      return fetchProperty(scanner, (start) => scanQuotedScalar(scanner, start, 'single'));
    case 0x22: // "
      return fetchProperty(scanner, (start) => scanQuotedScalar(scanner, start, 'double'));
    case 0x23: // #
    case 0x25: // %
    case 0x40: // @
    case 0x60: // `
      break;
    case 0x7c: // |
    case 0x3e: // >
      if (!inFlow) {
        return fetchBlockScalar(scanner, code === 0x7c ? 'literal' : 'folded');
      }
      break;
    case 0x2d: // -
      if (isBlankOrEnd(next)) {
        return fetchBlockEntry(scanner);
      }
      return fetchPlainScalar(scanner);
    case 0x3f: // ?
    case 0x3a: // :
      if (inFlow || isBlankOrEnd(next)) {
        return code === 0x3f ? fetchKey(scanner) : fetchValue(scanner);
      }
      return fetchPlainScalar(scanner);
    default:
      if (!isBlankOrEnd(code)) {
        return fetchPlainScalar(scanner);
      }
  }
  return fail(scanner, 'found character that cannot start any token', scanner.position);
}

function fetchStreamEnd(scanner: Scanner): boolean {
  // The end counts as a new line, so that no key waits for its `:` any longer.
  scanner.lineStart = scanner.position;
  unrollIndent(scanner, -1);
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = false;
  insertToken(scanner, -1, plainToken('streamEnd', scanner.position, scanner.position));
  return true;
}

function fetchDirective(scanner: Scanner): boolean {
  unrollIndent(scanner, -1);
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = false;
  const token = scanDirective(scanner);
  return token === undefined ? false : append(scanner, token);
}

function append(scanner: Scanner, token: Token): true {
  scanner.tokens.push(token);
  return true;
}

/** Consumes an indicator of `length` characters as a token. */
function appendIndicator(scanner: Scanner, kind: TokenKind, length: number): true {
  const start = scanner.position;
  scanner.position += length;
  return append(scanner, plainToken(kind, start, scanner.position));
}

function fetchDocumentIndicator(scanner: Scanner, kind: TokenKind): boolean {
  unrollIndent(scanner, -1);
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = false;
  return appendIndicator(scanner, kind, 3);
}

function fetchFlowStart(scanner: Scanner, kind: TokenKind): boolean {
  if (!saveSimpleKey(scanner)) {
    return false;
  }
  increaseFlowLevel(scanner);
  scanner.simpleKeyAllowed = true;
  return appendIndicator(scanner, kind, 1);
}

function fetchFlowEnd(scanner: Scanner, kind: TokenKind): boolean {
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  decreaseFlowLevel(scanner);
  scanner.simpleKeyAllowed = false;
  return appendIndicator(scanner, kind, 1);
}

function fetchFlowEntry(scanner: Scanner): boolean {
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = true;
  return appendIndicator(scanner, 'flowEntry', 1);
}

function fetchBlockEntry(scanner: Scanner): boolean {
  if (scanner.flowLevel === 0) {
    if (!scanner.simpleKeyAllowed) {
      return fail(
        scanner,
        'block sequence entries are not allowed in this context',
        scanner.position,
      );
    }
    const column = scanner.position - scanner.lineStart;
    rollIndent(scanner, column, -1, 'blockSequenceStart', scanner.position);
  }
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = true;
  return appendIndicator(scanner, 'blockEntry', 1);
}

function fetchKey(scanner: Scanner): boolean {
  if (scanner.flowLevel === 0) {
    if (!scanner.simpleKeyAllowed) {
      return fail(scanner, 'mapping keys are not allowed in this context', scanner.position);
    }
    const column = scanner.position - scanner.lineStart;
    rollIndent(scanner, column, -1, 'blockMappingStart', scanner.position);
  }
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = scanner.flowLevel === 0;
  return appendIndicator(scanner, 'key', 1);
}

function fetchValue(scanner: Scanner): boolean {
  const key = scanner.simpleKeys[scanner.simpleKeys.length - 1];
  const possible = key !== undefined && isStillPossible(scanner, key);
  if (possible === undefined) {
    return false;
  }
  if (key !== undefined && possible) {
    const place = key.tokenNumber - scanner.tokensParsed;
    insertToken(scanner, place, plainToken('key', key.offset, key.offset));
    const column = key.offset - key.lineStart;
    rollIndent(scanner, column, key.tokenNumber, 'blockMappingStart', key.offset);
    key.possible = false;
    scanner.awaitedKeys.delete(key.tokenNumber);
    scanner.simpleKeyAllowed = false;
    return appendIndicator(scanner, 'value', 1);
  }
  if (scanner.flowLevel === 0) {
    if (!scanner.simpleKeyAllowed) {
      return fail(scanner, 'mapping values are not allowed in this context', scanner.position);
    }
    const column = scanner.position - scanner.lineStart;
    rollIndent(scanner, column, -1, 'blockMappingStart', scanner.position);
  }
  scanner.simpleKeyAllowed = scanner.flowLevel === 0;
  return appendIndicator(scanner, 'value', 1);
}

/** An anchor, an alias, a tag or a quoted scalar: each may start a key, and none may follow another key. */
function fetchProperty(scanner: Scanner, scan: (start: number) => Token | undefined): boolean {
  if (!saveSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = false;
  const token = scan(scanner.position);
  return token === undefined ? false : append(scanner, token);
}

function fetchPlainScalar(scanner: Scanner): boolean {
  return fetchProperty(scanner, (start) => scanPlainScalar(scanner, start));
}

function fetchBlockScalar(scanner: Scanner, style: 'literal' | 'folded'): boolean {
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  scanner.simpleKeyAllowed = true;
  const token = scanBlockScalar(scanner, style);
  return token === undefined ? false : append(scanner, token);
}
