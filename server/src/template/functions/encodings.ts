import { fromByteValues, toBytes } from '../goBytes.ts';
import { goFunction, type TemplateFunction } from '../functionTable.ts';
import { stringValue } from '../value.ts';
import { textOf } from './arguments.ts';
import { adler32, sha1, sha256, sha512 } from './hashes.ts';

/** Encodings and checksums. Source: sprig v3.3.0 strings.go, crypto.go. */
export const encodingFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['b64enc', onText((text) => encode(text, base64, 6, 4))],
  ['b64dec', onText((text) => decode(text, base64, 6, 4, 'base64'))],
  ['b32enc', onText((text) => encode(text, base32, 5, 8))],
  ['b32dec', onText((text) => decode(text, base32, 5, 8, 'base32'))],
  ['sha1sum', onText((text) => sha1(toBytes(text)))],
  ['sha256sum', onText((text) => sha256(toBytes(text)))],
  ['sha512sum', onText((text) => sha512(toBytes(text)))],
  ['adler32sum', onText((text) => String(adler32(toBytes(text))))],
];

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base64 with padding. */
export function encodeBase64(text: string): string {
  return encode(text, base64, 6, 4);
}

/** What Base64 stands for, as a string of Go; `undefined` for what is none. */
export function decodeBase64(text: string): string | undefined {
  const decoded = decode(text, base64, 6, 4, 'base64');
  return /^illegal base64 data at input byte \d+$/.test(decoded) ? undefined : decoded;
}

function onText(change: (text: string) => string): TemplateFunction {
  return goFunction('string', 'string', ([text]) => stringValue(change(textOf(text))));
}

/** `bits` for each digit; digits come in groups of `group`, filled up with `=`. */
function encode(text: string, digits: string, bits: number, group: number): string {
  let result = '';
  let pending = 0;
  let count = 0;
  for (const byte of toBytes(text)) {
    pending = (pending << 8) | byte;
    count += 8;
    while (count >= bits) {
      count -= bits;
      result += digits.charAt((pending >> count) & ((1 << bits) - 1));
    }
    pending &= (1 << count) - 1;
  }
  if (count > 0) {
    result += digits.charAt((pending << (bits - count)) & ((1 << bits) - 1));
  }
  return result.padEnd(Math.ceil(result.length / group) * group, '=');
}

/** Line breaks do not count; what is wrong gives Go's message instead of the text. */
function decode(text: string, digits: string, bits: number, group: number, name: string): string {
  const bytes: number[] = [];
  let pending = 0;
  let count = 0;
  let taken = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\n' || character === '\r') {
      continue;
    }
    const digit = digits.indexOf(character);
    if (character === '=') {
      const end = paddingEnd(text, index, group - (taken % group), taken, bits);
      return end === undefined ? fromByteValues(bytes) : problem(name, end);
    }
    if (digit < 0) {
      return problem(name, byteOffset(text, index));
    }
    pending = ((pending << bits) | digit) & 0xffff;
    count += bits;
    taken += 1;
    if (count >= 8) {
      count -= 8;
      bytes.push((pending >> count) & 0xff);
    }
  }
  return taken % group === 0
    ? fromByteValues(bytes)
    : problem(name, byteOffset(text, text.length) - (name === 'base64' ? taken % group : 0));
}

function problem(name: string, offset: number): string {
  return `illegal ${name} data at input byte ${offset}`;
}

function byteOffset(text: string, index: number): number {
  return toBytes(text.slice(0, index)).length;
}

/** Where the `=` at the end are wrong; `undefined` where they are right. */
function paddingEnd(
  text: string,
  index: number,
  missing: number,
  taken: number,
  bits: number,
): number | undefined {
  const rest = text.slice(index).replace(/[\r\n]/g, '');
  const group = bits === 6 ? 4 : 8;
  const allowed = bits === 6 ? [2, 1] : [6, 4, 3, 1];
  if (taken % group === 0 || !allowed.includes(missing)) {
    return byteOffset(text, index);
  }
  return rest === '='.repeat(missing) ? undefined : byteOffset(text, index);
}
