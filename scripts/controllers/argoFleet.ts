import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeBinaries } from '../tools/kubeApiserver.ts';
import { freePort, startKubeServer, type KubeServer } from '../../server/test/kubeServer.ts';
import { startArgoCd, type AddedCluster, type ArgoCd, type ArgoPrograms } from './argoCd.ts';
import { hostRepository, type HostedRepository } from './gitHost.ts';
import { authorityOf, kubeconfigOf } from './kubeconfigs.ts';
import { applyObject } from './kubeObjects.ts';
import { parseKubeObject } from './parseObjects.ts';
import { Processes } from './processes.ts';

/** The example fleet under a real Argo CD: a hub, one more real cluster, and one that nobody answers for. */
export interface ArgoFleet {
  readonly argo: ArgoCd;
  readonly processes: Processes;
  /** Where Argo CD runs: `in-cluster`. */
  readonly hub: KubeServer;
  /** `staging-eu-1`. */
  readonly staging: KubeServer;
  readonly repository: HostedRepository;
  /** A kubeconfig with contexts for the hub and for staging. */
  readonly kubeconfig: string;
  /** The addresses of this run, with those of the example fleet. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const exampleFleet = join(import.meta.dirname, '..', '..', 'test-fixtures', 'argocd-fleet');

/** Clusters whose Secret Argo CD has; `prod-us-1` does not answer, all others it does not know. */
const labels = {
  'staging-eu-1': { environment: 'staging', region: 'eu', tenant: 'shop', pci: 'true' },
  'prod-us-1': { environment: 'production', region: 'us', tenant: 'shop', pci: 'true' },
} as const;

/** Starts all of it; nothing is deployed before the root application is applied. */
export async function startArgoFleet(
  kube: KubeBinaries,
  programs: ArgoPrograms,
  {
    users = [],
    prepare = () => Promise.resolve({ token: 'admin' }),
  }: {
    readonly users?: readonly string[];
    /** Who Argo CD is on staging, and for which namespaces: asked once staging and the repository are there. */
    readonly prepare?: (
      staging: KubeServer,
      repository: HostedRepository,
    ) => Promise<Pick<AddedCluster, 'token' | 'namespaces'>>;
  } = {},
): Promise<ArgoFleet> {
  const processes = new Processes();
  const [hub, staging, dead] = await Promise.all([
    startKubeServer(kube, users),
    startKubeServer(kube, users),
    freePort(),
  ]);
  const repository = await hostRepository(exampleFleet, processes.folder, (text, url, path) =>
    path.endsWith('clusters.yaml')
      ? text
          .replace('https://staging-eu-1.k8s.example.com', staging.url)
          // Drills are for test clusters alone.
          .replace('  - name: staging-eu-1\n', '  - name: staging-eu-1\n    purpose: test\n')
          .replace('https://prod-us-1.k8s.example.com', `https://127.0.0.1:${dead}`)
      : text.replaceAll('https://git.example.com/acme/fleet.git', url),
  );
  const argo = await startArgoCd(hub, programs, processes);
  await argo.addCluster({
    name: 'staging-eu-1',
    url: staging.url,
    ...(await prepare(staging, repository)),
    authority: authorityOf(staging),
    labels: labels['staging-eu-1'],
  });
  await argo.addCluster({
    name: 'prod-us-1',
    url: `https://127.0.0.1:${dead}`,
    token: 'admin',
    authority: undefined,
    labels: labels['prod-us-1'],
  });
  const kubeconfig = join(processes.folder, 'kubeconfig');
  writeFileSync(kubeconfig, kubeconfigOf({ 'in-cluster': hub, 'staging-eu-1': staging }));
  return {
    argo,
    processes,
    hub,
    staging,
    repository,
    kubeconfig,
    addresses: {
      [repository.url]: 'https://git.example.com/acme/fleet.git',
      [staging.url]: 'https://staging-eu-1.k8s.example.com',
      [`https://127.0.0.1:${dead}`]: 'https://prod-us-1.k8s.example.com',
      [`127.0.0.1:${dead}`]: 'prod-us-1.k8s.example.com',
    },
    close: async () => {
      await processes.close();
      repository.close();
      hub.close();
      staging.close();
    },
  };
}

/**
 * Applies what people apply by hand: the root application, and before it the projects, since an ApplicationSet whose project
 * does not exist yet tries again minutes later.
 */
export async function applyRoot({ hub, repository }: ArgoFleet): Promise<void> {
  const folder = join(repository.folder, 'argocd');
  for (const name of ['payments', 'platform', 'shop']) {
    const path = join(folder, 'control', 'projects', `${name}.yaml`);
    const project = parseKubeObject(readFileSync(path, 'utf8'));
    const metadata = { ...project.metadata, namespace: 'argocd' };
    await applyObject(hub, { ...project, metadata });
  }
  await applyObject(hub, parseKubeObject(readFileSync(join(folder, 'root.yaml'), 'utf8')));
}
