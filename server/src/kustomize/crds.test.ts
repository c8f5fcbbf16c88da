import { expect, test } from 'vitest';
import { configFromCrds } from './crds.ts';

const bee = {
  'a.v1.Bee': {
    Schema: {
      properties: {
        apiVersion: {},
        kind: {},
        metadata: {},
        name: { 'x-kubernetes-identity': '' },
        spec: { $ref: 'a.v1.BeeSpec' },
      },
    },
  },
  'a.v1.BeeSpec': {
    Schema: {
      properties: {
        labels: { 'x-kubernetes-label-selector': '' },
        notes: { 'x-kubernetes-annotation': '' },
        number: { 'x-kubernetes-annotation': 1 },
        ref: {
          'x-kubernetes-object-ref-api-version': 'v1',
          'x-kubernetes-object-ref-kind': 'ConfigMap',
        },
        other: {
          'x-kubernetes-object-ref-api-version': 'v1',
          'x-kubernetes-object-ref-kind': 'ConfigMap',
          'x-kubernetes-object-ref-name-key': 'map',
        },
        self: { $ref: 'a.v1.BeeSpec' },
      },
    },
  },
};

// As kustomize api v0.21.1, accumulator.LoadConfigFromCRDs, answers without the type that contains itself.
test('extensions tell where names, labels and annotations stand', () => {
  const read = configFromCrds(JSON.stringify(bee));
  const config = 'config' in read ? read.config : undefined;
  const paths = (specs: readonly { readonly path: string }[] | undefined): readonly string[] =>
    specs?.map(({ path }) => path) ?? [];
  expect(paths(config?.namePrefix)).toEqual(['name']);
  expect(paths(config?.commonLabels)).toEqual(['spec/labels']);
  expect(paths(config?.commonAnnotations)).toEqual(['spec/notes']);
  expect(config?.nameReference).toMatchObject([{ kind: 'ConfigMap', version: 'v1' }]);
  expect(paths(config?.nameReference[0]?.referrers)).toEqual(['spec/other/map', 'spec/ref/name']);
  expect(config?.commonLabels[0]).toEqual({
    group: '',
    version: '',
    kind: 'Bee',
    path: 'spec/labels',
    create: false,
  });
});

// Recorded from kustomize api v0.21.1.
test.each([
  ['# nothing', true],
  ['a.B: null', true],
  ['a.B: {schema: {properties: {}}}', true],
  ['apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition', false],
  ['', false],
  ['[]', false],
  ['a.B: {Schema: []}', false],
  ['a.B: {Schema: {properties: []}}', false],
  ['{a: {}}', false],
])('%j is read: %s', (text, expected) => {
  expect('config' in configFromCrds(text)).toBe(expected);
});
