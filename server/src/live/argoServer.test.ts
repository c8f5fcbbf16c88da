import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { liveStatuses } from '../analysis/liveStatus.ts';
import { argoSettings } from '../drift/argoSettings.ts';
import { ApiError } from './apiFailure.ts';
import { ArgoServer } from './argoServer.ts';

const { signal } = new AbortController();
const recorded = join(import.meta.dirname, '../../test/controllers/recorded');

/** An answer of a real argocd-server 3.2, as `scripts/recordArgo.ts` wrote it down. */
interface Recorded {
  readonly path: string;
  readonly asker: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

function answer(name: string): Recorded {
  return JSON.parse(readFileSync(join(recorded, `${name}.json`), 'utf8')) as Recorded;
}

/** A fake of argocd-server, ours: it gives recorded answers of the real one by their paths, to who has the token of their asker. */
async function fake(
  names: readonly string[],
  handle?: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
  const answers = new Map(
    names.map((name) => {
      const one = answer(name);
      return [`${one.asker} ${one.path}`, one];
    }),
  );
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (handle !== undefined) {
      handle(request, response);
      return;
    }
    const asker = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const path = (request.url ?? '').replace(/\?appNamespace=argocd$/, '');
    const found = answers.get(`${asker} ${path}`);
    response.writeHead(found?.status ?? 404, { 'Content-Type': found?.type ?? 'text/plain' });
    response.end(found === undefined ? 'Not Found' : JSON.stringify(found.body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}

test('Applications tell the same by the server as by the API of its cluster', async () => {
  const { url, requests } = await fake(['applications', 'projects']);
  const found = await new ArgoServer({ server: `${url}/`, token: 'admin' }).controllers(signal);
  const statuses = liveStatuses(found.units, [], '2026-11-30T18:00:00Z', found.projects);
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
  const { url } = await fake(['applications-reader', 'projects-reader', 'applications-nobody']);
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
  const { url } = await fake(['userinfo', 'userinfo-stranger', 'applications-stranger']);
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
  const { url } = await fake(['application', 'application-missing', 'clusters']);
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
  const { url } = await fake(['settings']);
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
  const { url: other, requests } = await fake([]);
  const { url } = await fake([], (_request, response) => {
    response.writeHead(302, { Location: `${other}/api/v1/applications` }).end();
  });
  const error: unknown = await new ArgoServer({ server: url, token })
    .controllers(signal)
    .catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ApiError);
  expect(requests).toEqual([]);
  expect(JSON.stringify([error, String(error), (error as Error).cause])).not.toContain(token);
});

test('an answer that breaks off is no list', async () => {
  const text = JSON.stringify(answer('applications').body);
  const { url } = await fake([], (_request, response) => {
    response.end(text.slice(0, -20));
  });
  await expect(
    new ArgoServer({ server: url, token: 'any' }).controllers(signal),
  ).rejects.toMatchObject({
    failure: { kind: 'serverError' },
  });
});
