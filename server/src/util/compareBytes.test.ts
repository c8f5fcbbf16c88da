import { expect, test } from 'vitest';
import { compareBytes } from './compareBytes.ts';

test.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['a', 'aa', -1],
  ['B', 'a', -1],
  ['\uffff', '😀', -1],
  ['😀', '\ue000', 1],
  ['😀', '😁', -1],
])('compares %j with %j', (a, b, expected) => {
  expect(Math.sign(compareBytes(a, b))).toBe(expected);
});
