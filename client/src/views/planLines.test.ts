import { expect, test } from 'vitest';
import { numberedLines } from './planLines.ts';

test('lines that are added have the numbers that they will have, others those that they have', () => {
  const numbers = numberedLines([
    { line: 2, before: 'a', after: 'b' },
    { line: 12, after: 'replicas:' },
    { line: 12, after: '- name: web' },
    { line: 12, after: '  count: 2' },
    { line: 20, before: 'gone' },
    { line: 21, before: 'gone, too' },
    { line: 30, after: 'last' },
  ]).map(({ number }) => number);
  expect(numbers).toEqual([3, 13, 14, 15, 21, 22, 32]);
});
