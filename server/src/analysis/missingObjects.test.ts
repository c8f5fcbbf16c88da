import { test } from 'vitest';
import { expectMarkedProblems } from '../../test/marks.ts';

test('a patch for what a file that is not fetched may bring is no mistake', () => {
  expectMarkedProblems(`
    # file: remote/kustomization.yaml
    resources: [https://example.com/kwok.yaml]
    #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ kustomize.remote
    # file: middle/kustomization.yaml
    resources: [../remote]
    # file: top/kustomization.yaml
    resources: [../middle]
    patches:
    - patch: '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: kwok }, spec: { replicas: 2 } }'
    configMapGenerator:
    - { name: settings, behavior: merge, literals: [A=1] }
  `);
});
