import type { CharacterTest } from './goRegexpClass.ts';

/** What holds at a place of the text without taking a character. */
export type Assertion =
  'beginText' | 'endText' | 'beginLine' | 'endLine' | 'wordBoundary' | 'noWordBoundary';

/**
 * A parsed regular expression. `size` is the number of instructions that it takes, `height` the depth of its tree: Go bounds
 * both. A `literal` is a `character` that only one code point fits. `max` is −1 for no end.
 */
export type RegexpNode = { readonly size: number; readonly height: number } & (
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'character';
      readonly test: CharacterTest;
      readonly literal: number | undefined;
    }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'concatenation'; readonly items: readonly RegexpNode[] }
  | { readonly kind: 'alternation'; readonly items: readonly RegexpNode[] }
  | { readonly kind: 'group'; readonly item: RegexpNode }
  | {
      readonly kind: 'repetition';
      readonly item: RegexpNode;
      readonly min: number;
      readonly max: number;
    }
);

/** Makes a node that stands alone. */
export function emptyNode(): RegexpNode {
  return { kind: 'empty', size: 1, height: 1 };
}

/** Makes a node that takes one character. */
export function characterNode(test: CharacterTest, literal: number | undefined): RegexpNode {
  return { kind: 'character', test, literal, size: 1, height: 1 };
}

/** Makes a node that takes none. */
export function assertionNode(assertion: Assertion): RegexpNode {
  return { kind: 'assertion', assertion, size: 1, height: 1 };
}

/** Makes a sequence of nodes; one stands for itself. */
export function concatenate(items: readonly RegexpNode[]): RegexpNode {
  const [first] = items;
  if (first === undefined) {
    return emptyNode();
  }
  return items.length === 1
    ? first
    : { kind: 'concatenation', items, size: sumOfSizes(items), height: heightOver(items) };
}

/** Makes a choice of nodes; one stands for itself. */
export function alternate(items: readonly RegexpNode[]): RegexpNode {
  const [first] = items;
  if (first === undefined) {
    return emptyNode();
  }
  const size = sumOfSizes(items) + items.length - 1;
  return items.length === 1
    ? first
    : { kind: 'alternation', items, size, height: heightOver(items) };
}

/** Makes a capturing group. */
export function group(item: RegexpNode): RegexpNode {
  return { kind: 'group', item, size: item.size + 2, height: item.height + 1 };
}

/** Makes a repetition. Source: Go regexp/syntax/parse.go `calcSize`. */
export function repeat(item: RegexpNode, min: number, max: number): RegexpNode {
  const size =
    max === -1 ? (min === 0 ? 2 : 1) + Math.max(min, 1) * item.size : max * item.size + max - min;
  return {
    kind: 'repetition',
    item,
    min,
    max,
    size: Math.max(size, 1),
    height: item.height + 1,
  };
}

function sumOfSizes(items: readonly RegexpNode[]): number {
  return items.reduce((sum, item) => sum + item.size, 0);
}

function heightOver(items: readonly RegexpNode[]): number {
  return 1 + items.reduce((height, item) => Math.max(height, item.height), 0);
}
