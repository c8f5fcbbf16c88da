import { expect, test } from 'vitest';
import { applyEdits, editsBetween, newLines } from './textEdit.ts';

test('edits are applied by their offsets in the text before', () => {
  const edits = [
    { start: 3, end: 3, newText: '-' },
    { start: 3, end: 4, newText: '' },
    { start: 0, end: 1, newText: 'A' },
  ];
  expect(applyEdits('abcdef', edits)).toBe('Abc-ef');
});

test('only what differs is edited', () => {
  expect(editsBetween('a: 1\nb: 2\nc: 3\n', 'a: 1\nb: 22\nc: 3\nd: 4\n')).toEqual([
    { start: 9, end: 9, newText: '2' },
    { start: 15, end: 15, newText: 'd: 4\n' },
  ]);
  expect(editsBetween('same\n', 'same\n')).toEqual([]);
});

test.each([
  ['a\r\nb\r\n', 'a\r\nb\nc\r\n'],
  ['a\r\n', 'a\n'],
  ['x😀\n', 'x😁\n'],
  ['', 'a'],
  ['a\n\nb', 'b\n\na'],
  ['a', ''],
])('edits lead from %j to %j and split no character and no line break', (before, after) => {
  const edits = editsBetween(before, after);
  expect(applyEdits(before, edits)).toBe(after);
  for (const { start, end } of edits) {
    for (const at of [start, end]) {
      expect(before.slice(at - 1, at + 1)).not.toBe('\r\n');
      expect(before.codePointAt(Math.max(0, at - 1)) ?? 0).toBeLessThan(0x10000);
    }
  }
});

test.each<[before: string, after: string, lines: readonly number[]]>([
  ['a\nb\n', 'a\nb\n', []],
  ['', 'a\nb', [0, 1]],
  ['a\nb\nc\n', 'a\nx\nc\n', [1]],
  ['a\nb\nc\n', 'c\n', []],
  ['b\n', 'a\nb\nc\n', [0, 2]],
])('the new lines between %j and %j', (before, after, lines) => {
  expect([...newLines(before, after)]).toEqual(lines);
});
