import { compareKeys } from '../yaml/keyOrder.ts';

/**
 * The order in which go-yaml v3 writes the keys of a Go map: that of version 2, but after a digit a letter comes before what
 * is no letter. Negative where `a` comes first, 0 where they are equal.
 *
 * Source: go-yaml v3.0.3 sorter.go `keyList.Less`.
 */
export function compareGoYamlKeys(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const index = left.findIndex((character, at) => character !== right[at]);
  const [mine, yours] = [left[index], right[index]];
  if (mine === undefined || yours === undefined || isLetter(mine) === isLetter(yours)) {
    return compareKeys(a, b);
  }
  const afterDigit = /^\p{Nd}$/u.test(left[index - 1] ?? '');
  return isLetter(mine) === afterDigit ? -1 : 1;
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}
