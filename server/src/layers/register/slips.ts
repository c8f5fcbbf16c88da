/**
 * Whether one of two words is most likely the other with a slip of the finger: one character more, less, other, or two
 * exchanged, in a part of at least four letters. Names that differ in a number or in a short part are two names.
 */
export function isSlip(a: string, b: string): boolean {
  const [left, right] = [a.split(/[-_./]/), b.split(/[-_./]/)];
  if (a === b || left.length !== right.length) return false;
  const differing = left.flatMap((part, index) => {
    const other = right[index] ?? '';
    return part === other ? [] : [[part, other] as const];
  });
  const [only] = differing;
  if (only === undefined || differing.length > 1) return false;
  const [one, other] = only;
  return (
    Math.min(one.length, other.length) >= 4 && !/\d/.test(one + other) && isOneStep(one, other)
  );
}

/** Whether one step leads from a word to another (Damerau). */
function isOneStep(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a.charAt(start) === b.charAt(start)) start += 1;
  const [left, right] = [a.slice(start), b.slice(start)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) &&
      left.charAt(0) === right.charAt(1) &&
      left.charAt(1) === right.charAt(0))
  );
}

/** The word of a vocabulary that another word is a slip of; `undefined` where there is none, or more than one. */
export function meantWord(word: string, vocabulary: Iterable<string>): string | undefined {
  const found = [...vocabulary].filter((one) => isSlip(word, one));
  return found.length === 1 ? found[0] : undefined;
}
