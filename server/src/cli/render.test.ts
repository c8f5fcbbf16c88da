import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { exampleFleet, strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const project = join(import.meta.dirname, '..', '..', '..');
const expected = join(project, 'test-fixtures', 'expected', 'argocd-fleet');

/** The document, if the schema of a name takes it. */
function validated(name: string, text: string): unknown {
  const schema = readFileSync(join(project, 'docs', 'schemas', `${name}.schema.json`), 'utf8');
  const ajv = new Ajv2020({ allErrors: true });
  const validate = ajv.compile(JSON.parse(schema) as object);
  const value: unknown = JSON.parse(text);
  validate(value);
  expect(validate.errors ?? []).toEqual([]);
  return value;
}

const secret = `
  # file: a/kustomization.yaml
  resources: [secret.yaml]
  secretGenerator:
  - name: made
    literals: [one=not-a-secret, two=other]
    options: { disableNameSuffixHash: true }
  # file: a/secret.yaml
  apiVersion: v1
  kind: Secret
  metadata:
    name: login
    annotations: { kubectl.kubernetes.io/last-applied-configuration: '{"data":{}}' }
  data: { password: bm90LWEtc2VjcmV0 }
  stringData: { again: not-a-secret }
`;

test('prints with --reveal what kustomize prints', async () => {
  const root = 'apps/checkout/clusters/prod-us-1';
  const { exitCode, out, err } = await strata(['render', '--reveal', root]);
  expect(exitCode).toBe(0);
  expect(out).toBe(readFileSync(join(expected, `${root}.yaml`), 'utf8'));
  expect(err).toBe('strata: warning: values of Secrets are printed in clear.\n');
});

test('masks the values of Secrets: equal ones alike, in the order of appearance', async () => {
  const folder = temporaryTree(secret);
  const { out } = await strata(['render', 'a'], { folder });
  expect(out).toMatchInlineSnapshot(`
    "apiVersion: v1
    data:
      password: •••• A
    kind: Secret
    metadata:
      annotations:
        kubectl.kubernetes.io/last-applied-configuration: •••• B
      name: login
    stringData:
      again: •••• A
    ---
    apiVersion: v1
    data:
      one: •••• A
      two: •••• C
    kind: Secret
    metadata:
      name: made
    type: Opaque
    "
  `);
});

test('prints nothing where kustomize would fail, and with --partial what there is', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [one.yaml, missing.yaml]
    # file: a/one.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: one }
  `);
  const failed = await strata(['render', 'a'], { folder });
  expect(failed).toEqual({
    exitCode: 1,
    out: '',
    err: 'a/kustomization.yaml:1:23: error: There is no file `missing.yaml`. [kustomize.file-not-found]\nstrata: kustomize would fail on a; with --partial, what can be rendered is printed.\n',
  });
  const partial = await strata(['render', 'a', '--partial'], { folder });
  expect(partial.exitCode).toBe(1);
  expect(partial.out).toBe('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n');
  const json = validated('render', (await strata(['render', 'a', '--json'], { folder })).out);
  expect(json).toMatchObject({
    root: 'a',
    kustomize: 'fails',
    failures: [{ file: 'a/kustomization.yaml', line: 1, column: 23 }],
  });
});

test('a folder that is no root does not build; its roots are named', async () => {
  const run = await strata(['render', 'apps/checkout']);
  expect(run).toMatchObject({ exitCode: 1, out: '' });
  expect(run.err).toContain(
    'apps/checkout has no kustomization file. Roots below it: apps/checkout/base, apps/checkout/clusters/dev-eu-1',
  );
});

test('--origins says who set each line, where YAML has room for it', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [one.yaml]
    commonAnnotations: { team: web }
    # file: a/one.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: one
    data:
      text: |
        first
        second
      list: a
  `);
  const { out } = await strata(['render', '--origins', 'a'], { folder });
  expect(out).toMatchInlineSnapshot(`
    "apiVersion: v1   # a/one.yaml:1
    data:            # a/one.yaml:5
      list: a        # a/one.yaml:9
      text: |        # a/one.yaml:6
        first
        second
    kind: ConfigMap  # a/one.yaml:2
    metadata:        # a/one.yaml:3
      annotations:   # a/kustomization.yaml:2
        team: web    # a/kustomization.yaml:2
      name: one      # a/one.yaml:4
    "
  `);
});

