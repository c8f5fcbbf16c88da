import { describe, expect, test } from 'vitest';
import { importedItems, mergeRegister } from './mergeRegister.ts';
import { needsCluster, parseImport, type ImportedFacts } from './parseImport.ts';

/** Stands wherever an export can hold a credential; it must never come out. */
const canary = 'canary-7c1f-not-a-real-secret';

// Shape: Argo CD 3.2 `argocd cluster list -o json`; the server itself masks less than is masked here.
const clusterList = JSON.stringify([
  {
    server: `https://user:${canary}@prod-eu-1.k8s.example.com`,
    name: 'prod-eu-1',
    config: {
      username: canary,
      password: canary,
      bearerToken: canary,
      tlsClientConfig: { insecure: false, keyData: canary, certData: canary, caData: canary },
      execProviderConfig: { command: 'x', env: { TOKEN: canary } },
    },
    connectionState: { status: 'Successful', message: '', attemptedAt: '2026-11-30T08:00:00Z' },
    serverVersion: '1.34',
    info: {
      connectionState: { status: 'Successful' },
      serverVersion: '1.35',
      cacheInfo: { resourcesCount: 12 },
      applicationsCount: 3,
      apiVersions: [
        'v1',
        'v1/Pod',
        'apps/v1',
        'apps/v1/Deployment',
        'cert-manager.io/v1',
        'cert-manager.io/v1/Issuer',
        'rbac.authorization.k8s.io/v1',
        'gateway.networking.k8s.io/v1',
      ],
    },
    labels: { 'argocd.argoproj.io/secret-type': 'cluster', environment: 'production', pci: 'true' },
    annotations: {
      'example.com/cidr': '10.0.0.0/8',
      'kubectl.kubernetes.io/last-applied-configuration': `{"stringData":{"config":"${canary}"}}`,
    },
    project: 'shop',
  },
  { server: 'https://kubernetes.default.svc', name: 'in-cluster', config: {}, info: {} },
]);

// Shape: `kubectl get applications -A -o json`.
const applicationList = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  metadata: { resourceVersion: '' },
  items: [
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: {
        name: 'web-prod-eu-1',
        namespace: 'argocd',
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': canary },
        ownerReferences: [
          { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', name: 'web', uid: 'x' },
        ],
      },
      spec: {
        project: 'default',
        destination: { name: 'prod-eu-1', namespace: 'web' },
        source: {
          repoURL: `https://user:${canary}@git.example.com/acme/fleet.git`,
          path: 'apps/web/prod-eu-1',
          targetRevision: 'main',
          helm: {
            values: canary,
            valuesObject: { a: canary },
            parameters: [{ name: 'a', value: canary }],
          },
          plugin: { env: [{ name: 'A', value: canary }] },
        },
      },
      status: { summary: { images: [canary] } },
    },
    {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'root', namespace: 'argocd' },
      spec: { destination: { name: 'hub' }, source: { repoURL: 'x', path: 'y' } },
    },
  ],
});

const fluxList = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: [
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: {
        name: 'apps',
        namespace: 'flux-system',
        labels: { 'kustomize.toolkit.fluxcd.io/name': 'flux-system' },
      },
      spec: {
        path: './apps/production',
        sourceRef: { kind: 'GitRepository', name: 'flux-system' },
        postBuild: { substitute: { token: canary } },
      },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name: 'cache', namespace: 'cache' },
      spec: {
        chart: {
          spec: {
            chart: 'redis',
            version: '1.2.3',
            sourceRef: { kind: 'HelmRepository', name: 'charts' },
          },
        },
        values: { password: canary },
      },
    },
  ],
});

function imported(text: string): ImportedFacts {
  const result = parseImport(text, () => false);
  if (result.kind === 'failed') throw new Error(result.failure);
  return result.value;
}

function asRegister(text: string, before = '', seenOn?: string): string | undefined {
  return mergeRegister(
    before,
    importedItems(imported(text), { observed: '2026-11-30', seenOn, known: new Set(['hub']) }),
  );
}

test.each([clusterList, applicationList, fluxList])('no credential is kept (%#)', (text) => {
  expect(text).toContain(canary);
  expect(JSON.stringify(imported(text))).not.toContain(canary);
  expect(asRegister(text)).not.toContain(canary);
});

test('labels and annotations are kept whatever they are called', () => {
  const words = {
    env: 'prod',
    status: 'live',
    data: 'a',
    config: 'b',
    values: 'c',
    parameters: 'd',
  };
  const cluster = { server: 'https://p1', name: 'p1', labels: words, annotations: words };
  const { clusters } = imported(JSON.stringify([{ ...cluster, config: { password: canary } }]));
  expect(clusters).toMatchObject([{ labels: words, annotations: words }]);
  expect(JSON.stringify(clusters)).not.toContain(canary);
});

test('clusters of Argo CD keep labels, annotations and versions', () => {
  expect(asRegister(clusterList)).toMatchInlineSnapshot(`
    "observed:
      clusters:
        - name: prod-eu-1
          observed: '2026-11-30'
          by: argocd cluster list
          server: https://prod-eu-1.k8s.example.com
          kubernetesVersion: '1.35'
          apiVersions:
            - cert-manager.io/v1
            - cert-manager.io/v1/Issuer
            - gateway.networking.k8s.io/v1
          project: shop
          labels:
            environment: production
            pci: 'true'
          annotations:
            example.com/cidr: 10.0.0.0/8
        - name: in-cluster
          observed: '2026-11-30'
          by: argocd cluster list
          server: https://kubernetes.default.svc
    "
  `);
});

