import { expect, test } from 'vitest';
import { ApiError } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { LiveCluster } from './liveCluster.ts';

const application = { kind: 'Application', metadata: { name: 'web', namespace: 'team-a' } };
const types = { resources: [{ name: 'configmaps', kind: 'ConfigMap', namespaced: true }] };

/** A cluster with some ConfigMaps, by their path below the namespaces. */
function cluster(maps: Readonly<Record<string, object>>): {
  readonly live: LiveCluster;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const get = (path: string): Promise<string> => {
    if (path === '/api/v1') return Promise.resolve(JSON.stringify(types));
    const [, own] = /^\/api\/v1\/namespaces\/(.*)$/.exec(path) ?? [];
    if (own === undefined) return Promise.reject(new ApiError({ kind: 'notFound', detail: '' }));
    asked.push(own);
    const found = maps[own];
    return found === undefined
      ? Promise.reject(new ApiError({ kind: 'notFound', detail: '' }))
      : Promise.resolve(JSON.stringify(found));
  };
  return { live: new LiveCluster({ get } as unknown as KubeConnection), asked };
}

const { signal } = new AbortController();

test('settings of Argo CD stand beside an Application, or where Argo CD usually runs; they are remembered', async () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm' }, data: {} };
  const { live, asked } = cluster({ 'argocd/configmaps/argocd-cm': map });
  expect(await live.argoSettings(application, signal)).toEqual(map);
  expect(await live.argoSettings(application, signal)).toEqual(map);
  expect(asked).toEqual(['team-a/configmaps/argocd-cm', 'argocd/configmaps/argocd-cm']);
});

test('where they may not be read, nothing is ignored, and nothing fails', async () => {
  const { live } = cluster({});
  expect(await live.argoSettings(application, signal)).toBeUndefined();
  expect(await live.argoSettings({ kind: 'Kustomization' }, signal)).toBeUndefined();
});

test('who does not answer is not asked anew for each application', async () => {
  const asked: string[] = [];
  const get = (path: string): Promise<string> => {
    if (path === '/api/v1') return Promise.resolve(JSON.stringify(types));
    asked.push(path);
    return Promise.reject(new ApiError({ kind: 'unreachable', detail: 'timeout' }));
  };
  const live = new LiveCluster({ get } as unknown as KubeConnection);
  const one = { kind: 'Application', metadata: { name: 'web', namespace: 'argocd' } };
  expect(await live.argoSettings(one, signal)).toBeUndefined();
  expect(await live.argoSettings(one, signal)).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test('a server that serves no API at all is no cluster in which everything is missing', async () => {
  const failure = { kind: 'notFound', detail: '' } as const;
  const get = (): Promise<string> => Promise.reject(new ApiError(failure));
  const live = new LiveCluster({ get } as unknown as KubeConnection);
  expect(await live.probe(1000, signal)).toMatchObject({ kind: 'notFound' });
  const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
  const needs = { objects: [object], namespace: '', controller: undefined };
  await expect(live.unit(needs, undefined, { secrets: false }, signal)).rejects.toMatchObject({
    failure: { kind: 'notFound' },
  });
  expect((await live.controllers(signal)).failures).not.toEqual([]);
});

test('a kind that a cluster does not serve is not there, also where it does not say that it is ready', async () => {
  const get = (path: string): Promise<string> =>
    path === '/api'
      ? Promise.resolve('{"kind":"APIVersions"}')
      : Promise.reject(new ApiError({ kind: 'notFound', detail: '' }));
  const live = new LiveCluster({ get } as unknown as KubeConnection);
  expect(await live.probe(1000, signal)).toBeUndefined();
  expect(await live.controllers(signal)).toMatchObject({ units: [], failures: [] });
});

test.each([
  ['its only one', ['team-a'], 'team-a'],
  ['none of several', ['team-a', 'team-b'], undefined],
])('an object whose namespace nobody says is %s', async (_name, namespaces, expected) => {
  const asked: string[] = [];
  const items = [
    { metadata: { name: 'other', namespace: 'team-a' } },
    ...namespaces.map((namespace) => ({ metadata: { name: 'web', namespace } })),
  ];
  const get = (path: string): Promise<string> =>
    path === '/api/v1'
      ? Promise.resolve(JSON.stringify(types))
      : Promise.reject(new ApiError({ kind: 'notFound', detail: '' }));
  async function* parts(path: string): AsyncGenerator<string> {
    asked.push(path);
    yield await Promise.resolve(JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', items }));
  }
  const live = new LiveCluster({ get, parts } as unknown as KubeConnection);
  const need = { apiVersion: 'v1', kind: 'ConfigMap', namespace: '', name: 'web' };
  const found = await live.object(need, signal);
  const metadata = expected && { name: 'web', namespace: expected };
  expect(found?.['metadata']).toEqual(metadata);
  expect(asked).toEqual(['/api/v1/configmaps?limit=500&fieldSelector=metadata.name%3Dweb']);
});
