import { quoteGo } from './goQuote.ts';
import { nodeText, type CommandNode, type Operand, type PipeNode } from './nodes.ts';
import { parseNumber } from './parseNumber.ts';
import {
  backup,
  backup2,
  backup3,
  fail,
  maxDepth,
  next,
  nextNonSpace,
  peek,
  peekNonSpace,
  unexpected,
  unquote,
  type Parser,
} from './parserState.ts';
import type { TokenKind } from './tokens.ts';

const operandKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'bool',
  'charConstant',
  'complex',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'rawString',
  'string',
  'variable',
  'leftParen',
]);

/** Reads commands with what stands between them. Source: Go 1.26 text/template/parse/parse.go `pipeline`. */
export function pipeline(parser: Parser, context: string, end: TokenKind): PipeNode {
  const { offset } = peekNonSpace(parser);
  const { variables, assigns } = declarations(parser, context);
  const commands: CommandNode[] = [];
  for (;;) {
    const token = nextNonSpace(parser);
    if (token.kind === end && parser.problem === undefined) {
      checkPipeline(parser, commands, context);
      break;
    }
    if (!operandKinds.has(token.kind)) {
      unexpected(parser, token, context);
      break;
    }
    backup(parser);
    commands.push(command(parser));
  }
  return { kind: 'pipe', offset, variables, assigns, commands };
}

function declarations(
  parser: Parser,
  context: string,
): { readonly variables: readonly string[]; readonly assigns: boolean } {
  const variables: string[] = [];
  for (;;) {
    const variable = peekNonSpace(parser);
    if (variable.kind !== 'variable') {
      return { variables, assigns: false };
    }
    next(parser);
    const after = peek(parser);
    const following = peekNonSpace(parser);
    if (following.kind === 'assign' || following.kind === 'declare') {
      nextNonSpace(parser);
      variables.push(variable.text);
      parser.scope.variables.push(variable.text);
      return { variables, assigns: following.kind === 'assign' };
    }
    if (following.kind !== 'char' || following.text !== ',') {
      if (after.kind === 'space') {
        backup3(parser, variable, after);
      } else {
        backup2(parser, variable);
      }
      return { variables, assigns: false };
    }
    nextNonSpace(parser);
    variables.push(variable.text);
    parser.scope.variables.push(variable.text);
    if (context !== 'range' || variables.length >= 2) {
      fail(parser, `too many declarations in ${context}`);
      return { variables, assigns: false };
    }
    if (!['variable', 'rightDelim', 'rightParen'].includes(peekNonSpace(parser).kind)) {
      fail(parser, 'range can only initialize variables');
    }
  }
}

function checkPipeline(parser: Parser, commands: readonly CommandNode[], context: string): void {
  if (commands.length === 0) {
    fail(parser, `missing value for ${context}`);
  }
  commands.forEach(({ words: [first] }, index) => {
    if (index > 0 && first !== undefined && constants.has(first.kind)) {
      fail(parser, `non executable command in pipeline stage ${index + 1}`);
    }
  });
}

const constants: ReadonlySet<Operand['kind']> = new Set<Operand['kind']>([
  'bool',
  'dot',
  'nil',
  'number',
  'string',
]);

function command(parser: Parser): CommandNode {
  const { offset } = peekNonSpace(parser);
  const words: Operand[] = [];
  for (;;) {
    peekNonSpace(parser);
    const word = operand(parser);
    if (word !== undefined) {
      words.push(word);
    }
    const token = next(parser);
    if (token.kind === 'space') {
      continue;
    }
    if (token.kind === 'rightDelim' || token.kind === 'rightParen') {
      backup(parser);
    } else if (token.kind !== 'pipe') {
      unexpected(parser, token, 'operand');
    }
    break;
  }
  if (words.length === 0) {
    fail(parser, 'empty command');
  }
  return { kind: 'command', offset, words };
}

function operand(parser: Parser): Operand | undefined {
  const node = term(parser);
  if (node === undefined || peek(parser).kind !== 'field') {
    return node;
  }
  const { offset } = peek(parser);
  const path: string[] = [];
  while (peek(parser).kind === 'field') {
    path.push(next(parser).text.slice(1));
  }
  if (node.kind === 'field' || node.kind === 'variable') {
    return { kind: node.kind, offset, path: [...node.path, ...path] };
  }
  if (constants.has(node.kind)) {
    fail(parser, `unexpected . after term ${quoteGo(nodeText(node))}`);
    return undefined;
  }
  return { kind: 'chain', offset, node, path };
}

function term(parser: Parser): Operand | undefined {
  const token = nextNonSpace(parser);
  const { offset, text } = token;
  switch (token.kind) {
    case 'identifier':
      if (!parser.options.hasFunction(text)) {
        fail(parser, `function ${quoteGo(text)} not defined`);
      }
      return { kind: 'identifier', offset, name: text };
    case 'dot':
    case 'nil':
      return { kind: token.kind, offset };
    case 'variable':
      if (!parser.scope.variables.includes(text)) {
        fail(parser, `undefined variable ${quoteGo(text)}`);
      }
      return { kind: 'variable', offset, path: [text] };
    case 'field':
      return { kind: 'field', offset, path: [text.slice(1)] };
    case 'bool':
      return { kind: 'bool', offset, value: text === 'true' };
    case 'charConstant':
    case 'complex':
    case 'number': {
      const number = parseNumber(text, offset, token.kind);
      if ('problem' in number) {
        fail(parser, number.problem);
        return undefined;
      }
      return number;
    }
    case 'leftParen': {
      parser.depth += 1;
      if (parser.depth > maxDepth) {
        fail(parser, 'max expression depth exceeded');
      }
      const pipe = pipeline(parser, 'parenthesized pipeline', 'rightParen');
      parser.depth -= 1;
      return pipe;
    }
    case 'string':
    case 'rawString':
      return { kind: 'string', offset, quoted: text, value: unquote(parser, token) };
    default:
      if (parser.problem === undefined) {
        backup(parser);
      }
      return undefined;
  }
}
