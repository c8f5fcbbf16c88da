import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { applicationRows } from '../analysis/applicationRows.ts';

test('a folder that is there and left out is told with the line that leaves it out', () => {
  const { analysis } = analyzeFixture(`
# file: .sourceignore
/docs
/infra2
# file: clusters/one/flux-system/sync.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { url: https://git.example.com/acme/fleet, ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: infra, namespace: flux-system }
spec: { path: ./infra2, sourceRef: { kind: GitRepository, name: flux-system } }
# file: infra2/kustomization.yaml
resources: []
`);
  expect(completed(applicationRows(analysis)).flatMap(({ why }) => why)).toContainEqual({
    code: 'source.left-out',
    parameters: { path: 'infra2', by: '.sourceignore:2' },
  });
});
