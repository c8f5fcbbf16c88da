import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

describe('a ConfigMap', () => {
  test('of texts, variables and files', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        configMapGenerator:
        - name: config
          namespace: shop
          envs:
          - app.env
          literals:
          - b=two
          - c="3"
          files:
          - notes.txt
          - e=notes.txt
        # file: app.env
        # said before

        A=one
        # file: notes.txt
        first
        second
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:2 generator
      data:  # kustomization.yaml:2 generator
        A: one  # app.env:3 generator
        b: two  # kustomization.yaml:7 generator
        c: "3"  # kustomization.yaml:8 generator
        e: |  # notes.txt:1 generator
          first
          second
        notes.txt: |  # notes.txt:1 generator
          first
          second
      kind: ConfigMap  # kustomization.yaml:2 generator
      metadata:  # kustomization.yaml:2 generator
        name: config-h5g2b96ft4  # kustomization.yaml:2 hash < kustomization.yaml:2 generator = "config"
        namespace: shop  # kustomization.yaml:3 generator"
    `);
  });

  test('of env, which still works', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        configMapGenerator:
        - name: config
          env: app.env
        # file: app.env
        A=one
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:2 generator
      data:  # kustomization.yaml:2 generator
        A: one  # app.env:1 generator
      kind: ConfigMap  # kustomization.yaml:2 generator
      metadata:  # kustomization.yaml:2 generator
        name: config-d252m8c876  # kustomization.yaml:2 hash < kustomization.yaml:2 generator = "config"
      note: kustomization.yaml:3 kustomization.deprecated-field: \`configMapGenerator[0].env\` is deprecated; use \`envs\`."
    `);
  });

  test('of nothing', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        configMapGenerator: [{ name: config }]
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:1 generator
      kind: ConfigMap  # kustomization.yaml:1 generator
      metadata:  # kustomization.yaml:1 generator
        name: config-6ct58987ht  # kustomization.yaml:1 hash < kustomization.yaml:1 generator = "config""
    `);
  });

  test('has labels, annotations and options of its own and of the kustomization', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        generatorOptions:
          labels: { a: all, b: all }
          annotations: { c: all }
          immutable: true
        configMapGenerator:
        - name: config
          options:
            labels: { a: own }
            disableNameSuffixHash: true
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:6 generator
      immutable: true  # kustomization.yaml:4 generator
      kind: ConfigMap  # kustomization.yaml:6 generator
      metadata:  # kustomization.yaml:6 generator
        annotations:  # kustomization.yaml:3 generator
          c: all  # kustomization.yaml:3 generator
        labels:  # kustomization.yaml:8 generator
          a: own  # kustomization.yaml:8 generator
          b: all  # kustomization.yaml:2 generator
        name: config  # kustomization.yaml:6 generator"
    `);
  });

  test('has no hash where the kustomization says so', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        generatorOptions: { disableNameSuffixHash: true }
        configMapGenerator: [{ name: config }]
        secretGenerator: [{ name: secret }]
      `),
    ).not.toContain('hash');
  });
});

describe('a Secret', () => {
  test('holds everything as base64', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        secretGenerator:
        - name: secret
          type: example.com/any
          envs: [app.env]
          literals: [b=two]
          files: [c=note.txt]
          options: { disableNameSuffixHash: true }
        # file: app.env
        A=one
        # file: note.txt
        three
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1  # kustomization.yaml:2 generator
      data:  # kustomization.yaml:2 generator
        A: b25l  # app.env:1 generator
        b: dHdv  # kustomization.yaml:5 generator
        c: dGhyZWUK  # note.txt:1 generator
      kind: Secret  # kustomization.yaml:2 generator
      metadata:  # kustomization.yaml:2 generator
        name: secret  # kustomization.yaml:2 generator
      type: example.com/any  # kustomization.yaml:3 generator"
    `);
  });

  test('is opaque where it says nothing else', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        secretGenerator:
        - name: secret
      `),
    ).toContain('type: Opaque  # kustomization.yaml:2 generator');
  });
});

describe('what kustomize fails with', () => {
  test.each([
    ['{ literals: [a=b] }', 'generator-without-name'],
    ['{ name: a, literals: [b] }', 'generator-bad-source'],
    ['{ name: a, literals: [b=1, b=2] }', 'generator-repeated-key'],
    ['{ name: a, files: [none.txt] }', 'file-not-found'],
    ['{ name: a, files: [a=b=c] }', 'generator-bad-source'],
    ['{ name: a, envs: [none.env] }', 'file-not-found'],
    ['{ name: a, files: ["https://example.com/a.txt"] }', 'remote-file'],
    ['{ name: a, files: [folder] }', 'not-a-file'],
  ])('%s: %s', (entry, code) => {
    const findings = findingsInFixture(`
      # file: kustomization.yaml
      configMapGenerator:
      - ${entry}
      # file: folder/file.txt
      any
    `);
    expect(findings).toEqual([
      expect.stringContaining(`fails: kustomization.yaml:2 kustomize.${code}: `),
    ]);
  });

  test('nothing of a literal is repeated, as it may be a secret', () => {
    const [finding = ''] = findingsInFixture(`
      # file: kustomization.yaml
      secretGenerator: [{ name: a, literals: [not-a-secret] }]
    `);
    expect(finding).toContain('kustomize.generator-bad-source');
    expect(finding).not.toContain('not-a-secret');
  });
});

test('plugins generate from their own files, with paths of the root that names them', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      generators:
      - plugins/config.yaml
      - |-
        apiVersion: builtin
        kind: SecretGenerator
        metadata:
          name: secret
        literals:
        - a=b
      # file: plugins/config.yaml
      apiVersion: builtin
      kind: ConfigMapGenerator
      metadata:
        name: config
      files:
      - note.txt
      # file: note.txt
      text
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1  # plugins/config.yaml:1 generator in .
    data:  # plugins/config.yaml:1 generator in .
      note.txt: |  # note.txt:1 generator
        text
    kind: ConfigMap  # plugins/config.yaml:1 generator in .
    metadata:  # plugins/config.yaml:1 generator in .
      name: config-g5gtd9dfd4  # plugins/config.yaml:4 hash in . < plugins/config.yaml:4 generator in . = "config"
    ---
    apiVersion: v1  # kustomization.yaml:4 generator
    data:  # kustomization.yaml:4 generator
      a: Yg==  # kustomization.yaml:9 generator
    kind: Secret  # kustomization.yaml:4 generator
    metadata:  # kustomization.yaml:4 generator
      name: secret-k695gkmbtk  # kustomization.yaml:7 hash < kustomization.yaml:7 generator = "secret"
    type: Opaque  # kustomization.yaml:4 generator"
  `);
});
