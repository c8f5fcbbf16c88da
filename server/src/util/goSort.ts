/**
 * Sorts as Go's `sort.Sort` does, into a new array. That sort is not stable for more than 12 items, and where kustomize
 * sorts by part of a value the order of equal items shows: so the algorithm is followed step by step.
 *
 * Source: Go 1.26 sort/sort.go and sort/zsortinterface.go.
 */
export function goSort<T extends object>(
  items: readonly T[],
  less: (a: T, b: T) => boolean,
): readonly T[] {
  const data = [...items];
  pdqsort({ data, less }, 0, data.length, bitLength(data.length));
  return data;
}

/** The array that is sorted in place, and its order. */
interface Sorting<T> {
  readonly data: T[];
  readonly less: (a: T, b: T) => boolean;
}

type Hint = 'unknown' | 'increasing' | 'decreasing';

const MAX_INSERTION = 12;

function pdqsort<T extends object>(
  sorting: Sorting<T>,
  from: number,
  to: number,
  badPivots: number,
): void {
  let [a, b, limit] = [from, to, badPivots];
  let wasBalanced = true;
  let wasPartitioned = true;
  for (;;) {
    const length = b - a;
    if (length <= MAX_INSERTION) {
      insertionSort(sorting, a, b);
      return;
    }
    if (limit === 0) {
      heapSort(sorting, a, b);
      return;
    }
    if (!wasBalanced) {
      breakPatterns(sorting, a, b);
      limit -= 1;
    }
    let { pivot, hint } = choosePivot(sorting, a, b);
    if (hint === 'decreasing') {
      reverseRange(sorting, a, b);
      pivot = b - 1 - (pivot - a);
      hint = 'increasing';
    }
    if (wasBalanced && wasPartitioned && hint === 'increasing') {
      if (partialInsertionSort(sorting, a, b)) {
        return;
      }
    }
    if (a > 0 && !lessAt(sorting, a - 1, pivot)) {
      a = partitionEqual(sorting, a, b, pivot);
      continue;
    }
    const { middle, alreadyPartitioned } = partition(sorting, a, b, pivot);
    wasPartitioned = alreadyPartitioned;
    const [left, right] = [middle - a, b - middle];
    const threshold = Math.trunc(length / 8);
    if (left < right) {
      wasBalanced = left >= threshold;
      pdqsort(sorting, a, middle, limit);
      a = middle + 1;
    } else {
      wasBalanced = right >= threshold;
      pdqsort(sorting, middle + 1, b, limit);
      b = middle;
    }
  }
}

/** Whether the item at `i` comes before the item at `j`; both are in range. */
function lessAt<T extends object>({ data, less }: Sorting<T>, i: number, j: number): boolean {
  const [left, right] = [data[i], data[j]];
  return left !== undefined && right !== undefined && less(left, right);
}

function swap<T extends object>({ data }: Sorting<T>, i: number, j: number): void {
  const [left, right] = [data[i], data[j]];
  if (left !== undefined && right !== undefined) {
    data[i] = right;
    data[j] = left;
  }
}

function insertionSort<T extends object>(sorting: Sorting<T>, a: number, b: number): void {
  for (let i = a + 1; i < b; i += 1) {
    for (let j = i; j > a && lessAt(sorting, j, j - 1); j -= 1) {
      swap(sorting, j, j - 1);
    }
  }
}

function siftDown<T extends object>(
  sorting: Sorting<T>,
  low: number,
  high: number,
  first: number,
): void {
  let root = low;
  for (;;) {
    let child = 2 * root + 1;
    if (child >= high) {
      return;
    }
    if (child + 1 < high && lessAt(sorting, first + child, first + child + 1)) {
      child += 1;
    }
    if (!lessAt(sorting, first + root, first + child)) {
      return;
    }
    swap(sorting, first + root, first + child);
    root = child;
  }
}

function heapSort<T extends object>(sorting: Sorting<T>, a: number, b: number): void {
  const high = b - a;
  for (let i = Math.trunc((high - 1) / 2); i >= 0; i -= 1) {
    siftDown(sorting, i, high, a);
  }
  for (let i = high - 1; i >= 0; i -= 1) {
    swap(sorting, a, a + i);
    siftDown(sorting, 0, i, a);
  }
}

