import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';
import { chinesePlanTexts } from '../lsp/words/planWords.ts';
import { englishPlan } from '../text/planText.ts';
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

async function plan(
  files: ReadonlyMap<string, string>,
  request: { readonly now?: string } = {},
): Promise<Plan> {
  const planned = await planOf(files, {
    ...request,
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

const project = (windows: string): string => `
    # file: argocd/project.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: AppProject
    metadata: { name: shop, namespace: argocd }
    spec:
      sourceRepos: ['*']
      destinations: [{ server: '*', namespace: '*' }]
      syncWindows: [${windows}]
`;

const onMondays = "kind: allow, schedule: '0 9 * * 1', duration: 8h, timeZone: UTC";

// A Saturday, a Monday at noon, and the evening of a Monday.
const [saturday, noon, evening] = ['2026-12-05T10:00Z', '2026-12-07T12:00Z', '2026-12-07T18:00Z'];

test.each([
  [
    'closed windows by when they open',
    saturday,
    'prod-*',
    'Closed until Mon 09:00 UTC: web-prod-1',
  ],
  ['with the date where that is far', evening, 'prod-*', 'Closed until 2026-12-14 09:00 UTC: web-'],
  [
    'open ones by what they are',
    noon,
    'prod-*',
    'has sync windows for web-prod-1: allow 0 9 * * 1',
  ],
])('sync windows of the target are told: %s', async (_, now, clusters, words) => {
  const files = fleet(project(`{ ${onMondays}, clusters: ['${clusters}'] }`));
  const { dangers } = await plan(files, { now });
  expect(dangers.map(englishPlan).join('\n')).toContain(words);
});

test('from layer to layer, what is dangerous for the clusters that get it is told as between stages', async () => {
  const files = new Map(
    [...fleet(project(`{ ${onMondays}, clusters: ['prod-*'] }`))].map(([path, text]) => [
      path.replace(/^web\//, 'apps/web/'),
      text.replace('web/{{stage}}', 'apps/web/{{stage}}'),
    ]),
  );
  const told = async (
    application: string,
    stages: readonly string[],
  ): Promise<readonly string[]> => {
    const [from = '', to = ''] = stages;
    const planned = await planOf(files, {
      ...{ applications: [application], from, to: [to], now: saturday },
    });
    if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
    return planned.value.dangers.map(({ code, cluster }) => `${code} ${cluster ?? ''}`);
  };
  const dangers = await told('apps/web', ['staging', 'production']);
  expect(dangers).toEqual(await told('web', ['staging', 'production']));
  expect(dangers).toEqual([
    'promote.no-live-evidence ',
    'promote.other-release-domain prod-1',
    'promote.rolling-sync prod-1',
    'promote.window-closed prod-1',
  ]);
});

test('several windows of a project are told once, and those of others not at all', async () => {
  const windows = `{ ${onMondays}, clusters: ['prod-*'] }, { ${onMondays}, applications: [web-prod-1] }`;
  const codes = async (files: ReadonlyMap<string, string>): Promise<readonly string[]> =>
    (await plan(files, { now: saturday })).dangers.flatMap(({ code }) =>
      code.includes('window') ? [code] : [],
    );
  expect(await codes(fleet(project(windows)))).toEqual(['promote.window-closed']);
  expect(await codes(fleet(project(`{ ${onMondays}, clusters: ['test-*'] }`)))).toEqual([]);
  const both = `{ ${onMondays}, clusters: ['prod-*'], applications: [other], andOperator: true }`;
  expect(await codes(fleet(project(both)))).toEqual([]);
});

test('a window that Argo CD cannot read closes for nobody knows how long', async () => {
  const windows = "{ kind: allow, schedule: '@daily', duration: 8h, clusters: ['prod-*'] }";
  const { dangers } = await plan(fleet(project(windows)), { now: saturday });
  expect(dangers.map(englishPlan).join('\n')).toContain('nobody can tell until when');
  const texts = dangers.map(chinesePlanTexts.note).join('\n');
  expect(texts).toContain('无法判断何时打开');
});

test('the day of a time is told in the words of a language', async () => {
  const files = fleet(project(`{ ${onMondays}, clusters: ['prod-*'] }`));
  const { dangers } = await plan(files, { now: saturday });
  expect(dangers.map(chinesePlanTexts.note).join('\n')).toContain('关闭至 周一 09:00 UTC：');
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
