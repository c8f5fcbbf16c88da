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
