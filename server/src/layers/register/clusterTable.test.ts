import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { configQuery } from '../config/configFile.ts';
import type { ClusterRow, SeenCluster } from './clusterRow.ts';
import { clusterTable } from './clusterTable.ts';
import { environmentByName, isProduction } from './environment.ts';
import { registerQuery } from './registerFile.ts';

const at = { kind: 'file', file: 'seen.yaml' } as const;

function text(key: string, value: string): SeenCluster['texts'][number] {
  return { key, value, at };
}

function tableOf(files: string, seen: readonly Partial<SeenCluster>[] = []): readonly ClusterRow[] {
  const { analysis } = analyzeFixture(files);
  return completed(
    analysis.ask((reader) =>
      clusterTable({
        register: reader.get(registerQuery, ''),
        releaseDomains: reader.get(configQuery, '').releaseDomains,
        seen: seen.map((one) => ({
          name: '',
          server: undefined,
          project: undefined,
          flux: undefined,
          labels: {},
          annotations: {},
          texts: [],
          at,
          certainty: 'known',
          ...one,
        })),
      }),
    ),
  );
}

test('what is written wins over Secrets, those over imports, those over what only seems to be', () => {
  const rows = tableOf(
    `
    # file: .strata/clusters.yaml
    clusters:
    - name: b
      server: https://b.example.com/
      labels: {written: register}
    - name: a
    observed:
      clusters:
      - name: b
        observed: 2026-11-30
        by: argocd cluster list
        server: https://other.example.com
        kubernetesVersion: '1.35'
        labels: {written: import, secret: import, observed: import}
    `,
    [
      { name: 'b', certainty: 'inferred', labels: { observed: 'element', element: 'element' } },
      {
        name: 'b-secret',
        server: 'https://b.example.com',
        labels: { written: 'x', secret: 'secret' },
      },
    ],
  );
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b']);
  const [, row] = rows;
  expect(row).toMatchObject({
    aliases: ['b-secret'],
    server: 'https://b.example.com/',
    kubernetesVersion: '1.35',
    labels: { element: 'element', observed: 'import', secret: 'secret', written: 'register' },
  });
  expect(row?.facts).toMatchObject({
    name: { certainty: 'known' },
    'labels.written': { certainty: 'known', at: { file: '.strata/clusters.yaml' } },
    'labels.secret': { certainty: 'known', at: { file: 'seen.yaml' } },
    'labels.observed': {
      certainty: 'inferred',
      why: {
        code: 'cluster.observed',
        parameters: { by: 'argocd cluster list', date: '2026-11-30' },
      },
    },
    'labels.element': { certainty: 'inferred' },
  });
});

test('other names lead to the cluster; two that are written stay two, whatever their address', () => {
  const rows = tableOf(
    `
    # file: .strata/clusters.yaml
    clusters:
    - {name: prod-eu-1, aliases: [eu1], server: https://x}
    - {name: virtual, server: https://x}
    `,
    [{ name: 'eu1', project: 'shop', certainty: 'inferred' }],
  );
  expect(rows.map(({ name, project }) => [name, project])).toEqual([
    ['prod-eu-1', 'shop'],
    ['virtual', undefined],
  ]);
});

test('the address of the own cluster joins nothing', () => {
  const server = 'https://kubernetes.default.svc';
  const rows = tableOf('# file: a.yaml\na: b', [
    { name: 'hub', server },
    { name: 'in-cluster', server },
  ]);
  expect(rows.map(({ name }) => name)).toEqual(['hub', 'in-cluster']);
});

test('facts are inferred from labels, from what stands beside, and from the name', () => {
  const rows = tableOf(
    `
    # file: .strata/clusters.yaml
    clusters:
    - {name: a, environment: prod, labels: {example.com/env: dev}}
    - {name: b, labels: {example.com/env: dev, topology.kubernetes.io/region: eu, wave: '3'}}
    - {name: prd-eu-2, labels: {wave: first}}
    `,
    [{ name: 'c', texts: [text('environment', 'staging'), text('REGION', 'us')] }],
  );
  const facts = rows.map(({ environment, region, wave }) => [environment, region, wave]);
  expect(facts).toEqual([
    ['prod', undefined, undefined],
    ['dev', 'eu', 3],
    ['staging', 'us', undefined],
    ['prod', undefined, undefined],
  ]);
  expect(rows.map((row) => row.facts.environment?.why?.code)).toEqual([
    undefined,
    'cluster.by-label',
    'cluster.by-text',
    'cluster.by-name',
  ]);
  expect(rows.map((row) => row.facts.environment?.certainty)).toEqual([
    'known',
    'inferred',
    'inferred',
    'inferred',
  ]);
});

test('release domains come from the register, else from the selectors of the configuration', () => {
  const rows = tableOf(`
    # file: .strata/clusters.yaml
    clusters:
    - {name: a, environment: production, region: eu, releaseDomain: own}
    - {name: b, environment: production, region: eu}
    - {name: prod-us, region: us}
    - {name: d, environment: dev}
    # file: .strata/config.yaml
    releaseDomains:
      eu: environment in (production, prod),region=eu
      other: {environment: [prod, production]}
  `);
  expect(rows.map(({ releaseDomain }) => releaseDomain)).toEqual(['own', 'eu', undefined, 'other']);
  expect(rows[1]?.facts.releaseDomain).toMatchObject({
    certainty: 'known',
    at: { file: '.strata/config.yaml' },
  });
  expect(rows[3]?.facts.releaseDomain).toMatchObject({ certainty: 'inferred' });
});

test.each([
  ['prod-eu-1', [], 'prod'],
  ['prod-eu-1', ['dev', 'production'], 'production'],
  ['eu-prod2', ['Production'], 'Production'],
  ['staging', [], 'staging'],
  ['prod-1', [], 'prod'],
  ['eu-prod2', [], 'prod'],
  ['in-cluster', [], undefined],
  ['products', [], undefined],
  ['eu-1', ['prod'], undefined],
])('the environment of %s, of %j, is %s', (name, vocabulary, environment) => {
  expect(environmentByName(name, vocabulary)).toBe(environment);
});

test('production has many names', () => {
  const names = ['production', 'prod', 'PRD', 'live', 'prod-2', 'preprod', 'staging', ''];
  expect(names.filter(isProduction)).toEqual(['production', 'prod', 'PRD', 'live', 'prod-2']);
});
