/**
 * Whether a name matches a pattern of Go: `*` and `?` stand for what is no slash; `undefined` where the pattern is bad.
 * Source: Go 1.26 path/filepath/match.go `Match`.
 */
export function matchPath(pattern: string, name: string): boolean | undefined {
  const parts = readPattern(pattern);
  return parts === undefined ? undefined : matchParts(parts, 0, name, 0);
}

/** A pattern that is matched often; `undefined` where it is bad. */
export function compilePath(pattern: string): ((name: string) => boolean) | undefined {
  const parts = readPattern(pattern);
  return parts === undefined ? undefined : (name) => matchParts(parts, 0, name, 0);
}

type Part =
  | { readonly kind: 'star' | 'any' }
  | { readonly kind: 'one'; readonly character: string }
  | {
      readonly kind: 'class';
      readonly isNegated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

function readPattern(pattern: string): readonly Part[] | undefined {
  const characters = Array.from(pattern);
  const parts: Part[] = [];
  let index = 0;
  while (index < characters.length) {
    const character = characters[index] ?? '';
    index += 1;
    if (character === '*' || character === '?') {
      parts.push({ kind: character === '*' ? 'star' : 'any' });
    } else if (character === '[') {
      const read = readClass(characters, index);
      if (read === undefined) {
        return undefined;
      }
      parts.push(read.part);
      index = read.index;
    } else if (character === '\\') {
      const escaped = characters[index];
      if (escaped === undefined) {
        return undefined;
      }
      parts.push({ kind: 'one', character: escaped });
      index += 1;
    } else {
      parts.push({ kind: 'one', character });
    }
  }
  return parts;
}

function readClass(
  characters: readonly string[],
  start: number,
): { readonly part: Part; readonly index: number } | undefined {
  let index = start;
  const isNegated = characters[index] === '^';
  index += isNegated ? 1 : 0;
  const ranges: (readonly [string, string])[] = [];
  for (;;) {
    if (characters[index] === ']' && ranges.length > 0) {
      return { part: { kind: 'class', isNegated, ranges }, index: index + 1 };
    }
    const low = readEscaped(characters, index);
    if (low === undefined) {
      return undefined;
    }
    index = low.index;
    let high = low;
    if (characters[index] === '-') {
      const end = readEscaped(characters, index + 1);
      if (end === undefined) {
        return undefined;
      }
      high = end;
      index = end.index;
    }
    ranges.push([low.character, high.character]);
  }
}

function readEscaped(
  characters: readonly string[],
  start: number,
): { readonly character: string; readonly index: number } | undefined {
  const character = characters[start];
  if (character === undefined || character === '-' || character === ']') {
    return undefined;
  }
  if (character !== '\\') {
    return { character, index: start + 1 };
  }
  const escaped = characters[start + 1];
  return escaped === undefined ? undefined : { character: escaped, index: start + 2 };
}

function matchParts(parts: readonly Part[], from: number, name: string, at: number): boolean {
  let position = at;
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index];
    if (part?.kind === 'star') {
      for (let end = position; ; end += 1) {
        if (matchParts(parts, index + 1, name, end)) {
          return true;
        }
        if (end >= name.length || name.charAt(end) === '/') {
          return false;
        }
      }
    }
    const code = name.codePointAt(position);
    if (part === undefined || code === undefined || !matchOne(part, String.fromCodePoint(code))) {
      return false;
    }
    position += code > 0xffff ? 2 : 1;
  }
  return position === name.length;
}

function matchOne(part: Part, character: string): boolean {
  switch (part.kind) {
    case 'one':
      return part.character === character;
    case 'class':
      return (
        part.isNegated !== part.ranges.some(([low, high]) => low <= character && character <= high)
      );
    default:
      return character !== '/';
  }
}
