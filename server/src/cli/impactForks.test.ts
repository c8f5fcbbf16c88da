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
