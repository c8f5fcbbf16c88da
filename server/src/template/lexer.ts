import { describeRune, quoteGo } from './goQuote.ts';
import { isSpace, spacesAtEnd } from './templateSpace.ts';
import { keywords, type Token, type TokenKind } from './tokens.ts';

/** Reads a template token by token; changed in place. */
export interface Lexer {
  readonly input: string;
  offset: number;
  start: number;
  parenDepth: number;
  insideAction: boolean;
  /** Set once an error was given: nothing comes after it. */
  failed: boolean;
}

/** A lexer at the start of a template. */
export function createLexer(input: string): Lexer {
  return { input, offset: 0, start: 0, parenDepth: 0, insideAction: false, failed: false };
}

/**
 * The next token; comments are left out. After an error, and at the end, `eof` comes for ever.
 * Source: Go 1.26 text/template/parse/lex.go.
 * Most templates are read once, by code that is still cold: so what is common is left to the engine's own searches, and only
 * the rest is looked at one character at a time.
 */
export function nextToken(lexer: Lexer): Token {
  if (lexer.failed) {
    return { kind: 'eof', offset: lexer.offset, text: 'EOF' };
  }
  return lexer.insideAction ? lexAction(lexer) : lexText(lexer);
}

const END = -1;

function next(lexer: Lexer): number {
  const code = codeAt(lexer);
  lexer.offset += code === END ? 0 : code > 0xffff ? 2 : 1;
  return code;
}

function codeAt({ input, offset }: Lexer): number {
  return input.codePointAt(offset) ?? END;
}

function take(lexer: Lexer, kind: TokenKind): Token {
  const { start, offset } = lexer;
  lexer.start = offset;
  return { kind, offset: start, text: lexer.input.slice(start, offset) };
}

/** Takes what ends behind `length` more characters. */
function takeNext(lexer: Lexer, kind: TokenKind, length: number): Token {
  lexer.offset += length;
  return take(lexer, kind);
}

function fail(lexer: Lexer, text: string): Token {
  lexer.failed = true;
  return { kind: 'error', offset: lexer.start, text };
}

function lexText(lexer: Lexer): Token {
  const { input } = lexer;
  for (;;) {
    const found = input.indexOf('{{', lexer.offset);
    if (found < 0) {
      lexer.offset = input.length;
      return lexer.offset > lexer.start
        ? take(lexer, 'text')
        : { kind: 'eof', offset: lexer.offset, text: 'EOF' };
    }
    const { start } = lexer;
    const trims = hasLeftMarker(input, found + 2);
    const text = input.slice(start, found);
    const kept = trims ? text.slice(0, text.length - spacesAtEnd(text)) : text;
    lexer.offset = found;
    lexer.start = found;
    if (kept !== '') {
      return { kind: 'text', offset: start, text: kept };
    }
    const token = lexLeftDelimiter(lexer, trims ? 2 : 0);
    if (token !== undefined) {
      return token;
    }
  }
}

/** `undefined` after a comment: the text goes on. */
function lexLeftDelimiter(lexer: Lexer, marker: number): Token | undefined {
  lexer.offset += 2;
  if (lexer.input.startsWith('/*', lexer.offset + marker)) {
    lexer.offset += marker;
    lexer.start = lexer.offset;
    return lexComment(lexer);
  }
  const token = take(lexer, 'leftDelim');
  lexer.insideAction = true;
  lexer.offset += marker;
  lexer.start = lexer.offset;
  lexer.parenDepth = 0;
  return token;
}

function lexComment(lexer: Lexer): Token | undefined {
  const end = lexer.input.indexOf('*/', lexer.offset + 2);
  if (end < 0) {
    return fail(lexer, 'unclosed comment');
  }
  lexer.offset = end + 2;
  const delimiter = rightDelimiter(lexer);
  if (delimiter === 'none') {
    return fail(lexer, 'comment ends before closing delimiter');
  }
  passRightDelimiter(lexer, delimiter);
  return undefined;
}

function rightDelimiter({ input, offset }: Lexer): 'none' | 'plain' | 'trims' {
  if (input.startsWith('}}', offset)) {
    return 'plain';
  }
  return hasRightMarker(input, offset) && input.startsWith('}}', offset + 2) ? 'trims' : 'none';
}

function passRightDelimiter(lexer: Lexer, delimiter: 'plain' | 'trims'): void {
  lexer.offset += 2;
  if (delimiter === 'trims') {
    lexer.offset += 2;
    skipSpace(lexer);
  }
  lexer.start = lexer.offset;
}

function skipSpace(lexer: Lexer): void {
  while (isSpace(lexer.input.charCodeAt(lexer.offset))) {
    lexer.offset += 1;
  }
}

