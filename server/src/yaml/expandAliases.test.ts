import { expect, test } from 'vitest';
import { decodeToJson } from './decode.ts';
import { expandAliases } from './expandAliases.ts';
import { readObjects } from './readObjects.ts';

function expand(text: string): unknown {
  const [document] = readObjects(text).documents;
  const expanded = document && expandAliases(document.root);
  if (expanded === undefined || 'problem' in expanded) {
    return expanded?.problem.message;
  }
  const decoded = decodeToJson(expanded.node);
  return 'problem' in decoded ? decoded.problem.message : decoded.value;
}

test.each([
  ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ['a: &x {b: 1, c: 2}\nd: {<<: *x, b: 3}', { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } }],
  ['a: &x {b: 1}\ny: &y {b: 2}\nz: {<<: [*x, *y]}', { a: { b: 1 }, y: { b: 2 }, z: { b: 1 } }],
  [
    'a: &a {b: 1}\nc: &c {<<: *a, d: 2}\ne: {<<: *c, f: 3}',
    { a: { b: 1 }, c: { b: 1, d: 2 }, e: { b: 1, d: 2, f: 3 } },
  ],
  ['a: {"<<": 1, b: 2}', { a: { b: 2 } }],
  ['a: &a 1\nb: {<<: *a}', 'invalid map merge: received alias for a non-map value'],
  ['a: {<<: [[{b: 1}]]}', 'invalid map merge: received a nested sequence'],
  ['a: {<<: 1}', 'map merge requires map or sequence of maps as the value'],
  ['a: &a {}\nb: {<<: *a, <<: *a}', 'duplicate merge key'],
])('%s', (text, expected) => {
  expect(expand(text)).toEqual(expected);
});

test('a tree without aliases stays the same reference', () => {
  const [document] = readObjects('a: [1, {b: c}]').documents;
  expect(document?.hasAliases).toBe(false);
  expect(document && expandAliases(document.root)).toEqual({ node: document?.root });
});

test('a bomb of aliases is a problem', () => {
  const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}, *l${n}]`);
  expect(expand(`l0: &l0 x\n${levels.join('\n')}\n`)).toBe(
    'yaml: document contains excessive aliasing',
  );
});

test('a chain of aliases that grows too deep is a problem', () => {
  const links = Array.from({ length: 600 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}]`);
  expect(expand(`l0: &l0 x\n${links.join('\n')}\n`)).toBe('yaml: nested too deeply');
});

test('what an alias means is shared and keeps its ordinals', () => {
  const [document] = readObjects('a: &x [1]\nb: *x\n').documents;
  const expanded = document && expandAliases(document.root);
  if (expanded === undefined || 'problem' in expanded || expanded.node.kind !== 'map') {
    return expect.fail('not expanded');
  }
  expect(expanded.node.values[1]).toBe(expanded.node.values[0]);
  expect(expanded.node.values[1]?.ordinal).toBe(2);
});
