import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { failed, ok, type Result } from '../../server/src/util/result.ts';
import { customDefinition, definitionsPath } from '../../server/test/customDefinition.ts';
import { startKubeServer, type KubeServer } from '../../server/test/kubeServer.ts';
import { kubeBinaries, type KubeBinaries } from '../tools/kubeApiserver.ts';
import { helmPath } from '../tools/kubectl.ts';
import type { MissingTool } from '../tools/missingTool.ts';
import { controllerFolder, flux, helmController } from './controllerBinaries.ts';
import { startFlux, type FluxCd, type FluxPrograms } from './fluxCd.ts';
import { hostRepository, type HostedRepository } from './gitHost.ts';
import { kubeconfigOf } from './kubeconfigs.ts';
import { applyObject } from './kubeObjects.ts';
import { parseKubeObject } from './parseObjects.ts';
import { Processes } from './processes.ts';

/** The example fleet under a real Flux: its cluster `prod-eu`, and one more that this Flux may deliver to. */
export interface FluxFleet {
  readonly flux: FluxCd;
  readonly processes: Processes;
  readonly server: KubeServer;
  /** A second cluster, `edge`, without controllers of its own: nothing is deployed to it before somebody says so. */
  readonly remote: KubeServer;
  readonly repository: HostedRepository;
  /** A kubeconfig with contexts for both. */
  readonly kubeconfig: string;
  readonly close: () => Promise<void>;
}

/** All that the fleet under Flux needs, or the first of it that is missing; nothing is built. */
export async function fluxPrograms(): Promise<
  Result<
    { readonly kube: KubeBinaries; readonly flux: FluxPrograms; readonly helm: string },
    MissingTool
  >
> {
  const kube = await kubeBinaries({ build: false });
  if (kube.kind === 'failed') return failed(kube.failure);
  const own = await controllerFolder(flux, { build: false });
  if (own.kind === 'failed') return failed(own.failure);
  const helm = await controllerFolder(helmController, { build: false });
  if (helm.kind === 'failed') return failed(helm.failure);
  const program = await helmPath();
  if (program.kind === 'failed') return failed(program.failure);
  const programs = { flux: own.value, helm: helm.value };
  return ok({ kube: kube.value, flux: programs, helm: program.value });
}

const exampleFleet = join(import.meta.dirname, '..', '..', 'test-fixtures', 'flux-fleet');

/** Charts of other people, which cannot be had here: each is one ConfigMap. */
const strangers = { 'cert-manager': '1.19.1', 'ingress-nginx': '4.13.0', valkey: '3.2.4' };

/**
 * Starts all of it; nothing is deployed before `applySync`. In the copy of the fleet, what SOPS encrypted is in clear, as
 * nobody can decrypt it, and repositories and charts are those of this machine.
 */
export async function startFluxFleet(
  {
    kube,
    flux: programs,
    helm,
  }: { readonly kube: KubeBinaries; readonly flux: FluxPrograms; readonly helm: string },
  {
    account,
    prepare = () => Promise.resolve(),
  }: {
    /** The service account in whose name all is applied; the administrator where it is `undefined`. */
    readonly account?: string;
    /** Called once the server and the repository are there. */
    readonly prepare?: (server: KubeServer, repository: HostedRepository) => Promise<void>;
  } = {},
): Promise<FluxFleet> {
  const processes = new Processes();
  const [server, remote] = await Promise.all([startKubeServer(kube), startKubeServer(kube)]);
  const repository = await hostRepository(exampleFleet, processes.folder, edited);
  repository.push('Mark the cluster as one for tests', (folder) => {
    mkdirSync(join(folder, '.strata'), { recursive: true });
    const register = 'clusters:\n- name: prod-eu\n  purpose: test\n- name: edge\n';
    writeFileSync(join(folder, '.strata', 'clusters.yaml'), register);
  });
  packCharts(helm, processes.folder);
  await server.request('admin', 'POST', definitionsPath, {
    ...customDefinition({
      group: 'cert-manager.io',
      version: 'v1',
      kind: 'ClusterIssuer',
      plural: 'clusterissuers',
      scope: 'Cluster',
    }),
  });
  await prepare(server, repository);
  const own = await startFlux(server, programs, processes, account);
  await applyObject(server, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sops-age', namespace: 'flux-system' },
  });
  const kubeconfig = join(processes.folder, 'kubeconfig');
  writeFileSync(kubeconfig, kubeconfigOf({ 'prod-eu': server, edge: remote }));
  return {
    flux: own,
    processes,
    server,
    remote,
    repository,
    kubeconfig,
    close: async () => {
      await processes.close();
      repository.close();
      server.close();
      remote.close();
    },
  };
}

/** Applies what `flux bootstrap` does: the source of the fleet, and the Kustomization of the cluster. */
export async function applySync({ server, repository }: FluxFleet): Promise<void> {
  const objects = execFileSync('cat', [
    join(repository.folder, 'clusters', 'prod-eu', 'flux-system', 'gotk-sync.yaml'),
  ]);
  for (const one of objects.toString().split(/^---$/m)) {
    await applyObject(server, parseKubeObject(one));
  }
}

function edited(text: string, url: string, path: string): string {
  const charts = url.replace('fleet.git', 'charts');
  const local = text
    .replace(/\n {2}secretRef:\n {4}name: flux-system\n/, '\n')
    .replaceAll(/(?:ssh:\/\/git@|https:\/\/)git\.example\.com\/acme\/weather-fleet(?:\.git)?/g, url)
    .replaceAll(
      /https:\/\/(?:charts\.jetstack\.io|kubernetes\.github\.io\/ingress-nginx|charts(?:-mirror)?\.example\.com\/stable)/g,
      charts,
    )
    // Helm looks for ReplicaSets, which nobody makes here.
    .replace(
      '  dependsOn:\n    - name: cache\n',
      '  install: {disableWait: true}\n  upgrade: {disableWait: true}\n  dependsOn:\n    - name: cache\n',
    )
    // Nobody waits that long here.
    .replaceAll('timeout: 5m', 'timeout: 45s')
    .replaceAll('retryInterval: 1m', 'retryInterval: 5s');
  return path.endsWith('.sops.yaml') && path.includes('/')
    ? local.replace(/^sops:\n(?: .*\n)*/m, '').replaceAll(/ENC\[[^\]]*\]/g, 'fake-in-clear')
    : local;
}

function packCharts(helm: string, folder: string): void {
  const charts = join(folder, 'charts');
  for (const [name, version] of Object.entries(strangers)) {
    const files = {
      'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\n`,
      'templates/one.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n',
    };
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder, 'chart-sources', name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const source = join(folder, 'chart-sources', name);
    execFileSync(helm, ['package', source, '--destination', charts], { stdio: 'ignore' });
  }
  execFileSync(helm, ['repo', 'index', charts], { stdio: 'ignore' });
}
