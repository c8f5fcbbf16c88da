/** Tells the line of an offset in a text, from 1; of each text that it is asked for it remembers where lines begin. */
export function createLineNumbers(): (text: string, offset: number) => number {
  const known = new Map<string, readonly number[]>();
  return (text, offset) => {
    const starts = known.get(text) ?? startsOf(text);
    known.set(text, starts);
    return lineAt(starts, offset);
  };
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
