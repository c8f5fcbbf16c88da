import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';
import type { Plan } from '../workspace/promote.ts';

/** A fleet of two clusters, which one ApplicationSet brings an application to. */
function fleet(more = '', annotations = ''): ReadonlyMap<string, string> {
  return parseFixture(`
    # file: .strata/clusters.yaml
    clusters:
      - { name: test-1, server: 'https://test-1.example.com', environment: staging, releaseDomain: a, wave: 1 }
      - { name: prod-1, server: 'https://prod-1.example.com', environment: production, releaseDomain: b, wave: 2 }
    # file: argocd/set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: web, namespace: argocd }
    spec:
      strategy:
        type: RollingSync
        rollingSync:
          steps:
            - matchExpressions: [{ key: stage, operator: In, values: [staging] }]
            - matchExpressions: [{ key: stage, operator: In, values: [production] }]
      generators:
        - list:
            elements:
              - { cluster: test-1, stage: staging }
              - { cluster: prod-1, stage: production }
      template:
        metadata:
          name: 'web-{{cluster}}'
          labels: { stage: '{{stage}}' }
          annotations: { about: web${annotations} }
        spec:
          project: shop
          source: { repoURL: 'https://git.example.com/fleet.git', path: 'web/{{stage}}', targetRevision: HEAD }
          destination: { name: '{{cluster}}', namespace: web }
    # file: web/staging/kustomization.yaml
    resources: [web.yaml]
    images: [{ name: shop/web, newTag: 1.1.0 }]
    # file: web/staging/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }
    # file: web/production/kustomization.yaml
    resources: [web.yaml]
    images: [{ name: shop/web, newTag: 1.0.0 }]
    # file: web/production/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }
${more}`).files;
}

async function plan(files: ReadonlyMap<string, string>): Promise<Plan> {
  const planned = await planOf(files, {
    applications: ['web'],
    from: 'staging',
    to: ['production'],
  });
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  return planned.value;
}

test('another release domain and the step of a rolling sync are told', async () => {
  const { refused, dangers, effects } = await plan(fleet());
  expect(refused).toEqual([]);
  expect(effects.map(({ cluster, intended }) => [cluster, intended])).toEqual([['prod-1', true]]);
  expect(
    dangers.map(({ code, parameters }) => [code, parameters['step'] ?? parameters['domain']]),
  ).toEqual([
    ['promote.no-live-evidence', undefined],
    ['promote.other-release-domain', 'b'],
    ['promote.rolling-sync', 'step 2'],
  ]);
});

test('a sync window of the project is told where it is about the target', async () => {
  const project = (clusters: string): string => `
    # file: argocd/project.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: AppProject
    metadata: { name: shop, namespace: argocd }
    spec:
      sourceRepos: ['*']
      destinations: [{ server: '*', namespace: '*' }]
      syncWindows: [{ kind: deny, schedule: '0 9 * * 1', duration: 8h, timeZone: UTC, clusters: [${clusters}] }]
`;
  const { dangers } = await plan(fleet(project("'prod-*'")));
  const window = dangers.find(({ code }) => code === 'promote.sync-window');
  expect(window?.parameters['window']).toBe('deny 0 9 * * 1 8h UTC');
  const other = await plan(fleet(project("'test-*'")));
  expect(other.dangers.map(({ code }) => code)).not.toContain('promote.sync-window');
});

test('what the Image Updater writes is not promoted', async () => {
  const list = ", argocd-image-updater.argoproj.io/image-list: 'web=shop/web:1.x'";
  const { refused, texts } = await plan(fleet('', list));
  expect(refused).toMatchObject([
    {
      code: 'promote.image-updater',
      cluster: 'prod-1',
      at: { file: 'web/production/kustomization.yaml', line: 1 },
    },
  ]);
  expect(texts.size).toBe(1);
});

const yielded = (name: string, version: string, file = `clusters/${name}/web.yaml`): string => `
    # file: clusters/${name}/flux-system.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: flux-system, namespace: flux-system }
    spec: { path: ./clusters/${name}, sourceRef: { kind: GitRepository, name: flux-system } }
    # file: ${file}
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: web, namespace: flux-system }
    spec: { path: ./web, sourceRef: { kind: GitRepository, name: flux-system }, postBuild: { substitute: { WEB: ${version} } } }
    # file: clusters/${name}/kustomization.yaml
    resources: [flux-system.yaml, ${file.startsWith('clusters/') ? 'web.yaml' : '../../shared'}]`;

