import { describe, expect, test } from 'vitest';
import { decodeToJson } from '../yaml/decode.ts';
import { newScalar } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { smartSplit } from './fieldPath.ts';
import { splitPath, updateFieldSpec } from './fieldSpec.ts';
import { lookup, updateAt, withNodeAt, type CreateKind } from './pathGetter.ts';
import { findMatches } from './pathMatcher.ts';
import type { Problem } from '../text/problem.ts';

function read(text: string): ResourceNode {
  const root = readObjects(text).documents[0]?.root;
  if (root === undefined) throw new Error(`${text} is no YAML`);
  return root;
}

/** A tree as JSON, or the code of a problem. */
function show(node: ResourceNode | Problem | undefined): string {
  if (node === undefined) return 'nothing';
  if (node.kind === 'problem') return node.code;
  const decoded = decodeToJson(node);
  return 'value' in decoded ? JSON.stringify(decoded.value) : decoded.problem.message;
}

const written = newScalar('new', '!!str', 'plain', undefined);

describe('splitting', () => {
  test.each([
    ['a/b/c', '/', ['a', 'b', 'c']],
    ['/a/b', '/', ['a', 'b']],
    ['a\\/b/c', '/', ['a/b', 'c']],
    ['a.b', '.', ['a', 'b']],
    ['a\\.b.c', '.', ['a.b', 'c']],
    ['', '.', ['']],
  ])('%j at %j', (path, delimiter, parts) => {
    expect(splitPath(path, delimiter)).toEqual(parts);
  });

  test.each([
    ['a.[b=c.d].e', ['a', '[b=c.d]', 'e']],
    ['a.[b.c/d].e', ['a', 'b.c/d', 'e']],
    ['a.[b].c', ['a', '[b]', 'c']],
    ['a.[b.c', ['a', 'b.c']],
  ])('%j with brackets', (path, parts) => {
    expect(smartSplit(path, '.')).toEqual(parts);
  });
});

describe('looking up', () => {
  test.each([
    ['a: { b: 1 }', ['a', 'b'], '1'],
    ['a: { b: 1 }', ['a', 'c'], 'nothing'],
    ['a: [1, 2]', ['a', '1'], '2'],
    ['a: [1, 2]', ['a', '2'], 'nothing'],
    ['a: [1, 2]', ['a', '-'], '2'],
    ['a: [1, 2]', ['a', '-1'], 'kustomize.negative-index'],
    ['a: [1, 2]', ['a', '*'], 'kustomize.wildcard-not-supported'],
    ['a: [{ b: c }, { b: d, e: f }]', ['a', '[b=d]', 'e'], '"f"'],
    ['a: [x, y]', ['a', '[=y]'], '"y"'],
    ['a: [x, y]', ['a', '[y]'], 'kustomize.bad-list-element'],
    ['a: text', ['a', 'b'], 'kustomize.wrong-node-kind'],
    ['a: null', ['a', 'b'], 'nothing'],
  ])('in %s at %j', (text, path, expected) => {
    expect(show(lookup(read(text), path))).toBe(expected);
  });
});

describe('writing', () => {
  test.each([
    ['a: { b: 1 }', ['a', 'b'], undefined, '{"a":{"b":"new"}}'],
    ['a: { b: 1 }', ['a', 'c'], undefined, '{"a":{"b":1}}'],
    ['a: { b: 1 }', ['a', 'c'], 'scalar', '{"a":{"b":1,"c":"new"}}'],
    ['a: {}', ['a', 'b', 'c'], 'scalar', '{"a":{"b":{"c":"new"}}}'],
    ['a: []', ['a', '[b=c]', 'd'], 'scalar', '{"a":[{"b":"c","d":"new"}]}'],
    ['a: [{ b: c, d: e }]', ['a', '[b=c]', 'd'], undefined, '{"a":[{"b":"c","d":"new"}]}'],
    ['a: [1, 2]', ['a', '0'], undefined, '{"a":["new",2]}'],
  ] as const)('into %s at %j, making a %s', (text, path, create, expected) => {
    const update = { create: create as CreateKind, origin: undefined, set: () => written };
    expect(show(updateAt(read(text), path, update))).toBe(expected);
  });

  test('gives the same reference where nothing changes', () => {
    const root = read('a: { b: 1 }');
    const update = { create: undefined, origin: undefined, set: (node: ResourceNode) => node };
    expect(updateAt(root, ['a', 'b'], update)).toBe(root);
    expect(updateAt(root, ['a', 'c'], update)).toBe(root);
  });
});

