import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const schemas = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');
const here = ['--workspace', '.'];

test('tells the layers of a field, the winner first', async () => {
  const root = 'apps/checkout/clusters/prod-us-1';
  const { out } = await strata([
    'explain',
    root,
    'Deployment/checkout/checkout',
    '/spec/replicas',
    ...here,
  ]);
  expect(out).toMatchInlineSnapshot(`
    "/spec/replicas of Deployment.apps/checkout/checkout in apps/checkout/clusters/prod-us-1 = 8

    ▸ 8  patch     apps/checkout/clusters/prod-us-1/capacity.yaml:7:13
      5  replicas  apps/checkout/environments/production/kustomization.yaml:20:12
      3  patch     components/ha/spread.yaml:6:13
      1  base      apps/checkout/base/deployment.yaml:7:13
    "
  `);
});

test('tells an image after each step', async () => {
  const field = '/spec/template/spec/containers[name=app]/image';
  const root = 'apps/checkout/clusters/prod-ap-1';
  const { out } = await strata(['explain', root, 'Deployment/checkout', field, '--json', ...here]);
  const schema = JSON.parse(readFileSync(join(schemas, 'explain.schema.json'), 'utf8')) as object;
  const value = JSON.parse(out) as { readonly chain: readonly { readonly value: unknown }[] };
  expect(new Ajv2020().validate(schema, value)).toBe(true);
  expect(value.chain.map((link) => link.value)).toEqual([
    'registry.ap.example.com/shop/checkout:1.8.2',
    'registry.example.com/shop/checkout:1.8.2',
    'registry.example.com/shop/checkout',
  ]);
});

test('a place in an inline patch is a line of the file that holds it', async () => {
  const folder = temporaryTree(`
    # file: a/kustomization.yaml
    resources: [one.yaml]
    namePrefix: x-
    patches:
    - target: { kind: ConfigMap }
      patch: |
        - op: add
          path: /data/added
          value: new
    # file: a/one.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: one }
    data: { a: b }
  `);
  const chain = async (field: string) => {
    const { out } = await strata(['explain', 'a', 'ConfigMap/x-one', field, '--json'], { folder });
    return (JSON.parse(out) as { chain: unknown }).chain;
  };
  const [file, root] = ['a/kustomization.yaml', 'a'];
  expect(await chain('/data/added')).toEqual([
    { file, line: 8, column: 14, step: 'patch', value: 'new', root },
  ]);
  expect(await chain('/metadata/name')).toEqual([
    { file, line: 2, column: 13, step: 'namePrefix', value: 'x-one', root },
    { file: 'a/one.yaml', line: 3, column: 19, step: 'base', value: 'one', root },
  ]);
});

test('masks a Secret from the first letter on, what is overridden as well', async () => {
  const folder = temporaryTree(`
    # file: base/kustomization.yaml
    secretGenerator: [{ name: login, literals: [user=somebody, word=not-a-secret], options: { disableNameSuffixHash: true } }]
    # file: top/kustomization.yaml
    resources: [../base]
    patches:
    - patch: '{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "login"}, "data": {"word": "b3RoZXI="}}'
  `);
  const { out } = await strata(['explain', 'top', 'Secret/login', '/data/word', '--json'], {
    folder,
  });
  expect(JSON.parse(out)).toMatchObject({
    value: '•••• A',
    chain: [{ value: '•••• A' }, { value: '•••• B', file: 'base/kustomization.yaml' }],
  });
});

const pair = `
  # file: a/kustomization.yaml
  resources: [both.yaml]
  # file: a/both.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: one, namespace: x }
  data: { 'a/b': c, 'd[e=f]': g }
  ---
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: one, namespace: y }
`;

test.each([
  [
    'ConfigMap/one',
    '/data',
    'ConfigMap/one fits more than one object of a:\n  ConfigMap/x/one\n  ConfigMap/y/one',
  ],
  [
    'ConfigMap/x/onn',
    '/data',
    'a renders no ConfigMap/x/onn. Of this kind it has:\n  ConfigMap/x/one\n  ConfigMap/y/one',
  ],
  ['Confgmap/x/one', '/data', 'a renders no Confgmap/x/one. Did you mean ConfigMap/x/one?'],
  ['Secret/whatever', '/data', 'a renders no Secret/whatever. It has:\n  ConfigMap/x/one'],
  ['ConfigMap/x/one', 'data', 'data is no field: a field begins with a slash'],
  [
    'ConfigMap/x/one',
    '/data/z',
    'ConfigMap/x/one has no /data/z; it has /data. Below it: /a~1b, /d[e=f].',
  ],
])('%s %s is refused with help', async (resource, field, message) => {
  const run = await strata(['explain', 'a', resource, field], { folder: temporaryTree(pair) });
  expect(run).toMatchObject({ exitCode: 2, out: '' });
  expect(run.err).toContain(message);
});

test.each([
  ['/data/a~1b', 'c'],
  ['/data/d[e=f]', 'g'],
  ['/metadata', { name: 'one', namespace: 'x' }],
])('%s is a field', async (field, value) => {
  const words = ['explain', 'a', 'ConfigMap/x/one', field, '--json'];
  const { out } = await strata(words, { folder: temporaryTree(pair) });
  expect(JSON.parse(out)).toMatchObject({ value });
});

test('explains what is rendered of a root that kustomize would not build', async () => {
  const folder = temporaryTree(`${pair}
  # file: b/kustomization.yaml
  resources: [../a/, missing.yaml]
`);
  const run = await strata(['explain', 'b', 'ConfigMap/x/one', '/data/a~1b'], { folder });
  expect(run.exitCode).toBe(1);
  expect(run.out).toContain('a/both.yaml:4:16');
  expect(run.err).toContain('missing.yaml');
});