function lexRightDelimiter(lexer: Lexer, delimiter: 'plain' | 'trims'): Token {
  if (lexer.parenDepth > 0) {
    return fail(lexer, 'unclosed left paren');
  }
  const offset = lexer.offset + (delimiter === 'trims' ? 2 : 0);
  passRightDelimiter(lexer, delimiter);
  lexer.insideAction = false;
  return { kind: 'rightDelim', offset, text: '}}' };
}

function lexAction(lexer: Lexer): Token {
  const { input, offset } = lexer;
  const code = offset < input.length ? input.charCodeAt(offset) : END;
  switch (code) {
    case END:
      return fail(lexer, 'unclosed action');
    case 0x20:
    case 9:
    case 10:
    case 13:
      return lexSpace(lexer);
    case 0x7d:
      return input.charCodeAt(offset + 1) === 0x7d
        ? lexRightDelimiter(lexer, 'plain')
        : takeNext(lexer, 'char', 1);
    case 0x3d:
      return takeNext(lexer, 'assign', 1);
    case 0x3a:
      return input.charCodeAt(offset + 1) === 0x3d
        ? takeNext(lexer, 'declare', 2)
        : fail(lexer, 'expected :=');
    case 0x7c:
      return takeNext(lexer, 'pipe', 1);
    case 0x22:
      return lexQuoted(lexer, 0x22, 'string', 'unterminated quoted string');
    case 0x60:
      return lexRaw(lexer);
    case 0x24:
      return lexName(lexer, 'variable');
    case 0x27:
      return lexQuoted(lexer, 0x27, 'charConstant', 'unterminated character constant');
    case 0x2e: {
      const after = input.charCodeAt(offset + 1);
      return after < 0x30 || after > 0x39 ? lexName(lexer, 'field') : lexNumber(lexer);
    }
    case 0x28:
      lexer.parenDepth += 1;
      return takeNext(lexer, 'leftParen', 1);
    case 0x29:
      lexer.parenDepth -= 1;
      return lexer.parenDepth < 0
        ? fail(lexer, 'unexpected right paren')
        : takeNext(lexer, 'rightParen', 1);
  }
  return lexOther(lexer, code);
}

function lexOther(lexer: Lexer, unit: number): Token {
  if (unit === 0x2b || unit === 0x2d || (unit >= 0x30 && unit <= 0x39)) {
    return lexNumber(lexer);
  }
  const code = unit < 0x80 ? unit : codeAt(lexer);
  if (isAlphaNumeric(code)) {
    return lexIdentifier(lexer);
  }
  return code > 0x20 && code < 0x7f
    ? takeNext(lexer, 'char', 1)
    : fail(lexer, `unrecognized character in action: ${describeRune(code)}`);
}

function lexSpace(lexer: Lexer): Token {
  skipSpace(lexer);
  const { input, offset, start } = lexer;
  if (input.charCodeAt(offset) === 0x2d && input.startsWith('}}', offset + 1)) {
    // The last of the spaces belongs to the marker.
    lexer.offset = offset - 1;
    if (lexer.offset === start) {
      return lexRightDelimiter(lexer, 'trims');
    }
  }
  return take(lexer, 'space');
}

function lexIdentifier(lexer: Lexer): Token {
  passAlphaNumerics(lexer);
  if (!atTerminator(lexer)) {
    return fail(lexer, badCharacter(lexer));
  }
  const token = take(lexer, 'identifier');
  const { text } = token;
  const keyword = keywords.get(text);
  if (keyword !== undefined) {
    return { ...token, kind: keyword };
  }
  return text === 'true' || text === 'false' ? { ...token, kind: 'bool' } : token;
}

/** A field or a variable with its first character. */
function lexName(lexer: Lexer, kind: 'field' | 'variable'): Token {
  lexer.offset += 1;
  const { offset } = lexer;
  passAlphaNumerics(lexer);
  if (!atTerminator(lexer)) {
    return fail(lexer, badCharacter(lexer));
  }
  return take(lexer, kind === 'field' && lexer.offset === offset ? 'dot' : kind);
}

/** Passes letters, digits and underscores. */
function passAlphaNumerics(lexer: Lexer): void {
  asciiWord.lastIndex = lexer.offset;
  asciiWord.test(lexer.input);
  lexer.offset = asciiWord.lastIndex;
  for (let code = codeAt(lexer); code >= 0x80 && isAlphaNumeric(code); code = codeAt(lexer)) {
    next(lexer);
    asciiWord.lastIndex = lexer.offset;
    asciiWord.test(lexer.input);
    lexer.offset = asciiWord.lastIndex;
  }
}

function badCharacter(lexer: Lexer): string {
  return `bad character ${describeRune(codeAt(lexer))}`;
}

