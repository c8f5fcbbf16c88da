import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** A small Deployment, as the last file of a fixture. */
const deployment = `
    # file: web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec: { template: { spec: { containers: [] } } }
`.trim();

/** The same with the label `app: web` where labels stand. */
const labeled = `
    # file: web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web, labels: { app: web } }
    spec:
      selector: { matchLabels: { app: web } }
      template: { metadata: { labels: { app: web } }, spec: { containers: [] } }
`.trim();

/** The fields that hold a line, of an object without lists. */
function parentsOf(rendered: string, text: string): readonly string[] {
  const path: string[] = [];
  const found: string[] = [];
  for (const line of rendered.split('\n')) {
    const [, indent = '', key = ''] = /^( *)([^:]*)/.exec(line) ?? [];
    path.splice(indent.length / 2, Infinity, key);
    if (line.trim() === text) found.push(path.slice(0, -1).join('.'));
  }
  return found;
}

describe('labels', () => {
  test('stand in the metadata alone', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    labels:
    - pairs:
        tier: front
        app: shop
    ${deployment}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:  # kustomization.yaml:5 labels
          app: shop  # kustomization.yaml:5 labels
          tier: front  # kustomization.yaml:4 labels
        name: web
      spec:
        template:
          spec:
            containers: []"
    `);
  });

  test('stand in templates as well where they are asked to', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    labels:
    - pairs: { tier: front }
      includeTemplates: true
    ${deployment}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:  # kustomization.yaml:3 labels
          tier: front  # kustomization.yaml:3 labels
        name: web
      spec:
        template:
          metadata:  # kustomization.yaml:3 labels
            labels:  # kustomization.yaml:3 labels
              tier: front  # kustomization.yaml:3 labels
          spec:
            containers: []"
    `);
  });

  test('stand in selectors, and so in templates, where they are asked to', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    labels:
    - pairs: { app: shop }
      includeSelectors: true
    ${labeled}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:
          app: shop  # kustomization.yaml:3 labels < web.yaml:3 base = "web"
        name: web
      spec:
        selector:
          matchLabels:
            app: shop  # kustomization.yaml:3 labels < web.yaml:5 base = "web"
        template:
          metadata:
            labels:
              app: shop  # kustomization.yaml:3 labels < web.yaml:6 base = "web"
          spec:
            containers: []"
    `);
  });

  test('stand in fields of their own beside the metadata', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    labels:
    - pairs: { tier: front }
      fields: [{ kind: Deployment, path: spec/extra, create: true }, { path: spec/none }]
    ${deployment}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:  # kustomization.yaml:3 labels
          tier: front  # kustomization.yaml:3 labels
        name: web
      spec:
        extra:  # kustomization.yaml:3 labels
          tier: front  # kustomization.yaml:3 labels
        template:
          spec:
            containers: []"
    `);
  });

  test('of two entries the later one wins', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    labels:
    - pairs:
        app: one
    - pairs:
        app: two
    commonLabels:
        app: three
    # file: web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, labels: { app: web } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        labels:
          app: three  # kustomization.yaml:8 labels < kustomization.yaml:6 labels = "two" < kustomization.yaml:4 labels = "one" < web.yaml:3 base = "web"
        name: web
      note: kustomization.yaml:7 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`."
    `);
  });

  test('two entries that disagree on what is made do not fit together', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        labels:
        - pairs: { tier: front }
          fields: [{ path: metadata/labels, create: false }]
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: kustomization.yaml:2 kustomize.conflicting-field-specs: Two configurations disagree on whether \`metadata/labels\` of * is created.",
      ]
    `);
  });
});

