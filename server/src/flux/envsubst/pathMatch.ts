import { runeAt, type ByteText } from './byteText.ts';

/**
 * Whether a pattern matches a whole byte text; `undefined` where the pattern is malformed as far as it was read. `*` stands
 * for any bytes, `/` too, `?` for one character, `[a-z]` and `[^a-z]` for a class, `\\` takes the next byte as it is.
 * Source: fluxcd/pkg/envsubst v1.8.0 path/match.go `Match`.
 */
export function matchesPattern(pattern: ByteText, name: ByteText): boolean | undefined {
  let rest = pattern;
  let left = name;
  while (rest !== '') {
    const { star, chunk, after } = scanChunk(rest);
    rest = after;
    if (star && chunk === '') return true;
    const next = matchAnywhere(chunk, left, { star, last: rest === '' });
    if (next.kind === 'malformed') return undefined;
    if (next.kind === 'no') return false;
    left = next.rest;
  }
  return left === '';
}

/** What a chunk of a pattern makes of the beginning of a text. */
type ChunkMatch =
  | { readonly kind: 'match'; readonly rest: ByteText }
  | { readonly kind: 'no' }
  | { readonly kind: 'malformed' };

const no: ChunkMatch = { kind: 'no' };
const malformed: ChunkMatch = { kind: 'malformed' };

/** The chunk at the beginning, or after a star anywhere; the last one must take the whole rest. */
function matchAnywhere(
  chunk: ByteText,
  text: ByteText,
  { star, last }: { readonly star: boolean; readonly last: boolean },
): ChunkMatch {
  const first = matchChunk(chunk, text);
  if (first.kind === 'malformed') return first;
  if (first.kind === 'match' && (first.rest === '' || !last)) return first;
  for (let index = 0; star && index < text.length; index++) {
    const later = matchChunk(chunk, text.slice(index + 1));
    if (later.kind === 'malformed') return later;
    if (later.kind === 'match' && (later.rest === '' || !last)) return later;
  }
  return no;
}

function scanChunk(pattern: ByteText): {
  readonly star: boolean;
  readonly chunk: ByteText;
  readonly after: ByteText;
} {
  let start = 0;
  while (pattern[start] === '*') start++;
  let inRange = false;
  let end = start;
  for (; end < pattern.length; end++) {
    const byte = pattern[end];
    if (byte === '\\') {
      if (end + 1 < pattern.length) end++;
    } else if (byte === '[') inRange = true;
    else if (byte === ']') inRange = false;
    else if (byte === '*' && !inRange) break;
  }
  return { star: start > 0, chunk: pattern.slice(start, end), after: pattern.slice(end) };
}

/** Source: path/match.go `matchChunk`. */
function matchChunk(chunk: ByteText, text: ByteText): ChunkMatch {
  let at = 0;
  let place = 0;
  while (at < chunk.length) {
    if (place >= text.length) return no;
    switch (chunk[at]) {
      case '[': {
        const { point, width } = runeAt(text, place);
        const matched = matchClass(chunk, at + 1, point);
        if (matched === undefined) return malformed;
        if (!matched.matches) return no;
        place += width;
        at = matched.end;
        break;
      }
      case '?':
        place += runeAt(text, place).width;
        at++;
        break;
      case '\\':
        at++;
        if (at >= chunk.length) return malformed;
        if (chunk[at] !== text[place]) return no;
        at++;
        place++;
        break;
      default:
        if (chunk[at] !== text[place]) return no;
        at++;
        place++;
    }
  }
  return { kind: 'match', rest: text.slice(place) };
}

/** A character class from behind its `[` to behind its `]`. */
function matchClass(
  chunk: ByteText,
  start: number,
  point: number,
): { readonly matches: boolean; readonly end: number } | undefined {
  const negated = chunk[start] === '^';
  let at = negated ? start + 1 : start;
  let found = false;
  for (let count = 0; ; count++) {
    if (chunk[at] === ']' && count > 0) return { matches: found !== negated, end: at + 1 };
    const low = readEscaped(chunk, at);
    if (low === undefined) return undefined;
    at = low.end;
    let high = low;
    if (chunk[at] === '-') {
      const read = readEscaped(chunk, at + 1);
      if (read === undefined) return undefined;
      high = read;
      at = read.end;
    }
    if (low.point <= point && point <= high.point) found = true;
  }
}

/** Source: path/match.go `getEsc`. */
function readEscaped(
  chunk: ByteText,
  start: number,
): { readonly point: number; readonly end: number } | undefined {
  const first = chunk[start];
  if (first === undefined || first === '-' || first === ']') return undefined;
  const at = first === '\\' ? start + 1 : start;
  if (at >= chunk.length) return undefined;
  const { point, width } = runeAt(chunk, at);
  const end = at + width;
  const isInvalid = point === 0xfffd && width === 1;
  return isInvalid || end >= chunk.length ? undefined : { point, end };
}