test('without git, the tree reaches as far as the bases of the root', async () => {
  const folder = temporaryTree(`
    # file: base/kustomization.yaml
    resources: [one.yaml]
    # file: base/one.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: one }
    # file: overlays/prod/kustomization.yaml
    resources: [../../base]
    namePrefix: prod-
  `);
  const { exitCode, out } = await strata(['render', '.'], {
    folder: join(folder, 'overlays', 'prod'),
  });
  expect({ exitCode, name: /name: .*/.exec(out)?.[0] }).toEqual({
    exitCode: 0,
    name: 'name: prod-one',
  });
});

test('an ignored file that a root reads is read, and told', async () => {
  const folder = temporaryTree(`
    # file: .gitignore
    *.env
    # file: a/kustomization.yaml
    configMapGenerator: [{ name: one, envs: [local.env], options: { disableNameSuffixHash: true } }]
    # file: a/local.env
    A=b
  `);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const { exitCode, out, err } = await strata(['render', 'a'], { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain('A: b');
  expect(err).toBe('strata: warning: git ignores a/local.env, and the build reads it.\n');
});

test('--all writes every root and an index, the same bytes each time', async () => {
  const words = (out: string) => ['render', '--all', '--out', out, '--workspace', '.', '--json'];
  const [one, other] = [temporaryTree(''), temporaryTree('')];
  const run = await strata(words(one));
  expect(run).toMatchObject({ exitCode: 0, err: '' });
  expect(await strata(words(other))).toEqual(run);
  expect(readFileSync(join(one, 'index.json'), 'utf8')).toBe(run.out);
  const { roots } = validated('render-all', run.out) as {
    readonly roots: readonly { readonly root: string; readonly kustomize: string }[];
  };
  expect(roots.map(({ root }) => root)).toContain('apps/checkout/clusters/prod-us-1');
  for (const { root, kustomize } of roots) {
    expect(existsSync(join(one, root, 'rendered.yaml'))).toBe(kustomize === 'builds');
    if (kustomize === 'builds') expect(existsSync(join(one, root, 'partial.yaml'))).toBe(false);
  }
});

test('--roots takes the roots of a list; an unknown one fails', async () => {
  const folder = temporaryTree(secret);
  writeFileSync(join(folder, 'list'), '# those\n./a/\nnowhere\n');
  const words = ['render', '--all', '--out', 'out', '--roots', 'list', '--json', '--timings'];
  const { exitCode, out } = await strata(words, { folder });
  expect(exitCode).toBe(0);
  expect(validated('render-all', out)).toMatchObject({
    roots: [
      { root: 'a', kustomize: 'builds' },
      { root: 'nowhere', kustomize: 'fails', error: '`nowhere` has no kustomization file.' },
    ],
    milliseconds: expect.any(Number) as number,
  });
  expect(readFileSync(join(folder, 'out', 'a', 'rendered.yaml'), 'utf8')).toContain('•••• A');
});

test.each([
  ['../elsewhere', 'out', '../elsewhere is not in the workspace; roots are named from its top'],
  ['a', 'list', 'EEXIST'],
])('--roots with %s and --out %s is refused', async (root, out, message) => {
  const folder = temporaryTree(secret);
  writeFileSync(join(folder, 'list'), `${root}\n`);
  const run = await strata(['render', '--all', '--out', out, '--roots', 'list'], { folder });
  expect(run).toMatchObject({ exitCode: 2, out: '' });
  expect(run.err).toMatch(message === 'EEXIST' ? /EEXIST|ENOTDIR/ : message);
});

test('a Secret that cannot be printed says nothing of its value', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [secret.yaml]
    # file: a/secret.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: a }
    data: { a: !!int not-a-secret }
  `);
  const { exitCode, out, err } = await strata(['render', 'a', '--partial', '--json'], { folder });
  expect(exitCode).toBe(1);
  expect(out + err).toContain('kustomize.unprintable');
  expect(out + err).not.toContain('not-a-secret');
});

test('works from a folder inside the workspace', async () => {
  const inside = await strata(['render', '.'], {
    folder: join(exampleFleet, 'apps/checkout/base'),
  });
  expect(inside).toEqual(await strata(['render', 'apps/checkout/base']));
});

test('masks what a replacement or a var copied from a Secret, also where it is explained', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [objects.yaml]
    vars:
    - name: TOKEN
      objref: { apiVersion: v1, kind: Secret, name: login }
      fieldref: { fieldpath: stringData.token }
    replacements:
    - source: { kind: Secret, name: login, fieldPath: stringData.token }
      targets:
      - select: { kind: ConfigMap }
        fieldPaths: [data.copied]
      - select: { kind: ConfigMap }
        fieldPaths: [data.part]
        options: { delimiter: ':', index: 1 }
    - source: { kind: ConfigMap, name: open, fieldPath: data.host }
      targets:
      - select: { kind: Secret }
        fieldPaths: [stringData.host]
      - select: { kind: Pod }
        fieldPaths: [spec.hostname]
    # file: a/objects.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: login }
    stringData: { token: tok-7, host: x }
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: open }
    data: { copied: x, part: 'user:x', host: example.com }
    ---
    apiVersion: v1
    kind: Pod
    metadata: { name: pod }
    spec:
      hostname: x
      containers: [{ name: app, image: app, args: ['--token=$(TOKEN)', $(TOKEN)] }]
    # file: b/kustomization.yaml
    resources: [../a]
    patches:
    - patch: '[{ "op": "replace", "path": "/data/copied", "value": "other" }]'
      target: { kind: ConfigMap }
  `);
  const { out } = await strata(['render', 'a'], { folder });
  expect(out).not.toContain('tok-7');
  expect(out).toMatch(/copied: (•••• [A-Z])\n {2}host: example\.com\n {2}part: •••• [A-Z]\n/);
  expect(out).toContain('hostname: example.com');
  const overridden = await strata(['render', 'b'], { folder });
  expect(overridden.err).toBe('');
  expect(overridden.out).toContain('copied: other');
  for (const [root, resource, field] of [
    ['a', 'Pod/pod', '/spec/containers/0/args/0'],
    ['a', 'Pod/pod', '/spec/containers'],
    ['b', 'ConfigMap/open', '/data/copied'],
  ] as const) {
    for (const form of ['text', 'json']) {
      const run = await strata(['explain', root, resource, field, '--format', form], { folder });
      expect(run.out).toContain('•••• A');
      expect(run.out).not.toContain('tok-7');
    }
  }
  const revealed = await strata(['render', '--reveal', 'a'], { folder });
  expect(revealed.out).toContain('--token=tok-7');
});

