/**
 * The order in which go-yaml v3 writes the keys of a Go map: numbers inside keys count as numbers, and letters come after
 * what is no letter. Negative where `a` comes first, 0 where they are equal.
 *
 * Source: go-yaml v3.0.3 sorter.go `keyList.Less`.
 */
export function compareGoYamlKeys(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return isLess(a, b) ? -1 : 1;
}

function isLess(a: string, b: string): boolean {
  const left = Array.from(a);
  const right = Array.from(b);
  let afterDigit = false;
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const mine = left[index] ?? '';
    const yours = right[index] ?? '';
    if (mine === yours) {
      afterDigit = isDigit(mine);
      continue;
    }
    const mineIsLetter = isLetter(mine);
    const yoursIsLetter = isLetter(yours);
    if (mineIsLetter && yoursIsLetter) {
      return codeOf(mine) < codeOf(yours);
    }
    if (mineIsLetter || yoursIsLetter) {
      return afterDigit ? mineIsLetter : yoursIsLetter;
    }
    return numbersAreLess(left, right, index);
  }
  return left.length < right.length;
}

/** Compares from the first character that differs, neither side of which is a letter. */
function numbersAreLess(left: readonly string[], right: readonly string[], index: number): boolean {
  const mine = left[index] ?? '';
  const yours = right[index] ?? '';
  const lead = (mine === '0' || yours === '0') && followsNonZero(left, index) ? 1n : 0n;
  const mineNumber = readNumber(left, index, lead);
  const yoursNumber = readNumber(right, index, lead);
  if (mineNumber.value !== yoursNumber.value) {
    return mineNumber.value < yoursNumber.value;
  }
  return mineNumber.end === yoursNumber.end
    ? codeOf(mine) < codeOf(yours)
    : mineNumber.end < yoursNumber.end;
}

function followsNonZero(characters: readonly string[], index: number): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    const character = characters[before] ?? '';
    if (!isDigit(character)) {
      return false;
    }
    if (character !== '0') {
      return true;
    }
  }
  return false;
}

/** Reads digits after `lead` as Go does in 64 bits, where large numbers wrap around. */
function readNumber(
  characters: readonly string[],
  start: number,
  lead: bigint,
): { readonly value: bigint; readonly end: number } {
  let value = lead;
  let end = start;
  for (; end < characters.length && isDigit(characters[end] ?? ''); end += 1) {
    value = BigInt.asIntN(64, value * 10n + BigInt(codeOf(characters[end] ?? '') - 0x30));
  }
  return { value, end };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function isDigit(character: string): boolean {
  return (character >= '0' && character <= '9') || /^\p{Nd}$/u.test(character);
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}
