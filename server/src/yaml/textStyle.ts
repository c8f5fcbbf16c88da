import { plainTag } from './goScalar.ts';

/** Whether a text has more than one line for go-yaml. */
export function hasBreak(text: string): boolean {
  return /[\n\r\x85\u2028\u2029]/.test(text);
}

/**
 * Whether a text certainly is written plain and on one line as it stands, but for breaking at the width: one line of ASCII
 * that reads as a string. False says nothing.
 */
export function isSimpleText(text: string): boolean {
  const length = text.length;
  if (length === 0 || !startsSimply(text, length)) {
    return false;
  }
  for (let i = 1; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 0x3a) {
      if (code > 0x7e) {
        return false;
      }
    } else if (code === 0x3a) {
      const next = i + 1 < length ? text.charCodeAt(i + 1) : 0x20;
      if (next === 0x20) {
        return false;
      }
    } else if (code < 0x20 || (code === 0x23 && text.charCodeAt(i - 1) === 0x20)) {
      return false;
    }
  }
  return text.charCodeAt(length - 1) !== 0x20;
}

/** A letter, `/`, `_`, `$`, `(` and the like; a digit where the last character makes it no number and no time. */
function startsSimply(text: string, length: number): boolean {
  const code = text.charCodeAt(0);
  if (code >= 0x61 ? code <= 0x7a : code >= 0x41 && code <= 0x5a) {
    return length > 5 || plainTag(text, 2) === '!!str';
  }
  if (code >= 0x30 && code <= 0x39) {
    const last = text.charCodeAt(length - 1);
    return (last > 0x66 && last < 0x7a) || (last > 0x46 && last < 0x5a);
  }
  return code === 0x2f || code === 0x5f || code === 0x24 || code === 0x28;
}

/** What go-yaml does not count as printable: controls but line feeds, byte order marks, all beyond 16 bits. */
const unprintable = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Whether go-yaml v2 writes all characters of a text as they are, breaks apart. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** What makes a text something else than a plain scalar in a block collection, besides spaces around it. */
const hasIndicator =
  /^(?:---|\.\.\.)|^[#,[\]{}&*!|>'"%@`]|^[-?:](?:[ \t]|$)|:(?:[ \t]|$)|[ \t\n\r\0\x85\u2028\u2029]#/;

/** How go-yaml v2 writes a text. */
export type TextStyle = 'plain' | 'single' | 'double' | 'literal';

/**
 * The style of a text as a key or a value of a block collection.
 *
 * Source: go-yaml v2.4.2 encode.go stringv; emitterc.go yaml_emitter_analyze_scalar, yaml_emitter_select_scalar_style.
 */
export function chooseStyle(text: string, context: 'key' | 'value'): TextStyle {
  if (text.includes('\n')) {
    return context === 'value' && allowsLiteral(text) ? 'literal' : 'double';
  }
  if (text === '' || (context === 'key' && hasBreak(text)) || !readsAsString(text)) {
    return 'double';
  }
  if (unprintable.test(text) || / [\u2028\u2029]|[\u2028\u2029] /.test(text)) {
    return 'double';
  }
  const isFramed = text.startsWith(' ') || text.endsWith(' ');
  return isFramed || hasIndicator.test(text) || hasBreak(text) ? 'single' : 'plain';
}

/** Whether a text of several lines may be a literal scalar: no space at the end of a line, nothing to escape. */
function allowsLiteral(text: string): boolean {
  return !/[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]| (?:$|[\n\u2028\u2029])/.test(text);
}

/** Whether a plain text comes back as a string, also from a reader that knows numbers to the base of 60. */
function readsAsString(text: string): boolean {
  const tag = plainTag(text, 2);
  // `<<` is in go-yaml's table of words, which it does not look up for a text that begins like this.
  return (tag === '!!str' || tag === '!!merge') && !(text.length < 1000 && base60.test(text));
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
