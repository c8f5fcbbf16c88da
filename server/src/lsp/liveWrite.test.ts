import process from 'node:process';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { exampleFleet } from '../../test/commandLine.ts';
import { gitFleet } from '../../test/gitRepository.ts';
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
