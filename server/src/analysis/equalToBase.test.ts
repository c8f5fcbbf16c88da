import { test } from 'vitest';
import { expectMarkedProblems } from '../../test/marks.ts';

test('a patch that repeats a value of its base is told at the value', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec: { replicas: 1, paused: true }
    # file: prod/kustomization.yaml
    resources: [../base]
    patches:
    - path: patch.yaml
    # file: prod/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      paused: true
    #         ^^^^ kustomize.value-equals-base
      replicas: 2
  `);
});

test('entries of images, replicas, labels, annotations and a generator repeat as well', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    configMapGenerator:
    - name: config
      literals: [a=b, c=d]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web, namespace: shop, labels: { app: web }, annotations: { note: "1" } }
    spec:
      replicas: 3
      template: { spec: { containers: [{ name: app, image: web:1 }] } }
    # file: prod/kustomization.yaml
    resources: [../base]
    images:
    - name: web
      newTag: "1"
    #         ^^^ kustomize.value-equals-base
    replicas:
    - name: web
      count: 3
    #        ^ kustomize.value-equals-base
    labels:
    - pairs:
        app: web
    configMapGenerator:
    - name: config
      behavior: merge
      literals:
      - a=b
    #   ^^^ kustomize.value-equals-base
      - c=other
  `);
});

test('a value that is new in one place, or in one root, is none', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web, labels: { app: web } }, data: { a: one } }
    # file: part/kustomization.yaml
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    patches:
    - patch: |-
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: web }
        data: { a: one }
    # file: one/kustomization.yaml
    resources: [../base]
    components: [../part]
    # file: other/kustomization.yaml
    resources: [../base]
    patches: [{ patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: two } }" }]
    # file: two/kustomization.yaml
    resources: [../other]
    components: [../part]
  `);
});

test('a number and the same text are not the same', () => {
  expectMarkedProblems(`
    # file: kustomization.yaml
    resources: [site.yaml]
    patches: [{ path: patch.yaml }]
    # file: site.yaml
    { apiVersion: example.com/v1, kind: Site, metadata: { name: a }, size: 1, text: "1" }
    # file: patch.yaml
    { apiVersion: example.com/v1, kind: Site, metadata: { name: a }, size: "1", text: "1" }
    #                                                                                 ^^^ kustomize.value-equals-base
  `);
});

test('what selects an object or an item repeats nothing', () => {
  expectMarkedProblems(`
    # file: kustomization.yaml
    resources: [web.yaml]
    patches: [{ path: patch.yaml }]
    # file: web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web, namespace: shop }
    spec: { containers: [{ name: app, image: web:1 }] }
    # file: patch.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web, namespace: shop }
    spec: { containers: [{ name: app, image: web:2 }] }
  `);
});

test('a namespace that the objects say as well is none: many say it in both', () => {
  expectMarkedProblems(`
    # file: kustomization.yaml
    namespace: shop
    resources: [web.yaml, place.yaml]
    # file: web.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web, namespace: shop } }
    # file: place.yaml
    { apiVersion: v1, kind: Namespace, metadata: { name: shop } }
  `);
});
