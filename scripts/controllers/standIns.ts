import type { JsonMap } from '../../server/src/drift/json.ts';
import type { KubeServer } from '../../server/test/kubeServer.ts';
import { readObject } from './kubeObjects.ts';
import { parseWorkloads, type Workload } from './parseObjects.ts';

/**
 * Lets go what waits to be deleted with what it owns, as the garbage collector of Kubernetes would, which does not run here:
 * a stand-in. Argo CD deletes in that way.
 */
export async function finishDeletions(server: KubeServer): Promise<void> {
  const merge = { 'Content-Type': 'application/merge-patch+json' };
  for (const list of deleted) {
    for (const { metadata } of parseWorkloads(await readObject(server, list))) {
      if (metadata.deletionTimestamp === undefined) continue;
      const finalizers = (metadata.finalizers ?? []).filter((one) => one !== 'foregroundDeletion');
      const at = pathIn(list, metadata);
      await server.request('admin', 'PATCH', at, { metadata: { finalizers } }, merge);
    }
  }
}

/** The path of one object of a list in all namespaces. */
function pathIn(list: string, { name, namespace }: Workload['metadata']): string {
  const slash = list.lastIndexOf('/');
  const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${list.slice(0, slash)}${within}${list.slice(slash)}/${name}`;
}

const deleted = [
  ...['configmaps', 'services', 'serviceaccounts'].map((kind) => `/api/v1/${kind}`),
  ...['deployments', 'statefulsets', 'daemonsets'].map((kind) => `/apis/apps/v1/${kind}`),
  ...['ingresses', 'networkpolicies'].map((kind) => `/apis/networking.k8s.io/v1/${kind}`),
  ...['roles', 'rolebindings'].map((kind) => `/apis/rbac.authorization.k8s.io/v1/${kind}`),
  '/apis/batch/v1/cronjobs',
  // Kinds of the example fleet.
  '/apis/monitoring.coreos.com/v1/servicemonitors',
  '/apis/external-secrets.io/v1/externalsecrets',
  '/apis/flags.example.com/v1/featureflagsets',
];

/**
 * Says of all workloads that they run, as kubelets and the controllers of Kubernetes would, of which none run here: a stand-in,
 * which only writes status. Gives how many it wrote.
 */
export async function becomeHealthy(server: KubeServer): Promise<number> {
  const merge = { 'Content-Type': 'application/merge-patch+json' };
  let written = 0;
  for (const { list, status } of running) {
    const found = await readObject(server, list);
    for (const object of parseWorkloads(found)) {
      const path = `${pathIn(list, object.metadata)}/status`;
      const wanted = status(object);
      await server.request('admin', 'PATCH', path, { status: wanted }, merge);
      written += 1;
    }
  }
  return written;
}

const running: readonly {
  readonly list: string;
  readonly status: (workload: Workload) => JsonMap;
}[] = [
  {
    list: '/apis/apps/v1/deployments',
    status: ({ metadata, spec: { replicas = 1 } }) => ({
      observedGeneration: metadata.generation ?? 1,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: '' },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message: '' },
      ],
    }),
  },
  {
    list: '/apis/apps/v1/statefulsets',
    status: ({ metadata, spec: { replicas = 1 } }) => ({
      observedGeneration: metadata.generation ?? 1,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      currentRevision: 'one',
      updateRevision: 'one',
    }),
  },
  {
    list: '/apis/apps/v1/daemonsets',
    status: ({ metadata }) => ({
      observedGeneration: metadata.generation ?? 1,
      currentNumberScheduled: 1,
      desiredNumberScheduled: 1,
      updatedNumberScheduled: 1,
      numberAvailable: 1,
      numberReady: 1,
      numberMisscheduled: 0,
    }),
  },
  {
    list: '/apis/networking.k8s.io/v1/ingresses',
    status: () => ({ loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } }),
  },
];
