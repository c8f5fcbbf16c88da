import { expect, test } from 'vitest';
import { valueWithoutCredentials, withoutCredentials } from './withoutCredentials.ts';

test.each([
  ['http://bob:FAKE@host/repo', 'http://…@host/repo'],
  ['git::https://bob:FAKE@h/q.git//base?ref=v1', 'git::https://…@h/q.git//base?ref=v1'],
  ['https://FAKE@github.com/a/b', 'https://…@github.com/a/b'],
  ['http://bob:p@ss,w(rd@host/repo', 'http://…@host/repo'],
  ['http://bob:pa/ss@host/repo', 'http://…@host/repo'],
  ['postgres://u:FAKE@db:5432/x', 'postgres://…@db:5432/x'],
  ['from bob:FAKE@localhost:18765/oci to', 'from …@localhost:18765/oci to'],
  ['oci://bob:FAKE@ghcr.io/a, and http://c:FAKE@d', 'oci://…@ghcr.io/a, and http://…@d'],
  ['{"a":"http://b:FA\\\\KE@h","c":"d@e"}', '{"a":"http://…@h","c":"d@e"}'],
  ['https\\:\\/\\/bob\\:FAKE\\@host\\/repo', 'https\\:\\/\\/…\\@host\\/repo'],
  ['::error title=https%3A//bob%3AFAKE@host::x', '::error title=https%3A//…@host::x'],
  ['https://h/q?ref=v1&token=FAKE&x=1', 'https://h/q?ref=v1&token=…&x=1'],
  ['https://h/q?access_token=FAKE', 'https://h/q?access_token=…'],
  ['https\\:\\/\\/h\\?private\\_token\\=FAKE', 'https\\:\\/\\/h\\?private\\_token\\=…'],
  ['git@host:q.git?sshkey=FAKE', 'git@host:q.git?sshkey=…'],
  ['https://h/q?a=1&sig=FAKE', 'https://h/q?a=1&sig=…'],
])('of %s no credential leaves', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown);
  expect(withoutCredentials(shown)).toBe(shown);
});

test.each([
  'https://host/path/@scope/pkg@1.2.3',
  'https://host:8443/a@v1?ref=main',
  'ssh://git@github.com/a/b',
  'https://git@github.com/a/b',
  'git@github.com:a/b.git',
  'oci://ghcr.io/a/b:v1@sha256:0123456789abcdef',
  'ghcr.io/a/b:v1@sha256:0123456789abcdef',
  'https://${USER}:${PASSWORD}@host/x',
  '{"server":"http://prom:9090","mail":"a@b.example/c"}',
  '{"text":"http://prom:9090\\nuser@host"}',
  "see 'http://prom:9090','a@b'",
  'owner: @team of base/x.yaml:12 (a@b.example)',
  'file:///home/a@b/x.yaml and vscode-remote://ssh-remote+me@host/x',
  'https://h/q?ref=v1&timeout=10s',
])('%s stays as it is', (text) => {
  expect(withoutCredentials(text)).toBe(text);
});

test('a value keeps what is to be kept, and is the same where there is nothing', () => {
  const kept = new Set(['newText']);
  const url = 'http://bob:FAKE@host';
  const value = { message: [url], edit: { newText: url }, count: 1, none: null };
  expect(valueWithoutCredentials(value, kept)).toEqual({
    ...value,
    message: ['http://…@host'],
  });
  const plain = { a: [{ b: 'c' }] };
  expect(valueWithoutCredentials(plain, kept)).toBe(plain);
});

test('long texts take no long time', () => {
  const text = `//${'a'.repeat(200_000)} ${'//a:'.repeat(50_000)} ${'?a'.repeat(50_000)} ${'a:'.repeat(50_000)}=@`;
  const start = performance.now();
  withoutCredentials(text);
  expect(performance.now() - start).toBeLessThan(2000);
});
