import { describe, expect, it } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import { decodeJsonPatch } from './decodeJsonPatch.ts';
import { applyPatchToResource } from './jsonPatch.ts';

function read(text: string): MapNode {
  return readObjects(text).documents[0]?.root as MapNode;
}

/** The node in flow style, with strings in quotes. */
function show(node: ResourceNode | undefined): string {
  switch (node?.kind) {
    case 'scalar':
      return node.tag === '!!str' ? JSON.stringify(node.value) : node.value;
    case 'sequence':
      return `[${node.items.map(show).join(', ')}]`;
    case 'map':
      return `{${node.keys.map((key, index) => `${key}: ${show(node.values[index])}`).join(', ')}}`;
    default:
      return '';
  }
}

function operations(patch: string): Parameters<typeof applyPatchToResource>[1] {
  const decoded = decodeJsonPatch(patch);
  return 'operations' in decoded ? (decoded.operations ?? []) : [];
}

/** Applies the patch, and gives the resource, or the problem with the index of its operation. */
function patched(document: string, patch: string): string {
  const result = applyPatchToResource(read(document), operations(patch), (node) => node);
  return 'problem' in result
    ? `${result.problem.code} ${String(result.operationIndex)}`
    : show(result.node);
}

/** Document, patch, result. Recorded from json-patch v4.13.0 behind kustomize's filter, api v0.21.1. */
const table: readonly (readonly [string, string, string])[] = [
  // add
  ['a: {}', '[{op: add, path: /a/b, value: 1}]', '{a: {b: 1}}'],
  ['a: {b: 1}', '[{op: add, path: /a/b, value: x}]', '{a: {b: "x"}}'],
  ['a: [1]', '[{op: add, path: /a/0, value: 0}]', '{a: [0, 1]}'],
  ['a: [1]', '[{op: add, path: /a/1, value: 2}]', '{a: [1, 2]}'],
  ['a: [1]', '[{op: add, path: /a/-, value: 2}]', '{a: [1, 2]}'],
  ['a: [1, 2]', '[{op: add, path: /a/-1, value: 3}]', '{a: [1, 2, 3]}'],
  ['a: [1, 2]', '[{op: add, path: /a/-2, value: 3}]', '{a: [1, 3, 2]}'],
  ['a: [1]', '[{op: add, path: /a/2, value: 2}]', 'wrongIndex 0'],
  ['a: [1]', '[{op: add, path: /a/-3, value: 2}]', 'wrongIndex 0'],
  ['a: [1]', '[{op: add, path: /a/+1, value: 2}]', '{a: [1, 2]}'],
  ['a: [1]', '[{op: add, path: /a/x, value: 2}]', 'wrongIndex 0'],
  ['a: 1', '[{op: add, path: /b/c, value: 2}]', 'pathNotFound 0'],
  ['a: null', '[{op: add, path: /a/c, value: 2}]', 'pathNotFound 0'],
  ['a: 1', '[{op: add, path: /a/c, value: 2}]', 'pathNotFound 0'],
  ['a: 1', '[{op: add, path: /b}]', '{a: 1, b: null}'],
  ['a: 1', '[{op: add, path: b, value: 2}]', 'pathNotFound 0'],
  ['a: 1', '[{op: add, path: "", value: {}}]', 'pathNotFound 0'],
  ['a: 1', '[{op: add, path: any/b, value: 2}]', '{a: 1, b: 2}'],
  ['a: 1', '[{op: add, path: /, value: 2}]', '{: 2, a: 1}'],
  ['a: {x/y: {}}', '[{op: add, path: /a/x~1y/m~0n~01, value: 2}]', '{a: {x/y: {m~n~1: 2}}}'],
  // replace
  ['a: 1', '[{op: replace, path: /a, value: [x]}]', '{a: ["x"]}'],
  ['a: 1', '[{op: replace, path: /b, value: 2}]', '{a: 1, b: 2}'],
  ['a: [1, 2]', '[{op: replace, path: /a/-1, value: 3}]', '{a: [1, 3]}'],
  ['a: [1]', '[{op: replace, path: /a/1, value: 3}]', 'wrongIndex 0'],
  ['a: [1]', '[{op: replace, path: /a/-, value: 3}]', 'wrongIndex 0'],
  ['a: 1', '[{op: replace, path: /a}]', '{a: null}'],
  ['a: 1', '[{op: replace, path: "", value: {b: 2}}]', '{b: 2}'],
  ['a: 1', '[{op: replace, path: "", value: [1]}]', 'resultIsNoMap undefined'],
  ['a: 1', '[{op: replace, path: "", value: 1}]', 'valueIsNoMapOrList 0'],
  ['a: 1', '[{op: replace, path: ""}]', 'wouldCrash 0'],
  // remove
  ['{a: 1, b: 2}', '[{op: remove, path: /a}]', '{b: 2}'],
  ['a: [1, 2, 3]', '[{op: remove, path: /a/1}]', '{a: [1, 3]}'],
  ['a: [1, 2, 3]', '[{op: remove, path: /a/-1}]', '{a: [1, 2]}'],
  ['a: [1]', '[{op: remove, path: /a/-}]', 'wrongIndex 0'],
  ['a: 1', '[{op: remove, path: /b}]', 'keyNotFound 0'],
  // move and copy
  ['a: {b: 1}', '[{op: move, from: /a/b, path: /c}]', '{a: {}, c: 1}'],
  ['a: [1, 2]', '[{op: move, from: /a/0, path: /a/1}]', '{a: [2, 1]}'],
  ['a: 1', '[{op: move, from: /b, path: /c}]', 'keyNotFound 0'],
  ['a: {b: 1}', '[{op: move, from: /a, path: /a/c}]', 'pathNotFound 0'],
  ['a: {b: 1}', '[{op: copy, from: /a, path: /a/c}]', '{a: {b: 1, c: {b: 1}}}'],
  ['a: 1', '[{op: copy, from: /b, path: /c}]', '{a: 1, c: null}'],
  ['a: 1', '[{op: copy, path: /c}]', 'fromIsNoText 0'],
  // test
  ['a: 1', '[{op: test, path: /a, value: 1}]', '{a: 1}'],
  ['a: 1', '[{op: test, path: /a, value: 2}, {op: remove, path: /a}]', 'testFailed 0'],
  ['a: 1.0', '[{"op": "test", "path": "/a", "value": 1}]', '{a: 1}'],
  ['a: 1', '[{"op": "test", "path": "/a", "value": 1.0}]', 'testFailed 0'],
  ['a: <', '[{op: test, path: /a, value: <}]', '{a: "<"}'],
  ['a: <', '[{"op": "test", "path": "/a", "value": "<"}]', 'testFailed 0'],
  ['a: <', '[{"op": "test", "path": "/a", "value": "\\u003c"}]', '{a: "<"}'],
  ['a: {b: 1, c: x}', '[{op: test, path: /a, value: {c: x, b: 1}}]', '{a: {b: 1, c: "x"}}'],
  ['a: {b: 1}', '[{op: test, path: "", value: {a: {b: 1}}}]', '{a: {b: 1}}'],
  ['a: [null]', '[{op: test, path: /a, value: [null]}]', 'testFailed 0'],
  ['a: {b: null}', '[{op: test, path: /a, value: {b: null}}]', '{a: {b: null}}'],
  ['a: {}', '[{op: test, path: /a/b, value: null}]', '{a: {}}'],
  ['a: {}', '[{op: test, path: /a/b}]', '{a: {}}'],
  ['a: 1', '[{op: test, path: /a}]', 'testFailed 0'],
  ['a: 1', '[{op: test, path: ""}]', 'testFailed 0'],
  // nulls that operations put there
  ['a: 1', '[{op: add, path: /b, value: null}, {op: add, path: /b/c, value: 1}]', 'pathNotFound 1'],
  [
    'a: 1',
    '[{op: add, path: /b, value: null}, {op: copy, from: /b, path: /c}, {op: test, path: /c, value: {}}]',
    '{a: 1, b: null, c: null}',
  ],
  [
    'a: 1',
    '[{op: add, path: /b, value: null}, {op: copy, from: /b, path: /c}, {op: test, path: /c, value: null}]',
    'testFailed 2',
  ],
  [
    'a: 1',
    '[{op: add, path: /b, value: null}, {op: copy, from: /b, path: /c}, {op: add, path: /c/d, value: 1}]',
    'wouldCrash 2',
  ],
  // what is no operation
  ['a: 1', '[{op: Add, path: /b, value: 1}]', 'unknownOperation 0'],
  ['a: 1', '[{path: /b, value: 1}]', 'unknownOperation 0'],
  ['a: 1', '[null]', 'unknownOperation 0'],
  ['a: 1', '[{op: add, path: 1, value: 1}]', 'pathIsNoText 0'],
  ['a: 1', '[{op: remove}]', 'pathIsNoText 0'],
  // through JSON
  ['b: 0777\na: 1e6', '[]', '{a: 1e+06, b: 511}'],
  ['a: {b: .inf}', '[{op: remove, path: /a}]', 'yaml.value undefined'],
  ['a: 1', '[{"op": "add", "path": "/b", "value": 1e999}]', 'yaml.value undefined'],
  ['a: 1', '[{op: add, path: /b, value: 9007199254740993}]', '{a: 1, b: 9.007199254740992e+15}'],
  ['a: 1', '[{op: add, path: /b, value: yes}]', '{a: 1, b: true}'],
];

