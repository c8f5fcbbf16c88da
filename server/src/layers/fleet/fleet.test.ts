import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { applicationRows } from '../../analysis/applicationRows.ts';
import { fleetQuery } from './fleet.ts';
import { openFolders } from './openFolders.ts';

/** `name@cluster path`, with what is less than certain. */
function rows(text: string): readonly string[] {
  const { analysis } = analyzeFixture(text);
  return completed(applicationRows(analysis)).map(
    ({ name, cluster, path, pathExists, certainty, why }) =>
      [
        `${name}@${cluster ?? '?'}`,
        path === undefined ? '-' : `${path}${pathExists ? '' : '!'}`,
        certainty === 'open' ? why.map(({ code }) => code).join(' ') : '',
      ]
        .join(' ')
        .trim(),
  );
}

const repository = 'https://git.example.com/acme/fleet.git';

function application(name: string, path: string, destination = 'name: one'): string {
  return `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source: { repoURL: ${repository}, path: ${path} }
    destination: { ${destination} }`;
}

test('follows applications of applications, as deep as they go', () => {
  expect(
    rows(`
  # file: root.yaml${application('root', 'one', 'name: in-cluster')}
  # file: one/kustomization.yaml
  resources: [two.yaml]
  nameSuffix: -of-one
  # file: one/two.yaml${application('two', 'two')}
  # file: two/three.yaml${application('three', 'three', 'server: https://three.example.com')}
  # file: three/kustomization.yaml
  namePrefix: three-
  `),
  ).toEqual(['three@https://three.example.com three', 'root@in-cluster one', 'two-of-one@one two']);
});

test('an application that delivers itself is there once', () => {
  expect(
    rows(`
  # file: control/kustomization.yaml
  resources: [self.yaml, other.yaml]
  # file: control/self.yaml${application('self', 'control', 'name: in-cluster')}
  # file: control/other.yaml${application('other', 'app')}
  # file: app/kustomization.yaml
  namePrefix: app-
  `),
  ).toEqual(['self@in-cluster control', 'other@one app']);
});

test('a root that an application delivers is no start of its own', () => {
  expect(
    rows(`
  # file: start.yaml${application('start', 'control', 'name: in-cluster')}
  # file: control/kustomization.yaml
  resources: [app.yaml]
  namePrefix: from-control-
  # file: control/app.yaml${application('app', 'app')}
  # file: app/kustomization.yaml
  namePrefix: app-
  `),
  ).toEqual(['start@in-cluster control', 'from-control-app@one app']);
});

test('of two that deliver each other the first stands', () => {
  expect(
    rows(`
  # file: a/kustomization.yaml
  resources: [b.yaml]
  # file: a/b.yaml${application('b', 'b')}
  # file: b/kustomization.yaml
  resources: [a.yaml]
  # file: b/a.yaml${application('a', 'a')}
  `),
  ).toEqual(['a@one a', 'b@one b']);
});

test('patches, templates of charts and texts about applications are none', () => {
  expect(
    rows(`
  # file: base/kustomization.yaml
  resources: [app.yaml]
  # file: base/app.yaml${application('app', 'nowhere')}
  # file: overlay/kustomization.yaml
  resources: [../base]
  patches: [{path: patch.yaml}]
  # file: overlay/patch.yaml${application('app', 'somewhere')}
  # file: chart/Chart.yaml
  name: chart
  # file: chart/templates/app.yaml${application('templated', 'x')}
  # file: docs/example.yaml
  text: |
    kind: Application
    apiVersion: argoproj.io/v1alpha1
  `),
  ).toEqual(['app@one somewhere!']);
});

test('what a root does not list is open', () => {
  expect(
    rows(`
  # file: kustomization.yaml
  resources: [listed.yaml]
  # file: listed.yaml${application('listed', 'app')}
  # file: more/stray.yaml${application('stray', 'app')}
  # file: app/kustomization.yaml
  namePrefix: app-
  `),
  ).toEqual(['listed@one app', 'stray@one app application.unlisted']);
});

