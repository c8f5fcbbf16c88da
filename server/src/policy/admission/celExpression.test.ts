import { expect, test } from 'vitest';
import { newCelCompiler } from './celExpression.ts';

const compile = newCelCompiler();

test.each([
  ['object.a.all(x, x > 0)', 'value'],
  ['object.a.all(x, object.a.all(y, x + y > 0))', 'unknown'],
  ['sets.contains(object.a, object.a)', 'unknown'],
  ['sets.contains([1, 2], [1])', 'unknown'],
])('a list of thousands in %s: %s', (text, kind) => {
  const a = Array.from({ length: 2000 }, (_, index) => index + 1);
  expect(compile(text).evaluate({ object: { a } }).kind).toBe(kind);
});

test('sets of a few items are compared', () => {
  const inputs = { object: { a: [1, 2] } };
  expect(compile('sets.contains(object.a, [1])').evaluate(inputs)).toEqual({
    kind: 'value',
    value: true,
  });
});
