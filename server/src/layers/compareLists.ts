import { printsAlike } from '../kustomize/printsAlike.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** The indices of two items that belong together; one side is `undefined` for an item that is gone or new. */
export type ItemPair = readonly [before: number | undefined, after: number | undefined];

/** Beyond so many comparisons, items belong together by their places. */
const mostComparisons = 40_000;

/**
 * Which items of two lists without a key belong together: what is equal at the beginning, at the end and between, in order;
 * what is left between two equal items belongs together by its place.
 */
export function alignItems(
  before: readonly ResourceNode[],
  after: readonly ResourceNode[],
): readonly ItemPair[] {
  const isSame = (from: number, to: number): boolean => printsAlike(before[from], after[to]);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.length - 1 - end, after.length - 1 - end)) end += 1;
  const rows = before.length - start - end;
  const columns = after.length - start - end;
  const anchors =
    rows * columns > mostComparisons
      ? []
      : longestCommon(rows, columns, (row, column) => isSame(start + row, start + column));
  const pairs: ItemPair[] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  let [from, to] = [start, start];
  for (const [row, column] of [...anchors, [rows, columns] as const]) {
    pairs.push(...byPlace(from, start + row, to, start + column));
    if (row < rows || column < columns) pairs.push([start + row, start + column]);
    [from, to] = [start + row + 1, start + column + 1];
  }
  for (let index = end; index > 0; index -= 1)
    pairs.push([before.length - index, after.length - index]);
  return pairs;
}

/** Items of two stretches by their places; the longer one's rest is gone or new. */
function byPlace(from: number, fromEnd: number, to: number, toEnd: number): readonly ItemPair[] {
  const pairs: ItemPair[] = [];
  for (let step = 0; from + step < fromEnd || to + step < toEnd; step += 1) {
    const [left, right] = [from + step, to + step];
    pairs.push([left < fromEnd ? left : undefined, right < toEnd ? right : undefined]);
  }
  return pairs;
}

/** The longest common subsequence, as pairs of row and column. */
function longestCommon(
  rows: number,
  columns: number,
  isSame: (row: number, column: number) => boolean,
): readonly (readonly [row: number, column: number])[] {
  const same = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => isSame(row, column)),
  );
  // lengths[row][column]: the longest of what follows.
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const lengthAt = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      const length =
        same[row]?.[column] === true
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      lengths[row]?.set([length], column);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (same[row]?.[column] === true) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
