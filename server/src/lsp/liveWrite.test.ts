import process from 'node:process';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { exampleFleet } from '../../test/commandLine.ts';
import { gitFleet } from '../../test/gitRepository.ts';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import {
  liveMethod,
  liveSelectMethod,
  type LiveSettings,
  type LiveView,
} from '../protocol/live.ts';
import {
  argoWriteMethod,
  argoWritePlanMethod,
  type ArgoWritePlanAnswer,
  type ArgoWritten,
} from '../protocol/liveWrite.ts';
import { openWorkspace } from '../workspace/workspace.ts';

let fleet: DemoFleet;
const before = process.env['KUBECONFIG'];
const settings: LiveSettings = { contexts: {}, allowed: [] };

beforeAll(async () => {
  const { signal } = new AbortController();
  fleet = await startDemoFleet(await openWorkspace(exampleFleet, { exact: true }, signal), signal);
  process.env['KUBECONFIG'] = fleet.kubeconfig;
});

afterAll(async () => {
  if (before === undefined) Reflect.deleteProperty(process.env, 'KUBECONFIG');
  else process.env['KUBECONFIG'] = before;
  await fleet.close();
});

/** A server that follows a cluster, and the ids of the applications there by their names. */
async function following(
  cluster: string,
): Promise<{ readonly server: LanguageServer; readonly idOf: (name: string) => string }> {
  const server = await startLanguageServer(gitFleet(), { trusted: true });
  onTestFinished(() => server.stop());
  await server.connection.sendRequest(liveSelectMethod, { cluster, settings });
  for (;;) {
    const view = await server.connection.sendRequest<LiveView | null>(liveMethod, {});
    const seen = view?.applications.filter(({ status }) => status !== undefined) ?? [];
    if (seen.length > 1)
      return { server, idOf: (name) => seen.find((one) => one.name === name)?.id ?? '' };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Everything but reads that was asked of the cluster since the last time. */
function writes(): readonly string[] {
  const found = fleet.server.requests.slice(counted).filter((one) => !one.startsWith('GET '));
  counted = fleet.server.requests.length;
  return found;
}
let counted = 0;

function plan(
  { connection }: LanguageServer,
  ids: readonly string[],
  { mayWrite = true, action = 'sync' } = {},
): Promise<ArgoWritePlanAnswer> {
  return connection.sendRequest(argoWritePlanMethod, { settings, mayWrite, action, ids });
}

function write(
  { connection }: LanguageServer,
  id: string,
  mayWrite = true,
): Promise<ArgoWritten | null> {
  return connection.sendRequest(argoWriteMethod, { id, settings, mayWrite });
}

test('what is confirmed is written once, after one was asked whether one may', async () => {
  const { server, idOf } = await following('staging-eu-1');
  const ids = [idOf('catalog-staging-eu-1'), idOf('storefront-staging-eu-1')];
  writes();
  const answer = await plan(server, ids);
  expect(answer).toMatchObject({
    kind: 'plan',
    plan: {
      action: 'sync',
      cluster: 'staging-eu-1',
      environment: 'staging',
      isProduction: false,
      by: 'in-cluster',
      user: 'demo',
      applications: [
        { name: 'catalog-staging-eu-1', sync: 'inSync' },
        { name: 'storefront-staging-eu-1', sync: 'inSync' },
      ],
    },
  });
  expect(writes().every((one) => /reviews$/.test(one))).toBe(true);
  const { id } = answer.kind === 'plan' ? answer.plan : { id: '' };
  expect(await write(server, id)).toEqual({
    results: [
      { name: 'catalog-staging-eu-1', outcome: 'written' },
      { name: 'storefront-staging-eu-1', outcome: 'written' },
    ],
  });
  const path = '/clusters/in-cluster/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/';
  expect(writes()).toEqual([
    `PATCH ${path}catalog-staging-eu-1?fieldManager=strata`,
    `PATCH ${path}storefront-staging-eu-1?fieldManager=strata`,
  ]);
  // What was confirmed once is not confirmed for ever.
  expect(await write(server, id)).toBeNull();
  expect(writes()).toEqual([]);
}, 60_000);

test('production is written to for one application at a time, and nothing without the setting', async () => {
  const { server, idOf } = await following('prod-eu-1');
  const [one, two] = [idOf('catalog-prod-eu-1'), idOf('checkout-prod-eu-1')];
  writes();
  expect(await plan(server, [one, two])).toEqual({ kind: 'manyCritical', cluster: 'prod-eu-1' });
  expect(await plan(server, [one], { mayWrite: false })).toEqual({ kind: 'off' });
  expect(writes()).toEqual([]);
  const answer = await plan(server, [one], { action: 'refresh' });
  expect(answer).toMatchObject({
    kind: 'plan',
    plan: { action: 'refresh', cluster: 'prod-eu-1', isProduction: true },
  });
  writes();
  // Whoever switches it off meanwhile has not confirmed it any more.
  const { id } = answer.kind === 'plan' ? answer.plan : { id: '' };
  expect(await write(server, id, false)).toBeNull();
  expect(writes()).toEqual([]);
}, 60_000);

test('an application of another cluster than the selected one is not written to', async () => {
  const { server, idOf } = await following('prod-eu-1');
  const ids = [idOf('catalog-prod-eu-1'), idOf('checkout-prod-eu-1')];
  await server.connection.sendRequest(liveSelectMethod, { cluster: 'staging-eu-1', settings });
  writes();
  expect(await plan(server, ids)).toEqual({ kind: 'nothing' });
  expect(writes()).toEqual([]);
}, 60_000);

test('nothing is asked in an untrusted workspace', async () => {
  const server = await startLanguageServer(gitFleet(), { trusted: false });
  onTestFinished(() => server.stop());
  counted = fleet.server.requests.length;
  expect(await plan(server, ['some'])).toEqual({ kind: 'untrusted' });
  expect(await write(server, '1')).toBeNull();
  expect(fleet.server.requests.slice(counted)).toEqual([]);
});

/** A server of an Argo CD that has one Application, placed where it says. */
async function argoServing(destination: object): Promise<string> {
  const { body } = recordedAnswer('application');
  const { url } = await fakeArgoServer([], (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const path = request.url ?? '';
    const found = body as { readonly spec: object };
    if (path.includes('can-i')) response.end('{"value":"yes"}');
    else if (path.includes('settings')) response.end('{"controllerNamespace":"argocd"}');
    else if (path.includes('userinfo')) response.end('{"loggedIn":true,"username":"ada"}');
    else if (path.includes('projects')) response.end('{"items":[]}');
    else response.end(JSON.stringify({ ...found, spec: { ...found.spec, destination } }));
  });
  return url;
}

test.each([
  ['the only one', [{ name: 'staging-eu-1' }], { kind: 'plan' }],
  ['one for another cluster', [{ name: 'prod-eu-1' }], { kind: 'refused', why: 'elsewhere' }],
  [
    'one for its own cluster',
    [{ server: 'https://kubernetes.default.svc' }],
    { kind: 'refused', why: 'elsewhere' },
  ],
  [
    'one of two',
    [{ name: 'staging-eu-1' }, { name: 'prod-eu-1' }],
    { kind: 'refused', why: 'several' },
  ],
])(
  'what only servers of Argo CD know is written to where it is certain: %s',
  async (_name, places, expected) => {
    const server = await startLanguageServer(gitFleet(), { trusted: true });
    onTestFinished(() => server.stop());
    const argocd = (await Promise.all(places.map(argoServing))).map((url) => {
      return { server: url, token: 't' };
    });
    const own = { contexts: { 'in-cluster': 'no such context' }, allowed: [], argocd };
    await server.connection.sendRequest(liveSelectMethod, {
      cluster: 'staging-eu-1',
      settings: own,
    });
    const view = await server.connection.sendRequest<LiveView | null>(liveMethod, {});
    const id = view?.applications.find(({ name }) => name === 'checkout-staging-eu-1')?.id;
    const ask = { settings: own, mayWrite: true, action: 'refresh', ids: [id] };
    expect(await server.connection.sendRequest(argoWritePlanMethod, ask)).toMatchObject(expected);
  },
  60_000,
);

test('what the hub places on another cluster than the selected one is not written to', async () => {
  const { server, idOf } = await following('staging-eu-1');
  const name = 'catalog-staging-eu-1';
  const id = idOf(name);
  const place = (cluster: string): void =>
    fleet.server.edit(
      'in-cluster',
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', namespace: 'argocd', name },
      { spec: { destination: { name: cluster } } },
      'kubectl-edit',
    );
  onTestFinished(() => place('staging-eu-1'));
  place('prod-eu-1');
  await vi.waitFor(
    async () => {
      expect(await plan(server, [id])).toEqual({ kind: 'refused', name, why: 'elsewhere' });
    },
    { timeout: 10_000 },
  );
}, 60_000);

test('a window that closes while the dialog is open keeps the sync from being asked for', async () => {
  const { server, idOf } = await following('staging-eu-1');
  const name = 'checkout-staging-eu-1';
  const answer = await plan(server, [idOf(name)]);
  expect(answer.kind).toBe('plan');
  const { id } = answer.kind === 'plan' ? answer.plan : { id: '' };
  const project = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', namespace: 'argocd' };
  const set = (windows: readonly object[]): void =>
    fleet.server.edit(
      'in-cluster',
      { ...project, name: 'shop' },
      { spec: { syncWindows: windows as never } },
      'kubectl-edit',
    );
  onTestFinished(() => set([]));
  set([{ kind: 'deny', schedule: '* * * * *', duration: '1h', applications: ['*'] }]);
  writes();
  expect(await write(server, id)).toEqual({ results: [{ name, outcome: 'window' }] });
  expect(writes()).toEqual([]);
}, 60_000);
