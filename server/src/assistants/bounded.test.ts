import { expect, test } from 'vitest';
import { bounded } from './bounded.ts';

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `name-${index}`);

test('what fits stays as it is', () => {
  const value = { list: names(3), text: 'a', number: 2n ** 60n, nothing: null };
  expect(bounded(value, 1000)).toEqual({
    value: { ...value, number: '1152921504606846976' },
    leftOut: [],
  });
});

test('lists in lists are cut before the outer ones', () => {
  const { value, leftOut } = bounded(
    { rows: names(40).map((name) => ({ name, of: names(100) })) },
    20_000,
  );
  const { rows } = value as { rows: readonly { of: readonly string[] }[] };
  expect(rows).toHaveLength(40);
  expect(rows.every(({ of }) => of.length === rows[0]?.of.length)).toBe(true);
  expect(leftOut).toEqual([{ at: '/rows/…/of', count: 40 * (100 - (rows[0]?.of.length ?? 0)) }]);
});

test.each([10, 100, 10_000])('%i items fit, and what is left out is counted', (count) => {
  const { value, leftOut } = bounded({ rows: names(count) }, 2000);
  const { rows } = value as { rows: readonly string[] };
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(2000);
  expect(rows.length + (leftOut[0]?.count ?? 0)).toBe(count);
});

test('a text that is too long ends in an ellipsis', () => {
  const { value, leftOut } = bounded({ yaml: 'x'.repeat(9000) }, 5000);
  expect(value).toEqual({ yaml: `${'x'.repeat(4000)}…` });
  expect(leftOut).toEqual([{ at: '/yaml', count: 5000 }]);
});
