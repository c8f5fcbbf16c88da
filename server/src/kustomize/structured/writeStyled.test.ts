import { describe, expect, it } from 'vitest';
import { readStyled } from './readStyled.ts';
import { newStyledNode, type StyledNode } from './styledNode.ts';
import { writeStyled } from './writeStyled.ts';

/** What is read and written again. Recorded from kyaml v0.21.1 on go-yaml v3.0.3. */
const table: readonly (readonly [string, string])[] = [
  [
    '# top\n\n# head\na: 1 # line\n# foot of a\n\nb: 2\n# end\n',
    '# top\n\n# head\na: 1 # line\n# foot of a\n\nb: 2\n# end\n',
  ],
  ['# head\n\n# more\na: 1\n', '# head\n\n# more\na: 1\n'],
  [
    'a: # of a\n  # head of b\n  b: 1\n  # foot of b\n# head of c\nc: 2\n',
    'a: # of a\n  # head of b\n  b: 1\n  # foot of b\n# head of c\nc: 2\n',
  ],
  [
    'a:\n  # head\n  - 1 # one\n  # of two\n  - 2\n\n  # foot\nb: 3\n',
    'a:\n# head\n- 1 # one\n# of two\n- 2\n# foot\n\nb: 3\n',
  ],
  ['- # of x\n  x: 1\n- - y # y\n  # z\n  - z\n', '- # of x\n  x: 1\n- - y # y\n  # z\n  - z\n'],
  [
    'a: [1, # one\n  2 # two\n  ]\nb: {c: 1, # c\n  d: 2}\n',
    'a: [1, # one\n  2, # two\n]\nb: {c: 1, # c\n  d: 2}\n',
  ],
  [
    'a: | # text\n  one\n\n   two\nb: > # folded\n  one\n    two\n',
    'a: | # text\n  one\n\n   two\nb: > # folded\n  one\n\n    two\n',
  ],
  [
    "a: 'it''s'\nb: \"tab\\t\\u00e9\"\nc: plain\n  text\nd: ''\n",
    "a: 'it''s'\nb: \"tab\\té\"\nc: plain text\nd: ''\n",
  ],
  ['? a\n: b\n? [c]\n: d\n? |\n  e\n: f\n', 'a: b\n? [c]\n: d\n? |\n  e\n: f\n'],
  [
    'a: &x {b: 1}\nc: *x\nd: !!str 5\ne: !own {f: 1}\ng: !<tag:x,y> h\n',
    'a: &x {b: 1}\nc: *x\nd: !!str 5\ne: !own {f: 1}\ng: !<tag:x,y> h\n',
  ],
  [
    'a:\n    b:\n        c:\n            - - d\n            -   e: 1\n                f: 2\n',
    'a:\n  b:\n    c:\n    - - d\n    - e: 1\n      f: 2\n',
  ],
  ['--- # doc\na: 1\n... # end\n', '# doc\na: 1\n'],
  ['%YAML 1.1\n---\na: ~\nb:\nc: ""\n', 'a: ~\nb:\nc: ""\n'],
];

describe('writeStyled', () => {
  it.each(table)('writes %j again', (text, expected) => {
    expect(writeStyled(readStyled(text) as StyledNode)).toBe(expected);
  });

  it.each([
    ['a', 'plain', 'a\n'],
    ['5', 'plain', '"5"\n'],
    ['', 'plain', '""\n'],
    ['<<', 'plain', '<<\n'],
    ['a: b', 'plain', "'a: b'\n"],
    ['a\tb', 'plain', '"a\\tb"\n'],
    ['a\nb', 'plain', '|-\n  a\n  b\n'],
    [' a\n', 'plain', '|2\n   a\n'],
    ['a\n\n', 'literal', '|+\n  a\n\n'],
    ['a \nb', 'literal', '"a \\nb"\n'],
    ['a\nb\n', 'folded', '>\n  a\n\n  b\n\n'],
    ['a\n  b\n', 'folded', '>\n  a\n\n    b\n'],
    ['\uFEFFab', 'plain', '"\\uFEFF\\x61\\x62"\n'],
    ['\u{1F600}', 'single', '"\\U0001F600"\n'],
    ['word '.repeat(30).trim(), 'plain', `${'word '.repeat(30).trim()}\n`],
  ] as const)('writes the text %j, %s', (value, style, expected) => {
    const node = { ...newStyledNode('scalar'), tag: '!!str', value, style };
    expect(writeStyled(node)).toBe(expected);
  });

  it('writes a tag that the text contradicts', () => {
    const node = { ...newStyledNode('scalar'), tag: '!!int', value: 'a' };
    expect(writeStyled(node)).toBe('!!int a\n');
  });
});
