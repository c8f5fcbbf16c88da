import { toBytes } from '../goBytes.ts';
import { isPrintable } from '../goQuote.ts';

/** Go's `template.HTMLEscapeString`. Source: Go 1.26 text/template/funcs.go `HTMLEscape`. */
export function escapeHtml(text: string): string {
  return text.replace(/[\0"'&<>]/g, (character) => htmlEscapes.get(character) ?? character);
}

/** Go's `template.JSEscapeString`. Source: funcs.go `JSEscape`. */
export function escapeJavaScript(text: string): string {
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const short = scriptEscapes.get(character);
    if (short !== undefined) {
      result += short;
    } else if (code < 0x20) {
      result += `\\u00${hexByte(code)}`;
    } else if (code < 0x80 || isPrintable(code)) {
      result += character;
    } else {
      result += `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
    }
  }
  return result;
}

/** Go's `url.QueryEscape`. Source: Go 1.26 net/url/url.go. */
export function escapeQuery(text: string): string {
  return Array.from(toBytes(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === ' ') {
      return '+';
    }
    return /[A-Za-z0-9_.~-]/.test(character) ? character : `%${hexByte(byte)}`;
  }).join('');
}

function hexByte(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

const htmlEscapes: ReadonlyMap<string, string> = new Map([
  ['\0', '\ufffd'],
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

const scriptEscapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['"', '\\"'],
  ['<', '\\u003C'],
  ['>', '\\u003E'],
  ['&', '\\u0026'],
  ['=', '\\u003D'],
]);
