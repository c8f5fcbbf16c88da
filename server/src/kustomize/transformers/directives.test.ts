import { test } from 'vitest';
import { expectMarkedProblems } from '../../../test/marks.ts';

test('directives without a meaning are marked where they stand, in files and in texts', () => {
  expectMarkedProblems(`
    # file: kustomization.yaml
    resources: [a.yaml]
    patches:
    - path: patch.yaml
    - patch: |-
        apiVersion: v1
        kind: Pod
        metadata: { name: a }
        spec:
          $setElementOrder/containers: [{ name: b }]
    #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^ kustomize.directive-without-meaning
    # file: patch.yaml
    apiVersion: v1
    kind: Pod
    metadata:
      name: a
      $deleteFromPrimitiveList/finalizers: [b]
    # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ kustomize.directive-without-meaning
    spec:
      volumes:
      - name: c
        emptyDir: {}
        $retainKeys: [name, emptyDir]
    #   ^^^^^^^^^^^ kustomize.directive-without-meaning
    # file: a.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: a } }
  `);
});

test('$patch has a meaning, and so has a field that only begins alike', () => {
  expectMarkedProblems(`
    # file: kustomization.yaml
    resources: [a.yaml]
    patchesStrategicMerge: [patch.yaml]
    # <--------------------- kustomization.deprecated-field
    # file: patch.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a, annotations: { $patch: replace, $retainKeysNot: b } }
    # file: a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a, annotations: { c: d } } }
  `);
});
