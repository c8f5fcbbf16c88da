/**
 * Decodes standard base64 with padding as Go does, line breaks ignored; bytes that are no UTF-8 become U+FFFD, as they do in
 * Go's JSON. `undefined` when it is no base64.
 *
 * Source: Go's encoding/base64 StdEncoding, encoding/json.
 */
export function decodeBase64(text: string): string | undefined {
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) {
    return undefined;
  }
  const bytes: number[] = [];
  for (let i = 0; i < compact.length; i += 4) {
    const group = compact.slice(i, i + 4);
    let bits = 0;
    for (const character of group) {
      bits = bits * 64 + Math.max(alphabet.indexOf(character), 0);
    }
    bytes.push(bits >> 16);
    if (!group.endsWith('==')) {
      bytes.push((bits >> 8) & 0xff);
    }
    if (!group.endsWith('=')) {
      bytes.push(bits & 0xff);
    }
  }
  return decodeUtf8(bytes);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Go replaces each byte that is not part of a character by U+FFFD; JavaScript's decoder may replace several by one. */
function decodeUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const width = characterWidth(bytes, i);
    const code = width === 0 ? 0xfffd : codePoint(bytes, i, width);
    text += String.fromCodePoint(code);
    i += Math.max(width, 1);
  }
  return text;
}

/** How many bytes the character at `index` takes, 0 when there is none. */
function characterWidth(bytes: readonly number[], index: number): number {
  const first = bytes[index] ?? 0;
  const width =
    first < 0x80
      ? 1
      : first < 0xc2
        ? 0
        : first < 0xe0
          ? 2
          : first < 0xf0
            ? 3
            : first < 0xf5
              ? 4
              : 0;
  for (let i = 1; i < width; i += 1) {
    if (((bytes[index + i] ?? 0) & 0xc0) !== 0x80) {
      return 0;
    }
  }
  const code = width < 3 ? 0x80 : codePoint(bytes, index, width);
  const isWrong =
    (width === 3 && (code < 0x800 || (code >= 0xd800 && code <= 0xdfff))) ||
    (width === 4 && (code < 0x10000 || code > 0x10ffff));
  return isWrong ? 0 : width;
}

function codePoint(bytes: readonly number[], index: number, width: number): number {
  const first = bytes[index] ?? 0;
  let code = width === 1 ? first : first & (0xff >> (width + 1));
  for (let i = 1; i < width; i += 1) {
    code = code * 64 + ((bytes[index + i] ?? 0) & 0x3f);
  }
  return code;
}
