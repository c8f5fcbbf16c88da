import { expect, test } from 'vitest';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import { failureOf } from './apiFailure.ts';
import { ArgoServer } from './argoServer.ts';
import { applicationPath, mayAsk, specOf, writeByKube, writeByServer } from './argoWrite.ts';
import { KubeConnection } from './kubeConnection.ts';
import { ExecCredentials } from './execCredential.ts';
import { parseKubeconfig } from './parseKubeconfig.ts';
import { parseObject, type KubeObject } from './parseApi.ts';

const { signal } = new AbortController();
const named = { namespace: 'argocd', name: 'checkout' };
const object: KubeObject = {
  metadata: { ...named, resourceVersion: '7' },
  spec: { project: 'shop', syncPolicy: { syncOptions: ['ServerSideApply=true'] } },
  status: { operationState: { phase: 'Succeeded' } },
};
const maySync = (): Promise<boolean> => Promise.resolve(true);
const confirmed = { ...named, spec: specOf(object) };

/** A connection that gives these objects one after the other, and remembers what is written. */
function connectionOf(
  objects: readonly KubeObject[],
  outcomes: readonly ('written' | 'changed')[] = ['written'],
): Parameters<typeof writeByKube>[0] & { readonly patches: unknown[] } {
  const [left, answers] = [[...objects], [...outcomes]];
  const patches: unknown[] = [];
  return {
    patches,
    get: () => Promise.resolve(JSON.stringify(left.length > 1 ? left.shift() : left[0])),
    patchApplication: (_path, patch) => {
      patches.push(patch);
      return Promise.resolve(answers.shift() ?? 'written');
    },
  };
}

test('a refresh is the annotation that argocd sets, and nothing else', async () => {
  const connection = connectionOf([object]);
  const how = { action: 'refresh', user: 'ada', maySync } as const;
  expect(await writeByKube(connection, confirmed, how, signal)).toBe('written');
  expect(connection.patches).toEqual([
    { metadata: { annotations: { 'argocd.argoproj.io/refresh': 'normal' } } },
  ]);
});

test('a sync sets the operation that was not there, with the options of the Application, and prunes nothing', async () => {
  const connection = connectionOf([object]);
  const how = { action: 'sync', user: 'ada', maySync } as const;
  expect(await writeByKube(connection, confirmed, how, signal)).toBe('written');
  expect(connection.patches).toEqual([
    {
      metadata: { resourceVersion: '7' },
      operation: {
        initiatedBy: { username: 'ada' },
        sync: { prune: false, syncOptions: ['ServerSideApply=true'] },
      },
      status: { operationState: null },
    },
  ]);
});

test('what else writes to the object in between is no reason to overwrite it', async () => {
  const later = { ...object, metadata: { ...named, resourceVersion: '8' } };
  const connection = connectionOf([object, later], ['changed', 'written']);
  const how = { action: 'sync', user: undefined, maySync } as const;
  expect(await writeByKube(connection, confirmed, how, signal)).toBe('written');
  expect(connection.patches).toMatchObject([
    { metadata: { resourceVersion: '7' } },
    { metadata: { resourceVersion: '8' } },
  ]);
});

test.each([
  ['busy', { ...object, operation: { sync: {} } }],
  ['busy', { ...object, status: { operationState: { phase: 'Running' } } }],
  ['changed', { ...object, spec: { project: 'other' } }],
  ['gone', { ...object, metadata: { ...named, deletionTimestamp: '2026-01-01T00:00:00Z' } }],
])('nothing is written where it is %s', async (outcome, found) => {
  const connection = connectionOf([found]);
  const how = { action: 'sync', user: 'ada', maySync } as const;
  expect(await writeByKube(connection, confirmed, how, signal)).toBe(outcome);
  expect(connection.patches).toEqual([]);
});

