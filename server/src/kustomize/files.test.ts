import { describe, expect, test } from 'vitest';
import { Database } from '../query/database.ts';
import { entryInput, isInOrBelow, joinPath, parentOf, resolvedQuery, type Entry } from './files.ts';

const file: Entry = { kind: 'file', content: 'id' };
const folder: Entry = { kind: 'directory' };

function linkTo(target: string): Entry {
  return { kind: 'symlink', target };
}

/** Where a path leads in a tree: its own path, and what stands there. */
function resolve(tree: Readonly<Record<string, Entry>>, path: string): string | undefined {
  const database = new Database();
  database.set(entryInput, '', folder);
  for (const [at, entry] of Object.entries(tree)) database.set(entryInput, at, entry);
  const resolved = database.get(resolvedQuery, path);
  return resolved && `${resolved.kind} ${resolved.path}`;
}

describe('paths', () => {
  test.each([
    ['', 'a', 'a'],
    ['a/b', '../c', 'a/c'],
    ['a/b', './c//d/', 'a/b/c/d'],
    ['a/b', '../..', ''],
    ['a', '../..', undefined],
    ['a/b', '/c', 'c'],
    ['a', '.', 'a'],
  ])('%j and %j', (from, path, joined) => {
    expect(joinPath(from, path)).toBe(joined);
  });

  test.each([
    ['a/b/c', 'a/b'],
    ['a', ''],
    ['', ''],
  ])('the folder of %j', (path, parent) => {
    expect(parentOf(path)).toBe(parent);
  });

  test.each([
    ['a/b', 'a', true],
    ['a', 'a', true],
    ['ab', 'a', false],
    ['a', 'a/b', false],
    ['a', '', true],
  ])('whether %j is in %j', (path, other, expected) => {
    expect(isInOrBelow(path, other)).toBe(expected);
  });
});

describe('links', () => {
  test.each([
    [{ a: file }, 'a', 'file a'],
    [{ a: folder }, 'a', 'directory a'],
    [{}, 'a', undefined],
    [{ a: linkTo('b'), b: file }, 'a', 'file b'],
    [{ a: linkTo('b'), b: linkTo('c'), c: file }, 'a', 'file c'],
    [{ a: linkTo('b'), b: folder, 'b/c': file }, 'a/c', 'file b/c'],
    [{ x: folder, 'x/a': linkTo('../b'), b: folder, 'b/c': file }, 'x/a/c', 'file b/c'],
    [{ a: linkTo('/b'), b: file }, 'a', 'file b'],
    [{ a: linkTo('a') }, 'a', undefined],
    [{ a: linkTo('b'), b: linkTo('a') }, 'a', undefined],
    [{ a: linkTo('../b') }, 'a', undefined],
    [{ a: linkTo('b/../c'), b: folder, c: file }, 'a', 'file c'],
    [{ a: linkTo('b/../c'), c: file }, 'a', undefined],
    [{ a: linkTo('b/../c'), b: file, c: file }, 'a', undefined],
    [
      { a: linkTo('b/../c'), b: linkTo('x/y'), x: folder, 'x/y': folder, 'x/c': file, c: file },
      'a',
      'file x/c',
    ],
    [{ a: linkTo('a/../b'), b: file }, 'a', undefined],
    [{ a: linkTo('b/../..'), b: folder }, 'a', undefined],
    [{ a: file }, 'a/b', undefined],
  ])('%j at %j', (tree, path, expected) => {
    expect(resolve(tree as Readonly<Record<string, Entry>>, path)).toBe(expected);
  });

  test('are as many as Go follows', () => {
    const chain = (count: number): Readonly<Record<string, Entry>> => ({
      ...Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`l${n}`, linkTo(`l${n + 1}`)]),
      ),
      [`l${count}`]: file,
    });
    expect(resolve(chain(255), 'l0')).toBe('file l255');
    expect(resolve(chain(257), 'l0')).toBeUndefined();
  });

  test('that appear, and what they hide, are seen', () => {
    const database = new Database();
    database.set(entryInput, '', folder);
    expect(database.get(resolvedQuery, 'a/b')).toBeUndefined();
    database.set(entryInput, 'a', linkTo('c'));
    database.set(entryInput, 'c', folder);
    expect(database.get(resolvedQuery, 'a/b')).toBeUndefined();
    database.set(entryInput, 'c/b', file);
    expect(database.get(resolvedQuery, 'a/b')).toEqual({ kind: 'file', path: 'c/b' });
  });
});
