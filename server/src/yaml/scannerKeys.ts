import { fail, plainToken, type Scanner, type SimpleKey, type Token } from './scanner.ts';
import type { TokenKind } from './scanner.ts';

/** The number that the next token will have. */
function nextTokenNumber(scanner: Scanner): number {
  return scanner.tokensParsed + (scanner.tokens.length - scanner.head);
}

function topKey(scanner: Scanner): SimpleKey | undefined {
  return scanner.simpleKeys[scanner.simpleKeys.length - 1];
}

/** Puts a token into the queue, before the token that stands `place` after the head; −1 puts it at the end. */
export function insertToken(scanner: Scanner, place: number, token: Token): void {
  if (place < 0) {
    scanner.tokens.push(token);
  } else {
    scanner.tokens.splice(scanner.head + place, 0, token);
  }
}

/** False when the key has become impossible, `undefined` when that is an error. */
export function isStillPossible(scanner: Scanner, key: SimpleKey): boolean | undefined {
  if (!key.possible) {
    return false;
  }
  if (key.lineStart === scanner.lineStart && !isTooFar(scanner, key)) {
    return true;
  }
  if (key.required) {
    fail(scanner, "could not find expected ':'", key.offset);
    return undefined;
  }
  key.possible = false;
  return false;
}

/** A `:` counts only within 1024 characters of the start of its key. */
function isTooFar(scanner: Scanner, key: SimpleKey): boolean {
  if (scanner.position - key.offset <= 1024) {
    return false;
  }
  const between = scanner.text.slice(key.offset, scanner.position);
  const surrogates = between.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
  return between.length - surrogates > 1024;
}

/** Remembers that a key may start here. */
export function saveSimpleKey(scanner: Scanner): boolean {
  if (!scanner.simpleKeyAllowed) {
    return true;
  }
  const column = scanner.position - scanner.lineStart;
  const required = scanner.flowLevel === 0 && scanner.indent === column;
  if (!removeSimpleKey(scanner)) {
    return false;
  }
  const place = scanner.simpleKeys.length - 1;
  const tokenNumber = nextTokenNumber(scanner);
  scanner.simpleKeys[place] = {
    possible: true,
    required,
    tokenNumber,
    offset: scanner.position,
    lineStart: scanner.lineStart,
  };
  scanner.awaitedKeys.set(tokenNumber, place);
  return true;
}

/** Forgets the key that might have started at this level. */
export function removeSimpleKey(scanner: Scanner): boolean {
  const key = topKey(scanner);
  if (key?.possible !== true) {
    return true;
  }
  if (key.required) {
    return fail(scanner, "could not find expected ':'", key.offset);
  }
  key.possible = false;
  scanner.awaitedKeys.delete(key.tokenNumber);
  return true;
}

/** Enters a flow collection. */
export function increaseFlowLevel(scanner: Scanner): void {
  scanner.simpleKeys.push({
    possible: false,
    required: false,
    tokenNumber: nextTokenNumber(scanner),
    offset: scanner.position,
    lineStart: scanner.lineStart,
  });
  scanner.flowLevel += 1;
}

/** Leaves a flow collection. */
export function decreaseFlowLevel(scanner: Scanner): void {
  if (scanner.flowLevel > 0) {
    scanner.flowLevel -= 1;
    const key = scanner.simpleKeys.pop();
    if (key !== undefined) {
      scanner.awaitedKeys.delete(key.tokenNumber);
    }
  }
}

/** Opens a block collection at `column` when that is deeper than the present one; `tokenNumber` −1 opens it here. */
export function rollIndent(
  scanner: Scanner,
  column: number,
  tokenNumber: number,
  kind: TokenKind,
  offset: number,
): void {
  if (scanner.flowLevel > 0 || scanner.indent >= column) {
    return;
  }
  scanner.indents.push(scanner.indent);
  scanner.indent = column;
  const place = tokenNumber > -1 ? tokenNumber - scanner.tokensParsed : -1;
  insertToken(scanner, place, plainToken(kind, offset, offset));
}

/** Closes the block collections that are deeper than `column`. */
export function unrollIndent(scanner: Scanner, column: number): void {
  if (scanner.flowLevel > 0) {
    return;
  }
  while (scanner.indent > column) {
    const offset = scanner.position;
    insertToken(scanner, -1, plainToken('blockEnd', offset, offset));
    scanner.indent = scanner.indents.pop() ?? -1;
  }
}
