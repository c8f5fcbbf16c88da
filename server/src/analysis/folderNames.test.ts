import { expect, test } from 'vitest';
import { FolderNames } from './folderNames.ts';

test('folders come with their first file and go with their last', () => {
  const folders = new FolderNames();
  expect(folders.add('a/b/one.yaml')).toEqual(['a/b', 'a']);
  expect(folders.add('a/b/two.yaml')).toEqual([]);
  expect(folders.namesIn('a/b')).toEqual(['one.yaml', 'two.yaml']);
  expect(folders.remove('a/b/one.yaml')).toEqual([]);
  expect(folders.remove('a/b/two.yaml')).toEqual(['a/b', 'a']);
  expect(folders.has('a')).toBe(false);
});

test('tells in which folders names came or went', () => {
  const folders = new FolderNames();
  folders.add('a/one.yaml');
  expect([...folders.takeChanged()].sort()).toEqual(['', 'a']);
  folders.add('a/two.yaml');
  expect([...folders.takeChanged()]).toEqual(['a']);
  folders.remove('a/two.yaml');
  expect([...folders.takeChanged()]).toEqual(['a']);
  expect(folders.takeChanged().size).toBe(0);
});

test('a file in the place of a folder counts once in the listing', () => {
  const folders = new FolderNames();
  folders.add('a/one.yaml');
  folders.add('a');
  expect(folders.namesIn('')).toEqual(['a']);
  folders.remove('a');
  expect(folders.namesIn('')).toEqual(['a']);
  folders.remove('a/one.yaml');
  expect(folders.namesIn('')).toEqual([]);
});
