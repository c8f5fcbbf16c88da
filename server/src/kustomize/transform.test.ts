import { describe, expect, test } from 'vitest';
import { renderFixture } from '../../test/originsOf.ts';

test('the fields of a kustomization run in the order of kustomize, not in that of the file', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      replacements: [{ sourceValue: replacements, targets: [{ select: { kind: Site }, fieldPaths: [metadata.annotations.by] }] }]
      commonAnnotations: { by: commonAnnotations }
      patchesJson6902: [{ target: { version: v1, kind: Site, name: a }, patch: "- { op: add, path: /metadata/annotations/by, value: patchesJson6902 }" }]
      patches: [{ patch: "{ apiVersion: v1, kind: Site, metadata: { name: a, annotations: { by: patches } } }" }]
      patchesStrategicMerge: ["{ apiVersion: v1, kind: Site, metadata: { name: a, annotations: { by: patchesStrategicMerge } } }"]
      resources: [a.yaml]
      # file: a.yaml
      { apiVersion: v1, kind: Site, metadata: { name: a, annotations: { by: base } } }
    `).split('\n')[4],
  ).toMatchInlineSnapshot(
    `"    by: replacements  # kustomization.yaml:1 replacement < kustomization.yaml:3 patch = "patchesJson6902" < kustomization.yaml:2 annotations = "commonAnnotations" < kustomization.yaml:4 patch = "patches" < kustomization.yaml:5 patch = "patchesStrategicMerge" < a.yaml:1 base = "base""`,
  );
});

test('names: a patch sees them as they were, and labels follow the prefix', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      namePrefix: one-
      nameSuffix: -two
      namespace: shop
      labels: [{ pairs: { by: labels } }]
      commonLabels: { by: commonLabels }
      patches: [{ patch: "{ apiVersion: v1, kind: Site, metadata: { name: a, namespace: old, labels: { by: patches } } }" }]
      resources: [a.yaml]
      # file: a.yaml
      { apiVersion: v1, kind: Site, metadata: { name: a, namespace: old } }
    `).replaceAll(/note: .*/g, ''),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Site
    metadata:
      labels:  # kustomization.yaml:6 patch
        by: commonLabels  # kustomization.yaml:5 labels < kustomization.yaml:4 labels = "labels" < kustomization.yaml:6 patch = "patches"
      name: one-a-two  # kustomization.yaml:2 nameSuffix < kustomization.yaml:1 namePrefix = "one-a" < a.yaml:1 base = "a"
      namespace: shop  # kustomization.yaml:3 namespace < a.yaml:1 base = "old"
    "
  `);
});

test('replicas and images come behind all patches', () => {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    images: [{ name: patched, newTag: images }]
    replicas: [{ name: a, count: 3 }]
    patches:
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: a }
        spec: { replicas: 2, template: { spec: { containers: [{ name: app, image: patched:1 }] } } }
    resources: [a.yaml]
    # file: a.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: a }
    spec: { replicas: 1, template: { spec: { containers: [{ name: app, image: base:1 }] } } }
  `);
  expect(rendered.split('\n').filter((line) => line.includes('#'))).toMatchInlineSnapshot(`
    [
      "  replicas: 3  # kustomization.yaml:2 replicas < kustomization.yaml:8 patch = 2 < a.yaml:4 base = 1",
      "      - image: patched:images  # kustomization.yaml:1 images < kustomization.yaml:8 patch = "patched:1" < a.yaml:4 base = "base:1"",
    ]
  `);
});

describe('configurations', () => {
  test('add fields to the defaults, each in its own step', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        configurations: [fields.yaml]
        commonLabels: { app: shop }
        commonAnnotations: { note: shop }
        # file: fields.yaml
        commonLabels: [{ kind: Site, path: spec/labels, create: true }]
        commonAnnotations: [{ kind: Site, path: spec/notes, create: true }]
        # file: a.yaml
        { apiVersion: example.com/v1, kind: Site, metadata: { name: a } }
      `).replaceAll(/\nnote: .*/g, ''),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: Site
      metadata:
        annotations:  # kustomization.yaml:4 annotations
          note: shop  # kustomization.yaml:4 annotations
        labels:  # kustomization.yaml:3 labels
          app: shop  # kustomization.yaml:3 labels
        name: a
      spec:  # kustomization.yaml:3 labels
        labels:  # kustomization.yaml:3 labels
          app: shop  # kustomization.yaml:3 labels
        notes:  # kustomization.yaml:4 annotations
          note: shop  # kustomization.yaml:4 annotations"
    `);
  });

  test('of a base count for its users, those of a user not for its bases', () => {
    const rendered = renderFixture(`
      # file: base/kustomization.yaml
      resources: [a.yaml]
      configurations: [fields.yaml]
      # file: base/fields.yaml
      namePrefix: [{ kind: Site, path: spec/host }]
      # file: base/a.yaml
      { apiVersion: example.com/v1, kind: Site, metadata: { name: a }, spec: { host: a } }
      # file: top/kustomization.yaml
      resources: [../base]
      namePrefix: top-
    `);
    expect(rendered).toContain('host: top-a  # top/kustomization.yaml:2 namePrefix');
  });

  test('that disagree with the defaults fail', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      configurations: [fields.yaml]
      # file: fields.yaml
      commonLabels: [{ path: metadata/labels, create: false }]
    `);
    expect(rendered).toMatch(/^fails: kustomization.yaml:1 kustomize.conflicting-field-specs: /);
  });

  test('with unknown fields fail where they stand', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      configurations: [fields.yaml]
      # file: fields.yaml
      namePrefix: []
      image: []
    `);
    expect(rendered).toMatch(/^fails: fields.yaml:2 kustomization.unknown-field: /);
  });
});
