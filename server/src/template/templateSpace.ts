/** Whether a character counts as white space in a template. Source: Go 1.26 text/template/parse/lex.go `isSpace`. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 9 || code === 13 || code === 10;
}

/** How many characters of white space a text ends in. */
export function spacesAtEnd(text: string): number {
  let end = text.length;
  while (end > 0 && isSpace(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return text.length - end;
}

/** How many lines end in a part of a text. */
export function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
