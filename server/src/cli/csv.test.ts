import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('what would end a cell is quoted, and what would be a formula is a text', () => {
  const rows = [
    ['a', 'b,c'],
    ['"x"', 'two\nlines'],
    ['=cmd()', '@x'],
    ['-1.5', '-rf'],
    ['+1', ''],
  ];
  expect(csvText(['one', 'two'], rows)).toBe(
    ['one,two', 'a,"b,c"', '"""x""","two\nlines"', "'=cmd(),'@x", "-1.5,'-rf", "'+1,", ''].join(
      '\r\n',
    ),
  );
});