test('applications that an ApplicationSet owns, and the names of destinations', () => {
  expect(asRegister(applicationList)).toMatchInlineSnapshot(`
    "observed:
      clusters:
        - name: prod-eu-1
          observed: '2026-11-30'
          by: kubectl get applications -A
      applications:
        - kind: Application
          name: web-prod-eu-1
          namespace: argocd
          observed: '2026-11-30'
          by: kubectl get applications -A
          generatedBy: web
          cluster: prod-eu-1
          destinationNamespace: web
          sources:
            - repository: https://git.example.com/acme/fleet.git
              revision: main
              path: apps/web/prod-eu-1
    "
  `);
});

test('objects of Flux belong to the cluster that was asked', () => {
  expect(needsCluster(imported(fluxList))).toBe(true);
  expect(needsCluster(imported(applicationList))).toBe(false);
  expect(asRegister(fluxList, '', 'prod-eu')).toMatchInlineSnapshot(`
    "observed:
      applications:
        - kind: Kustomization
          name: apps
          namespace: flux-system
          observed: '2026-11-30'
          by: 'kubectl get kustomizations,helmreleases -A'
          seenOn: prod-eu
          generatedBy: flux-system
          sources:
            - repository: GitRepository/flux-system
              path: apps/production
        - kind: HelmRelease
          name: cache
          namespace: cache
          observed: '2026-11-30'
          by: 'kubectl get kustomizations,helmreleases -A'
          seenOn: prod-eu
          sources:
            - repository: HelmRepository/charts
              revision: 1.2.3
              chart: redis
    "
  `);
});

test.each([
  ['no: json', 'it is no JSON; export it with -o json'],
  ['{"kind": "Pod"}', 'it is no list, as exports with -o json are'],
  ['{"items": [{"kind": "Pod"}]}', 'it holds Pod, and no application of Argo CD or Flux'],
  ['[{"a": 1}]', 'its items are no clusters of Argo CD, which have a server'],
])('%s is refused', (text, failure) => {
  expect(parseImport(text, () => false)).toEqual({ kind: 'failed', failure });
});

test('empty exports are no fault', () => {
  expect(imported('[]').clusters).toEqual([]);
  expect(imported('{"items": []}').applications).toEqual([]);
  expect(asRegister('[]', '# mine\n')).toBe('# mine\n');
});

describe('what is there stays', () => {
  const item = (name: string, environment?: string) => ({ name, environment });
  const merge = (text: string, ...names: readonly string[]) =>
    mergeRegister(text, [
      { list: ['clusters'], identity: ['name'], items: names.map((name) => item(name, 'new')) },
    ]);

  test.each([
    ['an empty file', '', 'clusters:\n  - name: a\n    environment: new\n'],
    ['comments alone', '# mine', '# mine\nclusters:\n  - name: a\n    environment: new\n'],
    [
      'an empty list',
      'clusters: [] # none\n',
      'clusters: # none\n  - name: a\n    environment: new\n',
    ],
    ['nothing', 'clusters:\n', 'clusters:\n  - name: a\n    environment: new\n'],
    [
      'another key',
      'observed:\n  clusters:\n  - name: x\n',
      'observed:\n  clusters:\n  - name: x\nclusters:\n  - name: a\n    environment: new\n',
    ],
    [
      'items at the same column, comments, no line break at the end',
      '# top\nclusters:\n# first\n- name: b # b\n  labels: {x: y}\n# last',
      '# top\nclusters:\n# first\n- name: b # b\n  labels: {x: y}\n- name: a\n  environment: new\n# last\n',
    ],
    [
      'an item of the same name',
      'clusters:\n  # a\n  - name: a # old\n    labels:\n      x: y\n\n  # b\n  - name: b\n',
      'clusters:\n  # a\n  - name: a\n    environment: new\n\n  # b\n  - name: b\n',
    ],
    [
      'line breaks',
      'clusters:\r\n- name: b\r\n',
      'clusters:\r\n- name: b\r\n- name: a\r\n  environment: new\r\n',
    ],
  ])('%s', (_what, before, after) => {
    expect(merge(before, 'a')).toBe(after);
  });

  test.each([
    'clusters: [{name: b}]\n',
    'clusters: {a: b}\n',
    'clusters: [',
    '- a\n',
    '{clusters: []}\n',
  ])('what cannot be kept is refused: %j', (text) => {
    expect(merge(text, 'a')).toBeUndefined();
  });

  test('a second import replaces what the first one saw, and nothing else', () => {
    const mine =
      '# My clusters.\nclusters:\n  - name: prod-eu-1 # mine\n    environment: production\n';
    const once = asRegister(clusterList, mine);
    const later = importedItems(imported(clusterList), {
      observed: '2026-12-24',
      seenOn: undefined,
      known: new Set(),
    });
    const twice = mergeRegister(once ?? '', later);
    expect(once?.startsWith(mine)).toBe(true);
    expect(twice).toBe(once?.replaceAll('2026-11-30', '2026-12-24'));
  });

  test('what an ApplicationSet made comes behind the clusters', () => {
    const first = asRegister(clusterList) ?? '';
    const both = asRegister(applicationList, first) ?? '';
    expect(both.indexOf('applications:')).toBeGreaterThan(both.indexOf('in-cluster'));
    expect(both.match(/^observed:/gm)).toHaveLength(1);
    expect(both.match(/^ {4}- name: prod-eu-1$/gm)).toHaveLength(1);
    expect(both).toContain('environment: production');
  });
});
