import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** A ConfigMap as the source and a Pod as the target of one replacement, which begins at line 3. */
function replaced(source: string, target: string, pod = 'spec: { host: old.example.com }'): string {
  return renderFixture(
    `
    # file: kustomization.yaml
    resources: [config.yaml, pod.yaml]
    replacements:
    - ${source}
      targets:
      - ${target}
    # file: config.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: config, labels: { tier: front } }
    data: { host: new.example.org, port: "80", list: "[a, b]" }
    # file: pod.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: pod, labels: { tier: front } }
    ${pod}
  `,
    { only: 'Pod/pod' },
  );
}

/** The lines that steps wrote, and the findings. */
function written(rendered: string): readonly string[] {
  return rendered
    .split('\n')
    .filter((line) => / {2}# |^(?:fails|note): /.test(line))
    .map((line) => line.trim());
}

const fromConfig = 'source: { kind: ConfigMap, fieldPath: data.host }';
const toHost = '{ select: { kind: Pod }, fieldPaths: [spec.host] }';

describe('the source', () => {
  test.each([
    [
      'source: { kind: ConfigMap, name: config, fieldPath: data.host }',
      'host: new.example.org  # config.yaml:4 replacement',
    ],
    ['source: { kind: ConfigMap }', 'host: config  # config.yaml:3 replacement'],
    [
      'source: { group: "", version: v1, kind: ConfigMap, fieldPath: metadata.labels.tier }',
      'host: front  # config.yaml:3 replacement',
    ],
    [
      'source: { kind: ConfigMap, fieldPath: data.host, options: { delimiter: ., index: 1 } }',
      'host: example  # config.yaml:4 replacement',
    ],
    ['sourceValue: text', 'host: text  # kustomization.yaml:3 replacement'],
    ['sourceValue: ""', 'host: ""  # kustomization.yaml:3 replacement'],
  ])('%s', (source, expected) => {
    expect(written(replaced(source, toHost))).toEqual([
      `${expected} < pod.yaml:4 base = "old.example.com"`,
    ]);
  });

  test.each([
    ['source: { kind: Secret }', 'replacement-source-not-found'],
    ['source: { version: v1 }', 'replacement-source-ambiguous'],
    ['source: { kind: ConfigMap, fieldPath: data.none }', 'replacement-field-not-found'],
    [
      'source: { kind: ConfigMap, fieldPath: data.host, options: { delimiter: ., index: 3 } }',
      'part-out-of-range',
    ],
    [
      'source: { kind: ConfigMap, fieldPath: data, options: { delimiter: . } }',
      'delimiter-without-text',
    ],
    ['{ source: { kind: ConfigMap }, sourceValue: a }', 'replacement-with-both'],
    ['source:', 'replacement-incomplete'],
  ])('%s fails: %s', (source, code) => {
    const entry = source.startsWith('{')
      ? source.slice(2, -2).replace(', sourceValue', '\n      sourceValue')
      : source;
    expect(written(replaced(entry, toHost))).toEqual([
      expect.stringContaining(`fails: kustomization.yaml:3 kustomize.${code}: `),
    ]);
  });

  test('stands where the last layer wrote it', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        resources: [config.yaml]
        # file: base/config.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { from: one, to: none } }
        # file: prod/kustomization.yaml
        resources: [../base]
        patches:
        - path: patch.yaml
        replacements:
        - source: { kind: ConfigMap, fieldPath: data.from }
          targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.to] }]
        # file: prod/patch.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { from: two } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        from: two  # prod/patch.yaml:1 patch < base/config.yaml:1 base = "one"
        to: two  # prod/patch.yaml:1 replacement < base/config.yaml:1 replacement in prod = "one" < base/config.yaml:1 base = "none"
      kind: ConfigMap
      metadata:
        name: a"
    `);
  });
});

describe('the target', () => {
  test.each([
    [
      toHost,
      'spec: { host: old }',
      'host: new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "old"',
    ],
    [
      '{ select: { name: pod }, fieldPaths: [spec.none.deep], options: { create: true } }',
      'spec: {}',
      'none:  # config.yaml:4 replacement',
    ],
    [
      '{ select: { labelSelector: tier=front }, reject: [{ kind: ConfigMap }], fieldPaths: [spec.host] }',
      'spec: { host: old }',
      'host: new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "old"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: ["spec.containers.[name=app].env.[name=HOST].value"] }',
      'spec: { containers: [{ name: app, env: [{ name: HOST, value: old }] }, { name: aside }] }',
      'value: new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "old"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: [spec.containers.0.name] }',
      'spec: { containers: [{ name: old }] }',
      'name: new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "old"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: ["spec.containers.*.name"] }',
      'spec: { containers: [{ name: old }] }',
      'name: new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "old"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: ["spec.containers.[name=new].image"], options: { create: true } }',
      'spec: { containers: [] }',
      'name: new',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: [spec.host], options: { delimiter: ., index: 1 } }',
      'spec: { host: a.b.c }',
      'host: a.new.example.org.c  # config.yaml:4 replacement < pod.yaml:4 base = "a.b.c"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: [spec.host], options: { delimiter: ., index: 9 } }',
      'spec: { host: a.b }',
      'host: a.b.new.example.org  # config.yaml:4 replacement < pod.yaml:4 base = "a.b"',
    ],
    [
      '{ select: { kind: Pod }, fieldPaths: [spec.host], options: { delimiter: ., index: -1 } }',
      'spec: { host: a.b }',
      'host: new.example.org.a.b  # config.yaml:4 replacement < pod.yaml:4 base = "a.b"',
    ],
  ])('%s', (target, pod, expected) => {
    expect(replaced(fromConfig, target, pod)).toContain(expected);
  });

  test('is named by keys with dots in two ways', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - sourceValue: new
          targets:
          - select: { name: a.* }
            fieldPaths: ['metadata.annotations.a\\.b/c', 'metadata.annotations.[d.e/f]']
            options: { create: true }
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a, annotations: { a.b/c: old } } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:
          a.b/c: new  # kustomization.yaml:3 replacement < a.yaml:1 base = "old"
          d.e/f: new  # kustomization.yaml:3 replacement
        name: a"
    `);
  });

  test('takes lists and maps, whose parts stand where they are written', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - source: { kind: From, fieldPath: spec }
          targets: [{ select: { kind: To }, fieldPaths: [spec] }]
        # file: a.yaml
        apiVersion: example.com/v1
        kind: From
        metadata: { name: a }
        spec:
          list:
          - one
          map:
            two: 2
        ---
        apiVersion: example.com/v1
        kind: To
        metadata: { name: a }
        spec: {}
      `,
        { only: 'To.example.com/a' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: To
      metadata:
        name: a
      spec:  # a.yaml:4 replacement < a.yaml:13 base
        list:  # a.yaml:5 replacement
        - one  # a.yaml:6 replacement
        map:  # a.yaml:7 replacement
          two: 2  # a.yaml:8 replacement"
    `);
  });

  test('takes a number as a number', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - source: { kind: From, fieldPath: spec.size }
          targets: [{ select: { kind: To }, fieldPaths: [spec.size, spec.text] }]
        # file: a.yaml
        apiVersion: example.com/v1
        kind: From
        metadata: { name: a }
        spec: { size: 3 }
        ---
        apiVersion: example.com/v1
        kind: To
        metadata: { name: a }
        spec: { size: 1, text: "one" }
      `,
        { only: 'To.example.com/a' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: To
      metadata:
        name: a
      spec:
        size: 3  # a.yaml:4 replacement < a.yaml:9 base = 1
        text: "3"  # a.yaml:4 replacement < a.yaml:9 base = "one""
    `);
  });

  test('is a text that holds JSON or YAML', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - sourceValue: new
          targets: [{ select: { kind: ConfigMap }, fieldPaths: ['data.config\\.json.a.b', 'data.config\\.yaml.a'] }]
        # file: a.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: a }
        data:
          config.json: '{"a": {"b": "old"}}'
          config.yaml: |
            # said before
            a: old
      `,
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        config.json: '{"a":{"b":"new"}}'  # kustomization.yaml:3 replacement < a.yaml:5 base = "{\\"a\\": {\\"b\\": \\"old\\"}}"
        config.yaml: |-  # kustomization.yaml:3 replacement < a.yaml:6 base = "# said before\\na: old\\n"
          # said before
          a: new
      kind: ConfigMap
      metadata:
        name: a"
    `);
  });

  test.each([
    ['{ fieldPaths: [spec.host] }', 'replacement-without-select'],
    ['{ select: { kind: Pod }, fieldPaths: [spec.none] }', 'replacement-target-not-found'],
    ['{ select: { kind: "(" }, fieldPaths: [spec.host] }', 'bad-expression'],
    [
      '{ select: { kind: Pod }, fieldPaths: [spec], options: { delimiter: . } }',
      'delimiter-without-text',
    ],
    ['{ select: { kind: Pod }, fieldPaths: ["spec.host.[a=b]"] }', 'path-into-text'],
  ])('%s fails: %s', (target, code) => {
    expect(written(replaced(fromConfig, target))).toEqual([
      expect.stringContaining(`fails: kustomization.yaml:5 kustomize.${code}: `),
    ]);
  });

  test('that nothing fits is no fault', () => {
    expect(
      written(replaced(fromConfig, '{ select: { kind: Secret }, fieldPaths: [spec.host] }')),
    ).toEqual([]);
  });

  test('is also called what it was called before', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namePrefix: new-
      replacements:
      - source: { kind: ConfigMap, name: a, fieldPath: metadata.name }
        targets: [{ select: { name: a }, fieldPaths: [data.old] }, { select: { name: new-a }, fieldPaths: [data.now] }]
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { old: x, now: x } }
    `);
    expect(rendered).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        now: new-a  # kustomization.yaml:2 replacement < a.yaml:1 replacement = "a" < a.yaml:1 base = "x"
        old: new-a  # kustomization.yaml:2 replacement < a.yaml:1 replacement = "a" < a.yaml:1 base = "x"
      kind: ConfigMap
      metadata:
        name: new-a  # kustomization.yaml:2 namePrefix < a.yaml:1 base = "a""
    `);
  });
});