test('a window that has closed since it was confirmed keeps a sync from being asked for, and no refresh', async () => {
  const closed = { user: 'ada', maySync: () => Promise.resolve(false) };
  const connection = connectionOf([object]);
  const sync = { action: 'sync', ...closed } as const;
  expect(await writeByKube(connection, confirmed, sync, signal)).toBe('window');
  expect(connection.patches).toEqual([]);
  const refresh = { action: 'refresh', ...closed } as const;
  expect(await writeByKube(connection, confirmed, refresh, signal)).toBe('written');
  const { url, requests } = await fakeArgoServer([], (_request, response) => {
    response.end(JSON.stringify(object));
  });
  const server = new ArgoServer({ server: url, token: 't' });
  expect(await writeByServer(server, confirmed, sync, signal)).toBe('window');
  expect(requests.every((one) => one.startsWith('GET '))).toBe(true);
});

test('a connection writes to nothing but what it is opened for', async () => {
  const kubeconfig = parseKubeconfig([
    {
      path: '/kubeconfig',
      text: JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'u', user: {} }],
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      }),
    },
  ]);
  const [context] = kubeconfig.contexts;
  if (context === undefined) throw new Error('no context');
  const credentials = new ExecCredentials(() => false);
  const may = { mayWriteTo: applicationPath(named) };
  for (const connection of [
    new KubeConnection(kubeconfig, context, credentials),
    new KubeConnection(kubeconfig, context, credentials, may),
  ]) {
    const other = applicationPath({ ...named, name: 'other' });
    await expect(connection.patchApplication(other, {}, signal)).rejects.toThrow('written to');
    connection.dispose();
  }
});

test('a server of Argo CD is asked for rights, and for one sync with the words of the real one', async () => {
  const { body } = recordedAnswer('application');
  const application = parseObject(JSON.stringify(body)) ?? {};
  const bodies: string[] = [];
  let busy = false;
  const { url, requests } = await fakeArgoServer([], (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      if (text !== '') bodies.push(text);
      response.setHeader('Content-Type', 'application/json');
      const path = request.url ?? '';
      if (path.endsWith('/sync') && busy) {
        response.statusCode = 400;
        const message = 'error setting app operation: another operation is already in progress';
        response.end(JSON.stringify({ error: message, code: 9, message }));
        return;
      }
      if (path.includes('can-i'))
        response.end(JSON.stringify(recordedAnswer('can-sync-admin').body));
      else if (path.includes('settings')) response.end('{"controllerNamespace":"argocd"}');
      else if (path.includes('userinfo')) response.end('{"loggedIn":true,"username":"ada"}');
      else response.end(JSON.stringify(application));
    });
  });
  const server = new ArgoServer({ server: url, token: 't' });
  const project = { ...named, project: 'shop' };
  expect(await mayAsk(server, 'sync', project, signal)).toEqual({ allowed: true, user: 'ada' });
  const target = { ...named, spec: specOf(application) };
  expect(await writeByServer(server, target, { action: 'sync', maySync }, signal)).toBe('written');
  expect(await writeByServer(server, target, { action: 'refresh', maySync }, signal)).toBe(
    'written',
  );
  busy = true;
  expect(await writeByServer(server, target, { action: 'sync', maySync }, signal)).toBe('busy');
  expect(
    await writeByServer(server, { ...target, spec: '{}' }, { action: 'sync', maySync }, signal),
  ).toBe('changed');
  const sync = { name: 'checkout', appNamespace: 'argocd', prune: false, dryRun: false };
  expect(bodies.map((one) => JSON.parse(one) as unknown)).toEqual([sync, sync]);
  expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([
    'POST /api/v1/applications/checkout/sync',
    'POST /api/v1/applications/checkout/sync',
  ]);
  expect(requests).toContain('GET /api/v1/account/can-i/applications/sync/shop/checkout');
  expect(requests).toContain(
    'GET /api/v1/applications/checkout?refresh=normal&appNamespace=argocd',
  );
});

test('a server that refuses a sync says so', async () => {
  const { url } = await fakeArgoServer([], (request, response) => {
    response.statusCode = request.method === 'POST' ? 403 : 200;
    response.end('{"spec":null}');
  });
  const server = new ArgoServer({ server: url, token: 't' });
  const asked = writeByServer(
    server,
    { ...named, spec: 'null' },
    { action: 'sync', maySync },
    signal,
  );
  expect(failureOf(await asked.catch((error: unknown) => error))).toMatchObject({
    kind: 'forbidden',
  });
});
