import { describe, expect, test } from 'vitest';
import { field, rawText } from '../yaml/nodes.ts';
import { readResources } from './readResources.ts';

/** The names of the objects, and the codes of what is wrong. */
function read(text: string): readonly string[] {
  const { nodes, problems } = readResources(text);
  return [
    ...nodes.map((node) => rawText(field(field(node, 'metadata'), 'name'))),
    ...problems.map(({ problem }) => problem.code),
  ];
}

const named = (name: string): string => `{ kind: A, metadata: { name: ${name} } }`;

describe('objects', () => {
  test.each([
    ['', []],
    ['# nothing', []],
    ['---\n---\n', []],
    ['null', []],
    [named('a'), ['a']],
    [`${named('a')}\n---\n${named('b')}`, ['a', 'b']],
    [`---\n${named('a')}\n---\n# nothing\n---\n${named('b')}`, ['a', 'b']],
    [`kind: List\nitems:\n- ${named('a')}\n- ${named('b')}`, ['a', 'b']],
    [`kind: AList\nitems:\n- ${named('a')}\n- ${named('b')}`, ['a', 'b']],
    ['kind: List\nitems: []', []],
    ['kind: List\nitems: null', []],
    [`kind: List\nitems: [{ kind: List, items: [${named('a')}] }]`, ['a']],
    ['{ kind: A, metadata: &m { name: a }, other: *m }', ['a']],
    ['{"kind": "A", "metadata": {"name": "a"}}', ['a']],
  ])('of %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe('what is wrong', () => {
  test.each([
    ['a: [', ['kustomize.yaml-syntax']],
    ['metadata: { name: a }', ['kustomize.missing-kind']],
    ['kind: A', ['kustomize.missing-name']],
    ['{ kind: A, metadata: { name: "" } }', ['kustomize.missing-name']],
    ['text', ['kustomize.missing-kind']],
    ['[a]', ['kustomize.missing-kind']],
    ['{ kind: AList, items: text }', ['kustomize.bad-list']],
    ['{ kind: A, metadata: { name: a }, b: &b [*b] }', ['kustomize.yaml-syntax']],
  ])('with %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('keeps nothing from the other objects', () => {
    expect(read(`${named('a')}\n---\nkind: A\n---\n${named('b')}`)).toEqual([
      'a',
      'b',
      'kustomize.missing-name',
    ]);
  });
});
