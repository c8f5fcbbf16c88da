import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { writeTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

function kustomization(path: string): string {
  return `
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: ${path}, namespace: apps }
  spec: { path: ./${path}, prune: true, sourceRef: { kind: GitRepository, name: fleet } }`;
}

/** A fork, under another address, that has left out most of what its Kustomizations read. */
function fork(): string {
  const folder = gitRepository(`
  # file: flux/all.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: fleet, namespace: apps }
  spec: { url: https://git.example.com/acme/fleet, ref: { branch: main } }${['web', 'gone', 'lost', 'left'].map(kustomization).join('')}
  # file: flux/kustomization.yaml
  resources: [all.yaml]
  # file: base/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
  # file: base/kustomization.yaml
  resources: [map.yaml]
  # file: web/kustomization.yaml
  resources: [../base]`);
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/somebody/fork');
  writeTree(
    folder,
    '# file: base/map.yaml\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }',
  );
  commitAll(folder);
  return folder;
}

test('what a fork holds of the repository that Flux reads is unknown where it changes', async () => {
  const folder = fork();
  const words = ['impact', '--base', 'HEAD~1', '--json', '--fail-on', 'unknown'];
  const { out, exitCode } = await strata(words, { folder });
  expect(exitCode).toBe(1);
  const { applications, looseEnds } = JSON.parse(out) as ImpactDocument;
  expect(applications.map(({ name, status, gaps }) => [name, status, gaps])).toEqual([
    [
      'web',
      'unknown',
      [{ kind: 'remote', detail: 'https://git.example.com/acme/fleet', changed: true }],
    ],
  ]);
  expect(looseEnds).toEqual([]);
});

test('what may be delivered from elsewhere is not advised to be deleted', async () => {
  const { out } = await strata(['survey'], { folder: fork() });
  expect(out).toContain('4 applications');
  expect(out).not.toContain('Nothing delivers');
});

test('a fork of what a FluxInstance syncs is taken for it, as its folder is here', async () => {
  const folder = gitRepository(`
  # file: flux/instance.yaml
  apiVersion: fluxcd.controlplane.io/v1
  kind: FluxInstance
  metadata: { name: flux, namespace: flux-system }
  spec:
    distribution: { version: 2.x }
    sync: { kind: GitRepository, url: https://git.example.com/acme/fleet, ref: refs/heads/main, path: clusters/eu }
  # file: clusters/eu/all.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec:
    path: ./web
    prune: true
    components: [../shared]
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
  # file: shared/kustomization.yaml
  apiVersion: kustomize.config.k8s.io/v1alpha1
  kind: Component
  labels: [{ pairs: { tier: one } }]`);
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/somebody/fork');
  writeTree(
    folder,
    `# file: shared/kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
labels: [{ pairs: { tier: two } }]`,
  );
  const { out } = await strata(['impact', '--base', 'HEAD', '--json'], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  expect(applications.map(({ name, status }) => [name, status])).toEqual([['web', 'changed']]);
});

/** The statuses of the applications after a change, each with the addresses that may be those of the repository. */
async function toldAfter(
  before: string,
  after: string,
): Promise<readonly (readonly [name: string, status: string, addresses: readonly string[]])[]> {
  const folder = gitRepository(before);
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/somebody/fork');
  writeTree(folder, after);
  const { out } = await strata(['impact', '--base', 'HEAD', '--json'], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  return applications.map(({ name, status, gaps }) => [
    name,
    status,
    gaps.filter(({ kind, changed }) => kind === 'remote' && changed).map(({ detail }) => detail),
  ]);
}

const far = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: far, namespace: apps }
spec: { url: https://git.example.com/acme/far }
---
`;

/** The start of an Application, to which its sources are added. */
const webOfArgo = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  destination: { name: in-cluster, namespace: web }
`;

const component = `
# file: shared/kustomization.yaml
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
resources: [map.yaml]
# file: shared/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: shared } }`;

const otherMap = `
# file: shared/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }`;

test('a component that a fork holds of what is gone else is unknown where it changes', async () => {
  const flux = `
# file: flux/all.yaml
${far}apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: web, namespace: apps }
spec:
  path: ./gone/web
  components: [../../shared]
  sourceRef: { kind: GitRepository, name: far }${component}`;
  expect(await toldAfter(flux, otherMap)).toEqual([
    ['web', 'unknown', ['https://git.example.com/acme/far']],
  ]);
  const argo = `
# file: argocd/web.yaml
${webOfArgo}  source:
    repoURL: https://git.example.com/acme/far
    path: gone/web
    kustomize: { components: [../../shared] }${component}`;
  expect(await toldAfter(argo, otherMap)).toEqual([
    ['web', 'unknown', ['https://git.example.com/acme/far']],
  ]);
});

test('a fork is taken for the repository whose values files it holds', async () => {
  const before = `
# file: argocd/web.yaml
${webOfArgo}  sources:
  - repoURL: https://charts.example.com
    chart: web
    targetRevision: 1.0.0
    helm: { valueFiles: [$fleet/values/web.yaml] }
  - { repoURL: https://git.example.com/acme/fleet, ref: fleet }
# file: values/web.yaml
replicas: 1`;
  expect(await toldAfter(before, '# file: values/web.yaml\nreplicas: 2')).toEqual([
    ['web', 'unknown', []],
  ]);
});

test('values files of what is elsewhere are no files of the repository', async () => {
  const before = `
# file: argocd/web.yaml
${webOfArgo}  source:
    repoURL: https://charts.example.com
    chart: web
    targetRevision: 1.0.0
    helm: { valueFiles: [values.yaml] }
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: api, namespace: argocd }
spec:
  destination: { name: in-cluster, namespace: api }
  source: { repoURL: https://git.example.com/acme/fleet, path: api }
# file: api/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
# file: values.yaml
replicas: 1`;
  expect(await toldAfter(before, '# file: values.yaml\nreplicas: 2')).toEqual([]);
});

test('values files of a release whose chart is gone from a fork are unknown where they change', async () => {
  const before = `
# file: flux/all.yaml
${far}apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: apps }
spec:
  chart:
    spec:
      chart: ./gone/web
      valuesFiles: [values/web.yaml]
      sourceRef: { kind: GitRepository, name: far }
# file: values/web.yaml
replicas: 1`;
  expect(await toldAfter(before, '# file: values/web.yaml\nreplicas: 2')).toEqual([
    ['web', 'unknown', ['https://git.example.com/acme/far']],
  ]);
});

test('a folder of the path that an artifact is read at may be what is put into it', async () => {
  const before = `
# file: clusters/eu/all.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: flux-system, namespace: flux-system }
spec: { url: https://git.example.com/somebody/fork }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: fleet, namespace: flux-system }
spec: { url: oci://registry.example.com/acme/fleet, ref: { tag: latest } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: eu, namespace: flux-system }
spec: { path: ./clusters/eu, sourceRef: { kind: GitRepository, name: flux-system } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: web, namespace: flux-system }
spec: { path: ./apps/web, sourceRef: { kind: OCIRepository, name: fleet } }
# file: apps/web/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: map } }`;
  const after =
    '# file: apps/web/map.yaml\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }';
  expect(await toldAfter(before, after)).toEqual([
    ['web', 'unknown', ['oci://registry.example.com/acme/fleet']],
  ]);
});

test('what a FluxInstance without a namespace in Git delivers has a name', async () => {
  const before = `
# file: flux/instance.yaml
apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux }
spec:
  distribution: { version: 2.x }
  sync: { kind: OCIRepository, url: oci://registry.example.com/acme/fleet, ref: latest, path: clusters/eu }
# file: clusters/eu/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: map } }`;
  const after =
    '# file: clusters/eu/map.yaml\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }';
  expect(await toldAfter(before, after)).toEqual([
    ['flux-system', 'unknown', ['oci://registry.example.com/acme/fleet']],
  ]);
});
