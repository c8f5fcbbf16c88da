import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

const repository = 'https://git.example.com/acme/fleet.git';
const register = '.strata/clusters.yaml';

const charts = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/templates/web.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: web, namespace: {{ .Release.Namespace }} }
  data:
    kubernetes: {{ .Capabilities.KubeVersion.Version }}
    helm: {{ .Capabilities.HelmVersion.Version }}
    monitors: "{{ .Capabilities.APIVersions.Has "example.com/v1" }}"
  # file: charts/plain/Chart.yaml
  apiVersion: v2
  name: plain
  version: 1.0.0
  # file: charts/plain/templates/plain.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: plain }
  # file: ${register}
  clusters: []
`;

const flux = `
  # file: clusters/eu/flux.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: ${repository}, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec: { path: ./clusters/eu, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: flux-system }
  spec:
    chart: { spec: { chart: charts/web, sourceRef: { kind: GitRepository, name: flux-system } } }
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: plain, namespace: flux-system }
  spec:
    chart: { spec: { chart: charts/plain, sourceRef: { kind: GitRepository, name: flux-system } } }
`;

const argo = `
  # file: argocd/apps.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    destination: { server: 'https://eu.example.com', namespace: web }
    source: { repoURL: ${repository}, path: charts/web }
  ---
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: plain, namespace: argocd }
  spec:
    destination: { name: eu, namespace: plain }
    source: { repoURL: ${repository}, path: charts/plain }
  # file: argocd/eu.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: eu, namespace: argocd, labels: { argocd.argoproj.io/secret-type: cluster } }
  stringData: { name: eu, server: 'https://eu.example.com' }
`;

function repositoryOf(text: string): string {
  const folder = gitRepository(charts + text);
  git(folder, 'remote', 'add', 'origin', repository);
  return folder;
}

/** `name status`, and the fields that changed. */
async function impact(folder: string): Promise<readonly string[]> {
  const { out } = await strata(['impact', '--json'], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  return applications.map(({ name, status, resources }) =>
    [
      name,
      status,
      ...resources.flatMap(({ fields }) => (fields ?? []).map(({ path }) => path)),
    ].join(' '),
  );
}

const written = (fact: string): string => `clusters: [{ name: eu, ${fact} }]\n`;
const seen = (fact: string): string =>
  `observed: { clusters: [{ name: eu, observed: 2026-11-30, by: strata, ${fact} }] }\n`;

describeFacts('Flux', flux, 'controllers: { flux: v2.9.0 }');
describeFacts('Argo CD', argo, 'controllers: { argocd: v2.9.0 }');

function describeFacts(controller: string, fleet: string, version: string): void {
  test.each([
    ['written', written],
    ['seen by an import', seen],
  ])(`what the register says of a cluster reaches charts of ${controller}: %s`, async (_, says) => {
    const folder = repositoryOf(fleet);
    const edit = async (fact: string): Promise<readonly string[]> => {
      writeFileSync(join(folder, register), says(fact));
      const told = await impact(folder);
      commitAll(folder);
      return told.filter((one) => !one.startsWith('flux-system'));
    };
    const plain = 'plain touched';
    expect(await edit('kubernetesVersion: v1.30.1')).toEqual([
      plain,
      'web changed /data/kubernetes',
    ]);
    expect(await edit('kubernetesVersion: v1.30.1, owner: me')).toEqual([]);
    expect(await edit('kubernetesVersion: v1.31.1')).toEqual([
      plain,
      'web changed /data/kubernetes',
    ]);
    const known = 'kubernetesVersion: v1.31.1, apiVersions: [other.com/v1]';
    await edit(known);
    expect(await edit(known.replace('other', 'example'))).toEqual([
      plain,
      'web changed /data/monitors',
    ]);
    expect(await edit(`${known.replace('other', 'example')}, ${version}`)).toEqual([
      plain,
      'web changed /data/helm',
    ]);
  });
}

test('the version of Helm that the configuration gives Flux reaches its releases', async () => {
  const folder = repositoryOf(flux);
  writeFileSync(join(folder, '.strata/config.yaml'), 'build: { flux: { helmVersion: v3.14.0 } }\n');
  expect(await impact(folder)).toEqual([
    'plain touched',
    'web changed /data/kubernetes /data/helm',
  ]);
});

test('what a release yields for objects of Flux reaches what is below it', async () => {
  const folder = repositoryOf(`${flux}
  # file: charts/web/templates/below.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: below, namespace: flux-system }
  spec:
    path: ./below
    sourceRef: { kind: GitRepository, name: flux-system }
    postBuild: { substituteFrom: [{ kind: ConfigMap, name: web }] }
  # file: below/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: below }
  data: { version: '\${kubernetes}' }
  `);
  writeFileSync(join(folder, register), written('kubernetesVersion: v1.30.1'));
  expect(await impact(folder)).toEqual([
    'below changed /data/version',
    'plain touched',
    'web changed /data/kubernetes',
  ]);
});

test('the history of a chart has what the register said of its cluster', async () => {
  const folder = repositoryOf(argo);
  writeFileSync(join(folder, register), written('kubernetesVersion: v1.30.1'));
  commitAll(folder);
  const { out } = await strata(['history', 'web', '--cluster', 'eu', '--json'], { folder });
  expect(out).toContain('/data/kubernetes');
});