test('an ApplicationSet over clusters is open without a register, and whole with one', () => {
  const set = `
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    generators: [{clusters: {selector: {matchLabels: {environment: production}}}}]
    template:
      metadata: { name: 'app-{{name}}' }
      spec:
        source: { repoURL: ${repository}, path: app }
        destination: { server: '{{server}}' }
  # file: app/kustomization.yaml
  namePrefix: app-
  `;
  expect(rows(set)).toEqual(['set@? - applicationset.clusters-open']);
  expect(
    rows(`${set}# file: .strata/clusters.yaml
  clusters:
  - name: prod-1
    server: https://prod-1.example.com
    labels: { environment: production }
  - name: dev-1
    server: https://dev-1.example.com
    labels: { environment: dev }
  `),
  ).toEqual(['app-prod-1@prod-1 app']);
});

test('a registered cluster whose server nobody says counts by its name, and leaves open who asks for its address', () => {
  const set = (destination: string): string => `
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    generators: [{clusters: {}}]
    template:
      metadata: { name: 'app-{{name}}' }
      spec:
        source: { repoURL: ${repository}, path: app }
        destination: ${destination}
  # file: app/kustomization.yaml
  namePrefix: app-
  # file: .strata/clusters.yaml
  clusters:
  - name: one
  - name: two
    server: https://two.example.com
  - name: by-flux
    flux: clusters/by-flux
  `;
  expect(rows(set("{ name: '{{name}}' }"))).toEqual([
    'app-in-cluster@in-cluster app',
    'app-one@one app',
    'app-two@two app',
  ]);
  expect(rows(set("{ server: '{{server}}' }"))).toEqual([
    'app-in-cluster@in-cluster app',
    'app-two@two app',
    'set@? - applicationset.server-unknown',
  ]);
});

test('Flux starts from what its bootstrap writes, and its parents fill their children', () => {
  expect(
    rows(`
  # file: clusters/eu/flux-system/kustomization.yaml
  resources: [gotk-sync.yaml]
  # file: clusters/eu/flux-system/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: ${repository}, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec:
    path: ./clusters/eu
    sourceRef: { kind: GitRepository, name: flux-system }
    postBuild: { substitute: { environment: production } }
  # file: clusters/eu/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec:
    path: ./apps/\${environment}
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: apps/production/release.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: cache, namespace: cache }
  spec:
    chart: { spec: { chart: valkey, sourceRef: { kind: HelmRepository, name: charts } } }
  `),
  ).toEqual(['apps@eu apps/production', 'cache@eu - source.missing', 'flux-system@eu clusters/eu']);
});

test('a root that a made kustomization file of Flux builds as a unit is delivered, and not once more by nobody', () => {
  expect(
    rows(`
  # file: clusters/eu/flux-system/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: ${repository}, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec:
    path: ./apps
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: base/kustomization.yaml
  resources: [release.yaml]
  # file: base/release.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: cache, namespace: cache }
  spec:
    chart: { spec: { chart: valkey, sourceRef: { kind: HelmRepository, name: charts } } }
  # file: apps/deep/cache/kustomization.yaml
  resources: [../../../base]
  # file: other/cache/kustomization.yaml
  resources: [../../base]
  `),
  ).toEqual(['cache@eu - source.missing', 'flux-system@eu apps', 'cache@? - source.missing']);
});

test('a patch that a script applies is no application, and an object that lacks its source is', () => {
  expect(
    rows(`
  # file: local/patches/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps }
  spec: { patches: [] }
  # file: local/patches/release.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: cache }
  spec: { values: { replicas: 1 } }
  # file: local/patches/application.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web }
  spec: { syncPolicy: {} }
  # file: local/object.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: half }
  spec: { interval: 1h }
  `),
  ).toEqual(['half@? - source.none']);
});

test('what Flux is started with fills the folder that it stands in itself', () => {
  expect(
    rows(`
  # file: clusters/prod/01/kustomization.yaml
  resources: [../base]
  patches:
  - patch: |
      apiVersion: kustomize.toolkit.fluxcd.io/v1
      kind: Kustomization
      metadata: { name: flux-system, namespace: flux-system }
      spec:
        path: ./clusters/prod/01
        postBuild: { substitute: { CLUSTER: "01", ENVIRONMENT: prod } }
  # file: clusters/prod/base/kustomization.yaml
  resources: [apps.yaml, gotk-sync.yaml]
  # file: clusters/prod/base/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: ${repository}, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec:
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: clusters/prod/base/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec:
    path: ./apps/\${ENVIRONMENT}/\${CLUSTER}
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: apps/prod/01/kustomization.yaml
  namePrefix: a-
  `),
  ).toEqual(['apps@prod-01 apps/prod/01', 'flux-system@prod-01 clusters/prod/01']);
});

