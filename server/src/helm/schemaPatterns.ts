import { compileGoRegexp } from '../text/goRegexp.ts';
import { parseGoRegexp } from '../text/goRegexpParser.ts';
import type { RegexpNode } from '../text/goRegexpSyntax.ts';

/**
 * How the time grows that JavaScript takes for each pattern of a schema, as a power of the length of the text; without an end
 * for those that it may read otherwise than Go. Helm asks Go, whose expressions take linear time.
 * Source: santhosh-tekuri/jsonschema v6.0.2 compiler.go `goRegexpCompile`.
 */
export function patternDegrees(patterns: Iterable<string>): ReadonlyMap<string, number> {
  return new Map([...patterns].map((one) => [one, degreeOf(one)]));
}

/** How a pattern that was asked is written for JavaScript: what it matches of some texts, word by word. */
export type AnsweredPatterns = ReadonlyMap<string, string>;

/**
 * Asks the patterns that JavaScript must not be asked about all texts that they can be asked about. `undefined` where Go refuses
 * one of them, or answering would take too long.
 */
export function answerPatterns(
  degrees: ReadonlyMap<string, number>,
  values: unknown,
): AnsweredPatterns | undefined {
  const answered = new Map<string, string>();
  if ([...degrees.values()].every((degree) => degree <= 1)) return answered;
  const texts = new Set<string>();
  if (!addTexts(values, texts, 0)) return undefined;
  const length = [...texts].reduce((sum, text) => sum + text.length + 1, 0);
  const isLong = [...texts].some((text) => text.length > longText);
  const asked = [...degrees].flatMap(([pattern, degree]) =>
    degree <= (isLong ? 1 : 2) ? [] : [{ pattern, node: parseGoRegexp(pattern) }],
  );
  const size = asked.reduce((sum, { node }) => sum + ('problem' in node ? 0 : node.size), 0);
  if (size * length > mostWork) return undefined;
  for (const { pattern } of asked) {
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

/** The longest text whose square is no long time. */
const longText = 3000;

/** Instructions times characters, of all patterns: a second or two, and three where much else goes on. */
const mostWork = 60_000_000;

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

/**
 * A few signs mean the same to both; of these each repetition without an end goes over the text once more, and so does the search
 * for where to begin.
 */
function degreeOf(pattern: string): number {
  if (
    !/^(?:[\w\s:;,=@%!#~'"<>&^$*+?|()/-]|\[\^?[\w\s:;,=@%!#~'"<>./+*-]+\]|\\[.dw/+*?]|\{\d{1,2}(?:,\d{0,2})?\})*$/.test(
      pattern,
    )
  )
    return Infinity;
  if (/\(\?(?!:)/.test(pattern)) return Infinity;
  const node = parseGoRegexp(pattern);
  if ('problem' in node || node.size >= 500) return Infinity;
  const isHeld = pattern.startsWith('^') && !pattern.includes('|');
  return repetitions(node) + (isHeld ? 0 : 1);
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