function partition<T extends object>(
  sorting: Sorting<T>,
  a: number,
  b: number,
  pivot: number,
): { readonly middle: number; readonly alreadyPartitioned: boolean } {
  swap(sorting, a, pivot);
  let i = a + 1;
  let j = b - 1;
  const approach = (): void => {
    while (i <= j && lessAt(sorting, i, a)) {
      i += 1;
    }
    while (i <= j && !lessAt(sorting, j, a)) {
      j -= 1;
    }
  };
  approach();
  const alreadyPartitioned = i > j;
  while (i <= j) {
    swap(sorting, i, j);
    i += 1;
    j -= 1;
    approach();
  }
  swap(sorting, j, a);
  return { middle: j, alreadyPartitioned };
}

function partitionEqual<T extends object>(
  sorting: Sorting<T>,
  a: number,
  b: number,
  pivot: number,
): number {
  swap(sorting, a, pivot);
  let i = a + 1;
  let j = b - 1;
  for (;;) {
    while (i <= j && !lessAt(sorting, a, i)) {
      i += 1;
    }
    while (i <= j && lessAt(sorting, a, j)) {
      j -= 1;
    }
    if (i > j) {
      return i;
    }
    swap(sorting, i, j);
    i += 1;
    j -= 1;
  }
}

function partialInsertionSort<T extends object>(
  sorting: Sorting<T>,
  a: number,
  b: number,
): boolean {
  const maxSteps = 5;
  const shortestShifting = 50;
  let i = a + 1;
  for (let step = 0; step < maxSteps; step += 1) {
    while (i < b && !lessAt(sorting, i, i - 1)) {
      i += 1;
    }
    if (i === b) {
      return true;
    }
    if (b - a < shortestShifting) {
      return false;
    }
    swap(sorting, i, i - 1);
    if (i - a >= 2) {
      for (let j = i - 1; j >= 1 && lessAt(sorting, j, j - 1); j -= 1) {
        swap(sorting, j, j - 1);
      }
    }
    if (b - i >= 2) {
      for (let j = i + 1; j < b && lessAt(sorting, j, j - 1); j += 1) {
        swap(sorting, j, j - 1);
      }
    }
  }
  return false;
}

/** Scatters some items; the scatter is a fixed function of the length. */
function breakPatterns<T extends object>(sorting: Sorting<T>, a: number, b: number): void {
  const length = b - a;
  if (length < 8) {
    return;
  }
  let random = BigInt(length);
  const modulus = 1n << BigInt(bitLength(length));
  const start = a + Math.trunc(length / 4) * 2 - 1;
  for (let index = start; index <= start + 2; index += 1) {
    random ^= BigInt.asUintN(64, random << 13n);
    random ^= random >> 7n;
    random ^= BigInt.asUintN(64, random << 17n);
    const other = Number(random & (modulus - 1n));
    swap(sorting, index, a + (other >= length ? other - length : other));
  }
}

function choosePivot<T extends object>(
  sorting: Sorting<T>,
  a: number,
  b: number,
): { pivot: number; hint: Hint } {
  const shortestNinther = 50;
  const maxSwaps = 12;
  const length = b - a;
  const quarter = Math.trunc(length / 4);
  const swaps = { count: 0 };
  let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
  if (length >= 8) {
    if (length >= shortestNinther) {
      i = median(sorting, i - 1, i, i + 1, swaps);
      j = median(sorting, j - 1, j, j + 1, swaps);
      k = median(sorting, k - 1, k, k + 1, swaps);
    }
    j = median(sorting, i, j, k, swaps);
  }
  const hint =
    swaps.count === 0 ? 'increasing' : swaps.count === maxSwaps ? 'decreasing' : 'unknown';
  return { pivot: j, hint };
}

function median<T extends object>(
  sorting: Sorting<T>,
  first: number,
  second: number,
  third: number,
  swaps: { count: number },
): number {
  const order = (x: number, y: number): readonly [number, number] => {
    if (lessAt(sorting, y, x)) {
      swaps.count += 1;
      return [y, x];
    }
    return [x, y];
  };
  const [a, b] = order(first, second);
  const [lower] = order(b, third);
  return order(a, lower)[1];
}

function reverseRange<T extends object>(sorting: Sorting<T>, a: number, b: number): void {
  for (let i = a, j = b - 1; i < j; i += 1, j -= 1) {
    swap(sorting, i, j);
  }
}

/** The number of bits that hold `value`; 0 for 0. */
function bitLength(value: number): number {
  return 32 - Math.clz32(value);
}
