/*
 * Go's strings are bytes, and some functions of envsubst cut them between the bytes of a character. A byte text holds one
 * byte of UTF-8 in each of its UTF-16 units; a text of ASCII only is its own byte text.
 */

/** A text of bytes: units from 0 to 255. */
export type ByteText = string;

/** A character (Go: rune) of a byte text: its code point, and its length in bytes; `invalid` counts as U+FFFD of one byte. */
export interface Rune {
  readonly point: number;
  readonly width: number;
}

const ascii = /^[\0-\x7f]*$/;
const invalid: Rune = { point: 0xfffd, width: 1 };

/** The bytes of a text. */
export function toBytes(text: string): ByteText {
  if (ascii.test(text)) return text;
  return bytesText(new TextEncoder().encode(text));
}

/** Bytes as a byte text. */
export function bytesText(bytes: Uint8Array): ByteText {
  let result = '';
  for (const byte of bytes) result += String.fromCharCode(byte);
  return result;
}

/** The text that bytes are; `undefined` where they are no UTF-8. */
export function fromBytes(text: ByteText): string | undefined {
  if (ascii.test(text)) return text;
  const bytes = Uint8Array.from(text, (unit) => unit.charCodeAt(0));
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return toBytes(decoded) === text ? decoded : undefined;
}

/** Reads the character at a place before the end. Source: Go unicode/utf8 `DecodeRuneInString`. */
export function runeAt(text: ByteText, at: number): Rune {
  const first = text.charCodeAt(at);
  if (first < 0x80) return { point: first, width: 1 };
  const width = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  if (width === 1 || at + width > text.length) return invalid;
  const decoded = fromBytes(text.slice(at, at + width));
  const point = decoded?.codePointAt(0);
  return point === undefined ? invalid : { point, width };
}

/** The code points of a byte text. */
export function runesOf(text: ByteText): readonly number[] {
  const result: number[] = [];
  for (let at = 0; at < text.length;) {
    const { point, width } = runeAt(text, at);
    result.push(point);
    at += width;
  }
  return result;
}

/** The byte text of code points. */
export function textOfRunes(points: readonly number[]): ByteText {
  return points.map((point) => toBytes(String.fromCodePoint(point))).join('');
}
