import { codeAt, isBlank, isBreak, isBreakOrEnd } from '../../yaml/characters.ts';
import { createScanner, type Token } from '../../yaml/scanner.ts';
import { peekToken, skipToken } from '../../yaml/scanTokens.ts';
import { scanComments, scanLineComment, type Comment } from './scanComments.ts';
import { createLines, type Lines } from './textLines.ts';

/** A token with the offset at which go-yaml looks for its comments, which for the end of a block may be before it. */
export interface CommentedToken extends Token {
  readonly at: number;
}

/** The tokens of a text up to the first that cannot be scanned, with the comments in their order. */
export interface CommentedTokens {
  readonly tokens: readonly CommentedToken[];
  readonly comments: readonly Comment[];
}

/**
 * Scans a text with its comments. go-yaml gathers comments while it scans; here they are found in the gaps between the
 * tokens, with the indentation and the level of flow collections that the scanner has in each gap.
 *
 * Source: go-yaml v3.0.3 scannerc.go `yaml_parser_fetch_next_token`, `yaml_parser_scan_to_next_token`,
 * `yaml_parser_unroll_indent`.
 */
export function scanWithComments(text: string): CommentedTokens {
  const gatherer: Gatherer = {
    text,
    lines: createLines(text),
    tokens: [],
    comments: [],
    indents: [],
    indent: -1,
    flowLevel: 0,
    scanStart: 0,
    lastEnd: undefined,
  };
  let marks: Token[] = [];
  for (const token of allTokens(text)) {
    if (!isReal(token)) {
      marks.push(token);
      continue;
    }
    if (token.kind !== 'streamStart') {
      passGap(gatherer, token);
    }
    for (const mark of marks) {
      passMark(gatherer, mark, token);
    }
    passToken(gatherer, token);
    marks = [];
  }
  return gatherer;
}

/** What is known while the tokens are passed one after the other. It is changed in place. */
export interface Gatherer {
  readonly text: string;
  readonly lines: Lines;
  readonly tokens: CommentedToken[];
  readonly comments: Comment[];
  readonly indents: number[];
  indent: number;
  flowLevel: number;
  /** Where the scanner stands after the last token. */
  scanStart: number;
  /** The end of the last block since the last token, and where the look for its comments began. */
  lastEnd: { readonly scanStart: number; readonly end: number } | undefined;
}

function allTokens(text: string): readonly Token[] {
  const scanner = createScanner(text, 3);
  const tokens: Token[] = [];
  for (;;) {
    const token = peekToken(scanner);
    if (token === undefined) {
      return tokens;
    }
    tokens.push(token);
    if (token.kind === 'streamEnd') {
      return tokens;
    }
    skipToken(scanner);
  }
}

/** Whether the token stands in the text, or ends it; others are marks that the scanner sets between them. */
function isReal(token: Token): boolean {
  return token.end > token.start || token.kind === 'streamStart' || token.kind === 'streamEnd';
}

/** Passes what stands between the last token and the next: white space and comments. */
function passGap(gatherer: Gatherer, next: Token): void {
  const { text } = gatherer;
  const scanStart = gatherer.scanStart;
  let position = scanStart;
  while (position < next.start) {
    const code = codeAt(text, position);
    if (code === 0x23) {
      position = scanComments(gatherer, scanStart, position);
    } else {
      position += 1;
    }
  }
}

/** Passes a mark: the start or the end of a block collection, or a key without `?`. */
function passMark(gatherer: Gatherer, token: Token, next: Token): void {
  switch (token.kind) {
    case 'blockMappingStart':
    case 'blockSequenceStart':
      gatherer.indents.push(gatherer.indent);
      gatherer.indent = gatherer.lines.columnOf(token.start);
      break;
    case 'blockEnd':
      gatherer.tokens.push({ ...token, at: endOfBlock(gatherer, next) });
      gatherer.indent = gatherer.indents.pop() ?? -1;
      return;
    default:
  }
  gatherer.tokens.push({ ...token, at: token.start });
}

/**
 * Where a block ends for its comments: at the first of the comments after it that are indented as the block is.
 */
function endOfBlock(gatherer: Gatherer, next: Token): number {
  const { comments, indent, lines } = gatherer;
  const isDedent = indent > lines.columnOf(next.start);
  const scanStart = isDedent ? gatherer.scanStart : next.start;
  // Blocks that end together look on from where the one before ended.
  const before = gatherer.lastEnd?.scanStart === scanStart ? gatherer.lastEnd : undefined;
  let end = before?.end ?? scanStart - 1;
  let stop = end;
  for (let index = comments.length - 1; index >= 0; index -= 1) {
    const comment = comments[index];
    if (comment === undefined || comment.end < stop) {
      break;
    }
    if (comment.startColumn === indent + 1) {
      end = comment.start;
    }
    stop = comment.scanStart;
  }
  gatherer.lastEnd = { scanStart, end };
  return end;
}

function passToken(gatherer: Gatherer, token: Token): void {
  const before = gatherer.tokens.at(-1);
  gatherer.tokens.push({ ...token, at: token.start });
  gatherer.scanStart = positionAfter(gatherer.text, token);
  gatherer.lastEnd = undefined;
  switch (token.kind) {
    case 'flowSequenceStart':
    case 'flowMappingStart':
      gatherer.flowLevel += 1;
      break;
    case 'flowSequenceEnd':
    case 'flowMappingEnd':
      gatherer.flowLevel -= 1;
      break;
    case 'streamStart':
    case 'streamEnd':
    case 'versionDirective':
    case 'tagDirective':
    case 'documentStart':
    case 'documentEnd':
    case 'blockEntry':
      return;
    default:
  }
  if (token.style === 'literal' || token.style === 'folded') {
    scanLineComment(gatherer, endOfHeader(gatherer.text, token.start), token.start);
  }
  gatherer.scanStart = scanLineComment(
    gatherer,
    gatherer.scanStart,
    belongsToTokenBefore(gatherer, token) ? (before?.at ?? token.start) : token.start,
  );
}

/** A comment after `:` belongs to the key, and one after a comma to what stands before it. */
function belongsToTokenBefore({ text, flowLevel }: Gatherer, token: Token): boolean {
  const code = codeAt(text, token.start);
  return flowLevel === 0 ? code === 0x3a : code === 0x2c;
}

/** Where the scanner stands after a token: a plain scalar takes the white space after it, a block scalar some of it. */
function positionAfter(text: string, token: Token): number {
  let position = token.end;
  if (token.kind !== 'scalar' || token.style === 'single' || token.style === 'double') {
    return position;
  }
  if (token.style !== 'plain') {
    while (codeAt(text, position) === 0x20) {
      position += 1;
    }
    return position;
  }
  while (isBlank(codeAt(text, position)) || isBreak(codeAt(text, position))) {
    position += 1;
  }
  return position;
}

/** Where the header of a block scalar is over: at the first character that is none of its hints. */
function endOfHeader(text: string, start: number): number {
  let position = start + 1;
  while (!isBreakOrEnd(codeAt(text, position)) && !isBlank(codeAt(text, position))) {
    position += 1;
  }
  while (isBlank(codeAt(text, position))) {
    position += 1;
  }
  return position;
}