test('roots that a rule calls deployed are applications without a controller', () => {
  expect(
    rows(`
  # file: .strata/config.yaml
  deployments:
  - { path: "apps/{app}/overlays/{cluster}", application: "{app}", cluster: "{cluster}" }
  # file: apps/shop/base/kustomization.yaml
  namePrefix: shop-
  # file: apps/shop/overlays/eu/kustomization.yaml
  resources: [../../base]
  # file: apps/shop/overlays/us/kustomization.yaml
  resources: [../../base]
  `),
  ).toEqual(['shop@eu apps/shop/overlays/eu', 'shop@us apps/shop/overlays/us']);
});

test('an import closes what the repository leaves open', () => {
  const { analysis } = analyzeFixture(`
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    generators: [{scmProvider: {github: {organization: acme}}}]
    template:
      metadata: { name: 'app-{{name}}' }
      spec:
        source: { repoURL: ${repository}, path: 'apps/{{name}}' }
        destination: { name: '{{name}}' }
  # file: apps/one/kustomization.yaml
  namePrefix: one-
  # file: .strata/clusters.yaml
  observed:
    applications:
    - name: app-one
      namespace: argocd
      kind: Application
      generatedBy: set
      cluster: one
      observed: 2026-11-01
      by: kubectl get applications
      sources: [{ repository: ${repository}, path: apps/one }]
  `);
  expect(completed(applicationRows(analysis))).toMatchObject([
    {
      name: 'app-one',
      cluster: 'one',
      path: 'apps/one',
      pathExists: true,
      certainty: 'inferred',
      why: [{ code: 'cluster.observed', parameters: { date: '2026-11-01' } }],
    },
  ]);
});

test('a ResourceSet makes Kustomizations of the inputs that stand in it, and is open where it asks for more', () => {
  const tree = (more: string): string => `
  # file: clusters/one/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: "${repository}", ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec:
    path: ./clusters/one
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: clusters/one/tenants.yaml
  apiVersion: fluxcd.controlplane.io/v1
  kind: ResourceSet
  metadata: { name: tenants, namespace: flux-system }
  spec:
    inputs: [{ tenant: blue }, { tenant: red }]${more}
    resources:
    - apiVersion: kustomize.toolkit.fluxcd.io/v1
      kind: Kustomization
      metadata: { name: << inputs.tenant >>, namespace: flux-system }
      spec:
        path: ./tenants/<< inputs.tenant >>
        sourceRef: { kind: GitRepository, name: flux-system }
  # file: tenants/blue/kustomization.yaml
  namePrefix: blue-
  # file: tenants/red/kustomization.yaml
  namePrefix: red-`;
  expect(rows(tree(''))).toEqual([
    'blue@one tenants/blue',
    'flux-system@one clusters/one',
    'red@one tenants/red',
  ]);
  const open = tree('\n    inputsFrom: [{ name: more }]');
  expect(rows(open)).toEqual([
    'flux-system@one clusters/one',
    'tenants@? - application.resource-set',
  ]);
  const { analysis } = analyzeFixture(open);
  const { openGenerators } = completed(analysis.ask((reader) => reader.get(fleetQuery, '')));
  expect(openGenerators.flatMap(openFolders)).toEqual(['tenants']);
});

