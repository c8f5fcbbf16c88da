/** An escape that stands for one character, with its length in the pattern, or Go's words for what is wrong with it. */
export type Escape =
  { readonly codePoint: number; readonly length: number } | { readonly problem: string };

/**
 * Reads the escape at `position`, where a backslash stands.
 * Source: Go 1.26 regexp/syntax/parse.go `parseEscape`.
 */
export function parseEscape(pattern: string, position: number): Escape {
  const rest = pattern.slice(position);
  if (rest.length === 1) {
    return { problem: 'trailing backslash at end of expression' };
  }
  const octal = /^\\(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest)?.[0];
  if (octal !== undefined) {
    return { codePoint: Number.parseInt(octal.slice(1), 8), length: octal.length };
  }
  const hexadecimal = /^\\x(?:([0-9a-fA-F]{2})|\{([0-9a-fA-F]+)\})/.exec(rest);
  if (hexadecimal !== null) {
    const codePoint = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16);
    return codePoint > 0x10ffff ? INVALID : { codePoint, length: hexadecimal[0].length };
  }
  const named = namedEscapes.get(rest.charAt(1));
  if (named !== undefined) {
    return { codePoint: named, length: 2 };
  }
  const character = rest.charCodeAt(1);
  const isPunctuation = character < 0x80 && !/^[0-9A-Za-z]/.test(rest.slice(1));
  return isPunctuation ? { codePoint: character, length: 2 } : INVALID;
}

const INVALID: Escape = { problem: 'invalid escape sequence' };

const namedEscapes: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
]);
