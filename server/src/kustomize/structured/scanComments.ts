import { codeAt, isBlank, isBreak, isBreakOrEnd } from '../../yaml/characters.ts';
import type { Gatherer } from './commentTokens.ts';

/**
 * A comment: one or many lines, with their `#`. One of `head`, `line` and `foot` has the text, by what go-yaml takes it for.
 * It goes to the first token that begins at `tokenAt` or after it. `start` and `startColumn` are those of its first line as
 * go-yaml counts them, `end` is where it looked last, `scanStart` where it began to look.
 */
export interface Comment {
  readonly head: string;
  readonly line: string;
  readonly foot: string;
  readonly tokenAt: number;
  readonly start: number;
  readonly startColumn: number;
  readonly end: number;
  readonly scanStart: number;
}

/** How far go-yaml looks ahead for a comment. */
const LOOK_AHEAD = 512;

/**
 * Takes a comment on the line of a token that ends at `position`, for the token at `tokenAt`. Gives the position after it.
 *
 * Source: go-yaml v3.0.3 scannerc.go `yaml_parser_scan_line_comment`.
 */
export function scanLineComment(gatherer: Gatherer, position: number, tokenAt: number): number {
  const { text } = gatherer;
  if (newlinesBefore(text, position) > 0) {
    return position;
  }
  let start = position;
  while (isBlank(codeAt(text, start)) && start - position < LOOK_AHEAD - 1) {
    start += 1;
  }
  if (codeAt(text, start) !== 0x23) {
    return position;
  }
  const end = endOfLine(text, start);
  gatherer.comments.push({
    head: '',
    line: text.slice(start, end),
    foot: '',
    tokenAt,
    start,
    startColumn: gatherer.lines.columnOf(start),
    end: 0,
    scanStart: 0,
  });
  return end;
}

/**
 * Takes the comments from the `#` at `position` on, up to what is no comment, and splits them into feet of what stands before
 * and a head of what follows. Gives the position after the last one.
 *
 * Source: go-yaml v3.0.3 scannerc.go `yaml_parser_scan_comments`.
 */
export function scanComments(gatherer: Gatherer, scanStart: number, position: number): number {
  const { text, lines } = gatherer;
  const token = tokenBefore(gatherer);
  const nextIndent = Math.max(gatherer.indent, 0);
  const newlines = newlinesBefore(text, position);
  const scan: CommentScan = {
    gatherer,
    isAfterValue: token?.kind === 'value',
    nextIndent,
    footLine: footLineOf(gatherer, scanStart, position, newlines),
    firstEmpty: newlines <= 1,
    recentEmpty: false,
    scanStart,
    tokenAt: token?.at ?? 0,
    start: 0,
    startLine: 0,
    startColumn: 0,
    comment: '',
    mark: position,
    peek: 0,
    line: lines.lineOf(position),
    column: lines.columnOf(position),
  };
  while (scan.peek < LOOK_AHEAD && lookAt(scan)) {
    scan.peek += 1;
  }
  if (scan.comment !== '') {
    pushComment(scan, 'head', scan.start, scan.mark + scan.peek - 1);
  }
  return scan.mark;
}

/** The state of one look for comments; the names follow go-yaml's. It is changed in place. */
interface CommentScan {
  readonly gatherer: Gatherer;
  readonly isAfterValue: boolean;
  readonly nextIndent: number;
  readonly footLine: number;
  firstEmpty: boolean;
  recentEmpty: boolean;
  scanStart: number;
  tokenAt: number;
  start: number;
  startLine: number;
  startColumn: number;
  comment: string;
  mark: number;
  peek: number;
  line: number;
  column: number;
}