describe('commonLabels', () => {
  test('stand wherever labels and selectors stand', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    commonLabels: { app: shop }
    ${deployment}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:  # kustomization.yaml:2 labels
          app: shop  # kustomization.yaml:2 labels
        name: web
      spec:
        selector:  # kustomization.yaml:2 labels
          matchLabels:  # kustomization.yaml:2 labels
            app: shop  # kustomization.yaml:2 labels
        template:
          metadata:  # kustomization.yaml:2 labels
            labels:  # kustomization.yaml:2 labels
              app: shop  # kustomization.yaml:2 labels
          spec:
            containers: []
      note: kustomization.yaml:2 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`."
    `);
  });

  test.each([
    ['v1', 'Service', '{}', ['spec.selector']],
    ['v1', 'ReplicationController', '{}', ['spec.selector', 'spec.template.metadata.labels']],
    ['apps/v1', 'DaemonSet', '{}', ['spec.selector.matchLabels', 'spec.template.metadata.labels']],
    ['batch/v1', 'Job', '{}', ['spec.template.metadata.labels']],
    [
      'batch/v1',
      'CronJob',
      '{}',
      ['spec.jobTemplate.metadata.labels', 'spec.jobTemplate.spec.template.metadata.labels'],
    ],
    ['policy/v1', 'PodDisruptionBudget', '{}', []],
    [
      'policy/v1',
      'PodDisruptionBudget',
      '{ selector: { matchLabels: {} } }',
      ['spec.selector.matchLabels'],
    ],
    [
      'networking.k8s.io/v1',
      'NetworkPolicy',
      '{ podSelector: { matchLabels: {} } }',
      ['spec.podSelector.matchLabels'],
    ],
    ['example.com/v1', 'Site', '{ selector: {}, template: {} }', []],
  ])('of a %s %s %s stand in %j', (apiVersion, kind, spec, expected) => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      labels: [{ includeSelectors: true, pairs: { app: shop } }]
      # file: web.yaml
      apiVersion: ${apiVersion}
      kind: ${kind}
      metadata: { name: web }
      spec: ${spec}
    `);
    expect(parentsOf(rendered, 'app: shop  # kustomization.yaml:2 labels')).toEqual([
      'metadata.labels',
      ...expected,
    ]);
  });

  test('a label that repeats the base is in the chain', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    commonLabels: { app: web }
    ${labeled}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:
          app: web  # kustomization.yaml:2 labels < web.yaml:3 base = "web"
        name: web
      spec:
        selector:
          matchLabels:
            app: web  # kustomization.yaml:2 labels < web.yaml:5 base = "web"
        template:
          metadata:
            labels:
              app: web  # kustomization.yaml:2 labels < web.yaml:6 base = "web"
          spec:
            containers: []
      note: kustomization.yaml:2 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`."
    `);
  });

  test('of two layers the outer one wins', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        resources: [web.yaml]
        commonLabels: { app: web }
        # file: base/web.yaml
        { apiVersion: v1, kind: Service, metadata: { name: web }, spec: {} }
        # file: prod/kustomization.yaml
        resources: [../base]
        commonLabels: { app: shop }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: Service
      metadata:
        labels:  # base/kustomization.yaml:2 labels
          app: shop  # prod/kustomization.yaml:2 labels < base/kustomization.yaml:2 labels = "web"
        name: web
      spec:
        selector:  # base/kustomization.yaml:2 labels
          app: shop  # prod/kustomization.yaml:2 labels < base/kustomization.yaml:2 labels = "web"
      note: prod/kustomization.yaml:2 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`.
      note: base/kustomization.yaml:2 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`."
    `);
  });

  test('what a component sets says so', () => {
    expect(
      renderFixture(`
        # file: prod/kustomization.yaml
        resources: [web.yaml]
        components: [../part]
        # file: prod/web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
        # file: part/kustomization.yaml
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        commonLabels: { app: shop }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        labels:  # part/kustomization.yaml:3 labels
          app: shop  # part/kustomization.yaml:3 labels
        name: web
      note: part/kustomization.yaml:3 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`."
    `);
  });
});

describe('commonAnnotations', () => {
  test('stand in the metadata of objects and templates', () => {
    expect(
      renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    commonAnnotations: { note: "true" }
    ${deployment}
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: apps/v1
      kind: Deployment
      metadata:
        annotations:  # kustomization.yaml:2 annotations
          note: "true"  # kustomization.yaml:2 annotations
        name: web
      spec:
        template:
          metadata:  # kustomization.yaml:2 annotations
            annotations:  # kustomization.yaml:2 annotations
              note: "true"  # kustomization.yaml:2 annotations
          spec:
            containers: []"
    `);
  });

  test('begin the annotations, also where an account of earlier names was there first', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [base]
        commonAnnotations: { note: new }
        # file: base/kustomization.yaml
        resources: [web.yaml]
        namePrefix: my-
        commonAnnotations: { note: old }
        # file: base/web.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: web }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:  # base/kustomization.yaml:3 annotations
          note: new  # kustomization.yaml:2 annotations < base/kustomization.yaml:3 annotations = "old"
        name: my-web  # base/kustomization.yaml:2 namePrefix < base/web.yaml:3 base = "web""
    `);
  });

  test('override the same annotation of the base', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [web.yaml]
        commonAnnotations:
          note: new
        # file: web.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web
          annotations:
            note: old
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:
          note: new  # kustomization.yaml:3 annotations < web.yaml:6 base = "old"
        name: web"
    `);
  });
});

