import { expect, test } from 'vitest';
import { readToml } from './readToml.ts';

// Source: BurntSushi/toml v1.6.0 parse.go `stripEscapedNewlines`.
test('an escaped backslash at the end of a line of a long text joins no lines', () => {
  const read = readToml('a = """x\\\\\nb\\\n  c"""');
  expect(read?.entries.get('a')).toMatchObject({ value: 'x\\\nbc' });
});
