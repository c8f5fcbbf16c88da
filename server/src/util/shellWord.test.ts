import { expect, test } from 'vitest';
import { shellWord } from './shellWord.ts';

test.each([
  ['prod-eu-1', 'linux', 'prod-eu-1'],
  ['arn:aws:eks:eu-1:1:cluster/prod', 'linux', 'arn:aws:eks:eu-1:1:cluster/prod'],
  ['a; rm -rf $HOME', 'linux', "'a; rm -rf $HOME'"],
  ["it's", 'linux', String.raw`'it'\''s'`],
  ["it's", 'win32', "'it''s'"],
  ['', 'linux', "''"],
])('the word %s is on %s written %s', (word, platform, expected) => {
  expect(shellWord(word, platform)).toBe(expected);
});
