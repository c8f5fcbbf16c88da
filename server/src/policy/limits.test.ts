import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const quota = (hard: string, more = ''): string => `
apiVersion: v1
kind: ResourceQuota
metadata: { name: all, namespace: shop }
spec: { hard: { ${hard} }${more} }`;

const range = (item: string): string => `
apiVersion: v1
kind: LimitRange
metadata: { name: each, namespace: shop }
spec: { limits: [{ ${item} }] }`;

const worker = (resources: string, replicas = 2): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: worker, namespace: shop }
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
      - name: worker
        image: example.com/worker:1
        resources: { ${resources} }
    metadata: { labels: { app: worker } }
  selector: { matchLabels: { app: worker } }`;

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 20Gi } } }`;

/** The messages about what is beside the container of the base, which says nothing of resources. */
async function messages(more: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryTree(policyFleet({ clusters: ['one'], more }));
  const { out } = await strata(['check', '--json'], { folder });
  return (JSON.parse(out) as CheckDocument).findings.map(
    ({ file, line, message }) => `${file.replace(/^.*\//, '')}:${line} ${message}`,
  );
}

test('a value beyond a bound of a LimitRange', async () => {
  const item = 'type: Container, max: { memory: 1Gi }, min: { cpu: 100m }, default: { cpu: 1 }';
  expect(
    await messages({
      'range.yaml': range(item),
      'worker.yaml': worker('limits: { memory: 2Gi }, requests: { cpu: 50m, memory: 1Gi }'),
    }),
  ).toEqual([
    'worker.yaml:12 `limits.memory: 2Gi` of Deployment.apps/shop/worker is beyond `max 1Gi` of the LimitRange `each`.',
    'worker.yaml:12 `requests.cpu: 50m` of Deployment.apps/shop/worker is beyond `min 100m` of the LimitRange `each`.',
  ]);
  const storage = range('type: PersistentVolumeClaim, max: { storage: 10Gi }');
  expect(await messages({ 'range.yaml': storage, 'claim.yaml': claim })).toEqual([
    'claim.yaml:5 `requests.storage: 20Gi` of PersistentVolumeClaim/shop/data is beyond `max 10Gi` of the LimitRange `each`.',
  ]);
});

test('a container that says nothing where a quota counts, unless a LimitRange fills it', async () => {
  const more = { 'quota.yaml': quota('limits.memory: 10Gi') };
  expect(await messages(more)).toEqual([
    'web.yaml:10 The quota `all` refuses pods of Deployment.apps/shop/web: `app` does not say `limits.memory`.',
  ]);
  const filled = range('type: Container, default: { memory: 1Gi }');
  expect(await messages({ ...more, 'range.yaml': filled })).toEqual([]);
  expect(await messages({ 'quota.yaml': quota('pods: 10') })).toEqual([]);
  const scoped = quota('limits.memory: 10Gi', ', scopes: [BestEffort]');
  expect(await messages({ 'quota.yaml': scoped })).toEqual([]);
});

test('more than a quota has', async () => {
  const filled = range('type: Container, default: { memory: 1Mi }');
  const more = { 'range.yaml': filled, 'quota.yaml': quota('requests.memory: 1Gi') };
  expect(await messages({ ...more, 'worker.yaml': worker('limits: { memory: 600Mi }') })).toEqual([
    'quota.yaml:5 What is delivered beside ResourceQuota/shop/all asks for 1200Mi of `requests.memory: 1Gi`.',
  ]);
  expect(await messages({ ...more, 'worker.yaml': worker('limits: { memory: 512Mi }') })).toEqual(
    [],
  );
});

test('a number of pods that is no number is none, and a quota counts the rest', async () => {
  const filled = range('type: Container, default: { memory: 1Mi }');
  const more = { 'range.yaml': filled, 'quota.yaml': quota('requests.memory: 1Gi') };
  const half = worker('limits: { memory: 600Mi }', 1.5);
  expect(await messages({ ...more, 'worker.yaml': half })).toEqual([
    'worker.yaml:6 `spec.replicas` of Deployment.apps/shop/worker is `number`, where `integer` is needed.',
  ]);
});

test('what two applications deliver counts once', async () => {
  const again = `
# file: apps/again.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: again, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web/one }
  destination: { name: one, namespace: shop }`;
  const filled = range('type: Container, default: { memory: 1Mi }');
  const more = (replicas: number): Readonly<Record<string, string>> => ({
    'range.yaml': filled,
    'quota.yaml': quota('requests.memory: 1Gi'),
    'worker.yaml': worker('limits: { memory: 400Mi }', replicas) + again,
  });
  const quotas = async (replicas: number): Promise<readonly string[]> =>
    (await messages(more(replicas))).filter((one) => !one.includes('belongs to'));
  expect(await quotas(2)).toEqual([]);
  expect(await quotas(3)).toEqual([
    'quota.yaml:5 What is delivered beside ResourceQuota/shop/all asks for 1200Mi of `requests.memory: 1Gi`.',
  ]);
});
