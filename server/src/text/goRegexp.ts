import { parseGoRegexp, type RegexpProblem } from './goRegexpParser.ts';
import { compileProgram, matchesProgram } from './goRegexpProgram.ts';
import type { RegexpNode } from './goRegexpSyntax.ts';

/** A regular expression of Go that can be asked. */
export interface GoRegexp {
  /** Whether the text has a match anywhere; takes time linear in the text. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a regular expression of Go (RE2): JavaScript's differ in flags, `$`, `\z`, `\s`, named groups, what is refused, and
 * in the time that they can take. Go's words for an expression that it refuses are the `problem`.
 *
 * An expression of more than 200,000 instructions is refused too; Go takes up to 3,355,443.
 *
 * Source: Go 1.26 regexp and regexp/syntax.
 */
export function compileGoRegexp(pattern: string): GoRegexp | RegexpProblem {
  const node = parseGoRegexp(pattern);
  if ('problem' in node) {
    return node;
  }
  if (node.size > MAX_SIZE) {
    return { problem: 'expression too large' };
  }
  const { prefix, isWhole } = literalPrefix(node);
  if (isWhole) {
    return { test: (text) => text === prefix };
  }
  const program = compileProgram(node);
  return { test: (text) => text.startsWith(prefix) && matchesProgram(program, text) };
}

const MAX_SIZE = 200_000;

/** The text with which every match begins, and the matched text too; `isWhole` if nothing but that text matches. */
function literalPrefix(node: RegexpNode): { readonly prefix: string; readonly isWhole: boolean } {
  const [first, ...rest] = flatten(node);
  if (first?.kind !== 'assertion' || first.assertion !== 'beginText') {
    return { prefix: '', isWhole: false };
  }
  const end = rest.findIndex((item) => item.kind !== 'character' || item.literal === undefined);
  const literals = end < 0 ? rest : rest.slice(0, end);
  const prefix = literals
    .map((item) => (item.kind === 'character' ? String.fromCodePoint(item.literal ?? 0) : ''))
    .join('');
  const last = rest.at(-1);
  const isWhole =
    end === rest.length - 1 && last?.kind === 'assertion' && last.assertion === 'endText';
  return { prefix, isWhole };
}

/** The parts of which every match consists, in order. */
function flatten(node: RegexpNode): readonly RegexpNode[] {
  switch (node.kind) {
    case 'concatenation':
      return node.items.flatMap(flatten);
    case 'group':
      return flatten(node.item);
    case 'empty':
      return [];
    default:
      return [node];
  }
}
