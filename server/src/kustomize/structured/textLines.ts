/** Where the lines of a text begin. Offsets are UTF-16, lines and columns count from 0. */
export interface Lines {
  readonly lineOf: (offset: number) => number;
  readonly columnOf: (offset: number) => number;
}

/** Finds the lines of a text, by the line breaks of YAML 1.1. */
export function createLines(text: string): Lines {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|[\n\r\u0085\u2028\u2029]/g)) {
    starts.push(match.index + match[0].length);
  }
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  };
  return { lineOf, columnOf: (offset) => offset - (starts[lineOf(offset)] ?? 0) };
}
