import { describe, expect, test } from 'vitest';
import { writeCanonical, writeCanonicalWithLines } from './canonical.ts';
import { expandAliases } from './expandAliases.ts';
import { readObjects } from './readObjects.ts';
import type { ResourceNode, ScalarNode } from './resourceNode.ts';

function parse(text: string): ResourceNode {
  const { documents, problems } = readObjects(text);
  const [document] = documents;
  expect(problems).toEqual([]);
  const expanded = document && expandAliases(document.root);
  if (expanded === undefined || 'problem' in expanded) {
    return expect.fail(`not readable: ${text}`);
  }
  return expanded.node;
}

function print(text: string): string {
  const printed = writeCanonical(parse(text));
  return 'problem' in printed ? printed.problem.message : printed.text;
}

/** Texts and what kustomize build 5.8.1 makes of them. */
const scalars: readonly (readonly [string, string])[] = [
  ['0777', '511'],
  ['0o17', '15'],
  ['0x10', '16'],
  ['1e3', '1000'],
  ['1.0', '1'],
  ['-0.0', '0'],
  ['1234567.5', '1.2345675e+06'],
  ['1e20', '1e+20'],
  ['12345678901234567890', '12345678901234567890'],
  ['0.00001', '1e-05'],
  ['~', 'null'],
  ['2001-01-01', '"2001-01-01T00:00:00Z"'],
  ['2001-1-1t1:2:3.50+05:30', '"2001-01-01T01:02:03.5+05:30"'],
  ['yes', '"yes"'],
  ['y', '"y"'],
  ['"1:20"', '"1:20"'],
  ['"1_000"', '"1_000"'],
  ['".5"', '".5"'],
  ['"0o17"', '"0o17"'],
  ['=', '='],
  ['<<', '<<'],
  ['"true"', '"true"'],
  ['"a: b"', "'a: b'"],
  ['"- a"', "'- a'"],
  ['"it\'s"', "it's"],
  ['"\'it"', "'''it'"],
  ['"a "', "'a '"],
  ['"a\\tb"', '"a\\tb"'],
  ['"a#b"', 'a#b'],
  ['"a #b"', "'a #b'"],
  ['"😀"', '"\\U0001F600"'],
  ['"é"', 'é'],
  ['"\\ufeffa b"', '"\\uFEFF\\x61\\x20\\x62"'],
  ['"a\\Nb"', 'a b'],
  ['"a\\Lb"', "'a\u2028  b'"],
  ['{}', '{}'],
  ['[]', '[]'],
  ['{b: }', '\n  b: ""'],
  ['!!int "3"', '3'],
  ['!!str 3', '"3"'],
  ['!!binary aGk=', 'hi'],
  ['!thing x', 'x'],
];

test.each(scalars)('%s is printed as %s', (text, expected) => {
  const separator = expected.startsWith('\n') ? '' : ' ';
  expect(print(`a: ${text}\n`)).toBe(`a:${separator}${expected}\n`);
});

describe('block scalars', () => {
  test.each([
    ['|\n  a\n  b\n', '|\n  a\n  b\n'],
    ['>-\n  a\n  b\n', 'a b\n'],
    ['"a\\n"', '|\n  a\n'],
    ['"a\\n\\n"', '|+\n  a\n\n'],
    ['"\\na"', '|2-\n\n  a\n'],
    ['"a \\nb"', '"a \\nb"\n'],
    ['>\n  a\n\n   b\n  c\n', '|\n  a\n\n\n   b\n  c\n'],
    ['>+\n  a\n', '|+\n  a\n\n\n'],
  ])('%j', (text, expected) => {
    expect(print(`a: ${text}\n`)).toBe(`a: ${expected}`);
  });
});

test('keys are sorted as numbers and letters, sequences stand under their key', () => {
  const text = 'b: 1\na10: 1\na2: 1\nA: 1\n_: 1\nlist:\n  - - x\n    - y\n  - z: 1\n    a: []\n';
  expect(print(text)).toBe(
    '_: 1\nA: 1\na2: 1\na10: 1\nb: 1\nlist:\n- - x\n  - "y"\n- a: []\n  z: 1\n',
  );
});

