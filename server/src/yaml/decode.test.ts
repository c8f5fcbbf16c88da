import { expect, test } from 'vitest';
import { decodeToJson } from './decode.ts';
import { readObjects } from './readObjects.ts';

function decode(text: string): unknown {
  const [document] = readObjects(text).documents;
  const decoded = document && decodeToJson(document.root);
  return decoded !== undefined && 'problem' in decoded ? decoded.problem.message : decoded?.value;
}

test.each([
  ['9007199254740993', 9007199254740993n],
  ['18446744073709551615', 18446744073709551615n],
  ['18446744073709551616', 18446744073709552000],
  ['-9223372036854775808', -9223372036854775808n],
  ['!!float 1', 1],
  ['1e21', 1e21],
  ['2001-12-14 21:59:43.10', '2001-12-14T21:59:43.1Z'],
  ['2001-01-01T00:00:00+24:00', 'Time.MarshalJSON: timezone hour outside of range [0,23]'],
  ['!!binary gIA=', '\ufffd\ufffd'],
  ['', null],
])('%s', (text, expected) => {
  const decoded = decode(`a: ${text}\n`);
  expect(decoded).toEqual(
    typeof expected === 'string' && expected.startsWith('Time') ? expected : { a: expected },
  );
});

test('keys of the root count by their text, others must be strings', () => {
  expect(decode('10: a\ntrue: b\n')).toEqual({ '10': 'a', true: 'b' });
  expect(decode('a: {true: b}\n')).toBe('json: unsupported type: map[interface {}]interface {}');
  expect(decode('? \n: a\n')).toEqual({ '': 'a' });
  expect(decode('__proto__: a\n')).toEqual(Object.fromEntries([['__proto__', 'a']]));
});
