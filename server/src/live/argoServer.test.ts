import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import { argoSettings } from '../drift/argoSettings.ts';
import { ApiError } from './apiFailure.ts';
import { ArgoServer } from './argoServer.ts';

const { signal } = new AbortController();

test('Applications tell the same by the server as by the API of its cluster', async () => {
  const { url, requests } = await fakeArgoServer(['applications', 'projects']);
  const found = await new ArgoServer({ server: `${url}/`, token: 'admin' }).controllers(signal);
  const statuses = liveStatuses(found.units, [], '2026-11-30T18:00:00Z', found);
  expect(statuses.find(({ name }) => name === 'checkout-staging-eu-1')).toMatchObject({
    sync: 'inSync',
    health: 'healthy',
    deployed: [{ kind: 'git', hash: expect.stringMatching(/^[\da-f]{40}$/) as string }],
    destination: { name: 'staging-eu-1', server: '' },
    healthSince: expect.any(String) as string,
  });
  // Of a cluster that Argo CD does not reach, nothing is green.
  const blind = statuses.filter(({ destination }) => destination.name === 'prod-us-1');
  expect(blind.length).toBeGreaterThan(0);
  expect(blind.filter(({ sync }) => sync === 'inSync')).toEqual([]);
  expect(found.projects.map(({ kind }) => kind)).toContain('AppProject');
  expect(requests).toEqual(['GET /api/v1/applications', 'GET /api/v1/projects']);
});

test('who may see less sees less, and who may see nothing sees nothing', async () => {
  const { url } = await fakeArgoServer([
    'applications-reader',
    'projects-reader',
    'applications-nobody',
  ]);
  const reader = await new ArgoServer({ server: url, token: 'reader' }).controllers(signal);
  expect(reader.units.map((one) => (one['metadata'] as { name: string }).name)).toEqual([
    'catalog-prod-us-1',
    'catalog-staging-eu-1',
    'checkout-prod-us-1',
    'checkout-staging-eu-1',
    'storefront-prod-us-1',
    'storefront-staging-eu-1',
  ]);
});

test('a token that the server does not take is told before anything is read', async () => {
  const { url } = await fakeArgoServer(['userinfo', 'userinfo-stranger', 'applications-stranger']);
  expect(
    await new ArgoServer({ server: url, token: 'reader' }).probe(5_000, signal),
  ).toBeUndefined();
  const stranger = new ArgoServer({ server: url, token: 'stranger' });
  expect(await stranger.probe(5_000, signal)).toEqual({ kind: 'authRequired', detail: 'token' });
  await expect(stranger.controllers(signal)).rejects.toMatchObject({
    failure: { kind: 'authRequired' },
  });
});

test('one Application, its settings, and the clusters', async () => {
  const { url } = await fakeArgoServer(['application', 'application-missing', 'clusters']);
  const argo = new ArgoServer({ server: url, token: 'admin' });
  const need = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', namespace: 'argocd' };
  const found = await argo.object({ ...need, name: 'checkout-staging-eu-1' }, signal);
  expect(found).toMatchObject({ kind: 'Application', metadata: { name: 'checkout-staging-eu-1' } });
  expect(await argo.object({ ...need, name: 'none' }, signal)).toBeUndefined();
  expect(await argo.argoSettings(found, signal)).toBeUndefined();
  const clusters = JSON.parse(await argo.clusters(signal)) as readonly { readonly name: string }[];
  expect(clusters.map(({ name }) => name)).toEqual(['staging-eu-1', 'prod-us-1', 'in-cluster']);
});

test('the settings are those of its ConfigMap', async () => {
  const { url } = await fakeArgoServer(['settings']);
  const argo = new ArgoServer({ server: url, token: 'reader' });
  const settings = await argo.argoSettings({ kind: 'Application' }, signal);
  expect(argoSettings(settings)).toMatchObject({
    rules: [{ paths: ['/status'], target: { group: undefined, kind: undefined } }],
    trackingLabel: undefined,
  });
});

test('a token leaves over TLS alone, to nobody else, and stands in no error', async () => {
  const token = 'canary-of-a-token';
  const plain = new ArgoServer({ server: 'http://argocd.example.com', token });
  expect(await plain.probe(1_000, signal)).toEqual({ kind: 'unreachable', detail: 'address' });
  const { url: other, requests } = await fakeArgoServer([]);
  const { url } = await fakeArgoServer([], (_request, response) => {
    response.writeHead(302, { Location: `${other}/api/v1/applications` }).end();
  });
  const error: unknown = await new ArgoServer({ server: url, token })
    .controllers(signal)
    .catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ApiError);
  expect(requests).toEqual([]);
  expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain(token);
});

test.each([
  ['https://ada:canary@argocd.example.com/argo/', 'https://argocd.example.com/argo'],
  ['https://ada@argocd.example.com', 'https://argocd.example.com'],
  ['https://ada:c@n@ry@argocd.example.com', 'https://argocd.example.com'],
  ['ada:canary@argocd.example.com', 'argocd.example.com'],
])('the address %s is not asked, and its password stands nowhere', async (server, told) => {
  const argo = new ArgoServer({ server, token: 'reader' });
  expect(argo.server).toBe(told);
  const failure = { kind: 'unreachable', detail: 'password in its address' };
  expect(await argo.probe(1_000, signal)).toEqual(failure);
});

test('an @ in the path is no password', () => {
  const server = 'https://argocd.example.com/a@b';
  expect(new ArgoServer({ server, token: 'reader' }).server).toBe(server);
});

test('an answer that breaks off is no list', async () => {
  const text = JSON.stringify(recordedAnswer('applications').body);
  const { url } = await fakeArgoServer([], (_request, response) => {
    response.end(text.slice(0, -20));
  });
  await expect(
    new ArgoServer({ server: url, token: 'any' }).controllers(signal),
  ).rejects.toMatchObject({
    failure: { kind: 'serverError' },
  });
});

test.each([
  [404, 'text/html', '<html>Not Found</html>', { kind: 'notFound', detail: 'argocd' }],
  [200, 'text/html', '<html>Sign in</html>', { kind: 'notFound', detail: 'argocd' }],
  [302, 'text/plain', '', { kind: 'notFound', detail: 'redirect' }],
  [401, 'application/json', '{}', { kind: 'authRequired', detail: 'token' }],
  [403, 'application/json', '{}', { kind: 'forbidden', detail: 'token' }],
  [500, 'text/plain', 'canary', { kind: 'serverError', status: 500, detail: '' }],
])('what answers with %d and %s is told as what it is', async (status, type, body, failure) => {
  const { url, requests } = await fakeArgoServer([], (_request, response) => {
    response.writeHead(status, { 'Content-Type': type, Location: '/elsewhere' });
    response.end(body);
  });
  expect(await new ArgoServer({ server: url, token: 't' }).probe(5_000, signal)).toEqual(failure);
  // Whatever it leads to, no token goes there.
  expect(requests).toHaveLength(1);
});

test('items that are no objects with a name are left out', async () => {
  const items = [null, 5, [], {}, { metadata: null }, { metadata: { name: 7 } }];
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ items: [...items, { metadata: { name: 'shop' } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const argo = new ArgoServer({ server: `http://127.0.0.1:${port}`, token: 'any' });
  const { units } = await argo.controllers(signal);
  expect(units.map(({ metadata }) => metadata)).toEqual([{ name: 'shop' }]);
});
