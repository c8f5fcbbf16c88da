/** A change of a text, as VS Code tells it: what was replaced, and by what. Lines count from 0. */
export interface LineChange {
  readonly range: {
    readonly start: { readonly line: number };
    readonly end: { readonly line: number };
  };
  readonly text: string;
}

/** By how many lines changes above a line move it down; negative where they move it up. */
export function linesMovedBelow(line: number, changes: readonly LineChange[]): number {
  return changes
    .filter(({ range }) => range.end.line < line)
    .reduce((sum, { range: { start, end }, text }) => {
      return sum + text.split('\n').length - 1 - (end.line - start.line);
    }, 0);
}