/** Looks at one character; false where the comments are over. */
function lookAt(scan: CommentScan): boolean {
  const { text, flowLevel } = scan.gatherer;
  scan.column += 1;
  const code = codeAt(text, scan.mark + scan.peek);
  if (isBlank(code)) {
    return true;
  }
  const closesFlow = flowLevel > 0 && (code === 0x5d || code === 0x7d);
  if (closesFlow || isBreakOrEnd(code)) {
    return endLine(scan, code, closesFlow);
  }
  const isDedented = scan.column - 1 < scan.nextIndent && scan.column !== scan.startColumn;
  if (scan.comment !== '' && isDedented) {
    pushFoot(scan);
  }
  if (code !== 0x23) {
    return false;
  }
  takeLine(scan);
  return true;
}

/** Looks at the end of a line, of the text or of a flow collection. */
function endLine(scan: CommentScan, code: number, closesFlow: boolean): boolean {
  if (closesFlow || !scan.recentEmpty) {
    if (closesFlow || (scan.firstEmpty && belongsToTokenBefore(scan))) {
      if (scan.comment !== '') {
        if (scan.startColumn - 1 < scan.nextIndent) {
          scan.tokenAt = scan.start;
        }
        pushFoot(scan);
      }
    } else if (scan.comment !== '' && code !== 0) {
      scan.comment += '\n';
    }
  }
  if (!isBreak(code)) {
    return false;
  }
  scan.firstEmpty = false;
  scan.recentEmpty = true;
  scan.column = 0;
  scan.line += 1;
  return true;
}

function belongsToTokenBefore(scan: CommentScan): boolean {
  return (
    (scan.startLine === scan.footLine && !scan.isAfterValue) ||
    scan.startColumn - 1 < scan.nextIndent
  );
}

function pushFoot(scan: CommentScan): void {
  const end = scan.mark + scan.peek;
  pushComment(scan, 'foot', scan.tokenAt, end);
  scan.scanStart = end;
  scan.tokenAt = end;
  scan.comment = '';
}

function pushComment(scan: CommentScan, role: 'head' | 'foot', tokenAt: number, end: number): void {
  scan.gatherer.comments.push({
    head: '',
    line: '',
    foot: '',
    [role]: scan.comment,
    tokenAt,
    start: scan.start,
    startColumn: scan.startColumn,
    end,
    scanStart: scan.scanStart,
  });
}

/** Takes one line of comment. */
function takeLine(scan: CommentScan): void {
  const { text, lines } = scan.gatherer;
  const start = scan.mark + scan.peek;
  if (scan.comment === '') {
    scan.start = start;
    scan.startLine = scan.line;
    scan.startColumn = scan.column;
  } else {
    scan.comment += '\n';
  }
  scan.recentEmpty = false;
  scan.mark = endOfLine(text, start);
  scan.comment += text.slice(start, scan.mark);
  scan.peek = 0;
  scan.column = 0;
  scan.line = lines.lineOf(scan.mark);
}

/** The token that comments may belong to: the last one, or the one before a comma. */
function tokenBefore({ tokens }: Gatherer): Gatherer['tokens'][number] | undefined {
  const last = tokens.at(-1);
  return last?.kind === 'flowEntry' && tokens.length > 1 ? tokens.at(-2) : last;
}

/** The line on which a comment must begin to be a foot of what stands before it; −1 at the start of the text. */
function footLineOf(
  { lines }: Gatherer,
  scanStart: number,
  position: number,
  newlines: number,
): number {
  if (lines.lineOf(scanStart) === 0) {
    return -1;
  }
  const line = lines.lineOf(position) - newlines + 1;
  return newlines === 0 && lines.columnOf(position) > 1 ? line + 1 : line;
}

/** How many line breaks stand between the last character that is not white and `position`. */
function newlinesBefore(text: string, position: number): number {
  let count = 0;
  for (let index = position - 1; index >= 0; index -= 1) {
    const code = codeAt(text, index);
    if (isBreak(code)) {
      const isPair = code === 0x0a && index > 0 && codeAt(text, index - 1) === 0x0d;
      index -= isPair ? 1 : 0;
      count += 1;
    } else if (!isBlank(code)) {
      break;
    }
  }
  return count;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (!isBreakOrEnd(codeAt(text, end))) {
    end += 1;
  }
  return end;
}