describe('one node under many fields', () => {
  // kustomize puts one node under all fields that lack the label, so that who changes one changes all.
  test.each([
    [
      'a patch',
      'patches: [{ patch: "{ kind: Job, apiVersion: batch/v1, metadata: { name: web, labels: { app: b } } }" }]',
      ['b  # prod/kustomization.yaml:2 patch', 'b  # prod/kustomization.yaml:2 patch'],
    ],
    [
      'a replacement',
      'replacements: [{ sourceValue: b, targets: [{ select: { kind: Job }, fieldPaths: [metadata.labels.app] }] }]',
      ['b  # prod/kustomization.yaml:2 replacement', 'b  # prod/kustomization.yaml:2 replacement'],
    ],
    [
      'another label',
      'labels: [{ pairs: { app: b } }]',
      ['b  # prod/kustomization.yaml:2 labels', 'b  # prod/kustomization.yaml:2 labels'],
    ],
    // Through JSON the one node becomes two.
    [
      'a JSON patch',
      'patches: [{ target: { kind: Job }, patch: "- { op: replace, path: /metadata/labels/app, value: b }" }]',
      ['b  # prod/kustomization.yaml:2 patch', 'a'],
    ],
  ])('%s of the label in the metadata changes the template as well', (_, field, expected) => {
    const rendered = renderFixture(`
      # file: base/kustomization.yaml
      resources: [web.yaml]
      labels: [{ includeSelectors: true, pairs: { app: a } }]
      # file: base/web.yaml
      { apiVersion: batch/v1, kind: Job, metadata: { name: web } }
      # file: prod/kustomization.yaml
      resources: [../base]
      ${field}
    `);
    const base = ' < base/kustomization.yaml:2 labels = "a"';
    expect([...rendered.matchAll(/ app: (.*)/g)].map(([, value]) => value)).toEqual(
      expected.map((value) =>
        value === 'a' ? 'a  # base/kustomization.yaml:2 labels' : `${value}${base}`,
      ),
    );
  });

  test('a label that stood there before is a node of its own', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [web.yaml]
        labels:
        - includeSelectors: true
          pairs: { app: a }
        - pairs: { app: b }
        # file: web.yaml
        { apiVersion: batch/v1, kind: Job, metadata: { name: web, labels: { app: web } } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: batch/v1
      kind: Job
      metadata:
        labels:
          app: b  # kustomization.yaml:5 labels < kustomization.yaml:4 labels = "a" < web.yaml:1 base = "web"
        name: web
      spec:  # kustomization.yaml:4 labels
        template:  # kustomization.yaml:4 labels
          metadata:  # kustomization.yaml:4 labels
            labels:  # kustomization.yaml:4 labels
              app: a  # kustomization.yaml:4 labels"
    `);
  });
});

test('labels that are no map fail', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      commonLabels: { app: shop }
      # file: web.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: web, labels: [] } }
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: kustomization.yaml:2 kustomize.wrong-node-kind: A map is expected here, not a sequence.",
      "note: kustomization.yaml:2 kustomization.deprecated-field: \`commonLabels\` is deprecated; use \`labels\`.",
    ]
  `);
});

test('a transformer in a file names its own fields', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      transformers: [label.yaml, note.yaml]
      # file: label.yaml
      apiVersion: builtin
      kind: LabelTransformer
      metadata: { name: any }
      labels: { app: shop }
      fieldSpecs: [{ path: data, create: true }]
      # file: note.yaml
      apiVersion: builtin
      kind: AnnotationsTransformer
      metadata: { name: any }
      annotations: { note: new }
      fieldSpecs: [{ path: metadata/annotations, create: true }]
      # file: web.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    data:  # label.yaml:4 labels
      app: shop  # label.yaml:4 labels
    kind: ConfigMap
    metadata:
      annotations:  # note.yaml:4 annotations
        note: new  # note.yaml:4 annotations
      name: web"
  `);
});
