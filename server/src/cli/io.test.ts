import { expect, test } from 'vitest';
import { safely, writeAsIs } from './io.ts';

test('credentials of URLs are left out of all that is written, but for YAML as it is', () => {
  let written = '';
  const output = safely({
    write: (text) => (written += text),
    terminal: false,
    colors: false,
  });
  output.write('{"from":"http://bob:FAKE@host/repo?token=FAKE"}\n');
  writeAsIs(output, 'url: http://bob:FAKE@host/repo\n');
  expect(written).toBe('{"from":"http://…@host/repo?token=…"}\nurl: http://bob:FAKE@host/repo\n');
});
