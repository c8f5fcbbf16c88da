import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

const repository = 'https://git.example.com/acme/fleet.git';

const web = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  dependencies: [{ name: common, version: 1.0.0, repository: 'file://../common' }]
  # file: charts/web/values.yaml
  size: small
  # file: charts/web/templates/web.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: web }
  data:
    size: {{ .Values.size }}
    label: {{ include "common.label" . }}
    more: {{ .Files.Get "more.txt" | quote }}
  # file: charts/common/Chart.yaml
  apiVersion: v2
  name: common
  version: 1.0.0
  type: library
  # file: charts/common/templates/_label.tpl
  {{ define "common.label" }}one{{ end }}
  # file: values/large.yaml
  size: large
`;

const flux = `
  # file: clusters/eu/flux.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: fleet, namespace: flux-system }
  spec: { url: ${repository}, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec: { path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: fleet } }
  # file: apps/web.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: flux-system }
  spec:
    chart:
      spec:
        chart: charts/web
        sourceRef: { kind: GitRepository, name: fleet }
        valuesFiles: [charts/web/values.yaml, values/large.yaml]
  # file: apps/cache.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: HelmRepository
  metadata: { name: stable, namespace: flux-system }
  spec: { url: https://charts.example.com }
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: cache, namespace: flux-system }
  spec:
    chart: { spec: { chart: cache, sourceRef: { kind: HelmRepository, name: stable } } }
    valuesFrom: [{ kind: ConfigMap, name: cache }]
    values: { size: 1 }
  ---
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: cache, namespace: flux-system }
  data: { values.yaml: "replicas: 1\\nsize: 2" }
`;

const argo = `
  # file: argocd/apps.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    destination: { name: eu, namespace: web }
    source: { repoURL: ${repository}, path: charts/web, helm: { valueFiles: [../../values/large.yaml] } }
  ---
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: cache, namespace: argocd }
  spec:
    destination: { name: eu, namespace: cache }
    sources:
    - { repoURL: 'https://charts.example.com', chart: cache, targetRevision: 1.0.0, helm: { valueFiles: [$here/values/cache.yaml] } }
    - { repoURL: ${repository}, ref: here }
  # file: values/cache.yaml
  # A comment.
  size: 1
  tls: { open: true }
`;

function repositoryOf(text: string): string {
  const folder = gitRepository(text);
  git(folder, 'remote', 'add', 'origin', repository);
  return folder;
}

/** `name status`, then what is known of the fields and keys that changed. */
async function impact(folder: string): Promise<readonly string[]> {
  const { out } = await strata(['impact', '--json'], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  return applications.map(({ name, status, resources, gaps }) =>
    [
      name,
      status,
      ...resources.flatMap(({ fields }) =>
        (fields ?? []).map(
          ({ path, origin }) => `${path}@${origin?.file ?? ''}:${origin?.line ?? 0}`,
        ),
      ),
      ...gaps.flatMap(({ keys }) => keys ?? []),
    ].join(' '),
  );
}

const write = (folder: string, file: string, text: string): void => {
  writeFileSync(join(folder, file), text);
};

test.each([
  ['Flux', flux],
  ['Argo CD', argo],
])('values and charts beside a chart reach whoever deploys it with %s', async (_, fleet) => {
  const folder = repositoryOf(web + fleet);
  expect(await impact(folder)).toEqual([]);
  write(folder, 'values/large.yaml', '\n\nsize: huge\n');
  expect(await impact(folder)).toEqual(['web changed /data/size@values/large.yaml:3']);
  write(folder, 'values/large.yaml', 'size: large\n');
  write(folder, 'charts/common/templates/_label.tpl', '{{ define "common.label" }}two{{ end }}');
  expect(await impact(folder)).toEqual(['web changed /data/label@charts/web/templates/web.yaml:6']);
  write(folder, 'charts/common/templates/_label.tpl', '{{ define "common.label" }}one{{ end }}');
  write(folder, 'charts/web/values.yaml', 'size: tiny\n');
  expect(await impact(folder)).toEqual(['web touched']);
});

test('a file that a chart has by a link reaches whoever deploys it', async () => {
  const folder = repositoryOf(web + argo);
  write(folder, 'values/more.txt', 'one');
  symlinkSync('../../values/more.txt', join(folder, 'charts/web/more.txt'));
  commitAll(folder);
  write(folder, 'values/more.txt', 'two');
  expect(await impact(folder)).toEqual(['web changed /data/more@charts/web/templates/web.yaml:7']);
});

test('of a chart that is not here, the keys of the values that change are told', async () => {
  const folder = repositoryOf(flux);
  const edit = (values: string): void => {
    const [head = ''] = flux.split('data: { values.yaml');
    const [, cache = ''] = head.split('# file: apps/cache.yaml\n');
    write(
      folder,
      'apps/cache.yaml',
      `${cache.replaceAll('\n  ', '\n').trimStart()}data: { values.yaml: "${values}" }\n`,
    );
  };
  edit('replicas: 1\\nsize: 3');
  expect((await impact(folder)).filter((one) => one.startsWith('cache'))).toEqual([
    'cache touched',
  ]);
  edit('replicas: 2\\nsize: 2\\nextra: { a: 1 }');
  expect((await impact(folder)).filter((one) => one.startsWith('cache'))).toEqual([
    'cache unknown extra.a replicas',
  ]);
});

test('a comment in a values file changes nothing of a chart that is not here', async () => {
  const folder = repositoryOf(argo);
  write(folder, 'values/cache.yaml', '# Another comment.\ntls: { open: true }\nsize: 1\n');
  expect(await impact(folder)).toEqual(['cache touched']);
  write(folder, 'values/cache.yaml', 'size: 1\ntls: { open: false }\n');
  expect(await impact(folder)).toEqual(['cache unknown tls.open']);
});

test.each([
  ['Flux', flux],
  ['Argo CD', argo],
])(
  'what only a cluster with an API gets is unknown where it changes, with %s',
  async (_, fleet) => {
    const folder = repositoryOf(web + fleet);
    const monitor = (size: number): string =>
      `{{ if .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }}\nkind: ServiceMonitor\nmetadata: { name: web }\nsize: ${size}\n{{ end }}`;
    write(folder, 'charts/web/templates/monitor.yaml', monitor(1));
    expect(await impact(folder)).toEqual(['web unknown']);
    commitAll(folder);
    write(folder, 'charts/web/templates/monitor.yaml', monitor(2));
    expect(await impact(folder)).toEqual(['web unknown']);
    write(folder, 'charts/web/templates/monitor.yaml', `{{/* said */}}${monitor(1)}`);
    expect(await impact(folder)).toEqual(['web touched']);
  },
);

test('what the register says that a cluster serves is known', async () => {
  const folder = repositoryOf(`${web}${argo}
  # file: .strata/clusters.yaml
  clusters: [{ name: eu, kubernetesVersion: v1.30.1, apiVersions: [monitoring.coreos.com/v1] }]
  # file: charts/web/templates/monitor.yaml
  {{ if .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }}
  kind: ServiceMonitor
  metadata: { name: web }
  version: {{ .Capabilities.KubeVersion }}
  {{ end }}
  `);
  const { out } = await strata(['render', '--app', 'web', '--cluster', 'eu'], { folder });
  expect(out).toContain('kind: ServiceMonitor');
  expect(out).toContain('version: v1.30.1');
});
