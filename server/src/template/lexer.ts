import { describeRune, quoteGo } from './goQuote.ts';
import { isSpace, lineBreaks, spacesAtEnd } from './templateSpace.ts';
import { keywords, type Token, type TokenKind } from './tokens.ts';

/** Reads a template token by token; changed in place. */
export interface Lexer {
  readonly input: string;
  offset: number;
  start: number;
  atEnd: boolean;
  parenDepth: number;
  line: number;
  startLine: number;
  insideAction: boolean;
  /** Set once an error was given: nothing comes after it. */
  failed: boolean;
}

/** A lexer at the start of a template. */
export function createLexer(input: string): Lexer {
  return {
    input,
    offset: 0,
    start: 0,
    atEnd: false,
    parenDepth: 0,
    line: 1,
    startLine: 1,
    insideAction: false,
    failed: false,
  };
}

/**
 * The next token; comments are left out. After an error, and at the end, `eof` comes for ever.
 * Source: Go 1.26 text/template/parse/lex.go.
 */
export function nextToken(lexer: Lexer): Token {
  if (lexer.failed) {
    return { kind: 'eof', offset: lexer.offset, text: 'EOF', line: lexer.startLine };
  }
  return lexer.insideAction ? lexAction(lexer) : lexText(lexer);
}

const END = -1;

function next(lexer: Lexer): number {
  const { input, offset } = lexer;
  if (offset >= input.length) {
    lexer.atEnd = true;
    return END;
  }
  const unit = input.charCodeAt(offset);
  const code = unit < 0xd800 ? unit : (input.codePointAt(offset) ?? unit);
  lexer.offset += code > 0xffff ? 2 : 1;
  if (code === 10) {
    lexer.line += 1;
  }
  return code;
}

function backup(lexer: Lexer): void {
  if (lexer.atEnd || lexer.offset === 0) {
    return;
  }
  const code = lexer.input.charCodeAt(lexer.offset - 1);
  lexer.offset -= code >= 0xdc00 && code <= 0xdfff && isHigh(lexer, lexer.offset - 2) ? 2 : 1;
  if (code === 10) {
    lexer.line -= 1;
  }
}

function isHigh(lexer: Lexer, offset: number): boolean {
  const code = lexer.input.charCodeAt(offset);
  return code >= 0xd800 && code <= 0xdbff;
}

function peek(lexer: Lexer): number {
  const code = next(lexer);
  backup(lexer);
  return code;
}

function take(lexer: Lexer, kind: TokenKind): Token {
  const text = lexer.input.slice(lexer.start, lexer.offset);
  const token = { kind, offset: lexer.start, text, line: lexer.startLine };
  lexer.start = lexer.offset;
  lexer.startLine = lexer.line;
  return token;
}

function ignore(lexer: Lexer): void {
  lexer.line += lineBreaks(lexer.input, lexer.start, lexer.offset);
  lexer.start = lexer.offset;
  lexer.startLine = lexer.line;
}

function fail(lexer: Lexer, text: string): Token {
  lexer.failed = true;
  return { kind: 'error', offset: lexer.start, text, line: lexer.startLine };
}

function lexText(lexer: Lexer): Token {
  for (;;) {
    const found = lexer.input.indexOf('{{', lexer.offset);
    if (found < 0) {
      lexer.offset = lexer.input.length;
      if (lexer.offset > lexer.start) {
        lexer.line += lineBreaks(lexer.input, lexer.start, lexer.offset);
        return take(lexer, 'text');
      }
      return { kind: 'eof', offset: lexer.offset, text: 'EOF', line: lexer.startLine };
    }
    if (found > lexer.offset) {
      lexer.offset = found;
      const before = lexer.input.slice(lexer.start, found);
      const trimmed = hasLeftMarker(lexer.input, found + 2) ? spacesAtEnd(before) : 0;
      lexer.offset -= trimmed;
      lexer.line += lineBreaks(lexer.input, lexer.start, lexer.offset);
      const token = take(lexer, 'text');
      lexer.offset += trimmed;
      ignore(lexer);
      if (token.text !== '') {
        return token;
      }
    }
    const token = lexLeftDelimiter(lexer);
    if (token !== undefined) {
      return token;
    }
  }
}

