import { test } from 'vitest';
import { expectMarkedProblems } from '../../test/marks.ts';

const overlays = `
    # file: one/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 2, paused: true } }" }]
    # file: two/kustomization.yaml
    resources: [../base]
    replicas: [{ name: web, count: 3 }]
`.trim();

test('a value that every overlay overrides is told in the base', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 1
    #           ^ kustomize.value-overridden-everywhere
      paused: false
    ${overlays}
  `);
});

test('a value that one overlay leaves is in use', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 1
    ${overlays}
    # file: three/kustomization.yaml
    resources: [../base]
  `);
});

test('an only overlay says nothing of its base', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: one } }
    # file: one/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: two } }" }]
  `);
});

test('overlays that all repeat a value of the base are those that say too much', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    { apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 2 } }
    # file: one/kustomization.yaml
    resources: [../base]
    replicas: [{ name: web, count: 2 }]
    #                              ^ kustomize.value-equals-base
    # file: two/kustomization.yaml
    resources: [../base]
    replicas: [{ name: web, count: 2 }]
    #                              ^ kustomize.value-equals-base
  `);
});

test('a layer between overrides for all that build on it', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web }
    data:
      a: one
    #    ^^^ kustomize.value-overridden-everywhere
    # file: prod/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: two } }" }]
    # file: east/kustomization.yaml
    resources: [../prod]
    # file: west/kustomization.yaml
    resources: [../prod]
  `);
});

test('what is only a part of the later value is in use: images, prefixes, hashes, references', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    configMapGenerator: [{ name: config }]
    # file: base/web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec:
      containers: [{ name: app, image: web:1 }]
      volumes: [{ configMap: { name: config } }]
    # file: one/kustomization.yaml
    resources: [../base]
    namePrefix: one-
    images: [{ name: web, newTag: "2" }]
    # file: two/kustomization.yaml
    resources: [../base]
    namePrefix: two-
    images: [{ name: web, newTag: "3" }]
  `);
});

test('a name is in use, as patches find the object by it', () => {
  const rename = (name: string): string =>
    `patches: [{ target: { name: web }, patch: "- { op: replace, path: /metadata/name, value: ${name} }" }]`;
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
    # file: one/kustomization.yaml
    resources: [../base]
    ${rename('one')}
    # file: two/kustomization.yaml
    resources: [../base]
    ${rename('two')}
  `);
});

test('a value that was copied before it was overridden is in use', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    replacements:
    - source: { kind: ConfigMap, fieldPath: data.a }
      targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b] }]
    # file: base/web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web }
    data:
      a: one
      b: none
    # file: one/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: two } }" }]
    # file: two/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: two } }" }]
  `);
});

test('a value that stands in for those of the overlays is none', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    { apiVersion: example.com/v1, kind: Site, metadata: { name: web }, channel: patch-me-see-overlays-dir, mode: patched }
    #                                                                                                            ^^^^^^^ kustomize.value-overridden-everywhere
    # file: one/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: example.com/v1, kind: Site, metadata: { name: web }, channel: fast, mode: a }" }]
    # file: two/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: example.com/v1, kind: Site, metadata: { name: web }, channel: slow, mode: b }" }]
  `);
});