const substituted = `
    # file: web/kustomization.yaml
    resources: [web.yaml]
    # file: web/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: 'shop/web:\${WEB}' }] } }
`;

test('a variable of Flux that a parent yields moves between clusters, and nothing beside it', async () => {
  const trees = `${yielded('staging', '1.1.0')}${yielded('production', '1.0.0')}${substituted}`;
  const { refused, changes, effects } = await plan(parseFixture(trees).files);
  expect(refused).toEqual([]);
  expect(changes.map(({ at, after }) => [at.file, after])).toEqual([
    ['clusters/production/web.yaml', '1.1.0'],
  ]);
  expect(effects.map(({ application, intended }) => [application, intended])).toEqual([
    ['flux-system', true],
    ['web', true],
  ]);
});

test('the variables of all that a parent yields move with it', async () => {
  const trees = `${yielded('staging', '1.1.0')}${yielded('production', '1.0.0')}${substituted}`;
  const planned = await planOf(parseFixture(trees).files, { applications: ['flux-system'] });
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  const { refused, changes } = planned.value;
  expect(refused).toEqual([]);
  expect(changes.map(({ at, after }) => [at.file, after])).toEqual([
    ['clusters/production/web.yaml', '1.1.0'],
  ]);
});

test('a variable of Flux that another cluster reads as well is refused', async () => {
  const shared = yielded('production', '1.0.0', 'shared/web.yaml');
  const trees = `${yielded('staging', '1.1.0')}${shared}
    # file: shared/kustomization.yaml
    resources: [web.yaml]
    # file: clusters/reserve/kustomization.yaml
    resources: [../../shared]${substituted}`;
  const { refused, texts } = await plan(parseFixture(trees).files);
  expect(refused.map(({ code }) => code)).toEqual(['promote.shared-file']);
  expect(texts.size).toBe(0);
});

/** A HelmRelease whose chart is elsewhere: a base, patched by each stage, which some clusters of the stage start from. */
function released(policy = ''): ReadonlyMap<string, string> {
  const cluster = (name: string, stage: string): string => `
    # file: clusters/${name}/apps.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec: { path: ./apps/${stage}, sourceRef: { kind: GitRepository, name: flux-system } }`;
  const stage = (name: string, version: string): string => `
    # file: apps/${name}/kustomization.yaml
    resources: [../base]
    patches: [{ path: ../patches/${name}.yaml }]
    # file: apps/patches/${name}.yaml
    apiVersion: helm.toolkit.fluxcd.io/v2
    kind: HelmRelease
    metadata: { name: web, namespace: web }
    spec:
      values:
        nodejs:
          image: shop/web:${version}${policy}`;
  return parseFixture(`
    # file: .strata/clusters.yaml
    clusters:
      - { name: stg-0, environment: staging, flux: clusters/stg-0 }
      - { name: prod-0, environment: production, flux: clusters/prod-0 }
      - { name: prod-1, environment: production, flux: clusters/prod-1 }
    ${cluster('stg-0', 'stg')}${cluster('prod-0', 'prod')}${cluster('prod-1', 'prod')}
    # file: apps/base/kustomization.yaml
    resources: [web.yaml]
    # file: apps/base/web.yaml
    apiVersion: helm.toolkit.fluxcd.io/v2
    kind: HelmRelease
    metadata: { name: web, namespace: web }
    spec:
      chart: { spec: { chart: ./web, sourceRef: { kind: GitRepository, name: charts } } }
      values: { nodejs: { image: 'shop/web:1.1.0' } }
    ${stage('stg', '1.1.0')}${stage('prod', '1.0.0')}
`).files;
}

test('the values of a HelmRelease that a stage patches move, though the base says the same as the source', async () => {
  const { refused, changes } = await plan(released());
  expect(refused).toEqual([]);
  expect(changes.map(({ at, after }) => [at.file, after])).toEqual([
    ['apps/patches/prod.yaml', '1.1.0'],
  ]);
});

test('values of a HelmRelease that a policy writes are refused, and never called the same', async () => {
  const { refused } = await plan(released(' # {"$imagepolicy": "flux-system:web"}'));
  expect(refused.map(({ code, cluster, at }) => [code, cluster, at?.file])).toEqual([
    ['promote.image-automation', 'prod-0', 'apps/patches/prod.yaml'],
    ['promote.image-automation', 'prod-1', 'apps/patches/prod.yaml'],
  ]);
});
