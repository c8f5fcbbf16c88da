import {
  codeAt,
  hexValue,
  isBlank,
  isBlankOrEnd,
  isBreakOrEnd,
  isDigit,
  isWord,
} from './characters.ts';
import { fail, skipBreak, type Scanner, type Token, type TokenKind } from './scanner.ts';

/** Scans `&name` or `*name`. */
export function scanAnchor(scanner: Scanner, start: number, kind: TokenKind): Token | undefined {
  const { text } = scanner;
  scanner.position += 1;
  const value = takeWord(scanner);
  const code = codeAt(text, scanner.position);
  if (value === '' || !(isBlankOrEnd(code) || '?:,]}%@`'.includes(String.fromCharCode(code)))) {
    fail(scanner, 'did not find expected alphabetic or numeric character', start);
    return undefined;
  }
  return { kind, start, end: scanner.position, value, suffix: '', style: 'plain' };
}

function takeWord(scanner: Scanner): string {
  const { text, position } = scanner;
  let end = position;
  while (isWord(codeAt(text, end))) {
    end += 1;
  }
  scanner.position = end;
  return text.slice(position, end);
}

/** Scans `!suffix`, `!handle!suffix`, `!<tag>` or `!`. */
export function scanTag(scanner: Scanner, start: number): Token | undefined {
  const { text } = scanner;
  const parts =
    codeAt(text, start + 1) === 0x3c ? scanVerbatim(scanner, start) : scanShorthand(scanner, start);
  if (parts === undefined) {
    return undefined;
  }
  if (!isBlankOrEnd(codeAt(text, scanner.position))) {
    fail(scanner, 'did not find expected whitespace or line break', start);
    return undefined;
  }
  const [value, suffix] = parts;
  return { kind: 'tag', start, end: scanner.position, value, suffix, style: 'plain' };
}

function scanVerbatim(scanner: Scanner, start: number): readonly [string, string] | undefined {
  scanner.position += 2;
  const suffix = scanUri(scanner, '', start);
  if (suffix === undefined) {
    return undefined;
  }
  if (codeAt(scanner.text, scanner.position) !== 0x3e) {
    fail(scanner, "did not find the expected '>'", start);
    return undefined;
  }
  scanner.position += 1;
  return ['', suffix];
}

function scanShorthand(scanner: Scanner, start: number): readonly [string, string] | undefined {
  const handle = scanHandle(scanner, start, 'tag');
  if (handle === undefined) {
    return undefined;
  }
  if (handle.length > 1 && handle.endsWith('!')) {
    const suffix = scanUri(scanner, '', start);
    return suffix === undefined ? undefined : [handle, suffix];
  }
  const suffix = scanUri(scanner, handle, start);
  if (suffix === undefined) {
    return undefined;
  }
  return suffix === '' ? ['', '!'] : ['!', suffix];
}

function scanHandle(
  scanner: Scanner,
  start: number,
  context: 'tag' | 'directive',
): string | undefined {
  const { text } = scanner;
  if (codeAt(text, scanner.position) !== 0x21) {
    fail(scanner, "did not find expected '!'", start);
    return undefined;
  }
  scanner.position += 1;
  const handle = `!${takeWord(scanner)}`;
  if (codeAt(text, scanner.position) === 0x21) {
    scanner.position += 1;
    return `${handle}!`;
  }
  if (context === 'directive' && handle !== '!') {
    fail(scanner, "did not find expected '!'", start);
    return undefined;
  }
  return handle;
}

const uriCharacters = new Set(
  Array.from(";/?:@&=+$,.!~*'()[]%", (character) => character.charCodeAt(0)),
);

/** Scans a tag's URI after `head`, whose `!` is left out; `undefined` when there is neither head nor URI. */
function scanUri(scanner: Scanner, head: string, start: number): string | undefined {
  const { text } = scanner;
  let uri = head.slice(1);
  let found = head !== '';
  for (;;) {
    const code = codeAt(text, scanner.position);
    if (!isWord(code) && !uriCharacters.has(code)) {
      break;
    }
    found = true;
    if (code === 0x25) {
      const character = scanUriEscape(scanner, start);
      if (character === undefined) {
        return undefined;
      }
      uri += character;
    } else {
      uri += String.fromCharCode(code);
      scanner.position += 1;
    }
  }
  if (!found) {
    fail(scanner, 'did not find expected tag URI', start);
    return undefined;
  }
  return uri;
}

