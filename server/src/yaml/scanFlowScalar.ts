import { codeAt, hexValue, isBlank, isBlankOrEnd, isBreak } from './characters.ts';
import {
  fail,
  isDocumentIndicator,
  skipBreak,
  type ScanCursor,
  type Scanner,
  type Token,
} from './scanner.ts';

/** What a run of white space and breaks becomes: one break a space, more breaks one less, other white space itself. */
interface Gap {
  readonly text: string;
  readonly hasBreak: boolean;
}

/** Scans a plain scalar, which may go on over several lines; `undefined` when a tab stands for indentation. */
export function scanPlainScalar(scanner: Scanner, start: number): Token | undefined {
  const { text } = scanner;
  const indent = scanner.indent + 1;
  let value = '';
  let end = start;
  let gap: Gap = { text: '', hasBreak: false };
  for (;;) {
    const column = scanner.position - scanner.lineStart;
    if (column === 0 && isDocumentIndicator(text, scanner.position)) {
      break;
    }
    if (codeAt(text, scanner.position) === 0x23) {
      break;
    }
    const wordStart = scanner.position;
    const wordEnd = endOfPlainWord(text, wordStart, scanner.flowLevel > 0);
    if (wordEnd > wordStart) {
      value += gap.text + text.slice(wordStart, wordEnd);
      gap = { text: '', hasBreak: false };
      end = wordEnd;
      scanner.position = wordEnd;
    }
    const code = codeAt(text, scanner.position);
    if (!isBlank(code) && !isBreak(code)) {
      break;
    }
    const next = scanGap(scanner, indent);
    if (next === undefined) {
      fail(scanner, 'found a tab character that violates indentation', start);
      return undefined;
    }
    gap = next;
    if (scanner.flowLevel === 0 && scanner.position - scanner.lineStart < indent) {
      break;
    }
  }
  if (gap.hasBreak) {
    scanner.simpleKeyAllowed = true;
  }
  return { kind: 'scalar', start, end, value, suffix: '', style: 'plain' };
}

function endOfPlainWord(text: string, start: number, inFlow: boolean): number {
  let position = start;
  for (;;) {
    const code = codeAt(text, position);
    if (isBlankOrEnd(code)) {
      return position;
    }
    if (code === 0x3a && isBlankOrEnd(codeAt(text, position + 1))) {
      return position;
    }
    if (inFlow && isFlowIndicator(code)) {
      return position;
    }
    position += 1;
  }
}

/** `,` `?` `[` `]` `{` `}` end a plain scalar inside a flow collection. */
function isFlowIndicator(code: number): boolean {
  return (
    code === 0x2c ||
    code === 0x3f ||
    code === 0x5b ||
    code === 0x5d ||
    code === 0x7b ||
    code === 0x7d
  );
}

/** Consumes white space and breaks; `undefined` at a tab that stands left of `indent` on a continued line. */
function scanGap(scanner: Scanner, indent: number): Gap | undefined {
  const { text } = scanner;
  const start = scanner.position;
  let blanksEnd = -1;
  let leading = '';
  let trailing = '';
  for (;;) {
    const code = codeAt(text, scanner.position);
    if (isBlank(code)) {
      const column = scanner.position - scanner.lineStart;
      if (blanksEnd >= 0 && code === 0x09 && column < indent) {
        return undefined;
      }
      scanner.position += 1;
    } else if (isBreak(code)) {
      if (blanksEnd < 0) {
        blanksEnd = scanner.position;
        leading = breakText(code);
      } else {
        trailing += breakText(code);
      }
      skipBreak(scanner, code);
    } else {
      break;
    }
  }
  if (blanksEnd < 0) {
    return { text: text.slice(start, scanner.position), hasBreak: false };
  }
  return { text: foldBreaks(leading, trailing), hasBreak: true };
}

/** A break as it stands in a value: line and paragraph separators stay, every other becomes a line feed. */
export function breakText(code: number): string {
  return code === 0x2028 ? '\u2028' : code === 0x2029 ? '\u2029' : '\n';
}

function foldBreaks(leading: string, trailing: string): string {
  if (leading !== '\n') {
    return leading + trailing;
  }
  return trailing === '' ? ' ' : trailing;
}

