import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { quotedOffsets } from './quotedOffsets.ts';

test.each([
  [String.raw`"a\nb"`, [1, 2, 4, 5]],
  [String.raw`"\x41\u00e9\U0001F600"`, [1, 5, 11, 11, 21]],
  [`'it''s'`, [1, 2, 3, 5, 6]],
  ['"a \\\n   b\\\n  \\ c"', [1, 2, 8, 13, 15, 16]],
  ['"a  \n\n  b"', [1, 2, 8, 9]],
  [`!!str "a"`, [7, 8]],
])('tells where %s has each of its characters', (written, offsets) => {
  expect(quotedOffsets(written, String(parse(written)))).toEqual(offsets);
});

test.each([
  ['"a"', 'b'],
  [String.raw`"\q"`, 'q'],
  [String.raw`"\U00110000"`, ''],
  ['"a', 'a'],
  ['a', 'a'],
])('tells nothing of %s for %s', (written, text) => {
  expect(quotedOffsets(written, text)).toBeUndefined();
});
