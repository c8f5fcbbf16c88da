import type { CharacterTest } from '../../text/goRegexpClass.ts';
import { parseGoRegexp } from '../../text/goRegexpParser.ts';
import type { Assertion, RegexpNode } from '../../text/goRegexpSyntax.ts';
import { scanRegexp } from './regexpScan.ts';

/** An expression that finds where its groups match. */
export interface RegexpMatcher {
  readonly pattern: string;
  readonly names: readonly string[];
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly groups: number;
}

/** Where the whole and each group begin and end, in UTF-16 units; −1 where a group takes no part. */
export type Match = readonly number[];

type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'save'; readonly slot: number; readonly next: number }
  | { readonly kind: 'split'; readonly next: number; readonly other: number }
  | { readonly kind: 'match' };

/**
 * Compiles an expression. It is read by text/goRegexpParser.ts; this adds what replacing needs: groups, and which way is
 * tried first.
 *
 * Source: Go 1.26 regexp/syntax/compile.go, simplify.go.
 */
export function compileMatcher(pattern: string): RegexpMatcher | { readonly problem: string } {
  const node = parseGoRegexp(pattern);
  if ('problem' in node) {
    return node;
  }
  if (node.size > maxSize) {
    return { problem: 'expression too large' };
  }
  const { lazy, names } = scanRegexp(pattern);
  const repetitions = new Map<RegexpNode, boolean>();
  const groups = new Map<RegexpNode, number>();
  number(node, repetitions, groups, lazy);
  const compiler: Compiler = { instructions: [{ kind: 'match' }], repetitions, groups };
  const body = emit(compiler, node, push(compiler, { kind: 'save', slot: 1, next: 0 }));
  const start = push(compiler, { kind: 'save', slot: 0, next: body });
  return { pattern, names, instructions: compiler.instructions, start, groups: groups.size };
}

const maxSize = 50_000;

interface Compiler {
  readonly instructions: Instruction[];
  readonly repetitions: ReadonlyMap<RegexpNode, boolean>;
  readonly groups: ReadonlyMap<RegexpNode, number>;
}

function number(
  node: RegexpNode,
  repetitions: Map<RegexpNode, boolean>,
  groups: Map<RegexpNode, number>,
  lazy: readonly boolean[],
): void {
  switch (node.kind) {
    case 'concatenation':
    case 'alternation':
      for (const item of node.items) {
        number(item, repetitions, groups, lazy);
      }
      return;
    case 'group':
      groups.set(node, groups.size + 1);
      number(node.item, repetitions, groups, lazy);
      return;
    case 'repetition':
      number(node.item, repetitions, groups, lazy);
      repetitions.set(node, lazy[repetitions.size] ?? false);
      return;
    default:
      return;
  }
}

function push({ instructions }: Compiler, instruction: Instruction): number {
  return instructions.push(instruction) - 1;
}

function split(compiler: Compiler, isLazy: boolean, body: number, after: number): number {
  return push(compiler, splitOf(isLazy, body, after));
}

function splitOf(isLazy: boolean, body: number, after: number): Instruction {
  return isLazy
    ? { kind: 'split', next: after, other: body }
    : { kind: 'split', next: body, other: after };
}

function emit(compiler: Compiler, node: RegexpNode, next: number): number {
  switch (node.kind) {
    case 'empty':
      return next;
    case 'character':
      return push(compiler, { kind: 'character', test: node.test, next });
    case 'assertion':
      return push(compiler, { kind: 'assertion', assertion: node.assertion, next });
    case 'group': {
      const slot = (compiler.groups.get(node) ?? 0) * 2;
      const body = emit(
        compiler,
        node.item,
        push(compiler, { kind: 'save', slot: slot + 1, next }),
      );
      return push(compiler, { kind: 'save', slot, next: body });
    }
    case 'concatenation':
      return node.items.reduceRight((after, item) => emit(compiler, item, after), next);
    case 'alternation':
      return node.items
        .map((item) => emit(compiler, item, next))
        .reduceRight((other, first) => push(compiler, { kind: 'split', next: first, other }));
    case 'repetition':
      return emitRepetition(compiler, node, next);
  }
}

