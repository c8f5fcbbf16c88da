import { describe, expect, test } from 'vitest';
import {
  defaultTransformerConfig,
  emptyTransformerConfig,
  mergeFieldSpec,
  mergeNameReference,
  mergeTransformerConfig,
  type FieldSpec,
} from './fieldSpecs.ts';

function spec(text: string): FieldSpec {
  const [kind = '', path = ''] = text.replace('+', '').split(':');
  return { group: '', version: '', kind, path, create: text.startsWith('+') };
}

/** A hash of a table's rows in their order. */
function hash(rows: readonly object[]): number {
  const text = JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  let result = 0;
  for (let index = 0; index < text.length; index += 1) {
    result = (result * 31 + text.charCodeAt(index)) % 1_000_003;
  }
  return result;
}

// Recorded from kustomize api v0.21.1, builtinconfig.MakeDefaultConfig, which the tables equal row by row.
test.each([
  ['namePrefix', 1, 339377],
  ['nameSuffix', 1, 339377],
  ['namespace', 3, 911538],
  ['commonLabels', 32, 436426],
  ['labels', 0, 2914],
  ['templateLabels', 10, 300355],
  ['commonAnnotations', 9, 140792],
  ['nameReference', 16, 389832],
  ['varReference', 72, 892727],
  ['images', 6, 735303],
  ['replicas', 4, 191024],
] as const)('%s has the rows of kustomize', (name, count, expected) => {
  const rows = defaultTransformerConfig[name];
  expect([rows.length, hash(rows)]).toEqual([count, expected]);
});

test('name references start with the order of kinds that kustomize gives', () => {
  expect(defaultTransformerConfig.nameReference.map(({ kind }) => kind).slice(0, 5)).toEqual([
    'StorageClass',
    'ServiceAccount',
    'Role',
    'ClusterRole',
    'ConfigMap',
  ]);
});

describe('merging', () => {
  test('leaves out what is there for a type that the new one selects', () => {
    const specs = [spec('+Deployment:a')];
    expect(mergeFieldSpec(specs, spec('+:a'))).toBe(specs);
    expect(mergeFieldSpec([spec('+:a')], spec('+Deployment:a'))).toHaveLength(2);
  });

  test('refuses another `create`', () => {
    expect(mergeFieldSpec([spec('+Deployment:a')], spec(':a'))).toMatchObject({
      code: 'kustomize.conflicting-field-specs',
    });
  });

  test('joins the referrers of one type', () => {
    const [first, second] = [spec('A:x'), spec('B:x')];
    const type = { group: '', version: '', kind: 'ConfigMap' };
    expect(
      mergeNameReference([{ ...type, referrers: [first] }], { ...type, referrers: [second] }),
    ).toEqual([{ ...type, referrers: [first, second] }]);
  });

  test('sorts by kind', () => {
    const merged = mergeTransformerConfig(
      { ...emptyTransformerConfig, images: [spec('B:x')] },
      { ...emptyTransformerConfig, images: [spec('A:x'), spec('Secret:x')] },
    );
    expect('images' in merged && merged.images.map(({ kind }) => kind)).toEqual([
      'Secret',
      'A',
      'B',
    ]);
  });
});
