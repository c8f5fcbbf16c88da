import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

describe('transformers', () => {
  test('stand in the kustomization, in files, and in roots of their own', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [a.yaml]
        transformers:
        - |-
          apiVersion: builtin
          kind: PrefixTransformer
          metadata: { name: any }
          prefix: one-
          fieldSpecs: [{ path: metadata/name }]
        - suffix.yaml
        - more
        # file: suffix.yaml
        apiVersion: builtin
        kind: SuffixTransformer
        metadata: { name: any }
        suffix: -two
        fieldSpecs: [{ path: metadata/name }]
        # file: more/kustomization.yaml
        resources: [image.yaml]
        # file: more/image.yaml
        apiVersion: builtin
        kind: ReplicaCountTransformer
        metadata: { name: any }
        replica: { name: a, count: 3 }
        fieldSpecs: [{ path: spec/replicas, create: true, kind: Deployment }]
        # file: a.yaml
        { apiVersion: apps/v1, kind: Deployment, metadata: { name: a } }
      `,
        { root: '' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: one-a-two  # suffix.yaml:4 nameSuffix < kustomization.yaml:7 namePrefix = "one-a" < a.yaml:1 base = "a"
      spec:  # more/image.yaml:4 replicas in .
        replicas: 3  # more/image.yaml:4 replicas in ."
    `);
  });

  test('run behind the fields of the kustomization, in their order', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      transformers: [one.yaml, two.yaml]
      namePrefix: zero-
      # file: one.yaml
      { apiVersion: builtin, kind: PrefixTransformer, metadata: { name: one }, prefix: one-, fieldSpecs: [{ path: metadata/name }] }
      # file: two.yaml
      { apiVersion: builtin, kind: PrefixTransformer, metadata: { name: two }, prefix: two-, fieldSpecs: [{ path: metadata/name }] }
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `);
    expect(rendered).toContain('name: two-one-zero-a');
  });

  test('hold patches, whose parts stand inside their texts', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        transformers:
        - |-
          apiVersion: builtin
          kind: PatchTransformer
          metadata: { name: any }
          target: { kind: ConfigMap }
          patch: |-
            - op: add
              path: /data
              value:
                inline: twice
        - patch.yaml
        # file: patch.yaml
        apiVersion: builtin
        kind: PatchStrategicMergeTransformer
        metadata: { name: any }
        patches: |-
          apiVersion: v1
          kind: ConfigMap
          metadata: { name: a }
          data:
            file: once
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:  # kustomization.yaml:11 patch
        file: once  # patch.yaml:9 patch
        inline: twice  # kustomization.yaml:12 patch
      kind: ConfigMap
      metadata:
        name: a"
    `);
  });

  test.each([
    [
      'ImageTagTransformer',
      'imageTag: { name: web, newTag: v2 }\nfieldSpecs: [{ path: spec/image }]',
      'image: web:v2  # plugin.yaml:4 images < a.yaml:4 base = "web:v1"',
    ],
    [
      'NamespaceTransformer',
      'metadata: { name: any, namespace: prod }\nfieldSpecs: [{ path: metadata/namespace, create: true }]',
      'namespace: prod  # plugin.yaml:3 namespace',
    ],
    [
      'PrefixSuffixTransformer',
      'prefix: a-\nsuffix: -z\nfieldSpecs: [{ path: metadata/name }]',
      'name: a-a-z  # plugin.yaml:5 nameSuffix < plugin.yaml:4 namePrefix = "a-a" < a.yaml:3 base = "a"',
    ],
    [
      'PatchJson6902Transformer',
      `target: { version: v1, kind: Site, group: example.com, name: a }\njsonOp: '[{"op": "replace", "path": "/spec/image", "value": "b"}]'`,
      'image: b  # plugin.yaml:5 patch < a.yaml:4 base = "web:v1"',
    ],
    [
      'ReplacementTransformer',
      'replacements:\n- sourceValue: b\n  targets: [{ select: { kind: Site }, fieldPaths: [spec.image] }]',
      'image: b  # plugin.yaml:5 replacement < a.yaml:4 base = "web:v1"',
    ],
  ])('%s', (kind, config, expected) => {
    const named = config.startsWith('metadata') ? config : `metadata: { name: any }\n${config}`;
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        transformers: [plugin.yaml]
        # file: plugin.yaml
        apiVersion: builtin
        kind: ${kind}
        ${named.replaceAll('\n', '\n        ')}
        # file: a.yaml
        apiVersion: example.com/v1
        kind: Site
        metadata: { name: a }
        spec: { image: web:v1 }
      `),
    ).toContain(expected);
  });
});

describe('validators', () => {
  test('change nothing', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        validators: [label.yaml]
        # file: label.yaml
        apiVersion: builtin
        kind: LabelTransformer
        metadata: { name: any }
        labels: { a: b }
        fieldSpecs: [{ path: metadata/labels, create: true }]
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        labels:  # label.yaml:4 labels
          a: b  # label.yaml:4 labels
        name: a
      fails: label.yaml:1 kustomize.validator-changes: The validator LabelTransformer changes objects, which it may not."
    `);
  });

  // Where labels are there already, kustomize takes the one that it takes away again for a change.
  test.each([
    ['', true],
    [', labels: { a: b }', false],
  ])('may put one label on { name: a%s }: %s', (labels, builds) => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      validators: [label.yaml]
      # file: label.yaml
      apiVersion: builtin
      kind: LabelTransformer
      metadata: { name: any }
      labels: { validated-by: me }
      fieldSpecs: [{ path: metadata/labels, create: true }]
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a${labels} } }
    `);
    expect(rendered).toContain('validated-by: me  # label.yaml:4 labels');
    expect(rendered.includes('fails: ')).toBe(!builds);
  });
});

describe('what is not run', () => {
  test('programs and containers are gaps; the rest is rendered', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        generators: [program.yaml]
        transformers: [container.yaml]
        # file: program.yaml
        { apiVersion: example.com/v1, kind: Maker, metadata: { name: any } }
        # file: container.yaml
        apiVersion: example.com/v1
        kind: Changer
        metadata:
          name: any
          annotations: { config.kubernetes.io/function: "container: { image: example.com/changer }" }
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      fails: program.yaml:1 kustomize.external-plugin: The plugin Maker is not run: it is a program of its own.
      fails: container.yaml:1 kustomize.external-plugin: The plugin Changer is not run: it is a program of its own."
    `);
  });

  test('charts are gaps', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        helmCharts:
        - name: web
          repo: https://example.com
        generators: [chart.yaml]
        # file: chart.yaml
        { apiVersion: builtin, kind: HelmChartInflationGenerator, metadata: { name: any }, name: db }
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: kustomization.yaml:2 kustomize.chart: The chart \`web\` is not rendered: kustomize needs helm for it.",
        "fails: chart.yaml:1 kustomize.chart: The chart \`db\` is not rendered: kustomize needs helm for it.",
      ]
    `);
  });
});

