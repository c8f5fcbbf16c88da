import { classTest, rangePart } from './goRegexpClass.ts';
import { readClass, readEscape, type Cursor } from './goRegexpReader.ts';
import {
  alternate,
  assertionNode,
  characterNode,
  concatenate,
  group,
  repeat,
  type RegexpNode,
} from './goRegexpSyntax.ts';

/** Why an expression cannot be parsed, in Go's words. */
export interface RegexpProblem {
  readonly problem: string;
}

/**
 * Parses a regular expression as Go does; no lookaround, no backreferences, at most 1000 repetitions.
 * Source: Go 1.26 regexp/syntax/parse.go with the flags of `regexp.Compile` (`syntax.Perl`).
 */
export function parseGoRegexp(pattern: string): RegexpNode | RegexpProblem {
  const parser: Parser = {
    pattern,
    position: 0,
    flags: { foldsCase: false, isMultiline: false, dotTakesNewline: false },
    frames: [{ isCapturing: false, flags: undefined, alternatives: [], items: [] }],
    afterRepetition: false,
  };
  while (parser.position < pattern.length) {
    const wasRepetition = parser.afterRepetition;
    parser.afterRepetition = false;
    const problem = parseNext(parser, wasRepetition);
    if (problem !== undefined) {
      return { problem };
    }
  }
  return parser.frames.length === 1
    ? closeFrame(topFrame(parser))
    : { problem: 'missing closing )' };
}

interface Flags {
  readonly foldsCase: boolean;
  readonly isMultiline: boolean;
  readonly dotTakesNewline: boolean;
}

/** An open group, or the expression as a whole: the choices so far, and the items of the last one. */
interface Frame {
  readonly isCapturing: boolean;
  /** The flags that hold again after the group. */
  readonly flags: Flags | undefined;
  readonly alternatives: RegexpNode[];
  items: RegexpNode[];
}

interface Parser extends Cursor {
  flags: Flags;
  readonly frames: Frame[];
  /** Whether the last thing was a repetition: two in a row are an error. */
  afterRepetition: boolean;
}

type Problem = string | undefined;

const MAX_SIZE = 3_355_443;
const MAX_HEIGHT = 1000;
const MAX_REPEAT = 1000;

function topFrame(parser: Parser): Frame {
  return (
    parser.frames.at(-1) ?? { isCapturing: false, flags: undefined, alternatives: [], items: [] }
  );
}

function closeFrame(frame: Frame): RegexpNode {
  return alternate([...frame.alternatives, concatenate(frame.items)]);
}

function push(parser: Parser, node: RegexpNode): Problem {
  topFrame(parser).items.push(node);
  return checkLimits(node);
}

function checkLimits(node: RegexpNode): Problem {
  if (node.size > MAX_SIZE) {
    return 'expression too large';
  }
  return node.height > MAX_HEIGHT ? 'expression nests too deeply' : undefined;
}

function parseNext(parser: Parser, wasRepetition: boolean): Problem {
  const { pattern, position, flags } = parser;
  const character = pattern.charAt(position);
  switch (character) {
    case '(':
      return openGroup(parser);
    case ')':
      return closeGroup(parser);
    case '|': {
      const frame = topFrame(parser);
      frame.alternatives.push(concatenate(frame.items));
      frame.items = [];
      parser.position += 1;
      return undefined;
    }
    case '^':
      parser.position += 1;
      return push(parser, assertionNode(flags.isMultiline ? 'beginLine' : 'beginText'));
    case '$':
      parser.position += 1;
      return push(parser, assertionNode(flags.isMultiline ? 'endLine' : 'endText'));
    case '.': {
      parser.position += 1;
      const takesNewline = flags.dotTakesNewline;
      return push(
        parser,
        characterNode((code) => takesNewline || code !== 10, undefined),
      );
    }
    case '[': {
      const test = readClass(parser, flags);
      return typeof test === 'string' ? test : push(parser, characterNode(test, undefined));
    }
    case '*':
      return parseRepetition(
        parser,
        { length: 1, min: 0, max: -1, isCounted: false },
        wasRepetition,
      );
    case '+':
      return parseRepetition(
        parser,
        { length: 1, min: 1, max: -1, isCounted: false },
        wasRepetition,
      );
    case '?':
      return parseRepetition(
        parser,
        { length: 1, min: 0, max: 1, isCounted: false },
        wasRepetition,
      );
    case '{':
      return parseCounted(parser, wasRepetition);
    case '\\':
      return parseBackslash(parser);
    default:
      return parseLiteral(parser);
  }
}

function parseLiteral(parser: Parser): Problem {
  const codePoint = parser.pattern.codePointAt(parser.position) ?? 0;
  parser.position += String.fromCodePoint(codePoint).length;
  return pushLiteral(parser, codePoint);
}

function pushLiteral(parser: Parser, codePoint: number): Problem {
  if (!parser.flags.foldsCase) {
    return push(
      parser,
      characterNode((code) => code === codePoint, codePoint),
    );
  }
  const test = classTest([rangePart(codePoint, codePoint)], { negated: false, foldsCase: true });
  return push(parser, characterNode(test, undefined));
}

interface Count {
  /** The length of the operator in the pattern. */
  readonly length: number;
  readonly min: number;
  readonly max: number;
  /** Whether it is written with braces; only such repetitions are bounded. */
  readonly isCounted: boolean;
}

