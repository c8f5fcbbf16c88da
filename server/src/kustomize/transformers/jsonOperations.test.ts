import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { renderFixture } from '../../../test/originsOf.ts';
import { renderedText } from '../../analysis/renderedRoot.ts';

test('a value that is copied over another has it in its chain', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      patches:
      - target: { kind: ConfigMap }
        patch: |-
          - { op: copy, from: /data/one, path: /data/two }
          - { op: replace, path: /data/one, value: new }
          - { op: copy, from: /data/one, path: /data/three }
          - { op: move, from: /data/list, path: /data/map/list }
      # file: a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: a }
      data:
        one: "1"
        two: "2"
        map: {}
        list: [x, { y: z }]
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    data:
      map:
        list:  # a.yaml:8 patch
        - x  # a.yaml:8 patch
        - "y": z  # a.yaml:8 patch
      one: new  # kustomization.yaml:6 patch < a.yaml:5 base = "1"
      three: new  # kustomization.yaml:6 patch
      two: "1"  # a.yaml:5 patch < a.yaml:6 base = "2"
    kind: ConfigMap
    metadata:
      name: a"
  `);
});

test('operations of items by index and at the end', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      patches:
      - target: { kind: Pod }
        path: patch.yaml
      # file: patch.yaml
      - op: replace
        path: /spec/containers/0/args/1
        value: c
      - op: add
        path: /spec/containers/0/args/-
        value: d
      - op: add
        path: /spec/containers/0/args/0
        value: first
      # file: a.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: a }
      spec: { containers: [{ args: [a, b] }] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: a
    spec:
      containers:
      - args:
        - first  # patch.yaml:9 patch
        - a
        - c  # patch.yaml:3 patch < a.yaml:4 base = "b"
        - d  # patch.yaml:6 patch"
  `);
});

test('what is copied out of a Secret stays one', () => {
  const { analysis } = analyzeFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    patches:
    - target: { kind: Secret }
      patch: |-
        - { op: copy, from: /stringData/password, path: /metadata/annotations/copied }
        - { op: copy, from: /metadata/name, path: /metadata/annotations/name }
    # file: a.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: a, annotations: {} }
    stringData: { password: not-a-secret }
  `);
  const { yaml } = completed(renderedText(analysis, ''));
  expect(yaml).not.toContain('not-a-secret');
  expect(yaml).toContain('name: a\n');
});
