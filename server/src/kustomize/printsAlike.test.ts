import { expect, test } from 'vitest';
import { writeCanonical } from '../yaml/canonical.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { printsAlike } from './printsAlike.ts';

function read(text: string): ResourceNode {
  const root = readObjects(`a: ${text}`).documents[0]?.root;
  if (root === undefined) throw new Error(`${text} is no YAML`);
  return root;
}

function print(node: ResourceNode): unknown {
  return writeCanonical(node);
}

test.each([
  ['text', "'text'"],
  ['"1"', "'1'"],
  ['{ b: 1, c: 2 }', '{ c: 2, b: 1 }'],
  ['[{ b: [] }]', '[b: []]'],
])('%s and %s are printed alike', (one, other) => {
  expect(printsAlike(read(one), read(other))).toBe(true);
  expect(print(read(one))).toEqual(print(read(other)));
});

test.each([
  ['1', '"1"'],
  ['true', "'true'"],
  ['[b, c]', '[c, b]'],
  ['{ b: 1 }', '{ b: 1, c: 1 }'],
  ['{ b: 1, c: 1 }', '{ b: 1, d: 1 }'],
  ['{}', '[]'],
  ['null', '{}'],
])('%s and %s are not', (one, other) => {
  expect(printsAlike(read(one), read(other))).toBe(false);
  expect(print(read(one))).not.toEqual(print(read(other)));
});

test('a scalar that a step made without a tag is what its text reads as', () => {
  const made = { kind: 'scalar', tag: '', ordinal: -1, origin: undefined } as const;
  const number = { ...made, value: '1', style: 'plain' } as const;
  const text = { ...made, value: '1', style: 'double' } as const;
  expect(printsAlike(number, { ...number, tag: '!!int' })).toBe(true);
  expect(printsAlike(number, text)).toBe(false);
  expect(printsAlike(text, { ...text, tag: '!!str' })).toBe(true);
});