/** Scans a scalar in quotes; `undefined` when it does not end or has an unknown escape. */
export function scanQuotedScalar(
  scanner: ScanCursor,
  start: number,
  style: 'single' | 'double',
): Token | undefined {
  const { text } = scanner;
  const quote = style === 'single' ? 0x27 : 0x22;
  scanner.position += 1;
  let value = '';
  for (;;) {
    const column = scanner.position - scanner.lineStart;
    if (column === 0 && isDocumentIndicator(text, scanner.position)) {
      fail(scanner, 'found unexpected document indicator', start);
      return undefined;
    }
    if (codeAt(text, scanner.position) === 0) {
      fail(scanner, 'found unexpected end of stream', start);
      return undefined;
    }
    const part = scanQuotedPart(scanner, start, style);
    if (part === undefined) {
      return undefined;
    }
    value += part.text;
    if (codeAt(text, scanner.position) === quote) {
      break;
    }
    value += scanQuotedGap(scanner, part.hasBreak);
  }
  scanner.position += 1;
  return { kind: 'scalar', start, end: scanner.position, value, suffix: '', style };
}

/** The characters up to a blank, a break or the closing quote; `hasBreak` when an escaped break ended them. */
function scanQuotedPart(
  scanner: ScanCursor,
  start: number,
  style: 'single' | 'double',
): Gap | undefined {
  const { text } = scanner;
  let value = '';
  let from = scanner.position;
  for (;;) {
    const { position } = scanner;
    const code = codeAt(text, position);
    if (isBlankOrEnd(code)) {
      break;
    }
    if (style === 'single' && code === 0x27) {
      if (codeAt(text, position + 1) !== 0x27) {
        break;
      }
      value += text.slice(from, position + 1);
      scanner.position += 2;
      from = scanner.position;
    } else if (style === 'double' && code === 0x22) {
      break;
    } else if (style === 'double' && code === 0x5c) {
      value += text.slice(from, position);
      const next = codeAt(text, position + 1);
      if (isBreak(next)) {
        scanner.position += 1;
        skipBreak(scanner, next);
        return { text: value, hasBreak: true };
      }
      const escaped = scanEscape(scanner, start);
      if (escaped === undefined) {
        return undefined;
      }
      value += escaped;
      from = scanner.position;
    } else {
      scanner.position += 1;
    }
  }
  return { text: value + text.slice(from, scanner.position), hasBreak: false };
}

/** White space and breaks between quotes. After an escaped break blanks vanish, and only further breaks count. */
function scanQuotedGap(scanner: ScanCursor, afterEscapedBreak: boolean): string {
  const { text } = scanner;
  const start = scanner.position;
  let leadingBlanks = afterEscapedBreak;
  let leading = '';
  let trailing = '';
  for (;;) {
    const code = codeAt(text, scanner.position);
    if (isBlank(code)) {
      scanner.position += 1;
    } else if (isBreak(code)) {
      if (leadingBlanks) {
        trailing += breakText(code);
      } else {
        leading = breakText(code);
        leadingBlanks = true;
      }
      skipBreak(scanner, code);
    } else {
      break;
    }
  }
  if (!leadingBlanks) {
    return text.slice(start, scanner.position);
  }
  return leading === '' ? trailing : foldBreaks(leading, trailing);
}

const escapes: ReadonlyMap<number, string> = new Map([
  [0x30, '\0'],
  [0x61, '\x07'],
  [0x62, '\b'],
  [0x74, '\t'],
  [0x09, '\t'],
  [0x6e, '\n'],
  [0x76, '\v'],
  [0x66, '\f'],
  [0x72, '\r'],
  [0x65, '\x1b'],
  [0x20, ' '],
  [0x22, '"'],
  [0x27, "'"],
  [0x5c, '\\'],
  [0x4e, '\x85'],
  [0x5f, '\xa0'],
  [0x4c, '\u2028'],
  [0x50, '\u2029'],
]);

/** What an escape stands for, the position past it; `undefined` when there is no such escape or character. */
function scanEscape(scanner: ScanCursor, start: number): string | undefined {
  const code = codeAt(scanner.text, scanner.position + 1);
  const simple = escapes.get(code);
  if (simple !== undefined) {
    scanner.position += 2;
    return simple;
  }
  const length = code === 0x78 ? 2 : code === 0x75 ? 4 : code === 0x55 ? 8 : 0;
  if (length === 0) {
    fail(scanner, 'found unknown escape character', start);
    return undefined;
  }
  scanner.position += 2;
  let value = 0;
  for (let k = 0; k < length; k += 1) {
    const digit = hexValue(codeAt(scanner.text, scanner.position + k));
    if (digit < 0) {
      fail(scanner, 'did not find expected hexdecimal number', start);
      return undefined;
    }
    value = value * 16 + digit;
  }
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    fail(scanner, 'found invalid Unicode character escape code', start);
    return undefined;
  }
  scanner.position += length;
  return String.fromCodePoint(value);
}
