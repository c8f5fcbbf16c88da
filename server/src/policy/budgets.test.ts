import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const web = 'selector: { matchLabels: { app: web } }';

const budget = (name: string, spec: string): string => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name}, namespace: shop }
spec: { ${spec} }`;

const scaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web, namespace: shop }
spec: { maxReplicas: 9, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }`;

async function codes(more: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryTree(policyFleet({ clusters: ['one'], more }));
  const { out } = await strata(['check', '--json'], { folder });
  const { findings } = JSON.parse(out) as CheckDocument;
  return findings.map(({ code, file, line }) => `${file.replace(/^.*\//, '')}:${line} ${code}`);
}

test.each([
  ['none may be missing', `${web}, maxUnavailable: 0`, ['a.yaml:5 policy.budget-blocks']],
  ['no share may be missing', `${web}, maxUnavailable: 0%`, ['a.yaml:5 policy.budget-blocks']],
  ['all must be there', `${web}, minAvailable: 100%`, ['a.yaml:5 policy.budget-blocks']],
  [
    'as many as there are must be there',
    `${web}, minAvailable: 1`,
    ['a.yaml:5 policy.budget-blocks'],
  ],
  ['one may be missing', `${web}, maxUnavailable: 1`, []],
  // A share of one pod is that pod.
  ['half of one must be there', `${web}, minAvailable: 50%`, ['a.yaml:5 policy.budget-blocks']],
  ['none must be there', `${web}, minAvailable: 0%`, []],
  [
    'it is about nothing',
    'selector: { matchLabels: { app: api } }, maxUnavailable: 0',
    ['a.yaml:5 policy.budget-matches-nothing'],
  ],
  ['it is about all', 'selector: {}, maxUnavailable: 1', []],
  [
    'it chooses by an expression',
    'selector: { matchExpressions: [{ key: app, operator: In, values: [web] }] }, maxUnavailable: 0',
    ['a.yaml:5 policy.budget-blocks'],
  ],
])('%s', async (_name, spec, expected) => {
  expect(await codes({ 'a.yaml': budget('a', spec) })).toEqual(expected);
});

test('where an autoscaler decides, nobody knows how many pods there are', async () => {
  const more = { 'a.yaml': budget('a', `${web}, minAvailable: 1`), 'hpa.yaml': scaler };
  expect(await codes(more)).toEqual([]);
});

test('two budgets about the same pods', async () => {
  const more = {
    'a.yaml': budget('a', `${web}, maxUnavailable: 1`),
    'b.yaml': budget('b', `${web}, maxUnavailable: 1`),
  };
  expect(await codes(more)).toEqual(['b.yaml:5 policy.two-budgets']);
});

test('a budget that two applications deliver is one', async () => {
  const again = `
# file: apps/again.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: again, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web/one }
  destination: { name: one, namespace: shop }`;
  const more = { 'a.yaml': budget('a', `${web}, maxUnavailable: 1`) + again };
  const found = await codes(more);
  expect(found.filter((one) => one.includes('two-budgets'))).toEqual([]);
  // Nor are its pods twice as many.
  const least = { 'a.yaml': budget('a', `${web}, minAvailable: 1`) + again };
  expect(await codes(least)).toContain('a.yaml:5 policy.budget-blocks');
});

test('where custom resources may make pods, a budget without any is no fault', async () => {
  const more = {
    'a.yaml': budget('a', 'selector: { matchLabels: { app: api } }, maxUnavailable: 1'),
    'b.yaml':
      '{ apiVersion: example.com/v1, kind: Cluster, metadata: { name: b, namespace: shop } }',
  };
  expect(await codes(more)).toEqual([]);
});
