import { quoteGo } from './goQuote.ts';
import { createLexer } from './lexer.ts';
import type { TemplateNode } from './nodes.ts';
import {
  backup,
  backup2,
  endToken,
  expect,
  fail,
  maxDepth,
  next,
  nextNonSpace,
  peek,
  peekNonSpace,
  unexpected,
  unquote,
  type DefinedTemplate,
  type ParseOptions,
  type Parser,
  type TemplateProblem,
} from './parserState.ts';
import { pipeline } from './pipeline.ts';
import type { Token } from './tokens.ts';

/** A template that was parsed, with the templates that it defines. */
export interface Template {
  readonly kind: 'template';
  /** The name that messages show. */
  readonly name: string;
  readonly text: string;
  readonly root: readonly TemplateNode[];
  /** The template itself and what `define` and `block` made, by name. */
  readonly defined: ReadonlyMap<string, DefinedTemplate>;
}

/**
 * Parses a template of Go.
 * Source: Go 1.26 text/template/parse/parse.go.
 * Deviation: expressions and blocks may nest 500 deep, where Go goes on to 10,000.
 */
export function parseTemplate(text: string, options: ParseOptions): Template | TemplateProblem {
  const parser: Parser = {
    text,
    options,
    lexer: createLexer(text),
    tokens: [endToken, endToken, endToken],
    peekCount: 0,
    actionStart: undefined,
    scope: { variables: ['$'], rangeDepth: 0 },
    depth: 0,
    defined: new Map(),
    problem: undefined,
  };
  const root = parseRoot(parser);
  addDefinition(parser, options.name, root);
  const { problem, defined } = parser;
  if (problem !== undefined) {
    return problem;
  }
  const whole = defined.get(options.name)?.root ?? root;
  return { kind: 'template', name: options.name, text, root: whole, defined };
}

/** `end` or `else`. */
interface EndingNode {
  readonly kind: 'end' | 'else';
  readonly offset: number;
}

/** What ends a list of nodes. */
type Ending = EndingNode | { readonly kind: 'eof' };

function parseRoot(parser: Parser): readonly TemplateNode[] {
  const root: TemplateNode[] = [];
  while (peek(parser).kind !== 'eof') {
    if (peek(parser).kind === 'leftDelim') {
      const delimiter = next(parser);
      if (nextNonSpace(parser).kind === 'define') {
        parseDefinition(parser);
        continue;
      }
      backup2(parser, delimiter);
    }
    const node = textOrAction(parser);
    if (node !== undefined && isEnding(node)) {
      fail(parser, `unexpected {{${node.kind}}}`);
    } else if (node !== undefined) {
      root.push(node);
    }
  }
  return root;
}

/** Reads with the variables of a template of its own. */
function inScope<T>(parser: Parser, read: () => T): T {
  const outer = parser.scope;
  parser.scope = { variables: ['$'], rangeDepth: 0 };
  const result = read();
  parser.scope = outer;
  return result;
}

function parseDefinition(parser: Parser): void {
  const context = 'define clause';
  // A definition is a parser of its own in Go, which looks ahead anew and knows no line where an action began.
  const { actionStart } = parser;
  parser.actionStart = undefined;
  const token = expect(parser, ['string', 'rawString'], context);
  const name = unquote(parser, token);
  expect(parser, ['rightDelim'], context);
  const { list, ending } = inScope(parser, () => itemList(parser));
  if (ending.kind === 'else') {
    fail(parser, `unexpected {{else}} in ${context}`);
  }
  parser.actionStart = actionStart;
  addDefinition(parser, name, list);
}

function addDefinition(parser: Parser, name: string, root: readonly TemplateNode[]): void {
  const earlier = parser.defined.get(name);
  if (earlier === undefined || isEmptyTree(earlier.root)) {
    parser.defined.set(name, { text: parser.text, parsedIn: parser.options.name, root });
  } else if (!isEmptyTree(root)) {
    fail(parser, `template: multiple definition of template ${quoteGo(name)}`);
  }
}

/** Whether a template is white space only: another may then take its place. */
function isEmptyTree(nodes: readonly TemplateNode[]): boolean {
  return nodes.every((node) => node.kind === 'text' && node.text.trim() === '');
}

function itemList(parser: Parser): {
  readonly list: readonly TemplateNode[];
  readonly ending: Ending;
} {
  const list: TemplateNode[] = [];
  parser.depth += 1;
  if (parser.depth > maxDepth) {
    fail(parser, 'max expression depth exceeded');
  }
  let ending: Ending = { kind: 'eof' };
  while (peekNonSpace(parser).kind !== 'eof') {
    const node = textOrAction(parser);
    if (node !== undefined && isEnding(node)) {
      ending = node;
      break;
    }
    if (node !== undefined) {
      list.push(node);
    }
  }
  parser.depth -= 1;
  if (ending.kind === 'eof') {
    fail(parser, 'unexpected EOF');
  }
  return { list, ending };
}

