import { codeAt, isBlank, isBreak, isBreakOrEnd } from './characters.ts';
import { skipBreak, type Scanner } from './scanner.ts';

/** Skips white space, breaks and comments. Tabs only where no key may start, or inside a flow collection. */
export function scanToNextToken(scanner: Scanner): void {
  const { text } = scanner;
  for (;;) {
    skipBlanks(scanner);
    if (codeAt(text, scanner.position) === 0x23) {
      skipComments(scanner);
    }
    const code = codeAt(text, scanner.position);
    if (!isBreak(code)) {
      return;
    }
    skipBreak(scanner, code);
    if (scanner.flowLevel === 0) {
      scanner.simpleKeyAllowed = true;
    }
  }
}

function skipBlanks(scanner: Scanner): void {
  const { text } = scanner;
  const tabs = scanner.flowLevel > 0 || !scanner.simpleKeyAllowed;
  for (;;) {
    const code = codeAt(text, scanner.position);
    if (code !== 0x20 && !(tabs && code === 0x09)) {
      return;
    }
    scanner.position += 1;
  }
}

/**
 * Skips a comment. Version 3 gathers the comment lines that follow as well, and on its way takes tabs before them that it
 * refuses elsewhere; it looks at most 512 characters ahead.
 */
function skipComments(scanner: Scanner): void {
  skipLine(scanner);
  if (scanner.version === 2) {
    return;
  }
  const { text } = scanner;
  let peek = scanner.position;
  while (peek - scanner.position < 512) {
    const code = codeAt(text, peek);
    if (code === 0x23) {
      for (let at = scanner.position; at < peek; at += 1) {
        const skipped = codeAt(text, at);
        if (skipped === 0x0a || (skipped === 0x0d && codeAt(text, at + 1) !== 0x0a)) {
          scanner.lineStart = at + 1;
        }
      }
      scanner.position = peek;
      skipLine(scanner);
      peek = scanner.position;
    } else if (isBlank(code) || code === 0x0a || code === 0x0d) {
      peek += 1;
    } else {
      return;
    }
  }
}

function skipLine(scanner: Scanner): void {
  const { text } = scanner;
  let position = scanner.position;
  while (!isBreakOrEnd(codeAt(text, position))) {
    position += 1;
  }
  scanner.position = position;
}

/** Skips a comment on the line of the token that was just read, but for `-`, whose comment belongs to what follows. */
export function skipLineComment(scanner: Scanner): void {
  const last = scanner.tokens[scanner.tokens.length - 1];
  if (last === undefined || last.kind === 'blockEntry' || scanner.lineStart > last.end) {
    return;
  }
  const { text, position } = scanner;
  let peek = position;
  while (isBlank(codeAt(text, peek)) && peek - position < 511) {
    peek += 1;
  }
  if (codeAt(text, peek) === 0x23) {
    scanner.position = peek;
    skipLine(scanner);
  }
}