describe('every match', () => {
  test.each([
    ['a: [{ b: 1 }, { b: 2 }]', ['a', '*', 'b'], undefined, '{"a":[{"b":"new"},{"b":"new"}]}', 2],
    [
      'a: [{ b: x1 }, { b: x2 }, { b: y }]',
      ['a', '[b=x.]', 'b'],
      undefined,
      '{"a":[{"b":"new"},{"b":"new"},{"b":"y"}]}',
      2,
    ],
    ['a: [x, y]', ['a', '[=y]'], undefined, '{"a":["x","new"]}', 1],
    ['a: [x]', ['a', '0'], undefined, '{"a":["new"]}', 1],
    ['a: {}', ['a', 'b'], undefined, '{"a":{}}', 0],
    ['a: {}', ['a', 'b', '0'], 'scalar', '{"a":{"b":["new"]}}', 1],
    ['a: []', ['a', '[b=c]', 'd'], 'scalar', '{"a":[{"b":"c","d":"new"}]}', 1],
  ] as const)('in %s at %j, making a %s', (text, path, create, expected, count) => {
    const missing = { create: create as CreateKind, origin: undefined };
    const matched = findMatches(read(text), path, missing);
    if (matched.kind === 'problem') throw new Error(matched.code);
    let { node } = matched;
    for (const place of matched.places) node = withNodeAt(node, place, written);
    expect([show(node), matched.places.length]).toEqual([expected, count]);
  });

  test.each([
    ['a: [x]', ['a', '1'], 'kustomize.index-out-of-range'],
    ['a: text', ['a', 'b'], 'kustomize.path-into-text'],
    ['a: null', ['a', 'b'], 'kustomize.path-into-text'],
    ['a: { b: c }', ['a', '*'], 'kustomize.wrong-node-kind'],
    ['a: [{ b: c }]', ['a', '[b=(]'], 'kustomize.bad-expression'],
    ['a: [b]', ['a', '[b]'], 'kustomize.bad-list-element'],
  ])('in %s at %j fails', (text, path, code) => {
    const missing = { create: undefined, origin: undefined };
    expect(findMatches(read(text), path, missing)).toMatchObject({ kind: 'problem', code });
  });
});

describe('a field spec', () => {
  const pod = { group: '', version: 'v1', kind: 'Pod' };
  const any = { group: '', version: '', kind: '', path: 'a/b', create: false };

  test.each([
    ['a: { b: 1 }', any, '{"a":{"b":"new"}}'],
    ['a: [{ b: 1 }, { b: 2 }]', any, '{"a":[{"b":"new"},{"b":"new"}]}'],
    ['a: {}', any, '{"a":{}}'],
    ['a: {}', { ...any, create: true }, '{"a":{"b":"new"}}'],
    ['{}', { ...any, create: true }, '{"a":{"b":"new"}}'],
    ['a: []', { ...any, create: true, path: 'a[]/b' }, '{"a":[]}'],
    ['a: { b: 1 }', { ...any, kind: 'Service' }, '{"a":{"b":1}}'],
    ['a: { b: 1 }', { ...any, group: 'apps' }, '{"a":{"b":1}}'],
    ['a: null', any, '{"a":null}'],
    ['a: text', any, 'kustomize.expected-collection'],
    ['a: { b: 1 }', { ...any, path: 'a//b' }, 'kustomize.empty-field-name'],
  ])('on %s: %j', (text, spec, expected) => {
    const update = {
      createKind: 'scalar',
      createTag: '',
      origin: undefined,
      set: () => written,
    } as const;
    expect(show(updateFieldSpec(read(text), pod, spec, update))).toBe(expected);
  });
});
