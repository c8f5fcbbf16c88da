import { unquoteGo } from './goQuote.ts';
import { nextToken, type Lexer } from './lexer.ts';
import type { TemplateNode } from './nodes.ts';
import { describeToken, type Token, type TokenKind } from './tokens.ts';

/** Why a template cannot be parsed, in Go's words; `offset` is in UTF-16 units, `line` from 1. */
export interface TemplateProblem {
  readonly kind: 'problem';
  readonly message: string;
  readonly offset: number;
  readonly line: number;
}

/** What the parser needs to know from outside. */
export interface ParseOptions {
  /** What the template is called in messages; Argo CD's have no name. */
  readonly name: string;
  readonly hasFunction: (name: string) => boolean;
}

/** A template inside another; its places are in the text of the whole. */
export interface DefinedTemplate {
  readonly text: string;
  /** The name of the template in which it stands, for messages. */
  readonly parsedIn: string;
  readonly root: readonly TemplateNode[];
}

/** The variables that can be used, and how many ranges are around. */
interface Scope {
  readonly variables: string[];
  rangeDepth: number;
}

/** A template that is being parsed, changed in place. */
export interface Parser {
  readonly text: string;
  readonly options: ParseOptions;
  readonly lexer: Lexer;
  readonly tokens: [Token, Token, Token];
  peekCount: number;
  /** Where the action that is read begins. */
  actionStart: number | undefined;
  scope: Scope;
  depth: number;
  readonly defined: Map<string, DefinedTemplate>;
  problem: TemplateProblem | undefined;
}

/** The token at the end. */
export const endToken: Token = { kind: 'eof', offset: 0, text: 'EOF' };
/** How deep blocks and expressions may nest. */
export const maxDepth = 500;

/** The next token. */
export function next(parser: Parser): Token {
  if (parser.problem !== undefined) {
    return { ...endToken, offset: parser.text.length };
  }
  if (parser.peekCount > 0) {
    parser.peekCount -= 1;
  } else {
    parser.tokens[0] = nextToken(parser.lexer);
  }
  return parser.tokens[parser.peekCount] ?? endToken;
}

/** Puts one token back. */
export function backup(parser: Parser): void {
  parser.peekCount += 1;
}

/** Puts two tokens back. */
export function backup2(parser: Parser, first: Token): void {
  parser.tokens[1] = first;
  parser.peekCount = 2;
}

/** Puts three tokens back. */
export function backup3(parser: Parser, second: Token, first: Token): void {
  parser.tokens[1] = first;
  parser.tokens[2] = second;
  parser.peekCount = 3;
}

/** The next token, which stays. */
export function peek(parser: Parser): Token {
  const token = next(parser);
  if (parser.problem === undefined) {
    backup(parser);
  }
  return token;
}

/** The next token that is no space. */
export function nextNonSpace(parser: Parser): Token {
  for (;;) {
    const token = next(parser);
    if (token.kind !== 'space') {
      return token;
    }
  }
}

/** The next token that is no space, which stays. */
export function peekNonSpace(parser: Parser): Token {
  const token = nextNonSpace(parser);
  if (parser.problem === undefined) {
    backup(parser);
  }
  return token;
}

/** Records the first problem; from then on there are no more tokens. */
export function fail(parser: Parser, message: string): void {
  if (parser.problem !== undefined) {
    return;
  }
  const { offset } = parser.tokens[0];
  const line = lineAt(parser, offset);
  parser.problem = {
    kind: 'problem',
    message: `template: ${parser.options.name}:${line}: ${message}`,
    offset,
    line,
  };
}

/** The line at an offset, from 1: only a problem asks for it. */
function lineAt({ text }: Parser, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Records that a token must not stand where it stands. */
export function unexpected(parser: Parser, token: Token, context: string): void {
  if (token.kind !== 'error') {
    fail(parser, `unexpected ${describeToken(token)} in ${context}`);
    return;
  }
  const { actionStart } = parser;
  const line = actionStart === undefined ? 0 : lineAt(parser, actionStart);
  const isInAction = line !== 0 && line !== lineAt(parser, token.offset);
  const place = `started at ${parser.options.name}:${line}`;
  const extra = token.text.endsWith(' action') ? ` ${place}` : ` in action ${place}`;
  fail(parser, token.text + (isInAction ? extra : ''));
}

/** Takes a token of one of these kinds. */
export function expect(parser: Parser, kinds: readonly TokenKind[], context: string): Token {
  const token = nextNonSpace(parser);
  if (!kinds.includes(token.kind)) {
    unexpected(parser, token, context);
  }
  return token;
}

/** What a token between quotes says. */
export function unquote(parser: Parser, token: Token): string {
  const name = parser.problem === undefined ? unquoteGo(token.text) : '';
  if (name === undefined) {
    fail(parser, 'invalid syntax');
  }
  return name ?? '';
}
