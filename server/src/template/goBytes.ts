/**
 * Go's strings are bytes, and cutting one in the middle of a character leaves bytes that are no text. Such a byte is kept
 * here as one of the lone surrogates U+DC80 to U+DCFF, which no text that was decoded from UTF-8 has.
 */

/** The bytes of a string of Go. */
export function toBytes(text: string): Uint8Array {
  if (!strayBytes.test(text)) {
    return new TextEncoder().encode(text);
  }
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isStray(code)) {
      bytes.push(code & 0xff);
    } else {
      bytes.push(...new TextEncoder().encode(character));
    }
  }
  return Uint8Array.from(bytes);
}

/** A string of Go with these bytes. */
export function fromBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.includes('\ufffd') ? decodeSlowly(bytes) : text;
}

/** Bytes as numbers, as `fromBytes` takes them. */
export function fromByteValues(values: readonly number[]): string {
  return fromBytes(Uint8Array.from(values));
}

/** How many bytes a string of Go has: `len`. */
export function byteLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      length += 1;
    } else if (code < 0x800) {
      length += 2;
    } else if (code >= 0xd800 && code <= 0xdbff && isLow(text.charCodeAt(index + 1))) {
      length += 4;
      index += 1;
    } else {
      length += isStray(code) ? 1 : 3;
    }
  }
  return length;
}

/** `text[from:to]` in bytes; both are in range. */
export function sliceBytes(text: string, from: number, to: number): string {
  if (ascii.test(text)) {
    return text.slice(from, to);
  }
  return fromBytes(toBytes(text).slice(from, to));
}

/** Strings one after the other: bytes at the seam may become a character. */
export function joinStrings(parts: readonly string[], separator = ''): string {
  const joined = parts.join(separator);
  return mayBeStray.test(joined) && strayBytes.test(joined) ? fromBytes(toBytes(joined)) : joined;
}

/** The text with U+FFFD for each byte that is no text, as JSON and YAML write it. */
export function validText(text: string): string {
  return mayBeStray.test(text) ? text.replace(eachStray, '\ufffd') : text;
}

/** The text with the lone surrogate U+DC00 for each byte that is no text. */
export function markStray(text: string): string {
  return text.replace(eachStray, '\udc00');
}

/** The code points of a string; a byte that is no text counts as U+FFFD. */
export function runesOf(text: string): readonly number[] {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return isStray(code) ? 0xfffd : code;
  });
}

/** Whether a code point stands for a byte that is no text. */
export function isStray(code: number): boolean {
  return code >= 0xdc80 && code <= 0xdcff;
}

/** Quicker than the one that looks back, and true more often. */
const mayBeStray = /[\udc80-\udcff]/;
const strayBytes = /(?<![\ud800-\udbff])[\udc80-\udcff]/;
const eachStray = /(?<![\ud800-\udbff])[\udc80-\udcff]/g;
// eslint-disable-next-line no-control-regex -- every ASCII character counts.
const ascii = /^[\x00-\x7f]*$/;

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function decodeSlowly(bytes: Uint8Array): string {
  const parts: string[] = [];
  let index = 0;
  while (index < bytes.length) {
    const length = runeLength(bytes, index);
    if (length === 0) {
      parts.push(String.fromCharCode(0xdc00 | (bytes[index] ?? 0)));
      index += 1;
    } else {
      const rune = bytes.subarray(index, index + length);
      parts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(rune));
      index += length;
    }
  }
  return parts.join('');
}

/** How many bytes the character at `index` takes; 0 where none stands. Source: Go unicode/utf8. */
function runeLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) {
    return 1;
  }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) {
    return 0;
  }
  const second = bytes[index + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) {
    return 0;
  }
  for (let offset = 2; offset < length; offset += 1) {
    const next = bytes[index + offset] ?? 0;
    if (next < 0x80 || next > 0xbf) {
      return 0;
    }
  }
  return length;
}
