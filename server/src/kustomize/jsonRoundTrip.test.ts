import { describe, expect, it } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import { jsonRoundTrip } from './jsonRoundTrip.ts';

function read(text: string): MapNode {
  return readObjects(text).documents[0]?.root as MapNode;
}

/** The node as nested lists of `tag style text`, with the keys of maps in their order. */
function show(node: ResourceNode | undefined): unknown {
  switch (node?.kind) {
    case 'scalar':
      return `${node.tag} ${node.style} ${node.value}`;
    case 'sequence':
      return node.items.map(show);
    case 'map':
      return node.keys.map((key, index) => [key, show(node.values[index])]);
    default:
      return undefined;
  }
}

function roundTrip(text: string): unknown {
  const back = jsonRoundTrip(read(text));
  return 'problem' in back ? back.problem : show(back.node);
}

/** What becomes of `v` in `{v: ...}`. Recorded from kyaml v0.21.1. */
const scalars: readonly (readonly [string, string])[] = [
  ['a', '!!str plain a'],
  ['"a"', '!!str plain a'],
  ['8080', '!!int plain 8080'],
  ['1000000', '!!float plain 1e+06'],
  ['12345678', '!!float plain 1.2345678e+07'],
  ['9007199254740993', '!!float plain 9.007199254740992e+15'],
  ['18446744073709551615', '!!float plain 1.8446744073709552e+19'],
  ['0777', '!!int plain 511'],
  ['0x1F', '!!int plain 31'],
  ['1_000', '!!int plain 1000'],
  ['1e3', '!!int plain 1000'],
  ['1.0', '!!int plain 1'],
  ['1.50', '!!float plain 1.5'],
  ['0.00001', '!!float plain 1e-05'],
  ['0.0001', '!!float plain 0.0001'],
  ['-0', '!!int plain 0'],
  ['-0.0', '!!int plain -0'],
  ['"8080"', '!!str double 8080'],
  ['!!int "8080"', '!!int plain 8080'],
  ['!!float 5', '!!int plain 5'],
  ['yes', '!!str double yes'],
  ['1:20', '!!str double 1:20'],
  ['TRUE', '!!bool plain true'],
  ['~', '!!null plain null'],
  ['""', '!!str double '],
  ['2001-01-01', '!!str double 2001-01-01T00:00:00Z'],
  ['!!binary YWI=', '!!str plain ab'],
  ['!!binary 4oI=', '!!str plain \uFFFD\uFFFD'],
  ['!mine 5', '!!str double 5'],
  ['"a: b"', '!!str single a: b'],
  ['" a"', '!!str single  a'],
  ['"a\\tb"', '!!str double a\tb'],
  ['"a\\nb"', '!!str literal a\nb'],
  ['"a \\nb"', '!!str double a \nb'],
  ['"\\U0001F600"', '!!str double \u{1F600}'],
  ['"<<"', '!!merge plain <<'],
  ['=', '!!str plain ='],
];

describe('jsonRoundTrip', () => {
  it.each(scalars)('makes of %s what Go does', (written, expected) => {
    expect(roundTrip(`v: ${written}`)).toEqual([['v', expected]]);
  });

  it.each([
    ['a: 1\na: 2', 0, 'mapping key "a" already defined'],
    ['a: {1: 2}', 4, 'map[interface {}]interface {}'],
    ['a: {yes: 2, true: 3}', 6, 'map[interface {}]interface {}'],
    ['a: .inf', 2, '+Inf'],
    ['a: !!int x', 2, 'cannot decode !!str `x` as a !!int'],
    ['a: !!binary x', 2, 'invalid base64'],
    ['a: 2001-01-01T00:00:00+24:00', 2, 'timezone'],
    ['a: "\\tb\\nc"', 2, 'found a tab character'],
    ['- a', 0, 'cannot unmarshal'],
  ])('refuses %j', (text, ordinal, message) => {
    expect(roundTrip(text)).toMatchObject({
      code: 'yaml.value',
      ordinal,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('takes the text of keys of the root that are no strings', () => {
    expect(roundTrip('0x10: a\ntrue: b')).toEqual([
      ['0x10', '!!str plain a'],
      ['true', '!!str plain b'],
    ]);
  });

  it('sorts keys as go-yaml does', () => {
    const node = read(
      '{b: 0, a10: 0, a2: 0, a-b: 0, aa: 0, B: 0, a: 0, "1": 0, a02: 0, é: 0, a_b: 0}',
    );
    const back = jsonRoundTrip(node) as { node: MapNode };
    expect(back.node.keys.join(' ')).toBe('1 B a a-b a_b a2 a02 a10 aa b é');
  });

  it('keeps the nodes in which nothing changes', () => {
    const node = read('a:\n  b:\n  - 1\n  - x\n  c: 8080\nd: 1.0');
    const back = jsonRoundTrip(node) as { node: MapNode };
    expect(back.node).not.toBe(node);
    expect(back.node.values[0]).toBe(node.values[0]);
    expect(back.node.values[1]).toMatchObject({ value: '1', ordinal: node.values[1]?.ordinal });
    expect(jsonRoundTrip(back.node)).toEqual({ node: back.node });
    expect((jsonRoundTrip(back.node) as { node: MapNode }).node).toBe(back.node);
  });

  it('parts scalars that shared one node', () => {
    const node = read('a: b');
    const shared = { ...node.values[0], shared: { group: {}, stamp: 1 } } as ResourceNode;
    const back = jsonRoundTrip({ ...node, values: [shared] }) as { node: MapNode };
    expect(back.node.values[0]).not.toHaveProperty('shared');
  });
});