/** Whether the end, white space, one of `.,|:)(` or a closing delimiter comes. */
function atTerminator({ input, offset }: Lexer): boolean {
  if (offset >= input.length) {
    return true;
  }
  switch (input.charCodeAt(offset)) {
    case 0x20:
    case 9:
    case 10:
    case 13:
    case 0x2e:
    case 0x2c:
    case 0x7c:
    case 0x3a:
    case 0x29:
    case 0x28:
      return true;
    case 0x7d:
      return input.charCodeAt(offset + 1) === 0x7d;
    default:
      return false;
  }
}

function lexQuoted(lexer: Lexer, quote: number, kind: TokenKind, problem: string): Token {
  const { input, start } = lexer;
  const end = input.indexOf(String.fromCharCode(quote), start + 1);
  const text = end < 0 ? '\n' : input.slice(start + 1, end);
  if (!text.includes('\\') && !text.includes('\n')) {
    lexer.offset = end + 1;
    return take(lexer, kind);
  }
  lexer.offset = start + 1;
  for (;;) {
    let code = next(lexer);
    if (code === 0x5c) {
      code = next(lexer);
      if (code !== END && code !== 10) {
        continue;
      }
    }
    if (code === END || code === 10) {
      return fail(lexer, problem);
    }
    if (code === quote) {
      return take(lexer, kind);
    }
  }
}

function lexRaw(lexer: Lexer): Token {
  const end = lexer.input.indexOf('`', lexer.start + 1);
  if (end < 0) {
    return fail(lexer, 'unterminated raw quoted string');
  }
  lexer.offset = end + 1;
  return take(lexer, 'rawString');
}

function lexNumber(lexer: Lexer): Token {
  digits.lastIndex = lexer.offset;
  if (digits.test(lexer.input)) {
    lexer.offset = digits.lastIndex;
    return take(lexer, 'number');
  }
  const bad = (): Token =>
    fail(lexer, `bad number syntax: ${quoteGo(lexer.input.slice(lexer.start, lexer.offset))}`);
  if (!scanNumber(lexer)) {
    return bad();
  }
  const sign = codeAt(lexer);
  if (sign === 0x2b || sign === 0x2d) {
    return scanNumber(lexer) && lexer.input.charAt(lexer.offset - 1) === 'i'
      ? take(lexer, 'complex')
      : bad();
  }
  return take(lexer, 'number');
}

function accept(lexer: Lexer, valid: RegExp): boolean {
  const code = codeAt(lexer);
  if (code === END || !valid.test(String.fromCodePoint(code))) {
    return false;
  }
  next(lexer);
  return true;
}

function acceptRun(lexer: Lexer, valid: RegExp): void {
  while (accept(lexer, valid)) {
    // Each turn takes one character.
  }
}

function scanNumber(lexer: Lexer): boolean {
  accept(lexer, /[+-]/);
  let digits = /[0-9_]/;
  let base = 10;
  if (accept(lexer, /0/)) {
    if (accept(lexer, /[xX]/)) {
      digits = /[0-9a-fA-F_]/;
      base = 16;
    } else if (accept(lexer, /[oO]/)) {
      digits = /[0-7_]/;
      base = 8;
    } else if (accept(lexer, /[bB]/)) {
      digits = /[01_]/;
      base = 2;
    }
  }
  acceptRun(lexer, digits);
  if (accept(lexer, /\./)) {
    acceptRun(lexer, digits);
  }
  if ((base === 10 && accept(lexer, /[eE]/)) || (base === 16 && accept(lexer, /[pP]/))) {
    accept(lexer, /[+-]/);
    acceptRun(lexer, /[0-9_]/);
  }
  accept(lexer, /i/);
  if (isAlphaNumeric(codeAt(lexer))) {
    next(lexer);
    return false;
  }
  return true;
}

/** Letters, digits and underscores, as far as they are ASCII: perhaps none. */
const asciiWord = /[0-9A-Za-z_]*/y;

/** Digits that are a whole number for certain: nothing comes behind them that could belong to it. */
const digits = /[0-9]+(?=[\t\n\r )|}])/y;

function isAlphaNumeric(code: number): boolean {
  if (code < 0x80) {
    return isAlphaNumericAscii(code);
  }
  return /^[\p{L}\p{Nd}]$/u.test(String.fromCodePoint(code));
}

function isAlphaNumericAscii(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}

function hasLeftMarker(text: string, offset: number): boolean {
  return text.charAt(offset) === '-' && isSpace(text.charCodeAt(offset + 1));
}

function hasRightMarker(text: string, offset: number): boolean {
  return isSpace(text.charCodeAt(offset)) && text.charAt(offset + 1) === '-';
}
