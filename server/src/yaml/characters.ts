/** A space or a tab. `code` is a UTF-16 code unit, 0 at the end of the text, here and below. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** A line break of YAML 1.1: line feed, carriage return, next line, line separator, paragraph separator. */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A line break or the end of the text. */
export function isBreakOrEnd(code: number): boolean {
  return code === 0 || isBreak(code);
}

/** A space, a tab, a line break or the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  return code === 0 || isBlank(code) || isBreak(code);
}

/** What may stand in an anchor or a tag handle: ASCII letters and digits, `_` and `-`. */
export function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    isDigit(code) ||
    code === 0x5f ||
    code === 0x2d
  );
}

/** An ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The value of a hexadecimal digit, or −1. */
export function hexValue(code: number): number {
  if (isDigit(code)) {
    return code - 0x30;
  }
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** The code unit at `index`, 0 outside the text. */
export function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0;
}
