import { fromByteValues, isStray, toBytes } from './goBytes.ts';

/** Go's `strconv.Quote`: a string between double quotes, with escapes for what does not print. */
export function quoteGo(text: string): string {
  return quoteWith(text, '"');
}

/** Go's `strconv.QuoteRune`. */
export function quoteRune(code: number): string {
  return quoteWith(String.fromCodePoint(code), "'");
}

/** Go's `strconv.QuoteToASCII`. */
export function quoteAscii(text: string): string {
  return quoteWith(text, '"').replace(/[^\x20-\x7e]/gu, (character) =>
    longEscape(character.codePointAt(0) ?? 0),
  );
}

/** `%#U`: `U+002D '-'`. */
export function describeRune(code: number): string {
  const hex = code.toString(16).toUpperCase().padStart(4, '0');
  return isPrintable(code) ? `U+${hex} '${String.fromCodePoint(code)}'` : `U+${hex}`;
}

/** Whether Go's `unicode.IsPrint` holds: letters, marks, numbers, punctuation, symbols and the ASCII space. */
export function isPrintable(code: number): boolean {
  return printable.test(String.fromCodePoint(code));
}

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

const shortEscapes: ReadonlyMap<number, string> = new Map([
  [7, '\\a'],
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
  [0x5c, '\\\\'],
]);

function quoteWith(text: string, quote: string): string {
  let result = quote;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote) {
      result += `\\${quote}`;
    } else if (isStray(code)) {
      result += `\\x${(code & 0xff).toString(16)}`;
    } else {
      result += shortEscapes.get(code) ?? (isPrintable(code) ? character : longEscape(code));
    }
  }
  return result + quote;
}

function longEscape(code: number): string {
  if (code < 0x20 || code === 0x7f) {
    return `\\x${code.toString(16).padStart(2, '0')}`;
  }
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * Go's `strconv.Unquote` of a string between double quotes or backquotes; `undefined` where its syntax is wrong.
 * Source: Go 1.26 strconv/quote.go.
 */
export function unquoteGo(quoted: string): string | undefined {
  const body = quoted.slice(1, -1);
  if (quoted.startsWith('`')) {
    return body.replaceAll('\r', '');
  }
  return unescape(body, '"');
}

/** The code point of a constant between single quotes; `undefined` where its syntax is wrong, or it is too long. */
export function unquoteRune(quoted: string): number | undefined {
  const text = unescape(quoted.slice(1, -1), "'");
  const [first, second] = text === undefined ? [] : Array.from(text);
  const code = first?.codePointAt(0);
  return second === undefined && code !== undefined
    ? isStray(code)
      ? code & 0xff
      : code
    : undefined;
}

function unescape(body: string, quote: string): string | undefined {
  if (!body.includes('\\')) {
    return body.includes('\n') || body.includes(quote) ? undefined : body;
  }
  const parts: string[] = [];
  let hasBytes = false;
  let index = 0;
  while (index < body.length) {
    if (body.charAt(index) !== '\\') {
      parts.push(body.charAt(index));
      index += 1;
      continue;
    }
    const escape = readEscape(body, index + 1, quote);
    if (escape === undefined) {
      return undefined;
    }
    hasBytes ||= escape.isByte;
    parts.push(escape.text);
    index = escape.end;
  }
  const text = parts.join('');
  return hasBytes ? fromByteValues([...toBytes(text)]) : text;
}

interface Escape {
  readonly text: string;
  readonly end: number;
  readonly isByte: boolean;
}

function readEscape(body: string, index: number, quote: string): Escape | undefined {
  const letter = body.charAt(index);
  const simple = simpleEscapes.get(letter);
  if (simple !== undefined) {
    return { text: simple, end: index + 1, isByte: false };
  }
  if (letter === quote) {
    return { text: letter, end: index + 1, isByte: false };
  }
  const digits = escapeDigits.get(letter);
  if (digits !== undefined) {
    const hex = body.slice(index + 1, index + 1 + digits);
    if (hex.length !== digits || !/^[0-9a-fA-F]*$/.test(hex)) {
      return undefined;
    }
    return codeEscape(Number.parseInt(hex, 16), index + 1 + digits, digits === 2);
  }
  const octal = /^[0-7]{3}/.exec(body.slice(index))?.[0];
  const code = octal === undefined ? 256 : Number.parseInt(octal, 8);
  return code > 255 ? undefined : codeEscape(code, index + 3, true);
}

function codeEscape(code: number, end: number, isByte: boolean): Escape | undefined {
  if (isByte) {
    const text = String.fromCharCode(code < 0x80 ? code : 0xdc00 | code);
    return { text, end, isByte: code >= 0x80 };
  }
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? undefined
    : { text: String.fromCodePoint(code), end, isByte: false };
}

const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
]);

const escapeDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);
