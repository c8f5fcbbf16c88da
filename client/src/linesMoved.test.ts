import { expect, test } from 'vitest';
import { linesMovedBelow } from './linesMoved.ts';

function change(start: number, end: number, text: string) {
  return { range: { start: { line: start }, end: { line: end } }, text };
}

test('only changes above a line move it', () => {
  const changes = [change(2, 2, 'a\nb\n'), change(5, 7, ''), change(20, 20, '\n')];
  expect(linesMovedBelow(10, changes)).toBe(0);
  expect(linesMovedBelow(4, changes)).toBe(2);
  expect(linesMovedBelow(30, changes)).toBe(1);
});

test('a change around a line does not move it', () => {
  expect(linesMovedBelow(6, [change(5, 7, 'x\n\n\n')])).toBe(0);
});