test('what is wrong with a file does not quote it, and names it where it is too large', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [one.yaml, large.yaml]
    # file: a/one.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: one }
    stringData: { password: *hunter-2 }
    # file: a/large.yaml
    large: true
  `);
  truncateSync(join(folder, 'a', 'large.yaml'), 200 * 1024 * 1024);
  for (const words of [['a'], ['a', '--json', '--partial']]) {
    const { exitCode, out, err } = await strata(['render', ...words], { folder });
    expect(exitCode).toBe(1);
    expect(err).toContain('a/one.yaml:4:25: error: yaml: unknown anchor referenced');
    expect(err).toContain('The file `large.yaml` is too large to be read');
    expect(out + err).not.toContain('hunter');
  }
});

test('what an application lacks is told, also where nothing else is left of it', async () => {
  const folder = temporaryTree(`
    # file: apps.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: cache, namespace: argocd }
    spec:
      destination: { name: eu, namespace: cache }
      source: { repoURL: https://charts.example.com, chart: cache, targetRevision: 1.0.0 }
    # file: a/kustomization.yaml
    resources: ['https://example.com/a/b//c?ref=v1']
  `);
  const detail = 'https://charts.example.com cache';
  for (const more of [[], ['--origins'], ['--reveal'], ['--json']]) {
    const run = await strata(['render', '--app', 'cache', '--cluster', 'eu', ...more], { folder });
    expect(run.err).toContain(`warning: The chart cannot be rendered: ${detail}\n`);
    expect(run.exitCode).toBe(0);
  }
  const remote = await strata(['render', 'a'], { folder });
  expect(remote.err.split('is not fetched')).toHaveLength(2);
});
