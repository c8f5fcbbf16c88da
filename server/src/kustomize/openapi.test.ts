import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

/** A schema that merges the pages of a `Site` by name, and one that says nothing of them. */
const schema = JSON.stringify({
  definitions: {
    'com.example.v1.Site': {
      type: 'object',
      properties: {
        pages: {
          type: 'array',
          items: { type: 'object' },
          'x-kubernetes-patch-merge-key': 'name',
          'x-kubernetes-patch-strategy': 'merge',
        },
      },
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Site' }],
    },
  },
});

const objects = `
    # file: schema.json
    ${schema}
    # file: site.yaml
    { apiVersion: example.com/v1, kind: Site, metadata: { name: a }, pages: [{ name: one, size: 1 }, { name: two }] }
    # file: patch.yaml
    { apiVersion: example.com/v1, kind: Site, metadata: { name: a }, pages: [{ name: one, size: 2 }] }
`.trim();

describe('a schema of a file', () => {
  test('tells how lists are merged', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [site.yaml]
    openapi: { path: schema.json }
    patches: [{ path: patch.yaml }]
    ${objects}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: Site
      metadata:
        name: a
      pages:
      - name: one
        size: 2  # patch.yaml:1 patch < site.yaml:1 base = 1
      - name: two"
    `);
  });

  test('is missed where there is none', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [site.yaml]
    patches: [{ path: patch.yaml }]
    ${objects}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: Site
      metadata:
        name: a
      pages:  # patch.yaml:1 patch < site.yaml:1 base
      - name: one  # patch.yaml:1 patch
        size: 2  # patch.yaml:1 patch
      note: patch.yaml:1 kustomize.list-replaced: The patch replaces the whole list in Site.example.com/a: its items have no merge key."
    `);
  });

  test('of the root counts for its bases, too', () => {
    const rendered = renderFixture(`
    # file: base/kustomization.yaml
    resources: [site.yaml]
    patches: [{ patch: "{ apiVersion: example.com/v1, kind: Site, metadata: { name: a }, pages: [{ name: two, size: 3 }] }" }]
    # file: top/kustomization.yaml
    resources: [../base]
    openapi: { path: schema.json }
    ${objects.replace('schema.json', 'top/schema.json').replace('site.yaml', 'base/site.yaml')}
    `);
    expect(rendered).toContain('size: 3');
    expect(rendered).toContain('size: 1');
  });
});

test.each([
  ['{ version: v1.21.2 }', undefined],
  ['{ version: v1.0.0 }', 'kustomize.openapi-version'],
  ['{ version: v1.21.2, path: schema.json }', 'kustomize.openapi-both'],
  ['{ path: none.json }', 'kustomize.file-not-found'],
  ['{ path: site.yaml }', 'kustomize.invalid-schema'],
  ['{ path: list.json }', 'kustomize.invalid-schema'],
])('%s: %s', (openapi, code) => {
  const findings = findingsInFixture(`
    # file: kustomization.yaml
    resources: [site.yaml]
    openapi: ${openapi}
    # file: list.json
    [1, 2]
    ${objects}
  `);
  expect(findings).toEqual(
    code === undefined ? [] : [expect.stringContaining(`fails: kustomization.yaml:2 ${code}: `)],
  );
});
