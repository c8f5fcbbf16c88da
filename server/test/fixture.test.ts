import { expect, test } from 'vitest';
import { parseFixture } from './fixture.ts';

test('files are split at their headers and keep their order', () => {
  const { files } = parseFixture(`
    # file: overlays/production/kustomization.yaml
    resources:
      - ../../base

    # file: base/kustomization.yaml
    resources: []
  `);
  expect([...files]).toEqual([
    ['overlays/production/kustomization.yaml', 'resources:\n  - ../../base\n\n'],
    ['base/kustomization.yaml', 'resources: []\n'],
  ]);
});

test('a file can be empty', () => {
  expect([...parseFixture('# file: a.yaml\n# file: b.yaml\n').files]).toEqual([
    ['a.yaml', ''],
    ['b.yaml', ''],
  ]);
});

test('carets mark the text above them and are not part of the file', () => {
  const { files, marks } = parseFixture(`
    # file: kustomization.yaml
    # a comment stays
    resources:
    - missing.yaml
    # ^^^^^^^^^^^^ kustomize.missing-file not there
    namePrefix: a-
  `);
  expect(files.get('kustomization.yaml')).toBe(
    '# a comment stays\nresources:\n- missing.yaml\nnamePrefix: a-\n',
  );
  expect(marks).toEqual([
    {
      path: 'kustomization.yaml',
      line: 2,
      startColumn: 2,
      endColumn: 14,
      startOffset: 31,
      endOffset: 43,
      text: 'missing.yaml',
      code: 'kustomize.missing-file',
      note: 'not there',
    },
  ]);
});

test('an arrow marks from column 0, a character for each dash', () => {
  const { marks } = parseFixture(`
    # file: kustomization.yaml
    bases: []
    # <----- kustomize.deprecated
  `);
  expect(marks).toMatchObject([{ line: 0, startColumn: 0, endColumn: 5, text: 'bases' }]);
});

test('marks in a row all mean the same line', () => {
  const { marks } = parseFixture(`
    # file: a.yaml
    first: second
    # <----- one
    #      ^^^^^^ two
  `);
  expect(marks.map(({ code, text }) => [code, text])).toEqual([
    ['one', 'first'],
    ['two', 'second'],
  ]);
});

test('the cursor is taken out, and marks stand under the text as it is written', () => {
  const { files, marks, cursor } = parseFixture(`
    # file: a.yaml
    kind: Ser$0vice
    #     ^^^^^^^^^ all
    #          ^^^^ end
  `);
  expect(files.get('a.yaml')).toBe('kind: Service\n');
  expect(cursor).toEqual({ path: 'a.yaml', line: 0, column: 9, offset: 9 });
  expect(marks.map(({ text }) => text)).toEqual(['Service', 'vice']);
});

test('an escaped cursor is text', () => {
  const { files, cursor } = parseFixture('# file: a.sh\nawk \\$0\n');
  expect(files.get('a.sh')).toBe('awk $0\n');
  expect(cursor).toBeUndefined();
});

test.each([
  ['resources: []', 'begins with a line'],
  ['# file: a\n# file: a', 'are named a'],
  ['# file: ../a', 'no relative POSIX path'],
  ['# file: /a', 'no relative POSIX path'],
  ['# file: a\n$0\n# file: b\n$0', 'two cursors'],
  ['# file: a\n$0 $0', 'two cursors'],
  ['# file: a\n$0\n$0', 'two cursors'],
  ['# file: a\n# ^^ code', 'no text above it'],
  ['# file: a\nkind: a\n#     ^', 'no code'],
  ['# file: a\nkind: a\n#     ^^ code', 'longer than the line above'],
])('%j is refused: %s', (text, message) => {
  expect(() => parseFixture(text)).toThrow(message);
});
