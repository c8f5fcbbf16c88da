import { quoteGo } from './goQuote.ts';

/** A part of a template that stands on its own. `offset` is in UTF-16 units of the template's text. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly offset: number; readonly text: string }
  | { readonly kind: 'action'; readonly offset: number; readonly pipe: PipeNode }
  | BranchNode
  | { readonly kind: 'break' | 'continue'; readonly offset: number }
  | {
      readonly kind: 'template';
      readonly offset: number;
      readonly name: string;
      readonly pipe: PipeNode | undefined;
    };

/** `if`, `with` or `range`. */
export interface BranchNode {
  readonly kind: 'if' | 'with' | 'range';
  readonly offset: number;
  readonly pipe: PipeNode;
  readonly list: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[] | undefined;
}

/** Commands, each of which gets the result of the one before as its last argument, and the variables that get the last. */
export interface PipeNode {
  readonly kind: 'pipe';
  readonly offset: number;
  readonly variables: readonly string[];
  readonly assigns: boolean;
  readonly commands: readonly CommandNode[];
}

/** A function with its arguments, or a value. */
export interface CommandNode {
  readonly kind: 'command';
  readonly offset: number;
  readonly words: readonly Operand[];
}

/** A word of a command. */
export type Operand =
  | PipeNode
  | { readonly kind: 'identifier'; readonly offset: number; readonly name: string }
  | { readonly kind: 'variable'; readonly offset: number; readonly path: readonly string[] }
  | { readonly kind: 'field'; readonly offset: number; readonly path: readonly string[] }
  | {
      readonly kind: 'chain';
      readonly offset: number;
      readonly node: Operand;
      readonly path: readonly string[];
    }
  | { readonly kind: 'dot' | 'nil'; readonly offset: number }
  | { readonly kind: 'bool'; readonly offset: number; readonly value: boolean }
  | NumberNode
  | {
      readonly kind: 'string';
      readonly offset: number;
      readonly quoted: string;
      readonly value: string;
    };

/** A number: what it is as an integer and as a float, where it is one. */
export interface NumberNode {
  readonly kind: 'number';
  readonly offset: number;
  readonly text: string;
  readonly integer: bigint | undefined;
  readonly unsigned: bigint | undefined;
  readonly float: number | undefined;
}

/** Anything that an error can point at. */
export type AnyNode = TemplateNode | CommandNode | Operand;

/** A node as Go's messages show it. Source: Go 1.26 text/template/parse/node.go, the `String` methods. */
export function nodeText(node: AnyNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'action':
      return `{{${nodeText(node.pipe)}}}`;
    case 'if':
    case 'with':
    case 'range': {
      const otherwise =
        node.otherwise === undefined ? '' : `{{else}}${node.otherwise.map(nodeText).join('')}`;
      const list = node.list.map(nodeText).join('');
      return `{{${node.kind} ${nodeText(node.pipe)}}}${list}${otherwise}{{end}}`;
    }
    case 'break':
    case 'continue':
      return `{{${node.kind}}}`;
    case 'template': {
      const pipe = node.pipe === undefined ? '' : ` ${nodeText(node.pipe)}`;
      return `{{template ${quoteGo(node.name)}${pipe}}}`;
    }
    case 'pipe': {
      const variables =
        node.variables.length === 0
          ? ''
          : `${node.variables.join(', ')} ${node.assigns ? '=' : ':='} `;
      return variables + node.commands.map(nodeText).join(' | ');
    }
    case 'command':
      return node.words.map(wordText).join(' ');
    default:
      return operandText(node);
  }
}

function wordText(node: Operand): string {
  return node.kind === 'pipe' ? `(${nodeText(node)})` : nodeText(node);
}

function operandText(node: Exclude<Operand, PipeNode>): string {
  switch (node.kind) {
    case 'identifier':
      return node.name;
    case 'variable':
      return node.path.join('.');
    case 'field':
      return node.path.map((name) => `.${name}`).join('');
    case 'chain':
      return wordText(node.node) + node.path.map((name) => `.${name}`).join('');
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'bool':
      return String(node.value);
    case 'number':
      return node.text;
    case 'string':
      return node.quoted;
  }
}