describe('applyPatchToResource', () => {
  it.each(table)('%s with %s', (document, patch, expected) => {
    // A patch that begins with `[` is strict JSON; the space makes YAML of those that are no JSON.
    expect(patched(document, patch.startsWith('[{"') ? patch : ` ${patch}`)).toBe(expected);
  });

  it('keeps the parts that no operation touches, and the nodes that are moved', () => {
    const node = read('a:\n  b:\n  - x\nc:\n  d: z\n');
    const result = applyPatchToResource(
      node,
      operations(' [{op: move, from: /c/d, path: /c/e}]'),
      (value) => value,
    ) as { node: MapNode };
    const [a, c] = result.node.values as MapNode[];
    expect(a).toBe(node.values[0]);
    expect(c?.values[0]).toBe((node.values[1] as MapNode).values[0]);
  });

  it('asks for the origins of what add and replace write', () => {
    const asked: unknown[] = [];
    applyPatchToResource(
      read('a: x\nb: {}\n'),
      operations('- op: replace\n  path: /a\n  value: {c: 1}\n- {op: add, path: /b/d, value: e}\n'),
      (value, index, replaced) => {
        asked.push([show(value), value.ordinal, index, show(replaced), replaced?.ordinal]);
        return value;
      },
    );
    expect(asked).toEqual([
      ['{c: 1}', 7, 0, '"x"', 2],
      ['"e"', 16, 1, '', undefined],
    ]);
  });

  it('puts what attach gives into the tree, and lets later operations change it', () => {
    const origin = {
      writtenAt: { kind: 'file', file: 'patch.yaml' },
      by: { kind: 'patch', root: '' },
      previous: undefined,
    } as const;
    const result = applyPatchToResource(
      read('a: x\n'),
      operations(' [{op: add, path: /b, value: {c: 1}}, {op: add, path: /b/d, value: 2}]'),
      (value, index) => (index === 0 ? { ...value, origin } : value),
    ) as { node: MapNode };
    expect(show(result.node)).toBe('{a: "x", b: {c: 1, d: 2}}');
    expect(result.node.values[1]?.origin).toBe(origin);
  });
});