/** One character written as `%` escapes of its UTF-8 bytes; one beyond ASCII stays as it is written. */
function scanUriEscape(scanner: Scanner, start: number): string | undefined {
  const { text } = scanner;
  const from = scanner.position;
  let remaining = -1;
  do {
    const high = hexValue(codeAt(text, scanner.position + 1));
    const low = hexValue(codeAt(text, scanner.position + 2));
    if (codeAt(text, scanner.position) !== 0x25 || high < 0 || low < 0) {
      fail(scanner, 'did not find URI escaped octet', start);
      return undefined;
    }
    const octet = high * 16 + low;
    if (remaining < 0) {
      remaining = utf8Width(octet);
      if (remaining === 1) {
        scanner.position += 3;
        return String.fromCharCode(octet);
      }
      if (remaining === 0) {
        fail(scanner, 'found an incorrect leading UTF-8 octet', start);
        return undefined;
      }
    } else if ((octet & 0xc0) !== 0x80) {
      fail(scanner, 'found an incorrect trailing UTF-8 octet', start);
      return undefined;
    }
    scanner.position += 3;
    remaining -= 1;
  } while (remaining > 0);
  return text.slice(from, scanner.position);
}

function utf8Width(octet: number): number {
  if (octet < 0x80) {
    return 1;
  }
  return (octet & 0xe0) === 0xc0
    ? 2
    : (octet & 0xf0) === 0xe0
      ? 3
      : (octet & 0xf8) === 0xf0
        ? 4
        : 0;
}

/** Scans `%YAML` or `%TAG` with the rest of its line. */
export function scanDirective(scanner: Scanner): Token | undefined {
  const { text } = scanner;
  const start = scanner.position;
  scanner.position += 1;
  const name = takeWord(scanner);
  if (name === '') {
    fail(scanner, 'could not find expected directive name', start);
    return undefined;
  }
  if (!isBlankOrEnd(codeAt(text, scanner.position))) {
    fail(scanner, 'found unexpected non-alphabetical character', start);
    return undefined;
  }
  if (name !== 'YAML' && name !== 'TAG') {
    fail(scanner, 'found unknown directive name', start);
    return undefined;
  }
  skipBlanks(scanner);
  const token = name === 'YAML' ? scanVersion(scanner, start) : scanTagDirective(scanner, start);
  if (token === undefined) {
    return undefined;
  }
  skipBlanks(scanner);
  if (codeAt(text, scanner.position) === 0x23) {
    while (!isBreakOrEnd(codeAt(text, scanner.position))) {
      scanner.position += 1;
    }
  }
  const code = codeAt(text, scanner.position);
  if (!isBreakOrEnd(code)) {
    fail(scanner, 'did not find expected comment or line break', start);
    return undefined;
  }
  if (code !== 0) {
    skipBreak(scanner, code);
  }
  return token;
}

function skipBlanks(scanner: Scanner): void {
  while (isBlank(codeAt(scanner.text, scanner.position))) {
    scanner.position += 1;
  }
}

function scanVersion(scanner: Scanner, start: number): Token | undefined {
  const major = scanVersionNumber(scanner, start);
  if (major === undefined) {
    return undefined;
  }
  if (codeAt(scanner.text, scanner.position) !== 0x2e) {
    fail(scanner, "did not find expected digit or '.' character", start);
    return undefined;
  }
  scanner.position += 1;
  const minor = scanVersionNumber(scanner, start);
  if (minor === undefined) {
    return undefined;
  }
  const value = `${major}.${minor}`;
  return {
    kind: 'versionDirective',
    start,
    end: scanner.position,
    value,
    suffix: '',
    style: 'plain',
  };
}

function scanVersionNumber(scanner: Scanner, start: number): number | undefined {
  const { text, position } = scanner;
  while (isDigit(codeAt(text, scanner.position))) {
    scanner.position += 1;
    if (scanner.position - position > 2) {
      fail(scanner, 'found extremely long version number', start);
      return undefined;
    }
  }
  if (scanner.position === position) {
    fail(scanner, 'did not find expected version number', start);
    return undefined;
  }
  return Number(text.slice(position, scanner.position));
}

function scanTagDirective(scanner: Scanner, start: number): Token | undefined {
  const { text } = scanner;
  const value = scanHandle(scanner, start, 'directive');
  if (value === undefined) {
    return undefined;
  }
  if (!isBlank(codeAt(text, scanner.position))) {
    fail(scanner, 'did not find expected whitespace', start);
    return undefined;
  }
  skipBlanks(scanner);
  const suffix = scanUri(scanner, '', start);
  if (suffix === undefined) {
    return undefined;
  }
  if (!isBlankOrEnd(codeAt(text, scanner.position))) {
    fail(scanner, 'did not find expected whitespace or line break', start);
    return undefined;
  }
  return { kind: 'tagDirective', start, end: scanner.position, value, suffix, style: 'plain' };
}
