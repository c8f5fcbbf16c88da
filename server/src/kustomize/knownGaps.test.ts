import { expect, test } from 'vitest';
import { renderFixture } from '../../test/originsOf.ts';

/* What docs/known-gaps.md lists, as it is today. */

test('deep nesting is an error', () => {
  // FIXME: kustomize reads collections that nest 10,000 deep.
  const nested = `${'['.repeat(600)}${']'.repeat(600)}`;
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    resources: [web.yaml]
    # file: web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web }
    deep: ${nested}
    `,
    { deviates: 'kustomize reads collections that nest 10,000 deep' },
  );
  expect(rendered).toContain('fails: web.yaml:4 ');
});

test('annotations twice, both empty, are no error', () => {
  // FIXME: kustomize panics.
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    namespace: shop
    resources: [web.yaml]
    # file: web.yaml
    apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: web
      annotations:
      annotations: []
    `,
    { deviates: 'kustomize panics over the second annotations' },
  );
  expect(rendered).toContain('name: web');
});

test('the hash of an object that is no ConfigMap and no Secret is not known', () => {
  // FIXME: kustomize hashes its syntax tree: lines, columns, styles and comments.
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    resources: [web.yaml]
    # file: web.yaml
    apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: web
      annotations: { internal.config.kubernetes.io/needsHashSuffix: enabled }
    `,
    { deviates: 'kustomize hashes the syntax tree' },
  );
  expect(rendered).toContain('fails: web.yaml:1 ');
});
