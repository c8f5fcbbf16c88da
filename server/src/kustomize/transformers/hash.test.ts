import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

test('the name of what a generator makes gets the hash of its content', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      configMapGenerator:
      - literals: [a=b]
        name: config
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1  # kustomization.yaml:2 generator
    data:  # kustomization.yaml:2 generator
      a: b  # kustomization.yaml:2 generator
    kind: ConfigMap  # kustomization.yaml:2 generator
    metadata:  # kustomization.yaml:2 generator
      name: config-4h2mbtbbt6  # kustomization.yaml:3 hash < kustomization.yaml:3 generator = "config""
  `);
});

test('prefix and suffix come before the hash, and those of an outer layer as well', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      namePrefix: a-
      configMapGenerator:
      - name: config
        literals: [a=b]
      # file: prod/kustomization.yaml
      resources: [../base]
      nameSuffix: -z
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1  # base/kustomization.yaml:3 generator
    data:  # base/kustomization.yaml:3 generator
      a: b  # base/kustomization.yaml:4 generator
    kind: ConfigMap  # base/kustomization.yaml:3 generator
    metadata:  # base/kustomization.yaml:3 generator
      name: a-config-z-4h2mbtbbt6  # prod/kustomization.yaml:2 hash < prod/kustomization.yaml:2 nameSuffix = "a-config-z" < base/kustomization.yaml:1 namePrefix = "a-config" < base/kustomization.yaml:3 generator = "config""
  `);
});

test('a patch changes the hash', () => {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    configMapGenerator: [{ name: config, literals: [a=b] }]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: config }, data: { a: c } }" }]
  `);
  expect(rendered).toContain(
    'a: c  # kustomization.yaml:2 patch < kustomization.yaml:1 generator = "b"',
  );
  expect(rendered).toContain('name: config-8f2d5hh62d  # kustomization.yaml:1 hash');
});

test('the transformer of its own adds it a second time', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      configMapGenerator: [{ name: config }]
      transformers: [hash.yaml]
      # file: hash.yaml
      { apiVersion: builtin, kind: HashTransformer, metadata: { name: any } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1  # kustomization.yaml:1 generator
    kind: ConfigMap  # kustomization.yaml:1 generator
    metadata:  # kustomization.yaml:1 generator
      name: config-6ct58987ht-6ct58987ht  # kustomization.yaml:1 hash < kustomization.yaml:1 hash = "config-6ct58987ht" < kustomization.yaml:1 generator = "config""
  `);
});

test('what asks for a hash by an annotation gets it', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      # file: a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
        annotations: { internal.config.kubernetes.io/needsHashSuffix: enabled }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ConfigMap
    metadata:
      name: a-6ct58987ht  # a.yaml:4 hash < a.yaml:4 base = "a""
  `);
});

test('an object of another kind has no hash that can be known', () => {
  expect(
    findingsInFixture(
      `
        # file: kustomization.yaml
        resources: [a.yaml]
        # file: a.yaml
        apiVersion: v1
        kind: Service
        metadata:
          name: a
          annotations: { internal.config.kubernetes.io/needsHashSuffix: enabled }
      `,
      { deviates: 'kustomize hashes the syntax tree of Go with all its lines and columns' },
    ),
  ).toMatchInlineSnapshot(`
    [
      "fails: a.yaml:1 kustomize.hash: No hash can be made of Service/a.",
    ]
  `);
});
