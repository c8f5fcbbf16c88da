import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { secretProblems, secretsIn } from './secretDiagnostics.ts';

const today = '2026-01-31';

/** Expects exactly the findings that a fixture marks, each at its place: `path:line:start-end code`. */
function expectMarked(text: string): void {
  const { analysis, fixture } = analyzeFixture(text);
  const found = [...fixture.files.keys()].flatMap((file) =>
    completed(secretProblems(analysis, file, { today })).map(({ code, range }) => {
      const { start, end } = range ?? { start: undefined, end: undefined };
      return `${file}:${start?.line}:${start?.column}-${end?.column} ${code}`;
    }),
  );
  expect(found).toEqual(
    fixture.marks.map(
      ({ path, line, startColumn, endColumn, code }) =>
        `${path}:${line}:${startColumn}-${endColumn} ${code}`,
    ),
  );
}

describe('what roots build of a file', () => {
  test('a patch without a kind makes a value of a Secret', () => {
    expectMarked(`
      # file: base/kustomization.yaml
      resources: [secret.yaml]
      # file: base/secret.yaml
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      # file: prod/kustomization.yaml
      resources: [../base]
      patches:
      - path: patch.yaml
        target: {name: db}
      # file: prod/patch.yaml
      - op: add
        path: /stringData
        value: {entry: harbor-quartz-31}
      #                ^^^^^^^^^^^^^^^^ secrets.rendered
    `);
  });

  test('what the text shows is told once, in clear or not, and a comment is about both', () => {
    expectMarked(`
      # file: kustomization.yaml
      resources: [secret.yaml]
      secretGenerator:
      - name: more
        envs: [more.env]
        literals:
        - key=copper-willow-8
      #   ^^^^^^^^^^^^^^^^^^^ secrets.kustomize-generator
      configMapGenerator:
      - name: settings
        files: [settings.json]
      # file: more.env
      # strata:ignore[kustomize-generator] a test
      KEY=harbor-quartz-31
      # file: settings.json
      {"password": "amber-lantern-5"}
      #            ^^^^^^^^^^^^^^^^^ secrets.generic
      # file: secret.yaml
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData:
        one: silver-meadow-4
      #      ^^^^^^^^^^^^^^^ secrets.secret-data
        # strata:ignore a test
        two: silver-meadow-5
    `);
  });

  test('a comment that silences what is rendered alone is used', () => {
    expectMarked(`
      # file: kustomization.yaml
      resources: [secret.yaml]
      patches:
      - target: {name: db}
        path: patch.yaml
      # file: secret.yaml
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      # file: patch.yaml
      - op: add
        path: /stringData
        # strata:ignore[rendered] a test
        value: {entry: harbor-quartz-31}
      # strata:ignore[rendered] nothing is here
      # <----------------------------------------- secrets.unused-suppression
    `);
  });

  test('what nothing decrypts on the way to the cluster', () => {
    const sops = 'sops: {mac: "ENC[AES256_GCM,data:AAAA]", encrypted_regex: level|^stringData$}';
    expectMarked(`
      # file: kustomization.yaml
      resources: [secret.yaml]
      configMapGenerator:
      - name: settings
        files: [settings.enc.yaml]
      secretGenerator:
      - name: more
        files: [more.enc.yaml]
      # file: settings.enc.yaml
      level: ENC[AES256_GCM,data:AAAA]
      # <-------------------------------- secrets.ciphertext-rendered
      ${sops}
      # file: more.enc.yaml
      level: ENC[AES256_GCM,data:AAAA]
      ${sops}
      # file: secret.yaml
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {one: "ENC[AES256_GCM,data:AAAA]"}
      ${sops}
    `);
    expectMarked(`
      # file: base/kustomization.yaml
      resources: [secret.yaml]
      # file: base/secret.yaml
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {one: "ENC[AES256_GCM,data:AAAA]"}
      #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ secrets.ciphertext-rendered
      ${sops}
      # file: prod/kustomization.yaml
      resources: [../base]
      patches:
      - target: {name: db}
        patch: '[{"op": "remove", "path": "/sops"}]'
    `);
  });

  test('a SealedSecret that a layer renames or moves does not decrypt there', () => {
    const sealed = (name: string, annotations: string): string =>
      `apiVersion: bitnami.com/v1alpha1\n      kind: SealedSecret\n      metadata: {name: ${name}, namespace: shop, annotations: {${annotations}}}\n      spec: {encryptedData: {}}`;
    const scope = 'sealedsecrets.bitnami.com';
    expectMarked(`
      # file: base/kustomization.yaml
      resources: [strict.yaml, wide.yaml, all.yaml]
      # file: base/strict.yaml
      ${sealed('strict', '')}
      # file: base/wide.yaml
      ${sealed('wide', `${scope}/namespace-wide: "true"`)}
      # file: base/all.yaml
      ${sealed('all', `${scope}/cluster-wide: "true"`)}
      # file: named/kustomization.yaml
      resources: [../base]
      namePrefix: eu-
      #           ^^^ secrets.sealed-secret-moved
      # file: same/kustomization.yaml
      resources: [../base]
      namespace: shop
    `);
    const { analysis } = analyzeFixture(`
      # file: base/kustomization.yaml
      resources: [strict.yaml, wide.yaml, all.yaml]
      # file: base/strict.yaml
      ${sealed('strict', '')}
      # file: base/wide.yaml
      ${sealed('wide', `${scope}/namespace-wide: "true"`)}
      # file: base/all.yaml
      ${sealed('all', `${scope}/cluster-wide: "true"`)}
      # file: moved/kustomization.yaml
      resources: [../base]
      namespace: shop-eu
    `);
    const found = completed(secretsIn(analysis, 'moved/kustomization.yaml', { today }));
    expect(found.map(({ parameters }) => parameters)).toEqual([
      {
        name: 'SealedSecret.bitnami.com/shop-eu/strict',
        scope: 'strict',
        before: 'shop',
        after: 'shop-eu',
        root: 'moved',
        mask: '',
      },
      expect.objectContaining({ scope: 'namespace-wide' }),
    ]);
  });
});

test('what stands in the baseline is not told, and the values of the rest are masks', () => {
  const { analysis } = analyzeFixture(`
    # file: .strata/baseline.json
    {"findings": [{"rule": "secrets.generic", "file": "a.yaml", "pointer": "0/password"}]}
    # file: a.yaml
    password: harbor-quartz-31
    dbPassword: copper-willow-88
  `);
  const found = completed(secretsIn(analysis, 'a.yaml', { today }));
  expect(found.map(({ rule, line, parameters }) => [rule, line, parameters])).toEqual([
    ['secrets.generic', 1, { name: 'dbPassword', mask: '•••• A' }],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/quartz|willow/);
});
