import { describe, expect, test } from 'vitest';
import { readObjects } from './readObjects.ts';
import type { ResourceNode } from './resourceNode.ts';

/** A node in short: text with its tag where that is not `!!str`, maps as entries, `*name` for aliases. */
function short(node: ResourceNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.tag === '!!str' ? node.value : `${node.tag} ${node.value}`;
    case 'alias':
      return `*${node.name}`;
    case 'sequence':
      return node.items.map(short);
    case 'map':
      return Object.fromEntries(
        node.keys.map((key, index) => {
          const value = node.values[index];
          const tag = node.keyTags?.[index] ?? '!!str';
          return [tag === '!!str' ? key : `${tag} ${key}`, value && short(value)];
        }),
      );
  }
}

function read(text: string): unknown {
  const { documents, problems } = readObjects(text);
  return problems.length > 0
    ? problems.map(({ message }) => message)
    : documents.map(({ root }) => short(root));
}

describe('scalars have the tags of go-yaml v3', () => {
  test.each([
    ['true', '!!bool true'],
    ['yes', 'yes'],
    ['on', 'on'],
    ['~', '!!null ~'],
    ['0777', '!!int 0777'],
    ['0o17', '!!int 0o17'],
    ['1_000', '!!int 1_000'],
    ['0b-1', '!!int 0b-1'],
    ['08', '!!float 08'],
    ['99999999999999999999', '!!float 99999999999999999999'],
    ['1e400', '1e400'],
    ['12:30', '12:30'],
    ['.1_0', '!!float .1_0'],
    ['._1', '._1'],
    ['2001-1-1', '!!timestamp 2001-1-1'],
    ['2001-02-30', '2001-02-30'],
    ['<<', '!!merge <<'],
    ['"1"', '1'],
    ['! 1', '!!int 1'],
    ['!!str 1', '1'],
    ['!thing 1', '!thing 1'],
    ['!<tag:yaml.org,2002:int> 1', '!!int 1'],
  ])('%s', (text, expected) => {
    expect(read(`a: ${text}\n`)).toEqual([{ a: expected }]);
  });
});

describe('block scalars', () => {
  test.each([
    ['|\n  a\n   b\n\n', 'a\n b\n'],
    ['|-\n  a\n', 'a'],
    ['|+\n  a\n\n', 'a\n\n'],
    ['|2\n   a\n', ' a\n'],
    ['>\n  a\n  b\n\n  c\n', 'a b\nc\n'],
    ['>\n  a\n   b\n  c\n', 'a\n b\nc\n'],
    ['|\n', ''],
  ])('%j', (text, expected) => {
    expect(read(`k: ${text}`)).toEqual([{ k: expected }]);
  });
});

describe('flow scalars over several lines', () => {
  test.each([
    ['a\n  b\n\n  c', 'a b\nc'],
    ['"a\n  b\\\n  c"', 'a bc'],
    ["'it''s\n\n  so'", "it's\nso"],
    ['"\\x41\\u263A\\U0001F600\\N"', 'A☺😀\x85'],
    ['a # comment', 'a'],
    ['a#b', 'a#b'],
  ])('%j', (text, expected) => {
    expect(read(`k: ${text}\n`)).toEqual([{ k: expected }]);
  });
});

test.each([
  ['[a, {b: c}, "d"]', ['a', { b: 'c' }, 'd']],
  ['{a, b: }', { a: '!!null ', b: '!!null ' }],
  ['[a: 1]', [{ a: '!!int 1' }]],
  ['? [a, b]\n: c', { '!!seq ': 'c' }],
  ['- - a\n  - b\n- c', [['a', 'b'], 'c']],
  ['a:\n- 1\nb:\n  - 2', { a: ['!!int 1'], b: ['!!int 2'] }],
  ['&x a: 1\nb: *x', { a: '!!int 1', b: '*x' }],
])('collections: %j', (text, expected) => {
  expect(read(text)).toEqual([expected]);
});

