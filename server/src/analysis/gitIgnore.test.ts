import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { ignoredByFiles } from './gitIgnore.ts';

const { analysis } = analyzeFixture(`
  # file: .gitignore
  *.env
  !kept.env
  /local/
  # file: a/.gitignore
  secret.yaml
`);

test.each([
  ['x.env', true],
  ['deep/down/x.env', true],
  ['deep/kept.env', false],
  ['local/a.yaml', true],
  ['b/local/a.yaml', false],
  ['a/b/secret.yaml', true],
  ['secret.yaml', false],
])('%s is ignored: %s', (path, expected) => {
  expect(completed(ignoredByFiles(analysis, path))).toBe(expected);
});
