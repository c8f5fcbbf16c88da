import { expect, test } from 'vitest';
import { columnsText } from './columns.ts';

test('a name with a line break or a password stays in its row and its column', () => {
  const output = { write: () => undefined, terminal: false, colors: false };
  const rows = [
    ['a\nb', '1'],
    ['http://bob:FAKE@h', '2'],
  ];
  expect(columnsText(output, ['name', 'x'], rows)).toBe(
    'name        x\na b         1\nhttp://…@h  2\n',
  );
});
