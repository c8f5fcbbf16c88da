import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { draftedAdd, draftedRetirement } from './clusterPlan.ts';

test('no question about what was copied tells what the edits hide', () => {
  const { analysis } = analyzeFixture(`${policyFleet()}
# file: web/one/secret.yaml
apiVersion: v1
"kind": "Secret"
metadata: { name: db }
stringData:
  url: https://fake-quartz.example.com
# file: web/one/settings.yaml
url: https://shop.example.com
`);
  const drafted = completed(draftedAdd(analysis, { name: 'three', like: 'one' }));
  const questions = drafted.kind === 'ok' ? drafted.value.questions : [];
  expect(questions.map(({ file, key, value }) => [file, key, value])).toEqual(
    expect.arrayContaining([
      ['web/three/secret.yaml', 'url', ''],
      ['web/three/settings.yaml', 'url', 'https://shop.example.com'],
    ]),
  );
  expect(JSON.stringify(drafted)).toContain('shop.example.com');
  expect(JSON.stringify(questions)).not.toContain('quartz');
});

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
