import { describe, expect, test } from 'vitest';
import { renderFixture } from '../../../test/originsOf.ts';

/** A ConfigMap behind a patch of `patch.yaml`. */
function patched(patch: string, entry = '{ path: patch.yaml }', object = ''): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    patches: [${entry}]
    # file: patch.yaml
    ${patch.trim().replaceAll('\n', '\n    ')}
    # file: a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a, namespace: shop, labels: { app: web } }
    data: { key: old }
    ${object}
  `);
}

describe('type, name and namespace', () => {
  test('select the object, and still stand in the base where a patch repeats them', () => {
    expect(
      patched(`
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
data:
  key: new
`),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: new  # patch.yaml:7 patch < a.yaml:4 base = "old"
      kind: ConfigMap
      metadata:
        labels:
          app: web
        name: a
        namespace: shop"
    `);
  });

  test('of a patch for many mean nothing', () => {
    expect(
      patched(
        `
apiVersion: example.com/v9
kind: Any
metadata:
  name: any
  namespace: any
data:
  key: new
`,
        '{ path: patch.yaml, target: { kind: ConfigMap } }',
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: new  # patch.yaml:7 patch < a.yaml:4 base = "old"
      kind: ConfigMap
      metadata:
        labels:
          app: web
        name: a
        namespace: shop"
    `);
  });

  test('change where the options say so, and then stand in the patch', () => {
    expect(
      patched(
        `
apiVersion: v1
kind: Settings
metadata:
  name: b
`,
        '{ path: patch.yaml, target: { kind: ConfigMap }, options: { allowNameChange: true, allowKindChange: true } }',
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: old
      kind: Settings  # patch.yaml:2 patch < a.yaml:2 base = "ConfigMap"
      metadata:
        labels:
          app: web
        name: b  # patch.yaml:4 patch < a.yaml:3 base = "a"
        namespace: shop"
    `);
  });
});

describe('labels and annotations', () => {
  test('of a patch for many are texts, whatever they were', () => {
    expect(
      patched(
        `
kind: Any
metadata:
  name: any
  labels: { number: 1, app: null }
  annotations:
    flag: true
`,
        '{ path: patch.yaml, target: { kind: ConfigMap } }',
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: old
      kind: ConfigMap
      metadata:
        annotations:  # patch.yaml:5 patch
          flag: "true"  # patch.yaml:6 patch
        labels:
          app: "null"  # patch.yaml:4 patch < a.yaml:3 base = "web"
          number: "1"  # patch.yaml:4 patch
        name: a
        namespace: shop"
    `);
  });

  test('of a patch for one go where it says null', () => {
    const rendered = patched(`
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
  labels: { app: null }
`);
    expect(rendered).toContain('labels: {}');
  });
});

describe('a patch that leaves nothing', () => {
  test.each([
    ['of the object', '$patch: delete', ''],
    ['of a field', 'data: null', 'apiVersion: v1'],
  ])('%s', (_, text, start) => {
    const rendered = patched(`
apiVersion: v1
kind: ConfigMap
metadata: { name: a, namespace: shop }
${text}
`);
    expect(rendered.startsWith(start)).toBe(true);
    expect(rendered).not.toContain('key');
  });
});

test('many patches of one object, one after the other', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      patches:
      - path: one.yaml
      - path: two.yaml
        target: { name: a }
      - target: { name: a }
        patch: "- { op: replace, path: /data/key, value: three }"
      # file: one.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { key: one } }
      # file: two.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { key: two } }
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { key: zero } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    data:
      key: three  # kustomization.yaml:7 patch < two.yaml:1 patch = "two" < one.yaml:1 patch = "one" < a.yaml:1 base = "zero"
    kind: ConfigMap
    metadata:
      name: a"
  `);
});
