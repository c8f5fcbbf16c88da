import { describe, expect, it } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import type { CreateKind } from './pathGetter.ts';
import { setInStructuredText } from './structuredData.ts';

/** The value of `v` in `{v: ...}`. */
function valueOf(written: string): ResourceNode {
  return (readObjects(`v: ${written}`).documents[0]?.root as MapNode).values[0] as ResourceNode;
}

function set(text: string, path: string, written: string, create: 'create' | 'keep'): string {
  const value = valueOf(written);
  const kind = (create === 'create' ? value.kind : undefined) as CreateKind;
  const result = setInStructuredText(text, path.split('.'), value, kind);
  return 'text' in result ? result.text : JSON.stringify(result);
}

/** Text, path, value, and what becomes of the text. Recorded from kustomize api v0.21.1 `ReplacementTransformer`. */
const table: readonly (readonly [string, string, string, 'create' | 'keep', string])[] = [
  ['{"a": 1, "b": "<x>"}', 'a', '2', 'keep', '{"a":2,"b":"\\u003cx\\u003e"}'],
  [
    '{\n  "b": [],\n  "a": {"c": 1.50, "d": {}}\n}\n',
    'b',
    '[x, {y: 1}]',
    'keep',
    '{\n  "a": {\n    "c": 1.5,\n    "d": {}\n  },\n  "b": [\n    "x",\n    {\n      "y": 1\n    }\n  ]\n}',
  ],
  ['{\n\t"a": 1\n}', 'a', '2', 'keep', '{"a":2}'],
  ['[{"n": "x"}, {"n": "y"}]', '[n=y].n', 'z', 'keep', '[{"n":"x"},{"n":"z"}]'],
  ['{"a": "1"}', 'a', '2', 'keep', '{"a":"2"}'],
  ['{"a": {}}', 'a.b.c', 'x', 'create', '{"a":{"b":{"c":"x"}}}'],
  ['{"a": [{"n": "x"}]}', 'a.[n=y].v', '1', 'create', '{"a":[{"n":"x"},{"n":"y","v":1}]}'],
  ['{"a": [1]}', 'a.1', '2', 'create', '{"a":[1,2]}'],
  [
    'a: 1 # note\n\n# about b\nb:\n    - x   # first\n    -  y\n',
    'a',
    '2',
    'keep',
    'a: 2 # note\n# about b\nb:\n- x # first\n- y',
  ],
  [
    'a: \'x\'\nb: "y"\nc: |\n  z\nd: [1,  2]\n',
    'b',
    'w',
    'keep',
    'a: \'x\'\nb: "w"\nc: |\n  z\nd: [1, 2]',
  ],
  ['a: 1\n', 'a', 'x', 'keep', 'a: !!int x'],
  ['a: x\n', 'a', '"5"', 'keep', 'a: "5"'],
  [
    'a: {b: 1}\nc: 2\n',
    'a',
    '{d: [1, 2], e: "5"}',
    'keep',
    'a:\n  d:\n  - 1\n  - 2\n  e: "5"\nc: 2',
  ],
  ['a: {b: 1}\n', 'a', 'text', 'keep', 'a: text'],
  ['a: x\n', 'a', '{b: 1}', 'keep', 'a: ""'],
  ['a: x\n', 'b', '"two\\nlines"', 'create', 'a: x\nb: |-\n  two\n  lines'],
  ['a: [1, 2, 1]\n', 'a.[=1]', '3', 'keep', 'a: [3, 2, 3]'],
  ['a: [1, 2]\n', 'a.*', '3', 'keep', 'a: [3, 3]'],
  ['---\na: &x 1\nb: *x\n...\n', 'a', '2', 'keep', 'a: &x 2\nb: *x'],
  ['a: "b: 1"\n', 'a.b', '2', 'keep', 'a: "b: 1"'],
  ['# top\n\na: 1\n# end\n', 'a', '2', 'keep', '# top\n\na: 2\n# end'],
];

describe('setInStructuredText', () => {
  it.each(table)('%j: sets %s to %s (%s)', (text, path, value, create, expected) => {
    expect(set(text, path, value, create)).toBe(expected);
  });

  it.each([
    ['a: [', 'a'],
    ['\tx', 'a'],
  ])('says that %j cannot be read', (text, path) => {
    expect(set(text, path, 'x', 'keep')).toBe('{"unparsable":true}');
  });

  it.each([
    ['', 'a'],
    ['# nothing', 'a'],
    ['just text', 'a'],
    ['a: {}', 'b'],
    ['a: {}', 'a.b'],
    ['a: [1]', 'a.x'],
    ['a: [1]', 'a.1'],
    ['a: [1]', 'a.[name=x]'],
    ['a: [{n: x}]', 'a.[n=(].n'],
  ])('finds nothing in %j at %s', (text, path) => {
    expect(set(text, path, 'x', 'keep')).toBe('{"problem":"notFound"}');
  });

  it.each([
    ['{"a": 1}', 'a', 'x'],
    ['{"a": 1}', 'a', '2001-01-01'],
    ['{"a": null}', 'a', 'x'],
    ['{"a": 1, "a": 2}', 'a', '3'],
    ['{"a": .inf, "b": 1}', 'b', '2'],
    ['{"a": {1: 2}, "b": 1}', 'b', '2'],
  ])('leaves %j, which then is no JSON', (text, path, value) => {
    expect(set(text, path, value, 'keep')).toBe(text);
  });
});
