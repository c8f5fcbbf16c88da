import { compileGoRegexp } from '../text/goRegexp.ts';
import { parseGoRegexp } from '../text/goRegexpParser.ts';
import type { RegexpNode } from '../text/goRegexpSyntax.ts';

/**
 * Patterns of a schema that JavaScript must not be asked: those that it may read otherwise than Go, and those on which it may
 * take long. Helm asks Go, whose expressions take linear time.
 * Source: santhosh-tekuri/jsonschema v6.0.2 compiler.go `goRegexpCompile`.
 */
export function oddPatterns(patterns: Iterable<string>): ReadonlySet<string> {
  return new Set([...patterns].filter((one) => !isPlain(one)));
}

/** How a pattern that was asked is written for JavaScript: what it matches of some texts, word by word. */
export type AnsweredPatterns = ReadonlyMap<string, string>;

/**
 * Asks patterns about all texts that they can be asked about. `undefined` where Go refuses one of them, or answering would take
 * too long.
 */
export function answerPatterns(
  patterns: ReadonlySet<string>,
  values: unknown,
): AnsweredPatterns | undefined {
  const texts = new Set<string>();
  if (!addTexts(values, texts, 0)) return undefined;
  const length = [...texts].reduce((sum, text) => sum + text.length + 1, 0);
  const answered = new Map<string, string>();
  for (const pattern of patterns) {
    const node = parseGoRegexp(pattern);
    if ('problem' in node || node.size * length > mostWork) return undefined;
    const expression = compileGoRegexp(pattern);
    if ('problem' in expression) return undefined;
    const found = [...texts].filter((text) => expression.test(text)).map(escaped);
    // Two patterns of one map stay two.
    const own = '(?:)'.repeat(answered.size);
    answered.set(
      pattern,
      found.length === 0 ? `[^\\s\\S]${own}` : `^(?:${found.join('|')})$${own}`,
    );
  }
  return answered;
}

/** Instructions times characters: some tenths of a second. */
const mostWork = 30_000_000;

/** Deeper values are not looked at. */
const mostDepth = 500;

/** The strings and the keys of values; false where they are too deep. */
function addTexts(value: unknown, texts: Set<string>, depth: number): boolean {
  if (depth > mostDepth) return false;
  if (typeof value === 'string') texts.add(value);
  if (typeof value !== 'object' || value === null) return true;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) texts.add(key);
  return Object.values(value).every((item) => addTexts(item, texts, depth + 1));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** A few signs that mean the same to both, and repetitions that cannot multiply each other. */
function isPlain(pattern: string): boolean {
  if (
    !/^(?:[\w\s:;,=@%!#~'"<>&^$*+?|()/-]|\[\^?[\w\s:;,=@%!#~'"<>./+*-]+\]|\\[.dw/+*?]|\{\d{1,2}(?:,\d{0,2})?\})*$/.test(
      pattern,
    )
  )
    return false;
  if (/\(\?(?!:)/.test(pattern)) return false;
  const node = parseGoRegexp(pattern);
  return !('problem' in node) && node.size < 500 && repetitions(node) <= 2;
}

/** How many repetitions without an end there are; many where one stands in another. */
function repetitions(node: RegexpNode): number {
  switch (node.kind) {
    case 'concatenation':
    case 'alternation':
      return node.items.reduce((sum, one) => sum + repetitions(one), 0);
    case 'group':
      return repetitions(node.item);
    case 'repetition': {
      const below = repetitions(node.item);
      if (node.max >= 0 && node.max <= 1) return below;
      return below > 0 || !isCharacter(node.item) ? Infinity : 1;
    }
    default:
      return 0;
  }
}

function isCharacter(node: RegexpNode): boolean {
  return node.kind === 'group' ? isCharacter(node.item) : node.kind === 'character';
}
