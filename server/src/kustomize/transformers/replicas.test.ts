import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

test.each([
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'ReplicaSet'],
  ['v1', 'ReplicationController'],
])('sets the replicas of a %s %s', (apiVersion, kind) => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      replicas:
      - name: web
        count: 5
      # file: web.yaml
      apiVersion: ${apiVersion}
      kind: ${kind}
      metadata: { name: web }
      spec: { replicas: 1 }
    `),
  ).toContain('replicas: 5  # kustomization.yaml:4 replicas < web.yaml:4 base = 1');
});

test('makes the field where it is missing, and the way to it', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      replicas: [{ name: web, count: 5 }]
      # file: web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:  # kustomization.yaml:2 replicas
      replicas: 5  # kustomization.yaml:2 replicas"
  `);
});

test('a count that repeats the base is in the chain, one that is missing is 0', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      replicas:
      - name: web
        count: 1
      - name: db
      # file: web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: { replicas: 1 }
      ---
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: { name: db }
      spec:
        replicas:
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: 1  # kustomization.yaml:4 replicas < web.yaml:4 base = 1
    ---
    apiVersion: apps/v1
    kind: StatefulSet
    metadata:
      name: db
    spec:
      replicas: 0  # kustomization.yaml:5 replicas < web.yaml:10 base = """
  `);
});

test('names are those of now and of before', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      namePrefix: a-
      resources: [web.yaml]
      # file: base/web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      # file: prod/kustomization.yaml
      resources: [../base]
      replicas:
      - name: web
        count: 2
      - name: a-web
        count: 3
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: a-web  # base/kustomization.yaml:1 namePrefix < base/web.yaml:3 base = "web"
    spec:  # prod/kustomization.yaml:4 replicas
      replicas: 3  # prod/kustomization.yaml:6 replicas < prod/kustomization.yaml:4 replicas = 2"
  `);
});

test('a kind without replicas is named by configurations', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [site.yaml]
      configurations: [fields.yaml]
      replicas: [{ name: web, count: 5 }]
      # file: fields.yaml
      replicas: [{ kind: Site, path: spec/size, create: true }]
      # file: site.yaml
      apiVersion: example.com/v1
      kind: Site
      metadata: { name: web }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    kind: Site
    metadata:
      name: web
    spec:  # kustomization.yaml:3 replicas
      size: 5  # kustomization.yaml:3 replicas"
  `);
});

test.each([
  ['wep', 'replicas-match-nothing-but', 'Is it `web`?'],
  ['database', 'replicas-match-nothing', 'called `database`.'],
  // A ConfigMap has no replicas.
  ['config', 'replicas-match-nothing', 'called `config`.'],
])('nothing with replicas is called %s', (name, code, words) => {
  const findings = findingsInFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    replicas:
    - count: 5
      name: ${name}
    # file: web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: config }
  `);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(`fails: kustomization.yaml:4 kustomize.${code}: `);
  expect(findings[0]).toContain(words);
});

test('an object without a spec to write to fails', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      replicas: [{ name: web, count: 5 }]
      # file: web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: none
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: kustomization.yaml:2 kustomize.expected-collection: The path \`spec/replicas\` leads through a value that is no map or list.",
      "fails: web.yaml:1 kustomize.expected-collection: The path \`spec/template/spec/serviceAccountName\` leads through a value that is no map or list.",
    ]
  `);
});
