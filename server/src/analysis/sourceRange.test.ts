import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { rangeOfPointer } from './sourceRange.ts';

const tab = '\t';

/** The text that a pointer into the scalar at ordinal 2 of a file means. */
function textInside(file: string, inner: number): string {
  const { analysis } = analyzeFixture(`# file: a.yaml\n${file}`);
  const pointer = {
    kind: 'inside',
    file: 'a.yaml',
    ordinal: 2,
    inner: { ordinal: inner, inner: undefined },
  } as const;
  const { start, end } = completed(analysis.ask((reader) => rangeOfPointer(reader, pointer)));
  const lines = file.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === last ? line.slice(0, end.column) : line))
    .map((line, index) => (index === 0 ? line.slice(start.column) : line))
    .join('\n');
}

test.each([
  ['a literal block', 'patch: |-\n  kind: A\n  name: b\n', 4, 'b'],
  ['a block with an indentation of its own', 'patch: |2\n    kind: A\n    name: b\n', 4, 'b'],
  ['a block after empty lines', 'patch: |\n\n\n  kind: A\n  name: b\n', 2, 'A'],
  ['a block with a comment', 'patch: | # why\n  kind: A\n  name: b\n', 4, 'b'],
  ['quotes without escapes', `patch: '{"kind": "A", "name": "b"}'\n`, 4, '"b"'],
  ['quotes with escapes', String.raw`patch: "{\"kind\": \"A\"}"` + '\n', 2, String.raw`\"A\"`],
  [
    'folded text: the whole',
    'patch: >-\n  {kind: A,\n  name: b}\n',
    4,
    '>-\n  {kind: A,\n  name: b}',
  ],
  ['a tab after the value', `patch: |-\n  kind: A${tab}\n  name: b\n`, 2, 'A'],
])('%s', (_idea, file, inner, text) => {
  expect(textInside(file, inner)).toBe(text);
});

test('lines end as they end in the file', () => {
  const text = 'kind: A\r\nname: b\r\ndata:\r\n  c: d\r\n';
  const { host } = analyzeFixture('# file: unused.yaml\nkind: A\n');
  host.apply({
    entries: new Map([['a.yaml', { kind: 'file', content: 'crlf' }]]),
    contents: new Map([['crlf', { kind: 'text', text }]]),
  });
  const pointer = { kind: 'node', file: 'a.yaml', ordinal: 8 } as const;
  const range = completed(host.analysis().ask((reader) => rangeOfPointer(reader, pointer)));
  expect(range).toMatchObject({ start: { line: 3, column: 5 }, end: { line: 3, column: 6 } });
});
