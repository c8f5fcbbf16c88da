import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { applicationRows } from './applicationRows.ts';
import { driftNeeds } from './drift.ts';
import type { DriftNeeds } from './driftTypes.ts';

const tree = (kubeConfig: string): string => `
# file: clusters/hub/flux-system/gotk-sync.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  url: https://git.example.com/fleet
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: flux-system
  namespace: flux-system
spec:
  path: ./clusters/hub
  sourceRef: {kind: GitRepository, name: flux-system}
# file: clusters/hub/web.yaml
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: web
  namespace: flux-system
spec:
  path: ./web
  sourceRef: {kind: GitRepository, name: flux-system}
  ${kubeConfig}
# file: web/settings.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
`;

function needsOfWeb(text: string): DriftNeeds | undefined {
  const { analysis } = analyzeFixture(text);
  const row = completed(applicationRows(analysis)).find(({ name }) => name === 'web');
  return completed(driftNeeds(analysis, row?.key ?? ''));
}

const web = {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  namespace: 'flux-system',
  name: 'web',
};

test('the object of a Flux that delivers to another cluster is looked for on its own', () => {
  const needs = needsOfWeb(tree('kubeConfig: {secretRef: {name: edge-kubeconfig}}'));
  // FIXME: the Live view of that cluster, drills and the command that syncs know the object of Git alone.
  expect(needs?.controller).toBeUndefined();
  expect(needs?.elsewhere).toEqual({ cluster: 'hub', object: web });
});

test('and else on the cluster of the application', () => {
  const needs = needsOfWeb(tree(''));
  expect(needs?.controller).toEqual(web);
  expect(needs?.elsewhere).toBeUndefined();
});
