import type { CharacterTest } from './goRegexpClass.ts';
import type { Assertion, RegexpNode } from './goRegexpSyntax.ts';

/** One step of a program; `next` and `other` are places in it. */
type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly next: number }
  | { readonly kind: 'assertion'; readonly assertion: Assertion; readonly next: number }
  | { readonly kind: 'split'; readonly next: number; readonly other: number }
  | { readonly kind: 'match' };

/** A program that looks for a match; `start` is its first step. */
export interface RegexpProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
}

/** Compiles a parsed expression, as in Thompson's construction. Source: Go regexp/syntax/compile.go. */
export function compileProgram(node: RegexpNode): RegexpProgram {
  const instructions: Instruction[] = [{ kind: 'match' }];
  const start = emit(node, 0, instructions);
  return { instructions, start };
}

/** Puts down the steps of a node that go on to `next`, and gives the first. */
function emit(node: RegexpNode, next: number, instructions: Instruction[]): number {
  switch (node.kind) {
    case 'empty':
      return next;
    case 'character':
      return instructions.push({ kind: 'character', test: node.test, next }) - 1;
    case 'assertion':
      return instructions.push({ kind: 'assertion', assertion: node.assertion, next }) - 1;
    case 'group':
      return emit(node.item, next, instructions);
    case 'concatenation':
      return node.items.reduceRight((after, item) => emit(item, after, instructions), next);
    case 'alternation':
      return node.items
        .map((item) => emit(item, next, instructions))
        .reduceRight(
          (other, first) => instructions.push({ kind: 'split', next: first, other }) - 1,
        );
    case 'repetition':
      return emitRepetition(node.item, node.min, node.max, next, instructions);
  }
}

function emitRepetition(
  item: RegexpNode,
  min: number,
  max: number,
  next: number,
  instructions: Instruction[],
): number {
  let place = next;
  if (max < 0) {
    // The place of the split is taken before its body is known.
    const split = instructions.push({ kind: 'match' }) - 1;
    instructions[split] = { kind: 'split', next: emit(item, split, instructions), other: next };
    place = split;
  }
  for (let optional = min; optional < max; optional += 1) {
    const body = emit(item, place, instructions);
    place = instructions.push({ kind: 'split', next: body, other: next }) - 1;
  }
  for (let required = 0; required < min; required += 1) {
    place = emit(item, place, instructions);
  }
  return place;
}

/**
 * Whether a text has a match anywhere. All ways are followed side by side, one character at a time, so the time is linear in
 * the text. Source: Go regexp/exec.go.
 */
export function matchesProgram(program: RegexpProgram, text: string): boolean {
  const { instructions, start } = program;
  const seenAt = new Int32Array(instructions.length).fill(-1);
  const stack: number[] = [];
  let waiting: CharacterInstruction[] = [];
  let position = 0;
  let before = -1;
  for (;;) {
    const after = text.codePointAt(position) ?? -1;
    const arriving: CharacterInstruction[] = [];
    // What was taken at the last character goes on here, and a match may begin at any place.
    stack.push(start);
    for (const { test, next } of waiting) {
      if (before >= 0 && test(before)) {
        stack.push(next);
      }
    }
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const instruction = instructions[place];
      if (instruction === undefined || seenAt[place] === position) {
        continue;
      }
      seenAt[place] = position;
      switch (instruction.kind) {
        case 'match':
          return true;
        case 'character':
          arriving.push(instruction);
          break;
        case 'split':
          stack.push(instruction.other, instruction.next);
          break;
        case 'assertion':
          if (holds(instruction.assertion, before, after)) {
            stack.push(instruction.next);
          }
          break;
      }
    }
    if (after < 0) {
      return false;
    }
    waiting = arriving;
    position += after > 0xffff ? 2 : 1;
    before = after;
  }
}

type CharacterInstruction = Extract<Instruction, { readonly kind: 'character' }>;

/** `before` and `after` are the code points around the place, −1 at the ends of the text. */
function holds(assertion: Assertion, before: number, after: number): boolean {
  switch (assertion) {
    case 'beginText':
      return before < 0;
    case 'endText':
      return after < 0;
    case 'beginLine':
      return before < 0 || before === NEWLINE;
    case 'endLine':
      return after < 0 || after === NEWLINE;
    case 'wordBoundary':
      return isWord(before) !== isWord(after);
    case 'noWordBoundary':
      return isWord(before) === isWord(after);
  }
}

const NEWLINE = 10;

function isWord(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f ||
    (code >= 0x61 && code <= 0x7a)
  );
}
