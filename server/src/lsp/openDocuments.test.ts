import { describe, expect, test } from 'vitest';
import { applyContentChanges } from './openDocuments.ts';

function at(line: number, character: number) {
  return { line, character };
}

describe('changes of an open document', () => {
  test.each([
    ['in a line', 'a: 1\nb: 2\n', at(1, 3), at(1, 4), '30', 'a: 1\nb: 30\n'],
    ['over lines', 'a: 1\nb: 2\n', at(0, 4), at(1, 0), '', 'a: 1b: 2\n'],
    ['after a wide character', 'a: 😀x\n', at(0, 5), at(0, 6), 'y', 'a: 😀y\n'],
    ['with Windows line ends', 'a: 1\r\nb: 2\r\n', at(1, 0), at(1, 1), 'c', 'a: 1\r\nc: 2\r\n'],
    ['behind the end of a line', 'a\nb\n', at(0, 9), at(0, 9), '!', 'a!\nb\n'],
    ['behind the end', 'a\n', at(7, 0), at(8, 0), 'b', 'a\nb'],
  ])('%s', (_, text, start, end, inserted, expected) => {
    expect(applyContentChanges(text, [{ range: { start, end }, text: inserted }])).toBe(expected);
  });

  test('a change without a range is the whole text, and later ones build on it', () => {
    const changes = [{ text: 'a: 1\n' }, { range: { start: at(0, 3), end: at(0, 4) }, text: '2' }];
    expect(applyContentChanges('old', changes)).toBe('a: 2\n');
  });
});
