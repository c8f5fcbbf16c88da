/**
 * Compares two keys as go-yaml v2 sorts them: letters by code point after everything else, runs of digits by their number.
 * Negative, zero or positive.
 *
 * Source: go-yaml v2.4.2 sorter.go keyList.Less.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x > 0x7f || y > 0x7f) {
      return compareCodePoints(toCodePoints(a), toCodePoints(b));
    }
    if (x === y) {
      continue;
    }
    const isLetterX = isAsciiLetter(x);
    const isLetterY = isAsciiLetter(y);
    if (isLetterX && isLetterY) {
      return x - y;
    }
    if (isLetterX || isLetterY) {
      return isLetterY ? -1 : 1;
    }
    return isAsciiDigit(x) || isAsciiDigit(y)
      ? compareCodePoints(toCodePoints(a), toCodePoints(b))
      : x - y;
  }
  return a.length - b.length;
}

/**
 * The indices of `keys` in the order in which go-yaml v2 prints them: `undefined` when they stand so already, `'repeated'` when
 * two keys are equal.
 */
export function sortedOrder(keys: readonly string[]): readonly number[] | 'repeated' | undefined {
  let isSorted = true;
  for (let i = 1; isSorted && i < keys.length; i += 1) {
    const difference = compareKeys(keys[i - 1] ?? '', keys[i] ?? '');
    if (difference === 0) {
      return 'repeated';
    }
    isSorted = difference < 0;
  }
  if (isSorted) {
    return undefined;
  }
  const order = keys
    .map((_, index) => index)
    .sort((i, j) => compareKeys(keys[i] ?? '', keys[j] ?? ''));
  const isRepeated = order.some(
    (index, place) => place > 0 && keys[order[place - 1] ?? 0] === keys[index],
  );
  return isRepeated ? 'repeated' : order;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isAsciiDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function toCodePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function compareCodePoints(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    if (x === y) {
      continue;
    }
    const isLetterX = isLetter(x);
    const isLetterY = isLetter(y);
    if (isLetterX && isLetterY) {
      return x - y;
    }
    if (isLetterX || isLetterY) {
      return isLetterY ? -1 : 1;
    }
    return compareNumbers(a, b, i) || x - y;
  }
  return a.length - b.length;
}

function isLetter(code: number): boolean {
  return code < 0x80 ? isAsciiLetter(code) : /^\p{L}$/u.test(String.fromCodePoint(code));
}

function isDigit(code: number): boolean {
  return code < 0x80 ? isAsciiDigit(code) : /^\p{Nd}$/u.test(String.fromCodePoint(code));
}

/** Compares the numbers at `start`, then how many digits they have; zeros after other digits are a part of those. */
function compareNumbers(a: readonly number[], b: readonly number[], start: number): number {
  const before = a[start] === 0x30 || b[start] === 0x30 ? continuesNumber(a, start) : 0n;
  const x = readNumber(a, start, before);
  const y = readNumber(b, start, before);
  if (x.value !== y.value) {
    return x.value < y.value ? -1 : 1;
  }
  return x.end - y.end;
}

function continuesNumber(codes: readonly number[], start: number): bigint {
  for (let i = start - 1; i >= 0 && isDigit(codes[i] ?? 0); i -= 1) {
    if (codes[i] !== 0x30) {
      return 1n;
    }
  }
  return 0n;
}

interface NumberInKey {
  readonly value: bigint;
  readonly end: number;
}

function readNumber(codes: readonly number[], start: number, before: bigint): NumberInKey {
  let value = before;
  let end = start;
  while (end < codes.length && isDigit(codes[end] ?? 0)) {
    value = BigInt.asIntN(64, value * 10n + BigInt((codes[end] ?? 0) - 0x30));
    end += 1;
  }
  return { value, end };
}
