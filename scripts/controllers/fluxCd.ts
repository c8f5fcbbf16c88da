import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type KubeServer } from '../../server/test/kubeServer.ts';
import { kubeconfigOf } from './kubeconfigs.ts';
import { applyDefinitions, applyObject } from './kubeObjects.ts';
import type { Processes } from './processes.ts';

/** The folders with the controllers of Flux. */
export interface FluxPrograms {
  /** That of the source and kustomize controllers. */
  readonly flux: string;
  readonly helm: string;
}

/** The real controllers of Flux on an API server. */
export interface FluxCd {
  /** Starts a controller again. */
  readonly start: (name: FluxController) => void;
}

/** A controller of Flux. */
export type FluxController = 'source-controller' | 'kustomize-controller' | 'helm-controller';

/** Makes the kinds of Flux known, and starts all three controllers, which apply in the name of an account where it is given. */
export async function startFlux(
  server: KubeServer,
  { flux, helm }: FluxPrograms,
  processes: Processes,
  account?: string,
): Promise<FluxCd> {
  for (const folder of [flux, helm]) await applyDefinitions(server, join(folder, 'crds'));
  await applyObject(server, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'flux-system' },
  });
  const storage = join(processes.folder, 'artifacts');
  mkdirSync(storage, { recursive: true });
  const ports = await Promise.all(Array.from({ length: 7 }, () => freePort()));
  const at = (index: number): string => `127.0.0.1:${ports[index] ?? 0}`;
  const applying = [
    '--requeue-dependency=5s',
    ...(account === undefined ? [] : [`--default-service-account=${account}`]),
  ];
  const own: Readonly<Record<FluxController, readonly string[]>> = {
    'source-controller': [
      ...['--storage-path', storage, '--storage-addr', at(6), '--storage-adv-addr', at(6)],
    ],
    'kustomize-controller': applying,
    'helm-controller': applying,
  };
  const names = ['source-controller', 'kustomize-controller', 'helm-controller'] as const;
  const kubeconfig = join(processes.folder, 'flux');
  writeFileSync(kubeconfig, kubeconfigOf({ c: server }));
  const start = (name: FluxController): void => {
    const index = names.indexOf(name) * 2;
    processes.start(
      name,
      [
        join(name === 'helm-controller' ? helm : flux, name),
        ...['--metrics-addr', at(index), '--health-addr', at(index + 1)],
        ...['--enable-leader-election=false', '--watch-all-namespaces=true'],
        ...['--events-addr=', ...own[name]],
      ],
      {
        RUNTIME_NAMESPACE: 'flux-system',
        KUBECONFIG: kubeconfig,
        GOMAXPROCS: '2',
        TMPDIR: storage,
        HOME: storage,
      },
    );
  };
  for (const name of names) start(name);
  return { start };
}
