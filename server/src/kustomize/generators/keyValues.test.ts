import { describe, expect, it } from 'vitest';
import {
  configMapValue,
  parseFileSource,
  parseLiteral,
  readEnvLines,
  readKeyValues,
  secretValue,
} from './keyValues.ts';

/** Reads `text` as an env file and gives key, value and line of every pair. */
function env(content: string | Uint8Array): unknown {
  const read = readEnvLines(
    'app.env',
    typeof content === 'string' ? { text: content } : { bytes: content },
  );
  if ('problem' in read) {
    return read.problem;
  }
  return read.pairs.map(({ key, value, writtenAt }) => [
    key,
    'text' in value ? value.text : value.bytes,
    writtenAt.kind === 'line' ? writtenAt.line : undefined,
  ]);
}

describe('readEnvLines', () => {
  it.each([
    [
      'A=1\nB=2\n',
      [
        ['A', '1', 0],
        ['B', '2', 1],
      ],
    ],
    ['# note\n\n  \t# indented\nA=1', [['A', '1', 3]]],
    [
      'A=1=2\r\nB= x \r\n',
      [
        ['A', '1=2', 0],
        ['B', ' x ', 1],
      ],
    ],
    [
      'A\n=lost\nB =1',
      [
        ['A', '', 0],
        ['B ', '1', 2],
      ],
    ],
    ['\u00A0\u0085\u3000A=1', [['A', '1', 0]]],
    ['\u200BA=1', [['\u200BA', '1', 0]]],
    [
      '\uFEFFA=1\n\uFEFFB=2',
      [
        ['A', '1', 0],
        ['\uFEFFB', '2', 1],
      ],
    ],
    ['A="1"', [['A', '"1"', 0]]],
    ['A=1\r\r\n', [['A', '1\r', 0]]],
  ])('reads %j', (text, pairs) => {
    expect(env(text)).toEqual(pairs);
  });

  it('stops in silence at a line of 64 KiB, as kustomize does', () => {
    const long = `LONG=${'x'.repeat(65530)}`;
    expect(long).toHaveLength(65535);
    expect(env(`A=1\n${long}\nB=2`)).toHaveLength(3);
    expect(env(`A=1\n${long}x\nB=2`)).toEqual([['A', '1', 0]]);
    expect(env(`A=1\n${long}\r\nB=2`)).toEqual([['A', '1', 0]]);
    expect(env(`A=1\nLONG=${'é'.repeat(32766)}\nB=2`)).toEqual([['A', '1', 0]]);
  });

  it('refuses a line that is not UTF-8', () => {
    expect(env(Uint8Array.of(65, 61, 49, 13, 10, 66, 61, 0xff))).toEqual({
      kind: 'envLineIsNotUtf8',
      file: 'app.env',
      line: 1,
    });
  });
});

describe('parseLiteral', () => {
  it.each([
    ['a=b', { key: 'a', value: 'b' }],
    ['a=', { key: 'a', value: '' }],
    ['a=b=c', { key: 'a', value: 'b=c' }],
    [`a="b"`, { key: 'a', value: 'b' }],
    [`a='b'`, { key: 'a', value: 'b' }],
    [`a="b'`, { key: 'a', value: `"b'` }],
    [`a="`, { key: 'a', value: '"' }],
    [`a=""b""`, { key: 'a', value: '"b"' }],
    ['=b', { problem: { kind: 'literalWithoutKeyAndValue', source: '=b' } }],
    ['ab', { problem: { kind: 'literalWithoutKeyAndValue', source: 'ab' } }],
  ])('reads %s', (source, expected) => {
    expect(parseLiteral(source)).toEqual(expected);
  });
});

describe('parseFileSource', () => {
  it.each([
    ['a/b.txt', { key: 'b.txt', path: 'a/b.txt' }],
    ['a/b/', { key: 'b', path: 'a/b/' }],
    ['//', { key: '/', path: '//' }],
    ['', { key: '.', path: '' }],
    ['k=a/b.txt', { key: 'k', path: 'a/b.txt' }],
    ['=a', { problem: { kind: 'fileSourceWithoutKey', source: '=a' } }],
    ['a=', { problem: { kind: 'fileSourceWithoutPath', source: 'a=' } }],
    ['a=b=c', { problem: { kind: 'fileSourceWithManyEqualSigns', source: 'a=b=c' } }],
  ])('reads %j', (source, expected) => {
    expect(parseFileSource(source)).toEqual(expected);
  });
});

describe('readKeyValues', () => {
  const literal = { file: 'kustomization.yaml', ordinal: 7, text: 'b=2' };

  it('takes env files first, then literals, then files, each with its place', () => {
    const read = readKeyValues({
      envs: [{ file: 'app.env', content: { text: '\na=1' } }],
      literals: [literal],
      files: [{ key: 'c', file: 'c.bin', content: { bytes: Uint8Array.of(0xff) } }],
    });
    expect(read).toEqual({
      pairs: [
        { key: 'a', value: { text: '1' }, writtenAt: { kind: 'line', file: 'app.env', line: 1 } },
        {
          key: 'b',
          value: { text: '2' },
          writtenAt: { kind: 'node', file: 'kustomization.yaml', ordinal: 7 },
        },
        {
          key: 'c',
          value: { bytes: Uint8Array.of(0xff) },
          writtenAt: { kind: 'file', file: 'c.bin' },
        },
      ],
    });
  });

  it('refuses a key that comes twice', () => {
    const read = readKeyValues({
      envs: [{ file: 'app.env', content: { text: 'b=1' } }],
      literals: [literal],
      files: [],
    });
    expect(read).toEqual({ problem: { kind: 'repeatedKey', key: 'b' } });
  });
});

describe('the values of a ConfigMap and a Secret', () => {
  it.each([
    [{ text: 'a' }, 'data', 'a', 'plain'],
    [{ text: 'a\n' }, 'data', 'a\n', 'literal'],
    [{ bytes: Uint8Array.of(0xff, 0xfe) }, 'binaryData', '//4=', 'plain'],
  ])('writes %j into %s', (content, field, value, style) => {
    expect(configMapValue(content)).toMatchObject({ field, node: { value, style, tag: '!!str' } });
  });

  it.each([
    ['', '', 'plain'],
    ['a', 'YQ==', 'plain'],
    ['ab', 'YWI=', 'plain'],
    ['é', 'w6k=', 'plain'],
    ['a'.repeat(51), 'YWFh'.repeat(17), 'plain'],
    ['a'.repeat(54), `${'YWFh'.repeat(17)}YW\nFh\n`, 'literal'],
  ])('encodes %j', (text, value, style) => {
    expect(secretValue({ text })).toMatchObject({ value, style, tag: '!!str' });
  });
});
