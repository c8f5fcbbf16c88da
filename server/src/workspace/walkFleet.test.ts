import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { walkFleet } from './walkFleet.ts';
import type { Workspace } from './workspace.ts';

const layers = ['base', 'web', 'eu', 'one'].map(
  (name, index, all) => `
  # file: ${name}/kustomization.yaml
  namePrefix: ${name}-
  resources: [${index === 0 ? 'map.yaml' : `../${all[index - 1] ?? ''}`}]`,
);

test('no step of the walk makes two layers', async () => {
  const made: string[] = [];
  let most = 0;
  const { host } = analyzeFixture(
    `
  # file: base/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }${layers.join('')}
  # file: argocd/kustomization.yaml
  resources: [../apps, cluster.yaml]
  # file: argocd/cluster.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: one, labels: { argocd.argoproj.io/secret-type: cluster } }
  stringData: { name: one, server: 'https://one.example.com' }
  # file: apps/kustomization.yaml
  resources: [one.yaml]
  # file: apps/one.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: one, namespace: argocd, annotations: { app-of: apps } }
  spec:
    project: default
    source: { repoURL: https://git.example.com/acme/fleet, path: one }
    destination: { name: one, namespace: shop }
  # file: one/app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: two, namespace: argocd }
  spec:
    project: default
    source: { repoURL: https://git.example.com/acme/fleet, path: web }
    destination: { name: one, namespace: shop }
`.replace('resources: [../eu]', 'resources: [../eu, app.yaml]'),
    {
      observer: {
        computed: (query, key) => {
          if (query === 'accumulated') made.push(key);
        },
      },
    },
  );
  const complete: Workspace['complete'] = (ask) => {
    const before = made.length;
    const value = completed(ask(host.analysis()));
    most = Math.max(most, made.length - before);
    return Promise.resolve(value);
  };
  await walkFleet({ complete }, () => Promise.resolve(), new AbortController().signal);
  const roots = made.map((key) => key.slice(key.indexOf(':') + 1));
  expect(new Set(roots)).toEqual(new Set(['apps', 'argocd', 'base', 'eu', 'one', 'web']));
  expect(most).toBe(1);
});