/** `undefined` after a comment: the text goes on. */
function lexLeftDelimiter(lexer: Lexer): Token | undefined {
  lexer.offset += 2;
  const marker = hasLeftMarker(lexer.input, lexer.offset) ? 2 : 0;
  if (lexer.input.startsWith('/*', lexer.offset + marker)) {
    lexer.offset += marker;
    ignore(lexer);
    return lexComment(lexer);
  }
  const token = take(lexer, 'leftDelim');
  lexer.insideAction = true;
  lexer.offset += marker;
  ignore(lexer);
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
  lexer.line += lineBreaks(lexer.input, lexer.start, lexer.offset);
  take(lexer, 'text');
  lexer.offset += delimiter === 'trims' ? 4 : 2;
  if (delimiter === 'trims') {
    skipSpace(lexer);
  }
  ignore(lexer);
  return undefined;
}

function rightDelimiter(lexer: Lexer): 'none' | 'plain' | 'trims' {
  const { input, offset } = lexer;
  if (hasRightMarker(input, offset) && input.startsWith('}}', offset + 2)) {
    return 'trims';
  }
  return input.startsWith('}}', offset) ? 'plain' : 'none';
}

function skipSpace(lexer: Lexer): void {
  while (isSpace(lexer.input.charCodeAt(lexer.offset))) {
    lexer.offset += 1;
  }
}

function lexRightDelimiter(lexer: Lexer): Token {
  const trims = rightDelimiter(lexer) === 'trims';
  if (trims) {
    lexer.offset += 2;
    ignore(lexer);
  }
  lexer.offset += 2;
  const token = take(lexer, 'rightDelim');
  if (trims) {
    skipSpace(lexer);
    ignore(lexer);
  }
  lexer.insideAction = false;
  return token;
}

function lexAction(lexer: Lexer): Token {
  if (rightDelimiter(lexer) !== 'none') {
    return lexer.parenDepth === 0 ? lexRightDelimiter(lexer) : fail(lexer, 'unclosed left paren');
  }
  const code = next(lexer);
  if (code === END) {
    return fail(lexer, 'unclosed action');
  }
  if (isSpace(code)) {
    backup(lexer);
    return lexSpace(lexer);
  }
  switch (code) {
    case 0x3d:
      return take(lexer, 'assign');
    case 0x3a:
      return next(lexer) === 0x3d ? take(lexer, 'declare') : fail(lexer, 'expected :=');
    case 0x7c:
      return take(lexer, 'pipe');
    case 0x22:
      return lexQuoted(lexer, 0x22, 'string', 'unterminated quoted string');
    case 0x60:
      return lexRaw(lexer);
    case 0x24:
      return lexName(lexer, 'variable');
    case 0x27:
      return lexQuoted(lexer, 0x27, 'charConstant', 'unterminated character constant');
    case 0x2e: {
      const after = lexer.input.charCodeAt(lexer.offset);
      if (after < 0x30 || after > 0x39) {
        return lexName(lexer, 'field');
      }
      backup(lexer);
      return lexNumber(lexer);
    }
    case 0x28:
      lexer.parenDepth += 1;
      return take(lexer, 'leftParen');
    case 0x29:
      lexer.parenDepth -= 1;
      return lexer.parenDepth < 0
        ? fail(lexer, 'unexpected right paren')
        : take(lexer, 'rightParen');
  }
  return lexOther(lexer, code);
}

function lexOther(lexer: Lexer, code: number): Token {
  if (code === 0x2b || code === 0x2d || (code >= 0x30 && code <= 0x39)) {
    backup(lexer);
    return lexNumber(lexer);
  }
  if (isAlphaNumeric(code)) {
    backup(lexer);
    return lexIdentifier(lexer);
  }
  return code > 0x20 && code < 0x7f
    ? take(lexer, 'char')
    : fail(lexer, `unrecognized character in action: ${describeRune(code)}`);
}