describe('how Argo CD builds', () => {
  const outside = `
  # file: apps/web.yaml${application('web', 'web')}
  # file: web/kustomization.yaml
  resources: [../web.yaml]
  # file: web.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }`;

  /** The objects of the application `web`, or the codes of its failures. */
  function rendered(text: string): readonly string[] {
    const { analysis } = analyzeFixture(text);
    const { applications } = completed(analysis.ask((reader) => reader.get(fleetQuery, '')));
    const [key = ''] = applications.flatMap((one) => (one.name === 'web' ? [one.key] : []));
    const { resources, failures } = completed(analysis.render({ application: key }));
    return [...resources.map(({ id }) => id.name), ...failures.map(({ code }) => code)];
  }

  const loose = 'kustomize.buildOptions: --load-restrictor LoadRestrictionsNone';

  test.each([
    ['as it does without settings', '', ['kustomize.outside-root']],
    [
      'as its ConfigMap says, with the patches of its overlay',
      `
  # file: argocd/base/kustomization.yaml
  resources: [cm.yaml]
  # file: argocd/base/cm.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: argocd-cm } }
  # file: argocd/overlay/kustomization.yaml
  namespace: argocd
  resources: [../base]
  patches:
  - patch: '{apiVersion: v1, kind: ConfigMap, metadata: {name: argocd-cm}, data: {${loose}}}'`,
      ['web'],
    ],
    [
      'not as another one does',
      `
  # file: one/cm.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: argocd-cm, namespace: a }, data: {${loose}} }
  # file: two/cm.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: argocd-cm, namespace: b } }`,
      ['kustomize.outside-root'],
    ],
    [
      'as values of its chart say',
      `
  # file: argocd/values.yaml
  configs: { cm: {${loose}} }`,
      ['web'],
    ],
    [
      'as the configuration says',
      `
  # file: .strata/config.yaml
  build: { argocd: { buildOptions: --load-restrictor=none } }`,
      ['web'],
    ],
  ])('%s', (_title, settings, expected) => {
    expect(rendered(outside + settings)).toEqual(expected);
  });
});

describe('what a hydrator writes is read where it reads', () => {
  const files = `
  # file: dry/kustomization.yaml
  namePrefix: dry-
  # file: apps/prod/kustomization.yaml
  namePrefix: prod-
  # file: start/kustomization.yaml
  resources: [web.yaml]`;

  test.each([
    [
      'as the Application says',
      `
  # file: start/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    sourceHydrator:
      drySource: { repoURL: ${repository}, path: dry, targetRevision: main }
      syncSource: { targetBranch: env/prod, path: web }
    destination: { name: one }`,
      'dry',
    ],
    [
      'as the configuration says',
      `
  # file: .strata/config.yaml
  hydrator: [{ dry: { branch: main, path: "apps/{env}" }, hydrated: { branch: "env/{env}" } }]
  # file: start/web.yaml${application('web', 'web').replace('path: web', 'path: web, targetRevision: env/prod')}`,
      'apps/prod',
    ],
  ])('%s', (_title, more, path) => {
    const { host } = analyzeFixture(`${files}${more}`);
    const facts = { remotes: [repository], defaultBranch: 'main', branch: 'main' };
    host.apply({ repository: facts });
    const [row] = completed(applicationRows(host.analysis()));
    expect(row).toMatchObject({ path, pathExists: true, hydratedTo: 'env/prod' });
    expect(row?.followsRevision).toBe(undefined);
    expect(row?.why.map(({ code }) => code)).toEqual(['source.hydrated']);
  });
});

describe('what the configuration says stands for what is not here', () => {
  test('artifacts are made of folders', () => {
    const tree = `
  # file: clusters/one/all.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: OCIRepository
  metadata: { name: all, namespace: flux-system }
  spec: { url: "oci://registry.example.com/acme/manifests", ref: { tag: latest } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec:
    path: ./web
    sourceRef: { kind: OCIRepository, name: all }
  # file: deploy/web/kustomization.yaml
  namePrefix: web-`;
    expect(rows(tree)).toEqual(['web@one - artifact.unknown']);
    expect(
      rows(`${tree}
  # file: .strata/config.yaml
  artifacts: { "oci://registry.example.com/acme/manifests": { path: deploy } }`),
    ).toEqual(['web@one deploy/web']);
  });

  test('plugins build as what they stand for', () => {
    const tree = `
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: ${repository}, path: web, plugin: { name: render } }
    destination: { name: one }
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }`;
    const builds = (text: string): readonly unknown[] => {
      const { analysis } = analyzeFixture(text);
      const [row] = completed(applicationRows(analysis));
      const { resources, gaps } = completed(analysis.render({ application: row?.key ?? '' }));
      return [
        row?.sources[0]?.build,
        resources.map(({ id }) => id.name),
        gaps.map((one) => one.kind),
      ];
    };
    expect(builds(tree)).toEqual(['plugin', [], ['exec']]);
    expect(
      builds(`${tree}
  # file: .strata/config.yaml
  plugins: { render: kustomize }`),
    ).toEqual(['kustomize', ['map'], []]);
  });
});
