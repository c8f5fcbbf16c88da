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

test('metadata twice is an error', () => {
  // FIXME: kustomize prints the first of the two.
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
    metadata: false
    `,
    { deviates: 'kustomize drops the second metadata' },
  );
  expect(rendered).toContain('"metadata" already defined');
});
