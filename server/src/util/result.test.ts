import { expect, test } from 'vitest';
import { chainResult, failed, mapResult, ok } from './result.ts';

test('a change applies to a success and leaves a refusal alone', () => {
  expect(mapResult(ok(2), (value) => value * 2)).toEqual(ok(4));
  expect(mapResult(failed('gone'), (value: number) => value * 2)).toEqual(failed('gone'));
});

test('the first refusal of a chain is the answer', () => {
  expect(chainResult(ok(2), (value) => ok(String(value)))).toEqual(ok('2'));
  expect(chainResult(ok(2), () => failed('second'))).toEqual(failed('second'));
  expect(chainResult(failed('first'), () => failed('second'))).toEqual(failed('first'));
});
