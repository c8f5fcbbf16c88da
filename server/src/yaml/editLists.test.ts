import { expect, test } from 'vitest';
import { moveScalarToList } from './editItems.ts';
import { moveList, wrapItems, wrapMap } from './editLists.ts';

const after = { to: 'b', where: 'after' } as const;
const before = { to: 'b', where: 'before' } as const;

test.each([
  ['takes the name where there is no other list', 'a: [x] # c\n', 'b: [x] # c\n'],
  ['keeps quotes of a key', '{"a": ["x"]}\n', '{"b": ["x"]}\n'],
  ['appends in flow', 'a: [x]\nb: [y] # c\n', 'b: [y, x] # c\n'],
  [
    'shifts to the column of the other list',
    'b:\n  - y\na:\n- x: |\n    t\n\n    u\n',
    'b:\n  - y\n  - x: |\n      t\n\n      u\n',
  ],
  ['shifts back', 'b:\n- y\na:\n    # c\n    - x\n', 'b:\n- y\n# c\n- x\n'],
  [
    'takes comments above along',
    'k: v\n\n# c\n# d\na:\n- x\n\nb:\n- y\n',
    'k: v\n\nb:\n- y\n# c\n# d\n- x\n',
  ],
  ['leaves the comment at the top', '# top\na:\n- x\nb:\n- y\n', '# top\nb:\n- y\n- x\n'],
  [
    'leaves what stands below the other list',
    'b:\n- y\n\n# c\nk: v\na:\n- x',
    'b:\n- y\n- x\n\n# c\nk: v',
  ],
  ['goes without items', 'b:\n- y\na: []\n', 'b:\n- y\n'],
  ['fills an empty list', 'a: # c\n- x\nb: [] # d\n', 'b: # d\n# c\n- x\n'],
  ['keeps line breaks', 'a:\r\n- x\r\nb:\r\n  - y\r\n', 'b:\r\n  - y\r\n  - x\r\n'],
])('a list that moves %s', (_, text, result) => {
  expect(moveList(text, 'a', after)).toBe(result);
});

test('a list moves before the items of another', () => {
  expect(moveList('b: # c\n- y\nk: v\na:\n- x\n', 'a', before)).toBe('b: # c\n- x\n- y\nk: v\n');
  expect(moveList('b: [y]\na: [x, z]\n', 'a', before)).toBe('b: [x, z, y]\n');
});

test.each([
  ['{"a": [x], "b": [y]}'],
  ['b:\n- y\na: &anchor\n- x\n'],
  ['b: [y,\n  z]\na:\n- x\n'],
  ['a: [x]\na: [y]\n'],
  ['c: &l [x]\na: *l\nb: [y]\n'],
  ['b: [y'],
])('what could not be kept is left alone: %j', (text) => {
  expect(moveList(text, 'a', after)).toBeUndefined();
});

test('items become maps', () => {
  const keyOf = (value: string): string => (value.includes('\n') ? 'patch' : 'path');
  expect(wrapItems('a:\n- x # c\n-   |-2\n    t\n\n     u\n- "y\n  z"\n', 'a', keyOf)).toBe(
    'a:\n- path: x # c\n-   patch: |-2\n      t\n\n       u\n- path: "y\n    z"\n',
  );
  expect(wrapItems('{"a": ["x"]}', 'a', keyOf)).toBe('{"a": [{"path": "x"}]}');
  expect(wrapItems('a:\n-\n  x\n', 'a', keyOf)).toBeUndefined();
  expect(wrapItems('a:\n- {x: y}\n', 'a', keyOf)).toBeUndefined();
});

test('a map becomes the field of an item', () => {
  const more = [['m', 'true']] as const;
  expect(wrapMap('a: &l\n  x: |\n    t\n\n  y: z\n# c', 'a', 'f', more)).toBe(
    'a:\n- f: &l\n    x: |\n      t\n\n    y: z\n  m: true\n# c',
  );
  expect(wrapMap('{"a": {"x": "y"}}', 'a', 'f', more)).toBe(
    '{"a": [{"f": {"x": "y"}, "m": true}]}',
  );
  expect(wrapMap('k:\n  - l\na:\n  x: y\n', 'a', 'f', more)).toBe(
    'k:\n  - l\na:\n  - f:\n      x: y\n    m: true\n',
  );
  expect(wrapMap('a: text\n', 'a', 'f', more)).toBeUndefined();
});

test.each([
  ['in a block', 'k:\n- n: m\n  s: x # c\n', 'k:\n- n: m\n  l:\n  - x # c\n'],
  ['as far to the right as other lists', 'k:\n  - s: x\n', 'k:\n  - l:\n      - x\n'],
  ['as the first field', 'k:\n- s: "x"\n  n: m\n', 'k:\n- l:\n  - "x"\n  n: m\n'],
  ['in flow', 'k: [{s: x}]\n', 'k: [{l: [x]}]\n'],
  ['at the end of a list', 'k:\n- s: x # c\n  l:\n    - y\n', 'k:\n- l:\n    - y\n    - x # c\n'],
  ['at the end of a list in flow', 'k:\n- l: [y]\n  s: x\n', 'k:\n- l: [y, x]\n'],
  ['without a line break at the end', 'k:\n- s: x\n  l:\n  - y', 'k:\n- l:\n  - y\n  - x'],
])('a scalar becomes an item %s', (_, text, result) => {
  expect(moveScalarToList(text, ['k', 0], 's', 'l')).toBe(result);
});
