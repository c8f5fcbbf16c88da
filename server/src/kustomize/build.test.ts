import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

describe('objects for local use', () => {
  test.each([
    ['{ config.kubernetes.io/local-config: "true" }', false],
    ['{ config.kubernetes.io/local-config: "any" }', false],
    ['{ config.kubernetes.io/local-config: "false" }', true],
    ['{ config.kubernetes.io/local-config: "" }', false],
    ['{}', true],
  ])('%s is printed: %s', (annotations, printed) => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a, annotations: ${annotations} } }
    `);
    expect(rendered.includes('name: a')).toBe(printed);
  });

  test('are there for replacements until the end', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - source: { name: local, fieldPath: data.key }
          targets: [{ select: { name: a }, fieldPaths: [data.key] }]
        # file: a.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: local, annotations: { config.kubernetes.io/local-config: "true" } }
        data: { key: new }
        ---
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { key: old } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: new  # a.yaml:4 replacement < a.yaml:6 base = "old"
      kind: ConfigMap
      metadata:
        name: a"
    `);
  });
});

test('a kustomization alone renders nothing', () => {
  expect(renderFixture('# file: kustomization.yaml\nnamePrefix: a-')).toBe('');
});

test.each([
  ['', 'kustomization.empty'],
  ['# only a comment', 'kustomization.empty'],
  ['{ kind: Other, namePrefix: a }', 'kustomization.wrong-kind'],
  ['{ apiVersion: v1, namePrefix: a }', 'kustomization.wrong-api-version'],
  ['- a', 'kustomization.wrong-type'],
  ['a: [', 'kustomize.yaml-syntax'],
])('a kustomization file %j fails: %s', (text, code) => {
  const [finding] = findingsInFixture(
    `
    # file: kustomization.yaml
    ${text.replaceAll('\n', '\n    ')}
  `,
    { root: '' },
  );
  expect(finding).toMatch(new RegExp(`^fails: kustomization.yaml:\\d ${code}: `));
});

test('of a field that is written twice the last one counts', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namePrefix: one-
      namePrefix: two-
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ConfigMap
    metadata:
      name: two-a  # kustomization.yaml:3 namePrefix < a.yaml:1 base = "a"
    note: kustomization.yaml:3 kustomization.repeated-key: The key \`namePrefix\` is written twice; the last one counts."
  `);
});

test('a folder without a kustomization file fails', () => {
  expect(findingsInFixture('# file: a/b.yaml\nc: d', { root: 'a' })).toEqual([
    expect.stringContaining('kustomize.no-kustomization-file: '),
  ]);
});

describe('what a patch leaves', () => {
  test('without a kind or a name is no object any more', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        patches:
        - target: { name: a }
          patch: "- { op: remove, path: /kind }"
        - target: { name: b }
          patch: "- { op: remove, path: /metadata/name }"
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
        ---
        { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: a.yaml:1 kustomize.missing-kind: The object has no kind.",
        "fails: a.yaml:3 kustomize.missing-name: The ConfigMap has no name.",
      ]
    `);
  });
});

test('an edit gives new objects only where it changes them', () => {
  const { host } = analyzeFixture(`
    # file: kustomization.yaml
    resources: [a.yaml, b.yaml]
    # file: a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    # file: b.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
  `);
  const before = completed(host.analysis().build('')).resources;
  const text = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: b }, data: { c: d } }\n';
  host.apply({
    entries: new Map([['b.yaml', { kind: 'file', content: text }]]),
    contents: new Map([[text, { kind: 'text', text }]]),
  });
  const after = completed(host.analysis().build('')).resources;
  expect(after.map((resource, index) => resource === before[index])).toEqual([true, false]);
});

test('what stops several steps alike is one failure', () => {
  const { analysis } = analyzeFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    namePrefix: x-
    patches:
    - patch: '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: b } }'
    - patch: '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { b: c } }'
    # file: a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: a
      annotations:
        internal.config.kubernetes.io/previousNames: b,c
        internal.config.kubernetes.io/previousNamespaces: d
        internal.config.kubernetes.io/previousKinds: ConfigMap,ConfigMap
  `);
  const { failures } = completed(analysis.build(''));
  expect(failures.map(({ code }) => code)).toEqual(['kustomize.bad-history']);
});
