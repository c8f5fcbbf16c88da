import { describe, expect, it } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { hashResource } from './hash.ts';

function hash(text: string): unknown {
  return hashResource(readObjects(text).documents[0]?.root as ResourceNode);
}

/** Recorded from kustomize api v0.21.1 hasher. */
const table: readonly (readonly [string, string])[] = [
  ['{kind: ConfigMap}', '6ct58987ht'],
  ['{kind: ConfigMap, data: {}}', '42745tchd9'],
  ['{kind: ConfigMap, data: {b: x, a: y}}', 'mhdt28tfkf'],
  ['{kind: ConfigMap, data: {a: "<&>\\u2028"}}', '9g6cht7g7f'],
  [
    '{kind: ConfigMap, data: {n: 9007199254740993, f: 1.0, e: 1e21, z: -0.0, t: 2001-01-01}}',
    '5tthd92gt5',
  ],
  ['{kind: ConfigMap, data: {a: b}, binaryData: {}}', 'h477bbfc2m'],
  ['{kind: ConfigMap, data: {a: b}, binaryData: {c: AA==}}', '5f6m47b465'],
  ['{kind: ConfigMap, data: {a: b}, binaryData: text}', '4h2mbtbbt6'],
  ['{kind: ConfigMap, data: [a], binaryData: [b]}', 't8bmh4kc6d'],
  ['{kind: ConfigMap, data: ~}', '2t8tf57kh6'],
  ['{kind: ConfigMap, data: {a: ~, b: true, c: [1, {d: e}]}}', '6498c5f567'],
  ['{kind: ConfigMap, data: {a: "two\\nlines\\t"}, immutable: true}', 'dtb5g5bh48'],
  ['{kind: Secret}', '2bg6t6bf6t'],
  ['{kind: Secret, type: Opaque, data: {a: YQ==}}', 'hbc28hm2g8'],
  ['{kind: Secret, type: Opaque, stringData: {a: b}}', '925dbhhk98'],
  ['{kind: Secret, type: [1], data: {}}', 'tm5k5695mg'],
  ['{kind: Secret, metadata/name: found}', '8m6g7t5hgb'],
];

describe('hashResource', () => {
  it.each(table)('hashes %s', (text, expected) => {
    expect(hash(text)).toBe(expected);
  });

  it('does not look at the name, nor at metadata', () => {
    expect(hash('{kind: ConfigMap, metadata: {name: a, labels: {b: c}}, data: {d: e}}')).toBe(
      hash('{kind: ConfigMap, data: {d: e}}'),
    );
  });

  it('does not know the hash of another kind', () => {
    expect(hash('{kind: Deployment}')).toEqual({
      problem: { code: 'hashOfOtherKind', resourceKind: 'Deployment' },
    });
  });

  it('refuses data without JSON', () => {
    expect(hash('{kind: Secret, data: {a: {1: b}}}')).toMatchObject({
      problem: { code: 'yaml.value' },
    });
  });
});
