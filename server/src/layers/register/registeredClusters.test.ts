import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { registerQuery } from './registerFile.ts';
import {
  observedApplicationsOf,
  registeredClustersQuery,
  secretOfRow,
} from './registeredClusters.ts';

const { analysis } = analyzeFixture(`
  # file: .strata/clusters.yaml
  clusters:
  - {name: a, environment: dev}
  - {name: flux-only, flux: clusters/flux-only}
  observed:
    clusters:
    - name: a
      observed: 2026-11-30
      by: argocd cluster list
      server: https://a.example.com
      labels: {env: dev}
    applications:
    - {kind: Application, name: web-a, namespace: argocd, generatedBy: web, cluster: a}
    - {kind: Application, name: web-b, namespace: other, generatedBy: web, cluster: a}
    - {kind: Application, name: api-a, namespace: argocd, generatedBy: api, cluster: a}
    - {kind: Kustomization, name: web, namespace: argocd, generatedBy: web}
  # file: secret.yaml
  apiVersion: v1
  kind: Secret
  metadata:
    name: cluster-b
    labels: {argocd.argoproj.io/secret-type: cluster, env: production}
  stringData: {name: b, server: 'https://b.example.com'}
`);

test('what an import saw of a cluster that is written counts with it; Secrets of the tree count', () => {
  const rows = completed(analysis.ask((reader) => reader.get(registeredClustersQuery, '')));
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'flux-only']);
  expect(rows.map(secretOfRow)).toEqual([
    {
      secretName: 'a',
      name: 'a',
      server: 'https://a.example.com',
      labels: { env: 'dev' },
      annotations: {},
    },
    {
      secretName: 'b',
      name: 'b',
      server: 'https://b.example.com',
      labels: { env: 'production' },
      annotations: {},
    },
    undefined,
  ]);
});

test('applications that an import saw belong to their ApplicationSet', () => {
  const register = completed(analysis.ask((reader) => reader.get(registerQuery, '')));
  const namesOf = (name: string, namespace: string): readonly string[] =>
    observedApplicationsOf(register, { name, namespace }).map((one) => one.name.value);
  expect(namesOf('web', 'argocd')).toEqual(['web-a']);
  expect(namesOf('web', '')).toEqual(['web-a', 'web-b']);
  expect(namesOf('other', 'argocd')).toEqual([]);
});