function lexSpace(lexer: Lexer): Token {
  const first = lexer.offset;
  skipSpace(lexer);
  lexer.line += lineBreaks(lexer.input, first, lexer.offset);
  const count = lexer.offset - first;
  const last = lexer.offset - 1;
  if (hasRightMarker(lexer.input, last) && lexer.input.startsWith('}}', last + 2)) {
    backup(lexer);
    if (count === 1) {
      return lexRightDelimiter(lexer);
    }
  }
  return take(lexer, 'space');
}

function lexIdentifier(lexer: Lexer): Token {
  const code = passAlphaNumerics(lexer);
  const word = lexer.input.slice(lexer.start, lexer.offset);
  if (!atTerminator(lexer)) {
    return fail(lexer, badCharacter(code));
  }
  const keyword = keywords.get(word);
  if (keyword !== undefined) {
    return take(lexer, keyword);
  }
  return take(lexer, word === 'true' || word === 'false' ? 'bool' : 'identifier');
}

/** A field or a variable, whose first character was read. */
function lexName(lexer: Lexer, kind: 'field' | 'variable'): Token {
  if (atTerminator(lexer)) {
    return take(lexer, kind === 'variable' ? 'variable' : 'dot');
  }
  const code = passAlphaNumerics(lexer);
  return atTerminator(lexer) ? take(lexer, kind) : fail(lexer, badCharacter(code));
}

/** Passes letters, digits and underscores; gives what comes behind them. */
function passAlphaNumerics(lexer: Lexer): number {
  const { input } = lexer;
  while (isAlphaNumericAscii(input.charCodeAt(lexer.offset))) {
    lexer.offset += 1;
  }
  let code = next(lexer);
  while (isAlphaNumeric(code)) {
    code = next(lexer);
  }
  backup(lexer);
  return code;
}

function badCharacter(code: number): string {
  return `bad character ${code === END ? 'U+FFFFFFFFFFFFFFFF' : describeRune(code)}`;
}

function atTerminator(lexer: Lexer): boolean {
  const { input, offset } = lexer;
  if (offset >= input.length) {
    lexer.atEnd = true;
    return true;
  }
  const code = input.charCodeAt(offset);
  return isSpace(code) || terminators.has(code) || input.startsWith('}}', offset);
}

/** `.`, `,`, `|`, `:`, `)` and `(`. */
const terminators: ReadonlySet<number> = new Set([0x2e, 0x2c, 0x7c, 0x3a, 0x29, 0x28]);

function lexQuoted(lexer: Lexer, quote: number, kind: TokenKind, problem: string): Token {
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
  for (;;) {
    const code = next(lexer);
    if (code === END) {
      return fail(lexer, 'unterminated raw quoted string');
    }
    if (code === 0x60) {
      return take(lexer, 'rawString');
    }
  }
}

function lexNumber(lexer: Lexer): Token {
  const bad = (): Token =>
    fail(lexer, `bad number syntax: ${quoteGo(lexer.input.slice(lexer.start, lexer.offset))}`);
  if (!scanNumber(lexer)) {
    return bad();
  }
  const sign = peek(lexer);
  if (sign === 0x2b || sign === 0x2d) {
    return scanNumber(lexer) && lexer.input.charAt(lexer.offset - 1) === 'i'
      ? take(lexer, 'complex')
      : bad();
  }
  return take(lexer, 'number');
}

function accept(lexer: Lexer, valid: RegExp): boolean {
  const code = next(lexer);
  if (code !== END && valid.test(String.fromCodePoint(code))) {
    return true;
  }
  backup(lexer);
  return false;
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
  if (isAlphaNumeric(peek(lexer))) {
    next(lexer);
    return false;
  }
  return true;
}

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
