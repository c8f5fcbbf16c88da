import { createServer, type ServerResponse } from 'node:http';
import process from 'node:process';

/**
 * Simulated clusters, ours and no real ones: a process of its own that answers below `/clusters/NAME` what a cluster with
 * Flux answers, with so many Kustomizations as `STRATA_UNITS` says, each of the size that real ones have. A cluster whose
 * name begins with `dead` takes connections and never answers. The port is printed; it ends with its standard input.
 */
const units = Number(process.env['STRATA_UNITS'] ?? '40');
const revision = 'main@sha1:4f1d2c7a9b3e5f60718293a4b5c6d7e8f9012345';
const groups = new Map([
  ['kustomize.toolkit.fluxcd.io/v1', [{ name: 'kustomizations', kind: 'Kustomization' }]],
  ['source.toolkit.fluxcd.io/v1', [{ name: 'gitrepositories', kind: 'GitRepository' }]],
]);

const server = createServer((request, response) => {
  const [, , cluster = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (!cluster.startsWith('dead')) answer(`/${rest.join('/')}`, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? (address?.port ?? 0) : 0}\n`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit());

function answer(path: string, response: ServerResponse): void {
  if (path === '/readyz') return void response.end('ok');
  if (path === '/apis') return void response.end('{"kind":"APIGroupList"}');
  const [group, version, list] = path.replace(/^\/apis\//, '').split('/');
  const types = groups.get(`${group ?? ''}/${version ?? ''}`);
  if (types === undefined) {
    response.writeHead(404).end('{"kind":"Status","code":404,"reason":"NotFound"}');
  } else if (list === undefined) {
    const resources = types.map((type) => ({ ...type, namespaced: true, verbs: ['list'] }));
    response.end(JSON.stringify({ kind: 'APIResourceList', resources }));
  } else {
    response.end(list === 'kustomizations' ? kustomizations : repositories);
  }
}

const repositories = list('GitRepository', [
  { metadata: { name: 'fleet', namespace: 'flux-system' }, status: { artifact: { revision } } },
]);

const kustomizations = list(
  'Kustomization',
  Array.from({ length: units }, (_, index) => ({
    metadata: {
      name: `application-${index}`,
      namespace: 'flux-system',
      generation: 1,
      managedFields: Array.from({ length: 40 }, () => ({
        manager: 'kustomize-controller',
        operation: 'Apply',
        fieldsV1: { 'f:spec': { 'f:path': {}, 'f:prune': {}, 'f:sourceRef': {} } },
      })),
    },
    spec: { path: './apps', sourceRef: { kind: 'GitRepository', name: 'fleet' } },
    status: {
      observedGeneration: 1,
      lastAppliedRevision: revision,
      lastAttemptedRevision: revision,
      conditions: [{ type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded' }],
      inventory: {
        entries: Array.from({ length: 40 }, (_entry, at) => ({
          id: `shop_configmap-${index}-${at}__ConfigMap`,
          v: 'v1',
        })),
      },
    },
  })),
);

function list(kind: string, items: readonly object[]): string {
  return JSON.stringify({
    apiVersion: 'toolkit.fluxcd.io/v1',
    kind: `${kind}List`,
    metadata: { resourceVersion: '1' },
    items,
  });
}
