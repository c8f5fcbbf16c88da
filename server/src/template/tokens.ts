import { byteLength } from './goBytes.ts';
import { quoteGo } from './goQuote.ts';

/** What a piece of a template is. Everything from `block` on is a keyword. */
export type TokenKind =
  | 'error'
  | 'bool'
  | 'char'
  | 'charConstant'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftDelim'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'
  | Keyword;

/** A word with a meaning of its own; `dot` is the cursor. */
type Keyword =
  | 'block'
  | 'break'
  | 'continue'
  | 'dot'
  | 'define'
  | 'else'
  | 'end'
  | 'if'
  | 'nil'
  | 'range'
  | 'template'
  | 'with';

/** A piece of a template: `offset` in UTF-16 units. An error has its words as `text`. */
export interface Token {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly text: string;
}

/** A token as Go's messages show it. Source: Go text/template/parse/lex.go `item.String`. */
export function describeToken({ kind, text }: Token): string {
  if (kind === 'eof') {
    return 'EOF';
  }
  if (kind === 'error') {
    return text;
  }
  if (keywordKinds.has(kind)) {
    return `<${text}>`;
  }
  return byteLength(text) > 10
    ? `${quoteGo(Array.from(text).slice(0, 10).join(''))}...`
    : quoteGo(text);
}

/** The keywords by their words. */
export const keywords: ReadonlyMap<string, Keyword> = new Map([
  ['block', 'block'],
  ['break', 'break'],
  ['continue', 'continue'],
  ['define', 'define'],
  ['else', 'else'],
  ['end', 'end'],
  ['if', 'if'],
  ['range', 'range'],
  ['nil', 'nil'],
  ['template', 'template'],
  ['with', 'with'],
]);

const keywordKinds: ReadonlySet<TokenKind> = new Set<TokenKind>([...keywords.values(), 'dot']);
