import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** A ConfigMap of a base behind a generator of an overlay. */
function behind(generator: string): string {
  return renderFixture(`
    # file: base/kustomization.yaml
    configMapGenerator:
    - name: config
      literals:
      - one=base
      - two=base
      options: { labels: { from: base, old: base } }
    # file: prod/app.env
    three=env
    # file: prod/kustomization.yaml
    resources: [../base]
    configMapGenerator:
    - name: config
      ${generator.replaceAll('\n', '\n      ')}
  `);
}

describe('behavior', () => {
  test('merge takes what both have, the overlay before the base', () => {
    expect(
      behind(
        'behavior: merge\nliterals: [two=prod]\nenvs: [app.env]\noptions: { labels: { from: prod } }',
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # base/kustomization.yaml:2 generator
      data:  # base/kustomization.yaml:2 generator
        one: base  # base/kustomization.yaml:4 generator
        three: env  # prod/app.env:1 generator
        two: prod  # prod/kustomization.yaml:5 generator < base/kustomization.yaml:5 generator = "base"
      kind: ConfigMap  # base/kustomization.yaml:2 generator
      metadata:  # base/kustomization.yaml:2 generator
        labels:  # prod/kustomization.yaml:7 generator
          from: prod  # prod/kustomization.yaml:7 generator < base/kustomization.yaml:6 generator = "base"
          old: base  # base/kustomization.yaml:6 generator
        name: config-k2554k2c75  # base/kustomization.yaml:2 hash < base/kustomization.yaml:2 generator = "config""
    `);
  });

  test('replace takes the overlay alone, but its labels and its name', () => {
    expect(behind('behavior: replace\nliterals: [two=prod]')).toMatchInlineSnapshot(`
      "apiVersion: v1  # base/kustomization.yaml:2 generator
      data:  # prod/kustomization.yaml:3 generator < base/kustomization.yaml:2 generator
        two: prod  # prod/kustomization.yaml:5 generator
      kind: ConfigMap  # base/kustomization.yaml:2 generator
      metadata:  # base/kustomization.yaml:2 generator
        labels:  # base/kustomization.yaml:6 generator
          from: base  # base/kustomization.yaml:6 generator
          old: base  # base/kustomization.yaml:6 generator
        name: config-4g6hdgd6ct  # base/kustomization.yaml:2 hash < base/kustomization.yaml:2 generator = "config""
    `);
  });

  test.each([
    ['behavior: create', 'generator-exists'],
    ['literals: [two=prod]', 'generator-exists'],
    ['behavior: something', 'generator-exists'],
    ['behavior: merge\nnamespace: other', 'generator-nothing-to-merge'],
    ['behavior: replace\nnamespace: other', 'generator-nothing-to-merge'],
  ])('%j fails: %s', (generator, code) => {
    expect(behind(generator)).toContain(`fails: prod/kustomization.yaml:3 kustomize.${code}: `);
  });

  test('create makes a new one, and so does no behavior', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      configMapGenerator: [{ name: a, behavior: create }, { name: b }]
    `);
    expect(rendered).toContain('name: a-6ct58987ht');
    expect(rendered).toContain('name: b-6ct58987ht');
  });

  test('merge finds an object of a file, and by the name that it had before a prefix', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        resources: [config.yaml]
        namePrefix: a-
        # file: base/config.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: config, annotations: { note: base } }
        data:
          one: base
        binaryData:
          two: AAEC
        # file: prod/kustomization.yaml
        resources: [../base]
        configMapGenerator:
        - name: config
          behavior: merge
          literals:
          - one=prod
          options: { disableNameSuffixHash: true }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      binaryData:
        two: AAEC
      data:
        one: prod  # prod/kustomization.yaml:6 generator < base/config.yaml:5 base = "base"
      kind: ConfigMap
      metadata:
        annotations:
          note: base
        name: a-config  # base/kustomization.yaml:2 namePrefix < base/config.yaml:3 base = "config""
    `);
  });

  test('merge of two Secrets merges what is encoded', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        secretGenerator: [{ name: a, literals: [one=base, two=base] }]
        # file: prod/kustomization.yaml
        resources: [../base]
        secretGenerator:
        - name: a
          behavior: merge
          literals:
          - two=prod
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # base/kustomization.yaml:1 generator
      data:  # base/kustomization.yaml:1 generator
        one: YmFzZQ==  # base/kustomization.yaml:1 generator
        two: cHJvZA==  # prod/kustomization.yaml:6 generator < base/kustomization.yaml:1 generator = "YmFzZQ=="
      kind: Secret  # base/kustomization.yaml:1 generator
      metadata:  # base/kustomization.yaml:1 generator
        name: a-c9922mddfd  # base/kustomization.yaml:1 hash < base/kustomization.yaml:1 generator = "a"
      type: Opaque  # prod/kustomization.yaml:3 generator < base/kustomization.yaml:1 generator = "Opaque""
    `);
  });

  test('merge cannot tell two that were one', () => {
    expect(
      findingsInFixture(`
        # file: base/kustomization.yaml
        configMapGenerator: [{ name: a }]
        # file: one/kustomization.yaml
        resources: [../base]
        namePrefix: one-
        # file: two/kustomization.yaml
        resources: [../base]
        namePrefix: two-
        # file: top/kustomization.yaml
        resources: [../one, ../two]
        configMapGenerator:
        - name: a
          behavior: merge
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: top/kustomization.yaml:3 kustomize.generator-ambiguous: ConfigMap/a is there more than once: the generator cannot tell which one to change.",
      ]
    `);
  });

  test('a component merges into what its user has', () => {
    expect(
      renderFixture(`
        # file: prod/kustomization.yaml
        configMapGenerator: [{ name: a, literals: [one=prod] }]
        components: [../part]
        # file: part/kustomization.yaml
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        configMapGenerator:
        - name: a
          behavior: merge
          literals:
          - one=part
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # prod/kustomization.yaml:1 generator
      data:  # prod/kustomization.yaml:1 generator
        one: part  # part/kustomization.yaml:7 generator < prod/kustomization.yaml:1 generator = "prod"
      kind: ConfigMap  # prod/kustomization.yaml:1 generator
      metadata:  # prod/kustomization.yaml:1 generator
        name: a-8km92kmh9k  # prod/kustomization.yaml:1 hash < prod/kustomization.yaml:1 generator = "a""
    `);
  });
});
