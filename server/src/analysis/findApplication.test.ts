import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { applicationRows } from './applicationRows.ts';
import { findApplication } from './findApplication.ts';

const application = (path: string) => `
# file: clusters/${path}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop, namespace: argocd }
spec:
  source: { repoURL: https://git.example.com/acme/fleet.git, path: apps/${path} }
  destination: { name: one }
# file: apps/${path}/kustomization.yaml
resources: []
`;

test('applications that differ in their folder alone are told, and found, by it', () => {
  const rows = completed(
    applicationRows(analyzeFixture(application('blue') + application('green')).analysis),
  );
  expect(findApplication(rows, 'argocd/shop', undefined)).toMatchObject({
    failure: 'argocd/shop names more than one application; name a folder: apps/blue, apps/green.',
  });
  expect(findApplication(rows, 'apps/green', undefined)).toMatchObject({
    value: { path: 'apps/green' },
  });
});
