/*
 * Where each character of a text in quotes stands in how it is written: escapes and folded lines take more room there.
 */

/**
 * The offsets, in how a text in quotes is written, of each UTF-16 unit of the text, and of its end; `undefined` where it is
 * not read as this text.
 *
 * Source: YAML 1.2.2, 5.7 Escaped Characters, 7.3.1 Double-Quoted Style and 7.3.2 Single-Quoted Style.
 */
export function quotedOffsets(written: string, text: string): readonly number[] | undefined {
  const start = written.search(/["']/);
  const quote = written[start];
  const offsets: number[] = [];
  let read = '';
  const take = (value: string, at: number): void => {
    for (let index = 0; index < value.length; index += 1) offsets.push(at);
    read += value;
  };
  for (let at = start + 1; start >= 0 && at < written.length;) {
    const one = written[at] ?? '';
    if (one === quote && !(quote === "'" && written[at + 1] === "'")) {
      offsets.push(at);
      return read === text ? offsets : undefined;
    }
    const { value, length } = nextIn(written, at, quote === '"');
    if (length === 0) return undefined;
    take(value, at);
    at += length;
  }
  return undefined;
}

interface Piece {
  readonly value: string;
  /** How much of what is written it takes; 0 for what is no text. */
  readonly length: number;
}

function nextIn(written: string, at: number, isDouble: boolean): Piece {
  const fold = /[ \t]*\r?\n\s*/y;
  fold.lastIndex = at;
  const [folded] = fold.exec(written) ?? [];
  if (folded !== undefined) {
    const breaks = folded.split('\n').length - 1;
    return { value: breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), length: folded.length };
  }
  if (!isDouble) {
    const isQuote = written.startsWith("''", at);
    return { value: written[at] ?? '', length: isQuote ? 2 : 1 };
  }
  return written[at] === '\\' ? escapeAt(written, at) : { value: written[at] ?? '', length: 1 };
}

function escapeAt(written: string, at: number): Piece {
  const code = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y;
  code.lastIndex = at;
  const found = code.exec(written);
  if (found !== null) {
    const number = Number.parseInt(found[1] ?? found[2] ?? found[3] ?? '', 16);
    return number > 0x10_ff_ff
      ? { value: '', length: 0 }
      : { value: String.fromCodePoint(number), length: found[0].length };
  }
  // The end of the line and the indentation of the next one are nothing.
  const joined = /\\\r?\n[ \t]*/y;
  joined.lastIndex = at;
  const [line] = joined.exec(written) ?? [];
  if (line !== undefined) return { value: '', length: line.length };
  const value = escapes[written[at + 1] ?? ''];
  return value === undefined ? { value: '', length: 0 } : { value, length: 2 };
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '0': '\0', a: '\u0007', b: '\b', t: '\t', '\t': '\t', n: '\n', v: '\v', f: '\f', r: '\r' },
  ...{ e: '\u001B', ' ': ' ', '"': '"', '/': '/', '\\': '\\' },
  ...{ N: '\u0085', _: '\u00A0', L: '\u2028', P: '\u2029' },
};
