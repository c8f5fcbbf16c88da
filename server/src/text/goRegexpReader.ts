import {
  classTest,
  perlClassPart,
  posixClassPart,
  rangePart,
  unicodeClassPart,
  type CharacterTest,
  type ClassPart,
} from './goRegexpClass.ts';
import { parseEscape, type Escape } from './goRegexpEscape.ts';

/** A place in a pattern, which reading moves on. */
export interface Cursor {
  readonly pattern: string;
  position: number;
}

/**
 * Reads an escape that stands for one character or for a class; it moves on where it can.
 * Source: Go 1.26 regexp/syntax/parse.go `parsePerlClassEscape`, `parseUnicodeClass`, `parseEscape`.
 */
export function readEscape(cursor: Cursor): Escape | { readonly part: ClassPart } {
  const rest = cursor.pattern.slice(cursor.position);
  const perl = perlClassPart(rest.charAt(1));
  if (perl !== undefined) {
    cursor.position += 2;
    return { part: perl };
  }
  if (/^\\p/i.test(rest)) {
    const match = /^\\(p|P)(?:\{([^}]*)\}|([^{]))/u.exec(rest);
    const part = match && unicodeClassPart(match[2] ?? match[3] ?? '');
    if (match === null || part === undefined || part === null) {
      return { problem: 'invalid character class range' };
    }
    cursor.position += match[0].length;
    return { part: match[1] === 'P' ? { ...part, negated: !part.negated } : part };
  }
  return readCharacterEscape(cursor);
}

function readCharacterEscape(cursor: Cursor): Escape {
  const escape = parseEscape(cursor.pattern, cursor.position);
  if ('length' in escape) {
    cursor.position += escape.length;
  }
  return escape;
}

/**
 * Reads a class such as `[^a-z]` and gives its test, or Go's words for what is wrong with it.
 * Source: Go 1.26 regexp/syntax/parse.go `parseClass`.
 */
export function readClass(
  cursor: Cursor,
  options: { readonly foldsCase: boolean },
): CharacterTest | string {
  cursor.position += 1;
  const negated = cursor.pattern.charAt(cursor.position) === '^';
  if (negated) {
    cursor.position += 1;
  }
  const parts: ClassPart[] = [];
  for (let isFirst = true; isFirst || !cursor.pattern.startsWith(']', cursor.position);) {
    isFirst = false;
    const part = readClassItem(cursor);
    if (typeof part === 'string') {
      return part;
    }
    parts.push(part);
  }
  cursor.position += 1;
  return classTest(parts, { negated, foldsCase: options.foldsCase });
}

function readClassItem(cursor: Cursor): ClassPart | string {
  const rest = cursor.pattern.slice(cursor.position);
  const posix = /^\[:((?:(?!:\]).)*):\]/su.exec(rest);
  if (posix !== null) {
    cursor.position += posix[0].length;
    return posixClassPart(posix[1] ?? '') ?? 'invalid character class range';
  }
  if (/^\\[pPdDsSwW]/.test(rest)) {
    const escape = readEscape(cursor);
    if ('part' in escape) {
      return escape.part;
    }
    return 'problem' in escape ? escape.problem : 'invalid escape sequence';
  }
  return readRange(cursor);
}

function readRange(cursor: Cursor): ClassPart | string {
  const low = readClassCharacter(cursor);
  if (typeof low === 'string') {
    return low;
  }
  const { pattern, position } = cursor;
  if (pattern.charAt(position) !== '-' || ['', ']'].includes(pattern.charAt(position + 1))) {
    return rangePart(low, low);
  }
  cursor.position += 1;
  const high = readClassCharacter(cursor);
  if (typeof high === 'string') {
    return high;
  }
  return high < low ? 'invalid character class range' : rangePart(low, high);
}

function readClassCharacter(cursor: Cursor): number | string {
  const codePoint = cursor.pattern.codePointAt(cursor.position);
  if (codePoint === undefined) {
    return 'missing closing ]';
  }
  if (codePoint !== 0x5c) {
    cursor.position += String.fromCodePoint(codePoint).length;
    return codePoint;
  }
  const escape = readCharacterEscape(cursor);
  return 'problem' in escape ? escape.problem : escape.codePoint;
}