test.each([
  [
    'transformers: [plugin.yaml]',
    'kind: ConfigMapGenerator\nname: a',
    'plugin.yaml:1 kustomize.not-a-transformer',
  ],
  [
    'generators: [plugin.yaml]',
    'kind: PrefixTransformer\nprefix: a\nfieldSpecs: [{ path: a }]',
    'plugin.yaml:1 kustomize.not-a-generator',
  ],
  ['transformers: [plugin.yaml]', 'kind: AnyTransformer', 'plugin.yaml:1 kustomize.unknown-plugin'],
  [
    'transformers: [plugin.yaml]',
    'kind: PrefixTransformer\nprefix: [a]\nfieldSpecs: [{ path: a }]',
    'plugin.yaml:4 kustomization.wrong-type',
  ],
  [
    'transformers: [none.yaml]',
    'kind: PrefixTransformer',
    'kustomization.yaml:1 kustomize.file-not-found',
  ],
  [
    'transformers: ["{ kind: A }"]',
    'kind: PrefixTransformer',
    'kustomization.yaml:1 kustomize.file-not-found',
  ],
  [
    'transformers: [plugin.yaml]',
    'kind: PatchStrategicMergeTransformer',
    'plugin.yaml:1 kustomize.patch-without-content',
  ],
])('%s %j: %s', (entry, plugin, expected) => {
  const [kind = '', ...rest] = plugin.split('\n');
  const lines = ['apiVersion: builtin', kind, 'metadata: { name: any }', ...rest];
  const findings = findingsInFixture(`
    # file: kustomization.yaml
    ${entry}
    # file: plugin.yaml
    ${lines.join('\n    ')}
  `);
  expect(findings).toEqual([expect.stringContaining(`fails: ${expected}: `)]);
});