describe('documents', () => {
  test('a line of dashes splits, empty and null documents are left out', () => {
    const text = '---\na: 1\n--- # next\n# nothing\n---\n~\n---\nb: 2\n';
    expect(read(text)).toEqual([{ a: '!!int 1' }, { b: '!!int 2' }]);
    expect(readObjects(text).chunks).toBe(4);
  });

  test('of a part only the first document counts', () => {
    expect(read('a: 1\n...\nb: 2\n')).toEqual([{ a: '!!int 1' }]);
  });

  test('an error shortly behind the first document counts', () => {
    expect(read('a: 1\n...\n@b')).toEqual([
      'yaml: line 3: found character that cannot start any token',
    ]);
  });

  test('text behind the dashes is an error, and the documents are there all the same', () => {
    const { documents, problems } = readObjects('a: 1\n--- b\nc: 2\n');
    expect(problems).toEqual([
      {
        code: 'yaml.separator',
        message: 'invalid document separator: --- b',
        offset: 5,
        line: 1,
        ordinal: -1,
      },
    ]);
    expect(documents).toHaveLength(2);
  });

  test('one bad document leaves the others readable', () => {
    const { documents, problems } = readObjects('a: 1\n---\nb: [\n---\nc: 3\n');
    expect(documents.map(({ root }) => short(root))).toEqual([{ a: '!!int 1' }, { c: '!!int 3' }]);
    expect(problems.map(({ code, line }) => ({ code, line }))).toEqual([
      { code: 'yaml.syntax', line: 3 },
    ]);
  });

  test('carriage returns before line feeds vanish, others break lines', () => {
    expect(read('a: |\r\n  x\r\nb: 1\rc: 2\r\n')).toEqual([
      { a: 'x\n', b: '!!int 1', c: '!!int 2' },
    ]);
  });

  test('a byte order mark begins a part', () => {
    expect(read('\ufeffa: 1\n---\n\ufeffb: 2\n')).toEqual([{ a: '!!int 1' }, { b: '!!int 2' }]);
  });
});

describe('go-yaml refuses', () => {
  test.each([
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['a:\n\tb: c', 'yaml: line 2: found character that cannot start any token'],
    ['a: "b', 'yaml: found unexpected end of stream'],
    ['a: "\\q"', 'yaml: found unknown escape character'],
    ['a: *b', "yaml: unknown anchor 'b' referenced"],
    ['a: &b [*b]', "yaml: anchor 'b' value contains itself"],
    ['a: 1\n b: 2', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a: [1,\nb: 2', "yaml: line 2: did not find expected ',' or ']'"],
    ['a: \x07', 'yaml: control characters are not allowed'],
    ['%YAML 1.2\n---\na: 1', 'yaml: found incompatible YAML document'],
    ['%FOO\n---\na: 1', 'yaml: found unknown directive name'],
    ['a: !x!y b', 'yaml: found undefined tag handle'],
    ['a: |0\n b', 'yaml: found an indentation indicator equal to 0'],
    [
      'a: |\n  b\n\t\nc: d',
      'yaml: line 3: found a tab character where an indentation space is expected',
    ],
    ['- a\nb: c', "yaml: line 1: did not find expected '-' indicator"],
  ])('%j', (text, message) => {
    expect(read(text)).toEqual([message]);
  });

  test('and Strata refuses what nests deeper than 500 levels', () => {
    expect(read('['.repeat(501))).toEqual(['yaml: nested too deeply']);
    expect(read(`${'['.repeat(500)}${']'.repeat(500)}`)).toHaveLength(1);
    expect(read(`${'- '.repeat(100_000)}a`)).toEqual(['yaml: nested too deeply']);
  });
});

test('ordinals count every node in reading order over the whole file', () => {
  const { documents } = readObjects(
    'a: 1\nb:\n- x\n- *y\n'.replace('1', '&y 1') + '---\n~\n---\n- c: d\n',
  );
  const found: string[] = [];
  const walk = (node: ResourceNode): void => {
    found.push(`${node.ordinal} ${node.kind}`);
    const children = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
    children.forEach(walk);
  };
  documents.forEach(({ root }) => {
    walk(root);
  });
  expect(found).toEqual([
    '0 map',
    '2 scalar',
    '4 sequence',
    '5 scalar',
    '6 alias',
    '8 sequence',
    '9 map',
    '11 scalar',
  ]);
});

test('styles are kept, but for quotes that an explicit tag outweighs', () => {
  const styles = (text: string): unknown => {
    const root = readObjects(text).documents[0]?.root;
    return root?.kind === 'sequence'
      ? root.items.map((item) => (item.kind === 'scalar' ? item.style : item.kind))
      : undefined;
  };
  expect(styles('- a\n- \'b\'\n- "c"\n- |\n  d\n- >\n  e\n- !!int "3"\n')).toEqual([
    'plain',
    'single',
    'double',
    'literal',
    'folded',
    'plain',
  ]);
});
