import { expect, test } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import { newMasks, withMaskedSecret, writeRedacted } from './redact.ts';

function masked(text: string): string {
  const [document] = readObjects(text).documents;
  const printed = document && writeRedacted(document.root, newMasks());
  return printed !== undefined && 'yaml' in printed ? printed.yaml : 'unprintable';
}

test.each([
  [
    'a value that is no text',
    'data: { a: 1, b: [x, { c: y }], d: null }',
    ['a: •••• A', 'd: •••• D'],
  ],
  ['data that is one text', 'data: secret', ['data: •••• A']],
  ['base64 in more lines', 'data: { a: "c2VjcmV0", b: "c2Vj\\ncmV0" }', ['a: •••• A', 'b: •••• A']],
  [
    'the same in clear',
    'data: { a: c2VjcmV0 }\nstringData: { b: secret }',
    ['a: •••• A', 'b: •••• A'],
  ],
])('masks %s', (_idea, text, lines) => {
  const printed = masked(`apiVersion: v1\nkind: Secret\n${text}\n`);
  for (const line of lines) expect(printed).toContain(line);
  expect(printed).not.toMatch(/secret|c2Vj|cmV0|: [xy1]/);
});

test('letters go on after Z', () => {
  const masks = newMasks();
  const letters = Array.from({ length: 703 }, (_, index) => masks.maskOf(String(index)));
  expect([25, 26, 27, 701, 702].map((index) => letters[index])).toEqual([
    '•••• Z',
    '•••• AA',
    '•••• AB',
    '•••• ZZ',
    '•••• AAA',
  ]);
});

test('other objects stay the same object', () => {
  const [document] = readObjects('kind: ConfigMap\ndata: { a: b }\n').documents;
  expect(document).toBeDefined();
  if (document !== undefined)
    expect(withMaskedSecret(document.root, newMasks())).toBe(document.root);
});

test.each([
  ['an environment', 'env: [{ name: DB_PASSWORD, value: Zebra7q }]', 'value: •••• A'],
  ['an argument', 'args: [--level=debug, --admin-password=Zebra7q]', '- --admin-password=•••• A'],
  ['a flag and its value', 'args: [--token, Zebra7quagga]', '- •••• A'],
  ['a URL', 'address: postgres://api:Zebra7q@db/api', 'address: postgres://api:•••• A@db/api'],
  ['a text', 'text: "level=debug\\ndb.password=Zebra7q\\n"', 'db.password=•••• A'],
  ['a key', 'values: { auth: { password: Zebra7q } }', 'password: •••• A'],
])('masks in any object what the rules tell: %s', (_idea, text, line) => {
  const printed = masked(`apiVersion: example.com/v1\nkind: Web\nspec:\n  ${text}\n`);
  expect(printed).toContain(line);
  expect(printed).not.toContain('Zebra7q');
});

test('a name of a secret, a level and a template stay', () => {
  const text =
    'apiVersion: v1\nkind: Web\nspec: { secretName: web-tls, level: debug, password: "${PASS}" }\n';
  expect(masked(text)).not.toContain('••••');
});
