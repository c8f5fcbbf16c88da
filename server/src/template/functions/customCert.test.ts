import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderGoTemplate } from '../goTemplate.ts';
import { dictValue, stringValue } from '../value.ts';
import { sprigFunctions } from './sprig.ts';

/** A certificate of nobody, signed by itself; its key was thrown away. */
const certificate = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJsekNDQVQyZ0F3SUJBZ0lVZHk2cmxKb0Q0QWljODky',
  'd0RPSFM4RHU0MVhzd0NnWUlLb1pJemowRUF3SXcKSVRFZk1CMEdBMVVFQXd3V2JtOTBMV0V0Y21WaGJDMWpa',
  'WEowYVdacFkyRjBaVEFlRncweU5qRXhNekF5TVRRMQpNemxhRncwek5qRXhNamN5TVRRMU16bGFNQ0V4SHpB',
  'ZEJnTlZCQU1NRm01dmRDMWhMWEpsWVd3dFkyVnlkR2xtCmFXTmhkR1V3V1RBVEJnY3Foa2pPUFFJQkJnZ3Fo',
  'a2pPUFFNQkJ3TkNBQVNmaE1KbGlxa2hhZzNiOE14Z3dtSVYKU2dXUm16Z3ZmVHBzOFZMbUtFSG1sd05VU0ty',
  'VjVSc1gybWYwOCtGMjkwUFhLV0pNKzBXSGE1Nzgvb01lc1JDVwpvMU13VVRBZEJnTlZIUTRFRmdRVTA2anJL',
  'NUFRZ0FSMlN4citQb29XYnRLdUkrZ3dId1lEVlIwakJCZ3dGb0FVCjA2anJLNUFRZ0FSMlN4citQb29XYnRL',
  'dUkrZ3dEd1lEVlIwVEFRSC9CQVV3QXdFQi96QUtCZ2dxaGtqT1BRUUQKQWdOSUFEQkZBaUVBODVSb2FLay9H',
  'dHQ4Qys5VTJHSUdIc1Y4dlJRajQ0S3JGaE9sWTExNjJvY0NJRldTazVuNwpNSzJMbTFvUVBjQ1l5UXFqcnl5',
  'Y0V3ZEpOSjdIdno2OHhCUHIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=',
].join('');

function shown(key: string): string {
  const data = dictValue([
    ['cert', stringValue(certificate)],
    ['key', stringValue(Buffer.from(key).toString('base64'))],
  ]);
  const template =
    '{{ $c := buildCustomCert .cert .key }}{{ $c.Cert | b64enc | eq .cert }} {{ $c.Key | b64enc | eq .key }}';
  const options = { functions: sprigFunctions, missingKey: 'default' } as const;
  const result = renderGoTemplate(template, data, options);
  if (result.kind === 'text') return result.text;
  return `${'cause' in result ? result.cause : ''}: ${result.message}`;
}

// Keys are made for each run: none stands in the repository.
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;

test.each([
  ['PKCS#8', ec.export({ type: 'pkcs8', format: 'pem' })],
  ['SEC 1', ec.export({ type: 'sec1', format: 'pem' })],
  ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' })],
])('a certificate and a key in %s are what they were given as', (_, key) => {
  expect(shown(String(key))).toBe('true true');
});

test('what only says to be a key is left open', () => {
  const key = String(ec.export({ type: 'pkcs8', format: 'pem' }));
  expect(shown(key.replaceAll('PRIVATE KEY', 'DSA PRIVATE KEY'))).toMatch(/^unsupported: /);
  expect(shown('-----BEGIN PRIVATE KEY-----\nYWJj\n-----END PRIVATE KEY-----\n')).toMatch(
    /^unsupported: /,
  );
});

test('empty lines before a block that is none cost no time', () => {
  const key = `${'\n'.repeat(10_000)}-----BEGIN PRIVATE KEY-----\n${'!'.repeat(100)}\n`;
  expect(shown(key)).toMatch(/^unsupported: /);
});
