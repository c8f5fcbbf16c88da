import { expect, test } from 'vitest';
import {
  formatPath,
  nodeAtPath,
  ordinalAt,
  parsePath,
  pathOfOrdinal,
  readConfigurationPositions,
  readPositions,
} from './positions.ts';
import { readObjects } from './readObjects.ts';

const text =
  '# first\r\nspec:\r\n  images: [a, "b c"] # here\r\n  text: |\r\n    x\r\n---\r\n- &a !!str k: v\r\n-\r\n';

function ranges(from: string): readonly string[] {
  const { starts, ends } = readPositions(from);
  return Array.from(starts, (start, n) => from.slice(start, ends[n]));
}

test('every node has its range in the text as it was given', () => {
  expect(ranges(text)).toEqual([
    'spec:\r\n  images: [a, "b c"] # here\r\n  text: |\r\n    x\r\n',
    'spec',
    'images: [a, "b c"] # here\r\n  text: |\r\n    x\r\n',
    'images',
    '[a, "b c"]',
    'a',
    '"b c"',
    'text',
    '|\r\n    x\r\n',
    '- &a !!str k: v\r\n-',
    '&a !!str k: v',
    'k',
    'v',
    '',
  ]);
});

test('the innermost node at an offset', () => {
  const positions = readPositions(text);
  expect(ordinalAt(positions, text.indexOf('b c'))).toBe(6);
  expect(ordinalAt(positions, text.indexOf('images'))).toBe(3);
  expect(ordinalAt(positions, 0)).toBeUndefined();
});

test('paths lead from ordinals to nodes and back', () => {
  const roots = readObjects(text).documents.map(({ root }) => root);
  const place = pathOfOrdinal(roots, 6);
  expect(place).toEqual({ document: 0, path: ['spec', 'images', 1] });
  expect(pathOfOrdinal(roots, 3)?.path).toEqual(['spec', 'images']);
  expect(pathOfOrdinal(roots, 12)).toEqual({ document: 1, path: [0, 'k'] });
  expect(pathOfOrdinal(roots, 99)).toBeUndefined();
  const [root] = roots;
  expect(formatPath(place?.path ?? [])).toBe('/spec/images/1');
  expect(root && nodeAtPath(root, parsePath('/spec/images/1'))?.ordinal).toBe(6);
  expect(root && nodeAtPath(root, ['spec', 'nothing', 1])).toBeUndefined();
  expect(parsePath(formatPath(['a/b', 'c~d']))).toEqual(['a/b', 'c~d']);
});

test('kustomization files have positions, too', () => {
  const { starts, ends } = readConfigurationPositions('a:\r\n- b\r\n');
  expect(Array.from(starts, (start, n) => [start, ends[n]])).toEqual([
    [0, 7],
    [0, 1],
    [4, 7],
    [6, 7],
  ]);
});
