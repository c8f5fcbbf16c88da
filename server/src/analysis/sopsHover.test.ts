import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { sopsHoverAt } from './sopsHover.ts';

const file = `
  # file: .sops.yaml
  keys:
  - &alice age1qqqqqqqqalice
  - &bob age1qqqqqqqqqqqbob
  creation_rules:
  - path_regex: secrets/
    age: age1qqqqqqqqalice,age1qqqqqqqqqqqbob
  # file: secrets/db.yaml
  stringData:
    key: ENC[AES256_GCM,data:AAAA]
  sops:
    age:
    - recipient: age1qqqqqqqqalice
      enc: x
    pgp:
    - fp: 0123456789ABCDEF0123456789ABCDEF01234567
      created_at: "2023-05-06T07:08:09Z"
    lastmod$0ified: "2024-01-02T03:04:05Z"
    mac: ENC[AES256_GCM,data:AAAA]
`;

function hoverAt(text: string) {
  const { analysis, fixture } = analyzeFixture(text);
  const { path = '', offset = 0 } = fixture.cursor ?? {};
  return completed(sopsHoverAt(analysis, { file: path, offset }));
}

test('tells who can decrypt, since when, what people call them, and who cannot yet', () => {
  expect(hoverAt(file)).toEqual({
    recipients: [
      { kind: 'age', id: 'age1qqqqqqqqalice', since: undefined, name: 'alice', isInRule: true },
      {
        kind: 'PGP',
        id: '0123456789ABCDEF0123456789ABCDEF01234567',
        since: '2023-05-06',
        name: undefined,
        isInRule: false,
      },
    ],
    missing: [{ id: 'age1qqqqqqqqqqqbob', name: 'bob' }],
    threshold: 1,
    lastModified: '2024-01-02',
  });
});

test('is about the block alone, from its key on', () => {
  const unmarked = file.replace('$0', '');
  expect(hoverAt(unmarked.replace('sops:\n    age:', 'so$0ps:\n    age:'))).toEqual(hoverAt(file));
  expect(hoverAt(unmarked.replace('  stringData', '  string$0Data'))).toBeUndefined();
  expect(hoverAt('\n# file: a.yaml\nsops: {a: b$0}\n')).toBeUndefined();
});

test('counts the groups that are needed together', () => {
  const groups =
    'key_groups: [{age: [{recipient: age1a}]}, {kms: [{arn: "arn:aws:kms:a", created_at: "2020-02-03T00:00:00Z"}]}]';
  const text = `\n# file: a.yaml\nsops: {mac: a, ${groups}$0}\n`;
  expect(hoverAt(text)).toMatchObject({
    threshold: 2,
    recipients: [{ id: 'age1a' }, { kind: 'AWS KMS', since: '2020-02-03' }],
  });
});
