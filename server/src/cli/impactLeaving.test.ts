import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSync } from '../../test/fluxSync.ts';
import { commitAll, gitFleet, gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

async function impact(folder: string): Promise<ImpactDocument> {
  const { out } = await strata(['impact', '--json'], { folder });
  return JSON.parse(out) as ImpactDocument;
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

/** Whether the object of a kind that is gone stays. */
function staysIn({ resources }: Pick<ImpactDocument['roots'][number], 'resources'>, kind: string) {
  return resources.find((one) => one.kind === kind && one.change === 'deleted')?.stays;
}

const address = 'https://git.example.com/acme/fleet.git';
const finalizers = 'finalizers: [resources-finalizer.argocd.argoproj.io]';

/** An application of applications: an Application `one` and an ApplicationSet for the folder of the same objects. */
function argoFleet({
  root = '{ automated: { prune: true } }',
  one = finalizers,
  policy = '{ automated: { prune: true } }',
  set = '{}',
  claim = '{}',
}: Readonly<Record<string, string>>): string {
  return gitRepository(`
    # file: root.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: root, namespace: argocd }
    spec:
      source: { repoURL: "${address}", path: control }
      destination: { name: in-cluster, namespace: argocd }
      syncPolicy: ${root}
    # file: control/kustomization.yaml
    resources:
    - one.yaml
    - set.yaml
    # file: control/one.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: one, namespace: argocd, ${one} }
    spec:
      source: { repoURL: "${address}", path: app }
      destination: { name: eu, namespace: shop }
      syncPolicy: ${policy}
    # file: control/set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: set, namespace: argocd }
    spec:
      generators:
        - list:
            elements:
              - { cluster: us }
              - { cluster: ap }
      template:
        metadata: { name: "set-{{cluster}}" }
        spec:
          source: { repoURL: "${address}", path: app }
          destination: { name: "{{cluster}}", namespace: shop }
      syncPolicy: ${set}
    # file: app/kustomization.yaml
    resources:
    - kept.yaml
    - claim.yaml
    # file: app/kept.yaml
    { apiVersion: v1, kind: Service, metadata: { name: kept } }
    # file: app/claim.yaml
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: { name: data, annotations: ${claim} }
    ---
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata: { name: shops.example.com }
  `);
}

const control = 'control/kustomization.yaml';

test.each([
  ['goes with all that it has deployed', {}, 'one', undefined],
  ['without a finalizer leaves what it has deployed', { one: 'labels: {}' }, 'one', 'objects'],
  ['that nobody prunes stays itself', { root: '{ automated: {} }' }, 'one', 'application'],
  [
    'that is not to be pruned stays itself',
    { one: 'annotations: { argocd.argoproj.io/sync-options: "Validate=false,Prune=false" }' },
    'one',
    'application',
  ],
  ['of a set goes with the set', {}, 'set', undefined],
  ['of a set goes with its element', {}, '{ cluster: us }', undefined],
  [
    'of a set that preserves leaves what it has deployed',
    { set: '{ preserveResourcesOnDeletion: true }' },
    '{ cluster: us }',
    'objects',
  ],
  [
    'of a set that deletes none stays itself',
    { set: '{ applicationsSync: create-update }' },
    '{ cluster: us }',
    'application',
  ],
])('an Application that is gone %s', async (_, options, line, stays) => {
  const folder = argoFleet(options);
  const file = line.startsWith('{') ? 'control/set.yaml' : control;
  edit(folder, file, (text) => text.replace(new RegExp(`^.*- ${line}.*\\n`, 'm'), ''));
  const { applications } = await impact(folder);
  const gone = applications.filter(({ status }) => status === 'deleted');
  expect(gone[0]).toMatchObject({
    name: line === 'one' ? 'one' : line === 'set' ? 'set-ap' : 'set-us',
  });
  for (const one of gone) {
    expect(one.stays).toBe(stays);
    expect(staysIn(one, 'PersistentVolumeClaim')).toBe(stays && true);
    expect(staysIn(one, 'CustomResourceDefinition')).toBe(true);
    expect(one.dangers.map(({ code }) => code)).toEqual(
      stays === undefined ? ['impact.deletes-application', 'impact.prunes-volume-claim'] : [],
    );
  }
});

test.each([
  ['goes', {}, undefined],
  ['that nothing prunes stays', { policy: '{ automated: {} }' }, true],
  ['that is not to be pruned stays', { claim: '{ helm.sh/resource-policy: keep }' }, true],
])('an object that is gone %s', async (_, options, stays) => {
  const folder = argoFleet({ set: '{ applicationsSync: create-only }', ...options });
  edit(folder, control, (text) => text.replace('- set.yaml\n', ''));
  commitAll(folder);
  edit(folder, 'app/kustomization.yaml', (text) => text.replace('- claim.yaml\n', ''));
  const { roots, applications } = await impact(folder);
  for (const row of [...roots, ...applications.filter(({ name }) => name === 'one')]) {
    expect(staysIn(row, 'PersistentVolumeClaim')).toBe(stays);
    const codes = row.dangers.map(({ code }) => code);
    expect(codes.includes('impact.prunes-volume-claim')).toBe(stays === undefined);
  }
});

test.each([
  ['goes', 'prune: true', undefined],
  ['leaves what it has applied', 'prune: true, deletionPolicy: Orphan', 'objects'],
  ['that does not prune leaves it, too', 'prune: false', 'objects'],
])('a Kustomization that is gone %s', async (_, spec, stays) => {
  const folder = gitRepository(`${fluxSync}
    # file: clusters/eu/apps.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec: { path: ./apps, ${spec}, sourceRef: { kind: GitRepository, name: flux-system } }
    ---
    { apiVersion: v1, kind: ConfigMap, metadata: { name: other } }
    # file: apps/release.yaml
    apiVersion: helm.toolkit.fluxcd.io/v2
    kind: HelmRelease
    metadata: { name: web, namespace: web }
    spec: { chart: { spec: { chart: web, sourceRef: { kind: HelmRepository, name: charts } } } }
    # file: apps/claim.yaml
    { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data, namespace: web } }
  `);
  edit(folder, 'clusters/eu/apps.yaml', (text) => text.slice(text.indexOf('---') + 4));
  const { applications } = await impact(folder);
  // The release is an object of what is gone: it stays with the rest, and is not taken for one that somebody applies.
  expect(applications.map(({ name, status, stays: own }) => [name, status, own])).toEqual([
    ['apps', 'deleted', stays],
    ['flux-system', 'changed', undefined],
    ['web', 'deleted', stays && 'application'],
  ]);
  const [row] = applications;
  expect(row?.resources.map((one) => one.stays)).toEqual([stays && true, stays && true]);
});

test('what only lost its line in a list is gone, and comes back as what is created', async () => {
  const folder = gitFleet();
  const file = 'argocd/control/kustomization.yaml';
  const text = readFileSync(join(folder, file), 'utf8');
  const statusesOf = async (): Promise<readonly string[]> => {
    const { applications } = await impact(folder);
    return [...new Set(applications.map(({ name, status }) => `${name.split('-')[0]} ${status}`))];
  };
  writeFileSync(join(folder, file), text.replace('  - applicationsets/checkout.yaml\n', ''));
  expect(await statusesOf()).toEqual(['checkout deleted', 'root changed']);
  commitAll(folder);
  writeFileSync(join(folder, file), text);
  expect(await statusesOf()).toEqual(['checkout created', 'root changed']);
});

test.each([
  // It takes `set` along, although the folder that declares it still stands there.
  ['prunes', '{ automated: { prune: true } }', ['set-ap', 'set-us']],
  ['does not prune', '{ automated: {} }', []],
])('a root that moves to another folder and %s', async (_, root, deleted) => {
  const folder = argoFleet({ root });
  cpSync(join(folder, 'control'), join(folder, 'control2'), { recursive: true });
  edit(folder, 'control2/kustomization.yaml', (text) => text.replace('- set.yaml', ''));
  rmSync(join(folder, 'control2/set.yaml'));
  edit(folder, 'root.yaml', (text) => text.replace('path: control', 'path: control2'));
  const { applications } = await impact(folder);
  expect(applications.map(({ name, status }) => [name, status])).toEqual(
    [
      ['set-ap', 'deleted'],
      ['root', 'moved'],
      ['set-us', 'deleted'],
    ].filter(([name = '']) => name === 'root' || deleted.includes(name)),
  );
});

test.each([['namespace: argocd\n'], ['']])(
  'a root whose folder loses its kustomization file takes each of its applications once',
  async (namespace) => {
    const folder = argoFleet({});
    if (namespace !== '') {
      edit(folder, control, (text) => `${namespace}${text}`);
      for (const file of ['control/one.yaml', 'control/set.yaml'])
        edit(folder, file, (text) => text.replace(/, namespace: argocd/, ''));
      commitAll(folder);
    }
    mkdirSync(join(folder, 'control/deep'));
    for (const file of ['one.yaml', 'set.yaml'])
      cpSync(join(folder, 'control', file), join(folder, 'control/deep', file));
    edit(folder, control, (text) => text.replaceAll('- ', '- deep/'));
    for (const file of ['one.yaml', 'set.yaml']) rmSync(join(folder, 'control', file));
    commitAll(folder);
    rmSync(join(folder, control));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'set-ap deleted',
      'one deleted',
      'root changed',
      'set-us deleted',
    ]);
  },
);

test('a part of the work does not say for applications of other parts that objects stay', async () => {
  const application = (name: string, policy: string): string => `
    # file: apps/${name}.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: ${name}, namespace: argocd }
    spec:
      source: { repoURL: "${address}", path: web }
      destination: { name: ${name}, namespace: shop }
      syncPolicy: ${policy}`;
  const folder =
    gitRepository(`${application('a', '{}')}${application('b', '{ automated: { prune: true } }')}
    # file: web/kustomization.yaml
    resources:
    - claim.yaml
    # file: web/claim.yaml
    { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data } }
  `);
  edit(folder, 'web/kustomization.yaml', () => 'resources: []\n');
  const { out } = await strata(['impact', '--json', '--shard', '1/2'], { folder });
  const { roots, applications } = JSON.parse(out) as ImpactDocument;
  expect(applications.map(({ name }) => name)).toEqual(['a']);
  expect(roots.map(({ root, dangers }) => [root, dangers.map(({ code }) => code)])).toEqual([
    ['web', ['impact.prunes-volume-claim']],
  ]);
});
