import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationOf, jsonOf } from '../../server/src/analysis/drift.ts';
import { applicationRows, type ApplicationRow } from '../../server/src/analysis/applicationRows.ts';
import { isMap, textOf, type JsonMap } from '../../server/src/drift/json.ts';
import { objectName } from '../../server/src/drift/normalize.ts';
import { builtInTypes } from '../../server/src/drift/types/parseFieldTypes.ts';
import { isCertainlyClusterScoped } from '../../server/src/kubernetes/scope.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { startDemoServer, type DemoServer } from './demoServer.ts';
import { ownedFields } from './ownedFields.ts';

/** The clusters of the example fleet, served by the demonstration server, with some drift on one of them. */
export interface DemoFleet {
  readonly server: DemoServer;
  /** A kubeconfig with a context for each cluster, named as it. */
  readonly kubeconfig: string;
  readonly close: () => Promise<void>;
}

const hub = 'in-cluster';
const revision = '4f1d2c7a9b3e5f60718293a4b5c6d7e8f9012345';
const before = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';

/** No Argo CD runs here: it looks when something changes, and so it has not stopped. */
const argoSettings: JsonMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'argocd-cm', namespace: 'argocd' },
  data: { 'timeout.reconciliation': '0s' },
};

/** Renders the fleet of a workspace, and serves what it renders to as if Argo CD had applied it. */
export async function startDemoFleet(
  workspace: Workspace,
  signal: AbortSignal,
): Promise<DemoFleet> {
  const rows = await workspace.complete(applicationRows, signal);
  const clusters = new Map<string, JsonMap[]>();
  const add = (cluster: string, objects: readonly JsonMap[]): void => {
    clusters.set(cluster, [...(clusters.get(cluster) ?? []), ...objects]);
  };
  for (const row of rows) {
    if (row.cluster === undefined) continue;
    const { object, resources } = await contentOf(workspace, row, signal);
    add(
      row.cluster,
      resources.map((one) => applied(one, row)),
    );
    if (object !== undefined && row.controller === 'argocd')
      add(hub, [applicationObject(object, row)]);
  }
  add(hub, [argoSettings]);
  const server = await startDemoServer(clusters);
  driftProduction(server);
  const folder = mkdtempSync(join(tmpdir(), 'strata-demo-'));
  const kubeconfig = join(folder, 'kubeconfig.json');
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigFor(server.url, [...clusters.keys()])));
  return {
    server,
    kubeconfig,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What people did to production by hand, and what has not been pruned. */
function driftProduction({ edit }: DemoServer): void {
  const name = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'checkout',
    name: 'checkout',
  };
  edit('prod-eu-1', name, { spec: { replicas: 8 } }, 'kubectl-edit');
  const annotations = { 'checkout.example.com/debug': 'since the incident of Friday' };
  edit('prod-eu-1', name, { spec: { template: { metadata: { annotations } } } }, 'k9s');
  const budget = { ...name, apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' };
  edit('prod-eu-1', budget, { spec: { minAvailable: 0 } }, 'kubectl-patch');
  const old = { ...name, apiVersion: 'v1', kind: 'ConfigMap', name: 'settings-7h5f8b2c4d' };
  const tracking = 'checkout-prod-eu-1:/ConfigMap:checkout/settings-7h5f8b2c4d';
  const marked = { 'argocd.argoproj.io/tracking-id': tracking };
  edit(
    'prod-eu-1',
    old,
    { metadata: { annotations: marked }, data: { LOG_LEVEL: 'info' } },
    'argocd-controller',
  );
}

async function contentOf(
  workspace: Workspace,
  row: ApplicationRow,
  signal: AbortSignal,
): Promise<{ readonly object: JsonMap | undefined; readonly resources: readonly JsonMap[] }> {
  const rendered = await workspace.complete(
    (analysis) => analysis.render({ application: row.key }),
    signal,
  );
  const application = await workspace.complete(
    (analysis) => analysis.ask((reader) => applicationOf(reader, row.key)),
    signal,
  );
  const namespace = application?.destination.namespace ?? '';
  return {
    object: application?.object && jsonOf(application.object),
    resources: rendered.resources.map((one) => withNamespace(jsonOf(one), namespace)),
  };
}

function withNamespace(object: JsonMap, namespace: string): JsonMap {
  const { apiVersion, kind, namespace: own } = objectName(object);
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  if (own !== '' || isCertainlyClusterScoped(apiVersion, kind) || namespace === '') return object;
  return { ...object, metadata: { ...metadata, namespace } };
}

/** The object as the server has it after Argo CD has applied it. */
function applied(object: JsonMap, row: ApplicationRow): JsonMap {
  const { apiVersion, group, kind, namespace, name } = objectName(object);
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  const annotations = isMap(metadata['annotations']) ? metadata['annotations'] : {};
  const type = builtInTypes(apiVersion, kind)?.type ?? { kind: 'any' };
  const tracking = `${row.name}:${group}/${kind}:${namespace}/${name}`;
  const entry = {
    manager: 'argocd-controller',
    operation: 'Apply',
    apiVersion,
    time: '2026-11-27T09:12:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: ownedFields(object, type),
  };
  return {
    ...object,
    metadata: {
      ...metadata,
      annotations: { ...annotations, 'argocd.argoproj.io/tracking-id': tracking },
      creationTimestamp: '2026-06-02T07:30:00Z',
      managedFields: [entry],
    },
  };
}

/** The Application with a status: most run what Git says. */
function applicationObject(object: JsonMap, row: ApplicationRow): JsonMap {
  const [sync, deployed] =
    row.name === 'checkout-prod-eu-1'
      ? ['OutOfSync', revision]
      : row.name === 'storefront-prod-us-1'
        ? ['OutOfSync', before]
        : ['Synced', revision];
  const history = [
    {
      revision: deployed,
      deployStartedAt: '2026-11-27T09:11:40Z',
      deployedAt: '2026-11-27T09:12:00Z',
      id: 1,
    },
  ];
  const resources =
    row.name === 'checkout-prod-eu-1'
      ? [
          {
            version: 'v1',
            kind: 'ConfigMap',
            namespace: 'checkout',
            name: 'settings-7h5f8b2c4d',
            status: 'OutOfSync',
            requiresPruning: true,
          },
          {
            group: 'apps',
            version: 'v1',
            kind: 'Deployment',
            namespace: 'checkout',
            name: 'checkout',
            status: 'OutOfSync',
          },
        ]
      : [];
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  return {
    ...object,
    metadata: {
      ...metadata,
      namespace: textOf(metadata['namespace']) || row.namespace || 'argocd',
    },
    status: {
      sync: { status: sync, revision },
      health: { status: 'Healthy', lastTransitionTime: '2026-11-27T09:13:10Z' },
      reconciledAt: '2026-11-30T08:00:00Z',
      history,
      resources,
      operationState: {
        phase: 'Succeeded',
        finishedAt: '2026-11-27T09:12:00Z',
        syncResult: { revision: deployed },
      },
    },
  };
}

function kubeconfigFor(url: string, clusters: readonly string[]): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': '',
    clusters: clusters.map((name) => ({ name, cluster: { server: `${url}/clusters/${name}` } })),
    users: [{ name: 'demo', user: { token: 'demo' } }],
    contexts: clusters.map((name) => ({ name, context: { cluster: name, user: 'demo' } })),
  };
}
