import { test } from 'vitest';
import { expectMarkedProblems } from '../../test/marks.ts';

test('a failure of a base stands once, at its own place', () => {
  expectMarkedProblems(`
    # file: base/kustomization.yaml
    resources:
    - missing.yaml
    # ^^^^^^^^^^^^ kustomize.file-not-found
    # file: a/kustomization.yaml
    resources: [../base]
    # file: b/kustomization.yaml
    resources: [../base]
  `);
});

test('an entry of a component that one root uses is in use', () => {
  expectMarkedProblems(`
    # file: part/kustomization.yaml
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    images:
    - name: web
      newTag: "2"
    - name: nothing-at-all
    #       ^^^^^^^^^^^^^^ kustomize.image-matches-nothing
      newTag: "2"
    # file: a/kustomization.yaml
    resources: [web.yaml]
    components: [../part]
    # file: a/web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: web }] }
    # file: b/kustomization.yaml
    resources: [other.yaml]
    components: [../part]
    # file: b/other.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: other }
    spec: { containers: [{ name: app, image: quite-different }] }
  `);
});

test('that nothing is there is not told where a remote base or a chart may bring it', () => {
  expectMarkedProblems(`
    # file: a/kustomization.yaml
    resources:
    - github.com/acme/catalog/operator?ref=v1
    # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ kustomize.remote
    patches:
    - target: { kind: Subscription, name: operator }
      patch: '[{ "op": "replace", "path": "/spec/channel", "value": "stable" }]'
    images: [{ name: operator, newTag: "2" }]
    replicas: [{ name: operator, count: 2 }]
    # file: b/kustomization.yaml
    resources: [../a]
    patches:
    - target: { kind: Subscription, name: other }
      patch: '[{ "op": "replace", "path": "/spec/channel", "value": "stable" }]'
    # file: c/kustomization.yaml
    resources: [pod.yaml]
    images: [{ name: operator, newTag: "2" }]
    #                ^^^^^^^^ kustomize.image-matches-nothing
    # file: c/pod.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: web }] }
  `);
});

test('text that cannot be read is marked where reading stops', () => {
  expectMarkedProblems(`
    # file: a/kustomization.yaml
    resources: [broken.yaml]
    # file: a/broken.yaml
    kind: ConfigMap
    metadata: { name: a
    data: b: c
    #   ^^^^^^ kustomize.yaml-syntax
  `);
});

test('an object without a name is marked at its first line', () => {
  expectMarkedProblems(`
    # file: a/kustomization.yaml
    resources: [nameless.yaml]
    # file: a/nameless.yaml
    kind: ConfigMap
    # <--------------- kustomize.missing-name
    data: { a: b }
  `);
});

test('two kustomization files are a failure of both', () => {
  expectMarkedProblems(`
    # file: a/kustomization.yaml
    namePrefix: a-
    # <-------------- kustomize.two-kustomization-files
    # file: a/kustomization.yml
    namePrefix: b-
    # <-------------- kustomize.two-kustomization-files
  `);
});