describe('files', () => {
  test('hold one replacement or many', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        replacements:
        - path: one.yaml
        - path: many.yaml
        # file: one.yaml
        sourceValue: one
        targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.a] }]
        # file: many.yaml
        - sourceValue: two
          targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b] }]
        - sourceValue: three
          targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.a] }]
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: x, b: x } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        a: three  # many.yaml:3 replacement < one.yaml:1 replacement = "one" < a.yaml:1 base = "x"
        b: two  # many.yaml:1 replacement < a.yaml:1 base = "x"
      kind: ConfigMap
      metadata:
        name: a"
    `);
  });

  test.each([
    ['{ path: none.yaml }', 'fails: kustomization.yaml:1 kustomize.file-not-found: '],
    ['{ path: text.yaml }', 'fails: text.yaml:1 kustomization.replacement-file-type: '],
    ['{ path: broken.yaml }', 'fails: broken.yaml:2 kustomize.yaml-syntax: '],
    [
      '{ path: text.yaml, source: { kind: A } }',
      'fails: kustomization.yaml:1 kustomize.replacement-with-both: ',
    ],
  ])('%s', (entry, expected) => {
    const [finding] = findingsInFixture(`
      # file: kustomization.yaml
      replacements: [${entry}]
      # file: text.yaml
      text
      # file: broken.yaml
      a: [
    `);
    expect(finding).toContain(expected);
  });
});

test('what a component replaces says so', () => {
  expect(
    renderFixture(`
      # file: prod/kustomization.yaml
      resources: [a.yaml]
      components: [../part]
      # file: prod/a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { b: c } }
      # file: part/kustomization.yaml
      kind: Component
      apiVersion: kustomize.config.k8s.io/v1alpha1
      replacements:
      - source: { kind: ConfigMap }
        targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b] }]
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    data:
      b: a  # prod/a.yaml:1 replacement in part < prod/a.yaml:1 base = "c"
    kind: ConfigMap
    metadata:
      name: a"
  `);
});
