import { expect, test } from 'vitest';
import { foldersOf, matchingFiles } from './gitFiles.ts';

const files = [
  '.hidden/a.yaml',
  'apps/web/a.yaml',
  'apps/web/b/c.yaml',
  'apps-x/a.yaml',
  'top.yaml',
];

/** By the rules of Git's pathspecs. */
test.each([
  ['*.yaml', files],
  ['**/*.yaml', files.slice(0, 4)],
  ['apps', ['apps/web/a.yaml', 'apps/web/b/c.yaml']],
  ['./apps/../top.yaml', ['top.yaml']],
  ['apps/*/a.yaml', ['apps/web/a.yaml']],
  ['apps/*/c.yaml', ['apps/web/b/c.yaml']],
  ['[st]op.yaml', ['top.yaml']],
  ['{top,x}.yaml', []],
  ['', files],
])('git lists %j', (pattern, expected) => {
  expect(matchingFiles(pattern, files, 'old')).toEqual({ kind: 'ok', value: expected });
});

test.each(['../x', '/top.yaml', 'apps/../..'])('git refuses %j', (pattern) => {
  expect(matchingFiles(pattern, files, 'old')).toHaveProperty('kind', 'failed');
});

/** By the rules of doublestar v4.9.1. */
test.each([
  ['*.yaml', ['top.yaml']],
  ['**/*.yaml', files],
  ['apps/*/a.yaml', ['apps/web/a.yaml']],
  ['{top,x}.yaml', ['top.yaml']],
  ['apps/**/[!a].yaml', ['apps/web/b/c.yaml']],
  ['../*.yaml', []],
])('the newer way finds %j', (pattern, expected) => {
  expect(matchingFiles(pattern, files, 'new')).toEqual({ kind: 'ok', value: expected });
});

test('folders come as Go walks them', () => {
  expect(foldersOf(files, 'skipped')).toEqual(['apps', 'apps/web', 'apps/web/b', 'apps-x']);
});
