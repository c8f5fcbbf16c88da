import { codeAt, isBlank, isBreak, isBreakOrEnd, isDigit } from './characters.ts';
import { breakText } from './scanFlowScalar.ts';
import { fail, skipBreak, type BlockCursor, type Token } from './scanner.ts';

interface Header {
  readonly chomping: 'strip' | 'clip' | 'keep';
  readonly increment: number;
}

/** Scans a literal (`|`) or folded (`>`) scalar; `undefined` when its header is wrong or a tab indents it. */
export function scanBlockScalar(
  scanner: BlockCursor,
  style: 'literal' | 'folded',
): Token | undefined {
  const { text } = scanner;
  const start = scanner.position;
  scanner.position += 1;
  const header = scanHeader(scanner, start);
  if (header === undefined) {
    return undefined;
  }
  const given = header.increment === 0 ? 0 : Math.max(scanner.indent, 0) + header.increment;
  const first = scanBreaks(scanner, given, start);
  if (first === undefined) {
    return undefined;
  }
  const { indent } = first;
  let { breaks, end } = first;
  let value = '';
  let leadingBreak = '';
  let leadingBlank = false;
  while (scanner.position - scanner.lineStart === indent && codeAt(text, scanner.position) !== 0) {
    const blank = isBlank(codeAt(text, scanner.position));
    if (style === 'folded' && !leadingBlank && !blank && leadingBreak === '\n') {
      value += breaks === '' ? ' ' : breaks;
    } else {
      value += leadingBreak + breaks;
    }
    leadingBlank = blank;
    value += takeLine(scanner);
    leadingBreak = takeBreak(scanner);
    const next = scanBreaks(scanner, indent, start);
    if (next === undefined) {
      return undefined;
    }
    ({ breaks, end } = next);
  }
  if (header.chomping !== 'strip') {
    value += leadingBreak;
  }
  if (header.chomping === 'keep') {
    value += breaks;
  }
  return { kind: 'scalar', start, end, value, suffix: '', style };
}

/** Scans what stands between the indicator and the end of its line. */
function scanHeader(scanner: BlockCursor, start: number): Header | undefined {
  const { text } = scanner;
  let chomping: Header['chomping'] | undefined = takeChomping(scanner);
  let increment = 0;
  const digit = codeAt(text, scanner.position);
  if (isDigit(digit)) {
    if (digit === 0x30) {
      fail(scanner, 'found an indentation indicator equal to 0', start);
      return undefined;
    }
    increment = digit - 0x30;
    scanner.position += 1;
    chomping ??= takeChomping(scanner);
  }
  while (isBlank(codeAt(text, scanner.position))) {
    scanner.position += 1;
  }
  if (codeAt(text, scanner.position) === 0x23) {
    takeLine(scanner);
  }
  const code = codeAt(text, scanner.position);
  if (!isBreakOrEnd(code)) {
    fail(scanner, 'did not find expected comment or line break', start);
    return undefined;
  }
  if (code !== 0) {
    skipBreak(scanner, code);
  }
  return { chomping: chomping ?? 'clip', increment };
}

function takeChomping(scanner: BlockCursor): 'strip' | 'keep' | undefined {
  const code = codeAt(scanner.text, scanner.position);
  if (code !== 0x2b && code !== 0x2d) {
    return undefined;
  }
  scanner.position += 1;
  return code === 0x2b ? 'keep' : 'strip';
}

function takeLine(scanner: BlockCursor): string {
  const { text, position } = scanner;
  let end = position;
  while (!isBreakOrEnd(codeAt(text, end))) {
    end += 1;
  }
  scanner.position = end;
  return text.slice(position, end);
}

function takeBreak(scanner: BlockCursor): string {
  const code = codeAt(scanner.text, scanner.position);
  if (!isBreak(code)) {
    return '';
  }
  skipBreak(scanner, code);
  return breakText(code);
}

interface Breaks {
  readonly breaks: string;
  readonly indent: number;
  readonly end: number;
}

/** Consumes indentation and empty lines. An `indent` of 0 is found out: the deepest column reached, at least one deeper. */
function scanBreaks(scanner: BlockCursor, indent: number, start: number): Breaks | undefined {
  const { text } = scanner;
  let breaks = '';
  let deepest = 0;
  let end = scanner.position;
  for (;;) {
    while (isLeftOf(scanner, indent) && codeAt(text, scanner.position) === 0x20) {
      scanner.position += 1;
    }
    deepest = Math.max(deepest, scanner.position - scanner.lineStart);
    const code = codeAt(text, scanner.position);
    if (code === 0x09 && isLeftOf(scanner, indent)) {
      fail(scanner, 'found a tab character where an indentation space is expected', start);
      return undefined;
    }
    if (!isBreak(code)) {
      break;
    }
    breaks += takeBreak(scanner);
    end = scanner.position;
  }
  return { breaks, indent: indent === 0 ? Math.max(deepest, scanner.indent + 1, 1) : indent, end };
}

function isLeftOf(scanner: BlockCursor, indent: number): boolean {
  return indent === 0 || scanner.position - scanner.lineStart < indent;
}
