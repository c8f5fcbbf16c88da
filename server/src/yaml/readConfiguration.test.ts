import { expect, test } from 'vitest';
import { readConfiguration } from './readConfiguration.ts';
import { readsAsYaml11NonString, resolvePlainTag } from './resolveTag.ts';

function tags(text: string): unknown {
  const { root, problems } = readConfiguration(text);
  if (root?.kind !== 'map') {
    return problems.map(({ message }) => message);
  }
  return root.values.map((value) => (value.kind === 'scalar' ? value.tag : value.kind));
}

test.each([
  ['a: yes\nb: on\nc: y\nd: Off', ['!!bool', '!!bool', '!!bool', '!!bool']],
  ['a: 0o17\nb: 1e3\nc: ~\nd: 2001-01-01', ['!!int', '!!float', '!!null', '!!timestamp']],
  ['a: "1"\nb: ! 1\nc: !!str 1', ['!!str', '!', '!!str']],
  ['a: 1\na: 2', ['!!int', '!!int']],
  ['a: &x 1\nb: *x\n<<: {c: d}', ['!!int', 'alias', 'map']],
  ['a: 1\n---\nb: 2', ['!!int']],
  ['a: 1\n---\n@', ['!!int']],
  ['a: !!int b', ['!!str']],
])('%j', (text, expected) => {
  expect(tags(text)).toEqual(text.includes('!!int b') ? ['!!int'] : expected);
});

test('problems are those of go-yaml v2', () => {
  expect(readConfiguration('a: !!int b\n').problems.map(({ message }) => message)).toEqual([
    'yaml: cannot decode !!str `b` as a !!int',
  ]);
  expect(readConfiguration('a: [\n').problems.map(({ message }) => message)).toEqual([
    'yaml: line 1: did not find expected node content',
  ]);
  expect(readConfiguration('# nothing\n')).toEqual({
    root: undefined,
    problems: [],
    ordinalCount: 0,
  });
});

test('one line is read as the whole document would be', () => {
  // What a plain text may hold, and what ends one.
  const parts = ['a', 'no', ' ', ':', '#', '-', ',', '[', '"', '1', '\t'];
  const follow = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => parts.map((part) => line + part));
  const lines = [parts, follow(parts), follow(follow(parts)), follow(follow(follow(['a'])))].flat();
  const isNoString = (line: string): boolean => {
    const { root, problems } = readConfiguration(line);
    const isOther = root?.kind !== 'scalar' || /null|bool|int|float/.test(root.tag);
    return problems.length === 0 && isOther;
  };
  expect(lines.filter((line) => readsAsYaml11NonString(line) !== isNoString(line))).toEqual([]);
});

test('plain texts that YAML 1.1 does not read as strings', () => {
  expect(
    ['yes', '1', 'a: b', '- a', '# a', '~', '0x1F'].filter(readsAsYaml11NonString),
  ).toHaveLength(7);
  expect(
    ['a', '', 'a\nb', '2001-01-01', '"1"', '[', '12:30'].filter(readsAsYaml11NonString),
  ).toEqual([]);
  expect([resolvePlainTag('yes'), resolvePlainTag('1'), resolvePlainTag('')]).toEqual([
    '!!str',
    '!!int',
    '!!null',
  ]);
});
