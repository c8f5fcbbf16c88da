import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const schemaFile = join(import.meta.dirname, '../../../docs/schemas/strata-clusters.schema.json');

interface Output {
  readonly clusters: readonly Readonly<Record<string, unknown>>[];
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

/** The JSON of a run, checked against the published schema. */
async function clustersJson(folder?: string): Promise<Output> {
  const words = ['clusters', '--workspace', '.', '--json'];
  const { out, exitCode, err } = await strata(words, folder === undefined ? {} : { folder });
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value = JSON.parse(out) as Output;
  const validator = new Ajv2020();
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return value;
}

test('the clusters of the example fleet, each fact with its line', async () => {
  const { clusters, findings } = await clustersJson();
  expect(findings).toEqual([]);
  expect(clusters.map(({ name, environment, wave }) => [name, environment, wave])).toEqual([
    ['dev-eu-1', 'dev', 0],
    ['in-cluster', 'management', undefined],
    ['prod-ap-1', 'production', 2],
    ['prod-eu-1', 'production', 3],
    ['prod-us-1', 'production', 3],
    ['prod-us-2', 'production', 4],
    ['staging-eu-1', 'staging', 1],
  ]);
  expect(clusters[5]).toMatchObject({
    mirrors: 'prod-us-1',
    labels: { pci: 'true' },
    facts: { mirrors: { certainty: 'known', from: '.strata/clusters.yaml:88' } },
  });
});

const small = `
  # file: .strata/clusters.yaml
  clusters:
  - name: prod-1
    labels: {env: production}
  - name: lab
    regoin: eu
  # file: .strata/config.yaml
  releaseDomains: {prod: environment=production}
  # file: app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: {name: web, namespace: argocd}
  spec:
    source: {repoURL: 'https://git.example.com/acme/fleet.git', path: app}
    destination: {name: prood-1, namespace: web}
`;

test('what is inferred says from what, and findings stand at their places', async () => {
  const { clusters, findings } = await clustersJson(temporaryTree(small));
  const prod = clusters.find(({ name }) => name === 'prod-1');
  expect(prod).toMatchObject({
    environment: 'production',
    releaseDomain: 'prod',
    facts: {
      environment: {
        certainty: 'inferred',
        from: 'The label env says so. (.strata/clusters.yaml:3)',
      },
      releaseDomain: {
        certainty: 'inferred',
        from: 'It is what environment=production chooses in .strata/config.yaml. (.strata/config.yaml:1)',
      },
    },
  });
  expect(findings.map(({ code, file, line }) => [code, file, line])).toEqual([
    ['register.unused-cluster', '.strata/clusters.yaml', 2],
    ['register.unused-cluster', '.strata/clusters.yaml', 4],
    ['config.unknown-key-but', '.strata/clusters.yaml', 5],
    ['register.unregistered-destination-but', 'app.yaml', 1],
  ]);
});

test('what is on purpose is not told', async () => {
  const folder = temporaryTree(
    small.replace(
      'releaseDomains',
      'silence: [{code: register.unregistered-destination-but, path: app.yaml, reason: a test}]\n  severity: {config.unknown-key-but: off, register.unused-cluster: off}\n  releaseDomains',
    ),
  );
  expect((await clustersJson(folder)).findings).toEqual([]);
});

test('people read a table', async () => {
  const folder = temporaryTree(small);
  const { out } = await strata(['clusters', '--workspace', '.'], { folder });
  expect(out).toMatchInlineSnapshot(`
    "CLUSTER    ENVIRONMENT   RELEASE DOMAIN
    lab
    prod-1     production ~  prod ~
    prood-1 ~

    .strata/clusters.yaml:2:9: information: Nothing is delivered to \`prod-1\`. [register.unused-cluster]
    .strata/clusters.yaml:4:9: information: Nothing is delivered to \`lab\`. [register.unused-cluster]
    .strata/clusters.yaml:5:3: warning: Strata knows no key \`regoin\` here. Is it \`region\`? [config.unknown-key-but]
    app.yaml:1:1: warning: The register knows no cluster \`prood-1\`. Is it \`prod-1\`? [register.unregistered-destination-but]
    "
  `);
});

test('without clusters it says where they are registered', async () => {
  const folder = temporaryTree('# file: a.yaml\na: b');
  const { out } = await strata(['clusters', '--workspace', '.'], { folder });
  expect(out).toBe(
    'Nothing here names a cluster. .strata/clusters.yaml is where they are registered.\n',
  );
});

test('Secrets of Argo CD, as roots render them, are clusters; sealed ones count by their metadata', async () => {
  const { clusters } = await clustersJson(
    temporaryTree(`
      # file: argocd/clusters/kustomization.yaml
      resources: [prod.yaml, sealed.yaml]
      labels: [{pairs: {team: platform}}]
      # file: argocd/clusters/prod.yaml
      apiVersion: v1
      kind: Secret
      metadata:
        name: cluster-prod-1
        labels: {argocd.argoproj.io/secret-type: cluster, environment: production}
      stringData:
        name: prod-1
        server: https://prod-1.example.com
        config: '{"bearerToken": "not-a-real-token"}'
      # file: argocd/clusters/sealed.yaml
      apiVersion: bitnami.com/v1alpha1
      kind: SealedSecret
      metadata: {name: dev-1}
      spec:
        template:
          metadata:
            labels: {argocd.argoproj.io/secret-type: cluster, environment: dev}
    `),
  );
  expect(clusters).toMatchObject([
    {
      name: 'dev-1',
      environment: 'dev',
      facts: { name: { certainty: 'inferred', from: 'argocd/clusters/sealed.yaml:1' } },
    },
    {
      name: 'prod-1',
      server: 'https://prod-1.example.com',
      labels: { environment: 'production', team: 'platform' },
      facts: {
        name: { certainty: 'known', from: 'argocd/clusters/prod.yaml:1' },
        environment: { certainty: 'inferred' },
      },
    },
  ]);
  expect(JSON.stringify(clusters)).not.toContain('not-a-real-token');
});

test('folders that Flux starts from are clusters, with the variables that they fill in', async () => {
  const folder = join(import.meta.dirname, '../../../test-fixtures/flux-fleet');
  const { clusters } = await clustersJson(folder);
  expect(
    clusters.map(({ name, environment, region, flux }) => [name, environment, region, flux]),
  ).toEqual([
    ['dev', 'dev', 'eu', 'clusters/dev'],
    ['prod-eu', 'production', 'eu', 'clusters/prod-eu'],
    ['prod-us', 'production', 'us', 'clusters/prod-us'],
    ['staging', 'staging', 'eu', 'clusters/staging'],
  ]);
});