test('texts fold beyond column 80 at single spaces', () => {
  const words = 'word '.repeat(20).trim();
  expect(print(`a:\n  b: ${words}\n`)).toBe(
    `a:\n  b: ${'word '.repeat(16).trim()}\n    word word word word\n`,
  );
  expect(print(`a: "'${words}"\n`)).toMatch(/^a: '''word .*\n {2}word .*'\n$/);
  expect(print(`a: "\\t${words}"\n`)).toMatch(/^a: "\\tword .*\n {2}word .*"\n$/);
});

test('long keys and keys of several lines stand behind a question mark', () => {
  const long = 'k'.repeat(129);
  expect(print(`"${long}": {b: 1}\n"a\\nb": [c]\n`)).toBe(
    `? |-\n  a\n  b\n: - c\n? ${long}\n: b: 1\n`,
  );
});

describe('kustomize cannot print', () => {
  test.each([
    ['a: {1: b}', 'json: unsupported type: map[interface {}]interface {}'],
    ['a: .nan', 'json: unsupported value: NaN'],
    ['a: !!int b', 'yaml: cannot decode !!str `b` as a !!int'],
    ['a: 1\na: 2', 'yaml: unmarshal errors: mapping key "a" already defined'],
    ['a: "\\x7f"', 'yaml: control characters are not allowed'],
    ['a: !!binary x', 'yaml: !!binary value contains invalid base64 data'],
    [`? "${'k'.repeat(1100)}"\n: 1`, "yaml: did not find expected ',' or '}'"],
  ])('%.40s', (text, message) => {
    expect(print(text)).toBe(message);
  });

  test('a block text that begins with a tab', () => {
    const value: ScalarNode = {
      kind: 'scalar',
      value: '\ta\nb',
      tag: '!!str',
      style: 'literal',
      ordinal: -1,
      origin: undefined,
    };
    expect(writeCanonical({ ...value })).toEqual({
      problem: {
        code: 'yaml.value',
        message: 'yaml: found a tab character where an indentation space is expected',
        offset: 0,
        line: 0,
        ordinal: -1,
      },
    });
  });
});

describe('nodes that Strata made', () => {
  const scalar = (value: string, tag: string, style: ScalarNode['style']): string => {
    const node: ScalarNode = { kind: 'scalar', value, tag, style, ordinal: -1, origin: undefined };
    const printed = writeCanonical(node);
    return 'problem' in printed ? printed.problem.message : printed.text;
  };
  test.each([
    ['3', '', 'plain', '3\n'],
    ['3', '!!str', 'plain', '"3"\n'],
    ['3', '!!int', 'double', '"3"\n'],
    ['3', '!!int', 'plain', '3\n'],
    ['3', '!!float', 'double', '3\n'],
    ['x', '!!int', 'plain', 'yaml: cannot decode !!str `x` as a !!int\n'],
    ['true', '', 'single', '"true"\n'],
  ] as const)('%s %s %s', (value, tag, style, expected) => {
    expect(scalar(value, tag, style)).toBe(
      expected.trimEnd() + (expected.startsWith('yaml:') ? '' : '\n'),
    );
  });
});

test('printed lines lead to their nodes', () => {
  const printed = writeCanonicalWithLines(parse('b:\n- x: 1\n- {}\na: "y"\n'));
  if ('problem' in printed) {
    expect.fail(printed.problem.message);
  }
  expect(printed.text).toBe('a: "y"\nb:\n- x: 1\n- {}\n');
  expect(printed.nodes.map(({ line, column, path }) => [line, column, path.join('/')])).toEqual([
    [0, 0, ''],
    [0, 3, 'a'],
    [2, 0, 'b'],
    [2, 2, 'b/0'],
    [2, 5, 'b/0/x'],
    [3, 2, 'b/1'],
  ]);
});
