import { describe, expect, test } from 'vitest';
import { renderFixture } from '../../test/originsOf.ts';

describe('originAnnotations', () => {
  test('say where an object was read, relative to the root that is built', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        resources: [a.yaml]
        # file: base/a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
        # file: prod/kustomization.yaml
        resources: [../base]
        buildMetadata:
        - originAnnotations
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:  # prod/kustomization.yaml:3 buildMetadata
          config.kubernetes.io/origin: |  # prod/kustomization.yaml:3 buildMetadata
            path: ../base/a.yaml
        name: a"
    `);
  });

  test('say which generator made an object', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        configMapGenerator: [{ name: a, options: { disableNameSuffixHash: true } }]
        buildMetadata: [originAnnotations]
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:1 generator
      kind: ConfigMap  # kustomization.yaml:1 generator
      metadata:  # kustomization.yaml:1 generator
        annotations:  # kustomization.yaml:2 buildMetadata
          config.kubernetes.io/origin: |  # kustomization.yaml:2 buildMetadata
            configuredIn: kustomization.yaml
            configuredBy:
              apiVersion: builtin
              kind: ConfigMapGenerator
        name: a  # kustomization.yaml:1 generator"
    `);
  });

  test('of the base do not count', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        resources: [a.yaml]
        buildMetadata: [originAnnotations, managedByLabel]
        # file: base/a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
        # file: prod/kustomization.yaml
        resources: [../base]
      `),
    ).toBe('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a');
  });

  test('that a file has itself are dropped where nobody asks for them', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        # file: a.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a
          annotations: { config.kubernetes.io/origin: any, other: "1" }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:
          other: "1"
        name: a"
    `);
  });
});

test('transformerAnnotations list what changed an object', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namePrefix: a-
      transformers: [label.yaml]
      buildMetadata: [transformerAnnotations]
      # file: label.yaml
      apiVersion: builtin
      kind: LabelTransformer
      metadata: { name: any }
      labels: { b: c }
      fieldSpecs: [{ path: metadata/labels, create: true }]
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ConfigMap
    metadata:
      annotations:  # kustomization.yaml:4 buildMetadata
        alpha.config.kubernetes.io/transformations: |  # kustomization.yaml:4 buildMetadata
          - configuredIn: kustomization.yaml
            configuredBy:
              apiVersion: builtin
              kind: PrefixTransformer
          - configuredIn: label.yaml
            configuredBy:
              apiVersion: builtin
              kind: LabelTransformer
              name: any
      labels:  # label.yaml:4 labels
        b: c  # label.yaml:4 labels
      name: a-a  # kustomization.yaml:2 namePrefix < a.yaml:1 base = "a""
  `);
});

test('managedByLabel names the version of kustomize', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      buildMetadata:
      - managedByLabel
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ConfigMap
    metadata:
      labels:  # kustomization.yaml:3 buildMetadata
        app.kubernetes.io/managed-by: kustomize-v5.8.1  # kustomization.yaml:3 buildMetadata
      name: a"
  `);
});
