import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { draftedRetirement } from './clusterPlan.ts';

test('of a list in one line all items of a retired cluster go, and no other', () => {
  const { analysis } = analyzeFixture(`${policyFleet()}
# file: project.yaml
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: shop, namespace: argocd }
spec:
  destinations: [{ name: one, namespace: a }, { name: one, namespace: b }, { name: two, namespace: a }, { name: one, namespace: c }]
`);
  const drafted = completed(draftedRetirement(analysis, 'one'));
  const after = drafted.kind === 'ok' ? drafted.value.texts.get('project.yaml')?.after : undefined;
  expect(after).toContain('  destinations: [{ name: two, namespace: a }]\n');
});
