import { expect, test } from 'vitest';
import { folderOfPath, isLocalRelativePath } from './sourcePath.ts';

test.each([
  [undefined, ''],
  ['', ''],
  ['./', ''],
  ['/', ''],
  ['./app', 'app'],
  ['/app/', 'app'],
  ['a//b', 'a/b'],
  ['a/../b', 'b'],
  ['../../app', 'app'],
  ['./..//a/./..', ''],
  ['${env}/x', '${env}/x'],
])('the path %s is the folder %s', (path, folder) => {
  expect(folderOfPath(path)).toBe(folder);
});

test.each([
  ['../components/a', true],
  ['git@', true],
  ['GitHub.com/a/b', false],
  ['https://a.example.com/b', false],
  ['file:///a', false],
  ['file://a', true],
  ['/a', false],
])('%s is local and relative: %s', (path, isLocal) => {
  expect(isLocalRelativePath(path)).toBe(isLocal);
});
