import { describe, expect, it } from 'vitest';
import { decodeJsonPatch } from './decodeJsonPatch.ts';

describe('decodeJsonPatch', () => {
  it.each([
    ['[{"op": "remove", "path": "/a"}]\n'],
    ['- op: remove\n  path: /a\n'],
    [' [{op: remove, path: /a}]'],
    ['- {op: remove, path: /a}\n---\nmore: documents\n'],
    ['[{"op": "add", "op": "remove", "path": "/a"}]'],
  ])('reads %j', (text) => {
    expect(decodeJsonPatch(text)).toMatchObject({
      operations: [{ op: 'remove', path: '/a', from: undefined, value: undefined, ordinal: 1 }],
    });
  });

  it.each([['null'], ['# nothing\n'], [' '], ['---\n']])('takes %j for no patch at all', (text) => {
    expect(decodeJsonPatch(text)).toEqual({ operations: undefined });
  });

  it.each([
    ['', { code: 'empty' }],
    ['[{op: remove, path: /a}]', { code: 'noJson' }],
    ['[] # none', { code: 'noJson' }],
    ['[{"op": "test", "path": "/a", "value": 01}]', { code: 'noJson' }],
    ['- op: [', { code: 'noYaml' }],
    ['- {op: add, path: /a, value: .inf}', { code: 'noYaml' }],
    ['kind: ConfigMap', { code: 'noList' }],
    ['text', { code: 'noList' }],
    ['[null, 1]', { code: 'operationIsNoMap', ordinal: 2 }],
    ['- op: remove\n- x\n', { code: 'operationIsNoMap', ordinal: 4 }],
  ])('refuses %j', (text, problem) => {
    expect(decodeJsonPatch(text)).toEqual({ problem });
  });

  it('counts ordinals alike in JSON and in YAML', () => {
    const operation = '{"op": "add", "value": {"a": [1, {"b": "\\u0063"}], "d": null}}';
    const json = decodeJsonPatch(`[${operation}]`);
    const yaml = decodeJsonPatch(` [${operation}]`);
    expect(ordinals(json)).toEqual([5, 7, 8, 9, 11, 13]);
    expect(ordinals(yaml)).toEqual(ordinals(json));
  });

  it('reads half a surrogate pair as Go does', () => {
    expect(decodeJsonPatch('[{"op": "\\ud800x\\ud83d\\ude00"}]')).toMatchObject({
      operations: [{ op: '\uFFFDx\u{1F600}' }],
    });
  });
});

/** The ordinals of the values of the first operation, in reading order. */
function ordinals(decoded: ReturnType<typeof decodeJsonPatch>): readonly number[] {
  const found: number[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const tree = value as {
      node: { ordinal: number };
      items?: unknown[];
      entries?: Map<string, unknown>;
    };
    found.push(tree.node.ordinal);
    tree.items?.forEach(visit);
    tree.entries?.forEach(visit);
  };
  visit('operations' in decoded ? decoded.operations?.[0]?.value : undefined);
  return found;
}
