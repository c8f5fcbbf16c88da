import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

test('prefix and suffix', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      nameSuffix: -v1
      namePrefix: prod-
      # file: web.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: web }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Service
    metadata:
      name: prod-web-v1  # kustomization.yaml:2 nameSuffix < kustomization.yaml:3 namePrefix = "prod-web" < web.yaml:3 base = "web""
  `);
});

test('each layer adds its own, the base first', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      resources: [web.yaml]
      namePrefix: a-
      nameSuffix: -z
      # file: base/web.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: web }
      # file: prod/kustomization.yaml
      resources: [../base]
      namePrefix: b-
      nameSuffix: -y
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Service
    metadata:
      name: b-a-web-z-y  # prod/kustomization.yaml:3 nameSuffix < prod/kustomization.yaml:2 namePrefix = "b-a-web-z" < base/kustomization.yaml:3 nameSuffix = "a-web-z" < base/kustomization.yaml:2 namePrefix = "a-web" < base/web.yaml:3 base = "web""
  `);
});

test.each([
  ['v1', 'Namespace'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['apiregistration.k8s.io/v1', 'APIService'],
])('the name of a %s %s stays', (apiVersion, kind) => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namePrefix: prod-
      nameSuffix: -v1
      # file: a.yaml
      apiVersion: ${apiVersion}
      kind: ${kind}
      metadata: { name: name }
    `),
  ).toBe(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: name`);
});

test('configurations name more fields, which the prefix changes as well', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      configurations: [fields.yaml]
      namePrefix: prod-
      # file: fields.yaml
      namePrefix: [{ kind: Site, path: spec/host }]
      # file: a.yaml
      apiVersion: example.com/v1
      kind: Site
      metadata: { name: shop }
      spec: { host: shop }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    kind: Site
    metadata:
      name: prod-shop  # kustomization.yaml:3 namePrefix < a.yaml:3 base = "shop"
    spec:
      host: prod-shop  # kustomization.yaml:3 namePrefix < a.yaml:4 base = "shop""
  `);
});

test('two bases that come to have the same name do not fit together', () => {
  expect(
    findingsInFixture(`
      # file: base/kustomization.yaml
      resources: [a.yaml]
      # file: base/a.yaml
      { apiVersion: v1, kind: Service, metadata: { name: web } }
      # file: one/kustomization.yaml
      namePrefix: a-
      resources: [../base]
      # file: two/kustomization.yaml
      namePrefix: a-
      resources: [../base]
      # file: top/kustomization.yaml
      resources:
      - ../one
      - ../two
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: top/kustomization.yaml:3 kustomize.duplicate-resource: Service/a-web is there already.",
    ]
  `);
});

test('a quoted name keeps its style, a number becomes one', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      nameSuffix: "1"
      # file: a.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: "2" }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Service
    metadata:
      name: "21"  # kustomization.yaml:2 nameSuffix < a.yaml:3 base = "2""
  `);
});
