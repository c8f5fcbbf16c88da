/**
 * Whether a text fits a pattern of the library that Argo CD uses for folders and projects: `*` and `?` take no separator
 * (of which a caller may name one), `**` takes anything, `[abc]`, `[!abc]` and `[a-c]` take one character, `{a,b}` one of
 * several patterns. What is no pattern fits nothing.
 * Source: github.com/gobwas/glob v0.2.3 syntax/lexer/lexer.go, syntax/ast/parser.go; Argo CD 3.2.0 util/glob/glob.go `Match`.
 */
export function matchesGlob(pattern: string, text: string, separator?: string): boolean {
  const tree = parsePattern(pattern);
  if (tree === undefined) return false;
  const characters = Array.from(text);
  const takes = (character: string): boolean => character !== separator;
  return ends(tree, characters, new Set([0]), takes).has(characters.length);
}

type Part =
  | { readonly kind: 'text'; readonly characters: readonly string[] }
  | { readonly kind: 'one'; readonly test: (character: string) => boolean }
  | { readonly kind: 'single' | 'any' | 'super' }
  | { readonly kind: 'anyOf'; readonly patterns: readonly (readonly Part[])[] };

/** The places at which a pattern can end that begins at one of these places. */
function ends(
  pattern: readonly Part[],
  text: readonly string[],
  starts: ReadonlySet<number>,
  takes: (character: string) => boolean,
): ReadonlySet<number> {
  let places = starts;
  for (const part of pattern) {
    const next = new Set<number>();
    for (const place of places) {
      const character = text[place];
      switch (part.kind) {
        case 'text':
          if (part.characters.every((each, index) => text[place + index] === each))
            next.add(place + part.characters.length);
          break;
        case 'one':
          if (character !== undefined && part.test(character)) next.add(place + 1);
          break;
        case 'single':
          if (character !== undefined && takes(character)) next.add(place + 1);
          break;
        case 'any':
        case 'super':
          for (let end = place; ; end += 1) {
            next.add(end);
            const taken = text[end];
            if (taken === undefined || (part.kind === 'any' && !takes(taken))) break;
          }
          break;
        case 'anyOf':
          for (const inner of part.patterns)
            for (const end of ends(inner, text, new Set([place]), takes)) next.add(end);
          break;
      }
    }
    places = next;
  }
  return places;
}

interface Reading {
  readonly characters: readonly string[];
  index: number;
}

function parsePattern(pattern: string): readonly Part[] | undefined {
  const reading: Reading = { characters: Array.from(pattern), index: 0 };
  return parseParts(reading, 0);
}

/** Up to the end of the pattern, or of an alternative, at whose `,` or `}` it stays. A `{` may stay open at the end. */
function parseParts(reading: Reading, depth: number): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (;;) {
    const character = reading.characters[reading.index];
    if (character === undefined) return parts;
    if (depth > 0 && (character === ',' || character === '}')) return parts;
    reading.index += 1;
    switch (character) {
      case '*': {
        const isSuper = reading.characters[reading.index] === '*';
        if (isSuper) reading.index += 1;
        parts.push({ kind: isSuper ? 'super' : 'any' });
        break;
      }
      case '?':
        parts.push({ kind: 'single' });
        break;
      case '[': {
        const part = parseRange(reading);
        if (part === undefined) return undefined;
        parts.push(part);
        break;
      }
      case '{': {
        const patterns = parseAlternatives(reading, depth + 1);
        if (patterns === undefined) return undefined;
        parts.push({ kind: 'anyOf', patterns });
        break;
      }
      default:
        reading.index -= 1;
        parts.push(parseText(reading, depth > 0 ? '?*[{},' : '?*[{'));
    }
  }
}

function parseAlternatives(
  reading: Reading,
  depth: number,
): readonly (readonly Part[])[] | undefined {
  const patterns: (readonly Part[])[] = [];
  for (;;) {
    const parts = parseParts(reading, depth);
    if (parts === undefined) return undefined;
    patterns.push(parts);
    const end = reading.characters[reading.index];
    reading.index += 1;
    if (end !== ',') return patterns;
  }
}

function parseText(reading: Reading, breakers: string): Part {
  const characters: string[] = [];
  let isEscaped = false;
  for (;;) {
    const character = reading.characters[reading.index];
    if (character === undefined) break;
    if (!isEscaped && breakers.includes(character)) break;
    reading.index += 1;
    if (!isEscaped && character === '\\') {
      isEscaped = true;
      continue;
    }
    isEscaped = false;
    characters.push(character);
  }
  return { kind: 'text', characters };
}

function parseRange(reading: Reading): Part | undefined {
  const { characters } = reading;
  const isNegated = characters[reading.index] === '!';
  if (isNegated) reading.index += 1;
  const [low, between, high, close] = characters.slice(reading.index, reading.index + 4);
  if (low !== undefined && between === '-') {
    reading.index += 4;
    if (high === undefined || close !== ']') return undefined;
    const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
    if (to < from) return undefined;
    return {
      kind: 'one',
      test: (character) => {
        const code = character.codePointAt(0) ?? 0;
        return (code >= from && code <= to) !== isNegated;
      },
    };
  }
  const list = parseText(reading, ']');
  if (list.kind !== 'text' || list.characters.length === 0) return undefined;
  if (characters[reading.index] !== ']') return undefined;
  reading.index += 1;
  return { kind: 'one', test: (character) => list.characters.includes(character) !== isNegated };
}