function parseRepetition(parser: Parser, count: Count, wasRepetition: boolean): Problem {
  parser.position += count.length;
  // A `?` after it prefers few repetitions, which does not change whether there is a match.
  if (parser.pattern.charAt(parser.position) === '?') {
    parser.position += 1;
  }
  if (wasRepetition) {
    return 'invalid nested repetition operator';
  }
  const frame = topFrame(parser);
  const item = frame.items.pop();
  if (item === undefined) {
    return 'missing argument to repetition operator';
  }
  const node = repeat(item, count.min, count.max);
  parser.afterRepetition = true;
  frame.items.push(node);
  const problem = checkLimits(node);
  if (problem === undefined && count.isCounted && Math.max(count.min, count.max) >= 2) {
    return repeatsAtMost(node, MAX_REPEAT) ? undefined : 'invalid repeat count';
  }
  return problem;
}

/** Whether no innermost thing is repeated more than `most` times by the counted repetitions around it. */
function repeatsAtMost(node: RegexpNode, most: number): boolean {
  switch (node.kind) {
    case 'concatenation':
    case 'alternation':
      return node.items.every((item) => repeatsAtMost(item, most));
    case 'group':
      return repeatsAtMost(node.item, most);
    case 'repetition': {
      const times = node.max < 0 ? node.min : node.max;
      if (times === 0 && node.max === 0) {
        return true;
      }
      return times <= most && repeatsAtMost(node.item, times > 0 ? Math.trunc(most / times) : most);
    }
    default:
      return true;
  }
}

/** `{2}`, `{2,}` or `{2,5}`; any other brace is a literal. */
function parseCounted(parser: Parser, wasRepetition: boolean): Problem {
  const match = /^\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/.exec(
    parser.pattern.slice(parser.position),
  );
  if (match === null) {
    return parseLiteral(parser);
  }
  const min = Number(match[1]);
  const max = match[3] === undefined ? (match[2] === undefined ? min : -1) : Number(match[3]);
  if (min > MAX_REPEAT || max > MAX_REPEAT || (max >= 0 && min > max)) {
    return 'invalid repeat count';
  }
  return parseRepetition(
    parser,
    { length: match[0].length, min, max, isCounted: true },
    wasRepetition,
  );
}

function openGroup(parser: Parser): Problem {
  const rest = parser.pattern.slice(parser.position);
  if (!rest.startsWith('(?')) {
    parser.position += 1;
    parser.frames.push({ isCapturing: true, flags: parser.flags, alternatives: [], items: [] });
    return undefined;
  }
  const named = /^\(\?P?<(?=.)/s.exec(rest)?.[0];
  return named === undefined ? openFlags(parser, rest) : openNamed(parser, rest, named);
}

function openNamed(parser: Parser, rest: string, start: string): Problem {
  const name = /^[A-Za-z0-9_]+(?=>)/.exec(rest.slice(start.length))?.[0];
  if (name === undefined) {
    return 'invalid named capture';
  }
  parser.position += start.length + name.length + 1;
  parser.frames.push({ isCapturing: true, flags: parser.flags, alternatives: [], items: [] });
  return undefined;
}

/** `(?i)`, `(?i-s)`, `(?:` or `(?i:`. */
function openFlags(parser: Parser, rest: string): Problem {
  const match = /^\(\?([imsU]*)(?:-([imsU]+))?([:)])/.exec(rest);
  if (match === null) {
    return 'invalid or unsupported Perl syntax';
  }
  parser.position += match[0].length;
  if (match[3] === ':') {
    parser.frames.push({ isCapturing: false, flags: parser.flags, alternatives: [], items: [] });
  }
  const [on = '', off = ''] = [match[1], match[2]];
  const flag = (letter: string, before: boolean): boolean =>
    (before || on.includes(letter)) && !off.includes(letter);
  parser.flags = {
    foldsCase: flag('i', parser.flags.foldsCase),
    isMultiline: flag('m', parser.flags.isMultiline),
    dotTakesNewline: flag('s', parser.flags.dotTakesNewline),
  };
  return undefined;
}

function closeGroup(parser: Parser): Problem {
  const frame = topFrame(parser);
  if (parser.frames.length === 1 || frame.flags === undefined) {
    return 'unexpected )';
  }
  parser.frames.pop();
  parser.flags = frame.flags;
  parser.position += 1;
  const node = closeFrame(frame);
  return push(parser, frame.isCapturing ? group(node) : node);
}

function parseBackslash(parser: Parser): Problem {
  const letter = parser.pattern.charAt(parser.position + 1);
  switch (letter) {
    case 'A':
      parser.position += 2;
      return push(parser, assertionNode('beginText'));
    case 'z':
      parser.position += 2;
      return push(parser, assertionNode('endText'));
    case 'b':
      parser.position += 2;
      return push(parser, assertionNode('wordBoundary'));
    case 'B':
      parser.position += 2;
      return push(parser, assertionNode('noWordBoundary'));
    case 'Q':
      return parseQuoted(parser);
  }
  const escape = readEscape(parser);
  if ('problem' in escape) {
    return escape.problem;
  }
  return 'codePoint' in escape
    ? pushLiteral(parser, escape.codePoint)
    : push(
        parser,
        characterNode(
          classTest([escape.part], { negated: false, foldsCase: parser.flags.foldsCase }),
          undefined,
        ),
      );
}

/** `\Q…\E`, or to the end: every character stands for itself. */
function parseQuoted(parser: Parser): Problem {
  const start = parser.position + 2;
  const found = parser.pattern.indexOf('\\E', start);
  const end = found < 0 ? parser.pattern.length : found;
  for (const character of parser.pattern.slice(start, end)) {
    const problem = pushLiteral(parser, character.codePointAt(0) ?? 0);
    if (problem !== undefined) {
      return problem;
    }
  }
  parser.position = found < 0 ? end : end + 2;
  return undefined;
}