function emitRepetition(
  compiler: Compiler,
  node: Extract<RegexpNode, { kind: 'repetition' }>,
  next: number,
): number {
  const { item, min, max } = node;
  const isLazy = compiler.repetitions.get(node) ?? false;
  let place = next;
  let required = min;
  if (max < 0) {
    if (min === 0 && !isNullable(item)) {
      // The place of the split is taken before its body is known.
      const loop = push(compiler, { kind: 'match' });
      compiler.instructions[loop] = splitOf(isLazy, emit(compiler, item, loop), next);
      return loop;
    }
    const loop = push(compiler, { kind: 'match' });
    const body = emit(compiler, item, loop);
    compiler.instructions[loop] = splitOf(isLazy, body, next);
    place = min === 0 ? split(compiler, isLazy, body, next) : body;
    required = Math.max(min - 1, 0);
  } else {
    for (let optional = min; optional < max; optional += 1) {
      place = split(compiler, isLazy, emit(compiler, item, place), next);
    }
  }
  for (let count = 0; count < required; count += 1) {
    place = emit(compiler, item, place);
  }
  return place;
}

function isNullable(node: RegexpNode): boolean {
  switch (node.kind) {
    case 'empty':
    case 'assertion':
      return true;
    case 'character':
      return false;
    case 'group':
      return isNullable(node.item);
    case 'concatenation':
      return node.items.every(isNullable);
    case 'alternation':
      return node.items.some(isNullable);
    case 'repetition':
      return node.min === 0 || isNullable(node.item);
  }
}

interface Thread {
  readonly place: number;
  readonly slots: readonly number[];
}

/**
 * The first match from `from` on, the leftmost and of those the one that is tried first, as Perl would find it. All ways are
 * followed side by side, so the time is linear in the text.
 *
 * Source: Go 1.26 regexp/exec.go `machine.match`.
 */
export function findMatch(matcher: RegexpMatcher, text: string, from: number): Match | undefined {
  const seen = new Int32Array(matcher.instructions.length).fill(-1);
  const none = new Array<number>((matcher.groups + 1) * 2).fill(-1);
  let threads: readonly Thread[] = [];
  let found: Match | undefined;
  let position = from;
  let before = from === 0 ? -1 : codeBefore(text, from);
  for (;;) {
    const code = text.codePointAt(position) ?? -1;
    const arriving: Thread[] = [];
    const context: Context = { matcher, seen, position, before, code, arriving };
    // Threads that came first are preferred; a match among them ends those behind.
    let matched: Match | undefined;
    for (const { place, slots } of threads) {
      const instruction = matcher.instructions[place];
      if (instruction?.kind === 'character' && before >= 0 && instruction.test(before)) {
        matched = follow(context, instruction.next, slots);
        if (matched !== undefined) {
          break;
        }
      }
    }
    if (matched === undefined && found === undefined) {
      matched = follow(context, matcher.start, none);
    }
    found = matched ?? found;
    if (code < 0 || (arriving.length === 0 && found !== undefined)) {
      return found;
    }
    threads = arriving;
    position += code > 0xffff ? 2 : 1;
    before = code;
  }
}

function codeBefore(text: string, position: number): number {
  const low = text.charCodeAt(position - 1);
  const pair = position > 1 ? (text.codePointAt(position - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : low;
}

interface Context {
  readonly matcher: RegexpMatcher;
  readonly seen: Int32Array;
  readonly position: number;
  readonly before: number;
  readonly code: number;
  readonly arriving: Thread[];
}

/** Follows all that takes no character; gives the match that is reached first, and then goes no further. */
function follow(context: Context, start: number, slots: readonly number[]): Match | undefined {
  const { matcher, seen, position, arriving } = context;
  const stack: Thread[] = [{ place: start, slots }];
  for (let thread = stack.pop(); thread !== undefined; thread = stack.pop()) {
    const { place } = thread;
    const instruction = matcher.instructions[place];
    if (instruction === undefined || seen[place] === position) {
      continue;
    }
    seen[place] = position;
    switch (instruction.kind) {
      case 'match':
        return thread.slots;
      case 'character':
        arriving.push(thread);
        break;
      case 'split':
        stack.push(
          { place: instruction.other, slots: thread.slots },
          { place: instruction.next, slots: thread.slots },
        );
        break;
      case 'save':
        stack.push({
          place: instruction.next,
          slots: thread.slots.with(instruction.slot, position),
        });
        break;
      case 'assertion':
        if (holds(instruction.assertion, context.before, context.code)) {
          stack.push({ place: instruction.next, slots: thread.slots });
        }
        break;
    }
  }
  return undefined;
}

function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case 'beginText':
      return before < 0;
    case 'endText':
      return after < 0;
    case 'beginLine':
      return before < 0 || before === 10;
    case 'endLine':
      return after < 0 || after === 10;
    case 'wordBoundary':
      return isWord(before) !== isWord(after);
    case 'noWordBoundary':
      return isWord(before) === isWord(after);
  }
}

function isWord(code: number): boolean {
  return code >= 0 && code < 0x80 && /\w/.test(String.fromCharCode(code));
}