type NodeOrEnding = TemplateNode | EndingNode;

function isEnding(node: NodeOrEnding): node is EndingNode {
  return node.kind === 'end' || node.kind === 'else';
}

function textOrAction(parser: Parser): NodeOrEnding | undefined {
  const token = nextNonSpace(parser);
  switch (token.kind) {
    case 'text':
      return { kind: 'text', offset: token.offset, text: token.text };
    case 'leftDelim': {
      parser.actionStart = token.offset;
      const node = action(parser);
      parser.actionStart = undefined;
      return node;
    }
    default:
      unexpected(parser, token, 'input');
      return undefined;
  }
}

function action(parser: Parser): NodeOrEnding | undefined {
  const token = nextNonSpace(parser);
  switch (token.kind) {
    case 'block':
      return blockControl(parser);
    case 'break':
    case 'continue':
      return loopControl(parser, token.kind, token.offset);
    case 'else':
      return elseControl(parser);
    case 'end':
      return { kind: 'end', offset: expect(parser, ['rightDelim'], 'end').offset };
    case 'if':
    case 'range':
    case 'with':
      return branch(parser, token.kind);
    case 'template':
      return templateControl(parser);
    default: {
      backup(parser);
      const { offset } = peek(parser);
      return { kind: 'action', offset, pipe: pipeline(parser, 'command', 'rightDelim') };
    }
  }
}

function loopControl(parser: Parser, kind: 'break' | 'continue', offset: number): TemplateNode {
  const token = nextNonSpace(parser);
  if (token.kind !== 'rightDelim') {
    unexpected(parser, token, `{{${kind}}}`);
  }
  if (parser.scope.rangeDepth === 0) {
    fail(parser, `{{${kind}}} outside {{range}}`);
  }
  return { kind, offset };
}

function elseControl(parser: Parser): NodeOrEnding {
  const following = peekNonSpace(parser);
  if (following.kind === 'if' || following.kind === 'with') {
    return { kind: 'else', offset: following.offset };
  }
  return { kind: 'else', offset: expect(parser, ['rightDelim'], 'else').offset };
}

function branch(parser: Parser, kind: 'if' | 'range' | 'with'): TemplateNode {
  const { scope } = parser;
  const mark = scope.variables.length;
  const pipe = pipeline(parser, kind, 'rightDelim');
  scope.rangeDepth += kind === 'range' ? 1 : 0;
  const { list, ending } = itemList(parser);
  scope.rangeDepth -= kind === 'range' ? 1 : 0;
  let otherwise: readonly TemplateNode[] | undefined;
  if (ending.kind === 'else') {
    if (kind !== 'range' && peek(parser).kind === kind) {
      next(parser);
      parser.depth += 1;
      otherwise = parser.depth > maxDepth ? [] : [branch(parser, kind)];
      if (parser.depth > maxDepth) {
        fail(parser, 'max expression depth exceeded');
      }
      parser.depth -= 1;
    } else {
      const rest = itemList(parser);
      otherwise = rest.list;
      if (rest.ending.kind === 'else') {
        fail(parser, 'expected end; found {{else}}');
      }
    }
  }
  scope.variables.length = mark;
  return { kind, offset: pipe.offset, pipe, list, otherwise };
}

function blockControl(parser: Parser): TemplateNode {
  const context = 'block clause';
  const token = nextNonSpace(parser);
  const name = templateName(parser, token, context);
  const pipe = pipeline(parser, context, 'rightDelim');
  const { list, ending } = inScope(parser, () => itemList(parser));
  if (ending.kind === 'else') {
    fail(parser, `unexpected {{else}} in ${context}`);
  }
  addDefinition(parser, name, list);
  return { kind: 'template', offset: token.offset, name, pipe };
}

function templateControl(parser: Parser): TemplateNode {
  const context = 'template clause';
  const token = nextNonSpace(parser);
  const name = templateName(parser, token, context);
  if (nextNonSpace(parser).kind === 'rightDelim') {
    return { kind: 'template', offset: token.offset, name, pipe: undefined };
  }
  backup(parser);
  const pipe = pipeline(parser, context, 'rightDelim');
  return { kind: 'template', offset: token.offset, name, pipe };
}

function templateName(parser: Parser, token: Token, context: string): string {
  if (token.kind === 'string' || token.kind === 'rawString') {
    return unquote(parser, token);
  }
  unexpected(parser, token, context);
  return '';
}
