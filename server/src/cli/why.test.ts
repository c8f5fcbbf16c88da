import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

interface Why {
  readonly file: string;
  readonly paths: readonly {
    readonly cluster: string;
    readonly application: string;
    readonly through: readonly string[];
  }[];
}

async function why(...words: readonly string[]): Promise<Why> {
  const { out, exitCode } = await strata(['why', '--workspace', '.', '--json', ...words]);
  expect(exitCode).toBe(0);
  const schema = join(import.meta.dirname, '../../../docs/schemas/why.schema.json');
  const value = JSON.parse(out) as Why;
  expect(new Ajv2020().validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value)).toBe(
    true,
  );
  return value;
}

test('names the way from the application to the file', async () => {
  expect(await why('apps/checkout/base/deployment.yaml', 'prod-us-1')).toEqual({
    file: 'apps/checkout/base/deployment.yaml',
    paths: [
      {
        cluster: 'prod-us-1',
        application: 'checkout-prod-us-1',
        namespace: 'argocd',
        through: [
          'apps/checkout/clusters/prod-us-1',
          'apps/checkout/environments/production',
          'apps/checkout/base',
          'apps/checkout/base/deployment.yaml',
        ],
      },
    ],
  });
});

test('a file that is not there is read by who would find it', async () => {
  const { paths } = await why('apps/catalog/base/kustomization.yml');
  expect(paths.map(({ cluster }) => cluster)).toEqual([
    'dev-eu-1',
    'prod-eu-1',
    'prod-us-1',
    'prod-us-2',
    'staging-eu-1',
  ]);
});

test('what declares an application is told apart', async () => {
  const { paths } = await why('argocd/control/applications/payments.yaml');
  expect(paths).toMatchObject([
    { application: 'payments', declares: true },
    { application: 'root', through: ['argocd/control', expect.any(String) as string] },
  ]);
});

test('a file of a folder that is not there makes what a generator makes of the folder', async () => {
  const file = 'apps/checkout/clusters/prod-us-9/kustomization.yaml';
  const folder = 'apps/checkout/clusters/prod-us-9';
  expect(await why(file)).toEqual({
    file,
    paths: [
      {
        cluster: 'prod-us-9',
        application: 'checkout-prod-us-9',
        namespace: 'argocd',
        through: [folder, file],
        made: true,
      },
    ],
  });
  const { out } = await strata(['why', '--workspace', '.', file]);
  expect(out).toBe(`prod-us-9\n  checkout-prod-us-9  is there only with it: ${folder} → ${file}\n`);
});

test('the register of clusters makes what is generated for its clusters', async () => {
  const { paths } = await why('.strata/clusters.yaml', 'prod-us-1');
  expect(paths.map(({ application }) => application)).toEqual([
    'catalog-prod-us-1',
    'crds-prod-us-1',
    'monitoring-prod-us-1',
    'namespaces-prod-us-1',
  ]);
  expect(paths[0]).toMatchObject({
    through: ['argocd/control/applicationsets/catalog.yaml', '.strata/clusters.yaml'],
    declares: true,
    made: true,
  });
});

test('a file of parameters declares what is made of it, also where it is not there yet', async () => {
  const folder = temporaryTree(`
    # file: set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: shops, namespace: argocd }
    spec:
      goTemplate: true
      goTemplateOptions: [missingkey=error]
      generators:
        - git:
            repoURL: https://git.example.com/acme/fleet.git
            files: [{ path: shops/*/shop.json }]
      template:
        metadata: { name: "shop-{{ .path.basename }}" }
        spec:
          project: default
          source: { repoURL: https://git.example.com/acme/fleet.git, path: app }
          destination: { name: "{{ .cluster }}", namespace: shop }
    # file: app/kustomization.yaml
    resources: []
    # file: shops/one/shop.json
    { "cluster": "eu" }
  `);
  for (const [name, isThere] of [
    ['one', true],
    ['two', false],
  ] as const) {
    const file = `shops/${name}/shop.json`;
    const { out } = await strata(['why', '--json', file], { folder });
    expect(JSON.parse(out), String(isThere)).toMatchObject({
      paths: [{ cluster: 'eu', application: `shop-${name}`, declares: true, made: true }],
    });
  }
});

test('a file that nobody reads has no way', async () => {
  expect((await why('README.md')).paths).toEqual([]);
});

test('a values file of another source is read by who names it', async () => {
  const { paths } = await why('apps/storefront/clusters/staging-eu-1/values.yaml');
  expect(paths).toMatchObject([
    {
      cluster: 'staging-eu-1',
      application: 'storefront-staging-eu-1',
      through: ['charts/storefront', 'apps/storefront/clusters/staging-eu-1/values.yaml'],
    },
  ]);
});

test('a component that an Application adds is read by it', async () => {
  const { paths } = await why('clusters/prod-us-1/kustomization.yaml');
  expect(paths).toMatchObject([
    {
      application: 'catalog-prod-us-1',
      through: [
        'apps/catalog/environments/production',
        'clusters/prod-us-1',
        'clusters/prod-us-1/kustomization.yaml',
      ],
    },
    { application: 'checkout-prod-us-1' },
    { application: 'payments-prod-us-1' },
  ]);
});

test('a cluster that is not there is refused, as nothing would read anything there', async () => {
  const words = ['why', '--workspace', '.', 'apps/checkout/base/deployment.yaml', 'prod-us-9'];
  const { err, exitCode } = await strata(words);
  expect(err).toContain('there is no cluster prod-us-9; strata clusters lists them.');
  expect(exitCode).toBe(2);
});

test('a file that is nowhere and that nothing would read is refused', async () => {
  const { err, exitCode } = await strata(['why', '--workspace', '.', 'typo.yaml']);
  expect([exitCode, err]).toEqual([
    2,
    'strata: error: there is no file typo.yaml, and nothing would read it.\n',
  ]);
});

test('a generator whose clusters only its controller knows may read a file', async () => {
  const folder = temporaryTree(`
    # file: set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: shop, namespace: argocd }
    spec:
      generators:
        - clusters: { selector: { matchLabels: { member: "true" } } }
      template:
        metadata: { name: "shop-{{nameNormalized}}" }
        spec:
          project: default
          source: { repoURL: https://git.example.com/acme/fleet.git, path: "rings/{{name}}" }
          destination: { name: "{{name}}", namespace: shop }
    # file: base/kustomization.yaml
    resources: [a.yaml]
    # file: base/a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    # file: rings/one/kustomization.yaml
    resources: [../../base]
    # file: other/a.yaml
    a: 1
  `);
  const run = async (...words: readonly string[]) =>
    (await strata(['why', '--workspace', folder, ...words])).out;
  expect(await run('base/a.yaml')).toBe(
    'a cluster that only its controller knows\n' +
      '  shop  may read it: set.yaml → rings/one → base/a.yaml\n',
  );
  expect(await run('other/a.yaml')).toBe('No application reads other/a.yaml.\n');
  expect(JSON.parse(await run('rings/one/kustomization.yaml', '--json'))).toMatchObject({
    paths: [{ cluster: null, application: 'shop', open: true }],
  });
});
