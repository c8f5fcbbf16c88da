import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { gitFleet } from '../../test/gitRepository.ts';
import { playDemoFleet, serveFleet } from '../../test/livingFleet.ts';
import { fakeArgoServer, recordedAnswer, type Recorded } from '../../test/recordedArgo.ts';
import { startLanguageServer } from '../../test/languageServer.ts';
import {
  fleetApplicationMethod,
  fleetMethod,
  type FleetAnswer,
  type FleetApplication,
  type FleetCell,
  type FleetParams,
  type FleetView,
} from '../protocol/liveFleet.ts';
import type { LiveSettings } from '../protocol/live.ts';

const fleet = playDemoFleet();
const server = serveFleet();
const settings: LiveSettings = { contexts: {}, allowed: [] };

// The sync windows of production in the west are open: what waits there waits for a sync.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T14:30:00Z') });
});

afterAll(() => {
  vi.useRealTimers();
});

// Reading the folder takes a while: no test waits for it.
beforeAll(() => ask('know'));

// What was read is forgotten: each test begins with nothing.
beforeEach(() => ask('end'));

async function ask(what: FleetParams['ask'], own = settings): Promise<FleetView> {
  const params = { settings: own, ask: what };
  const answer = await server().connection.sendRequest<FleetAnswer>(fleetMethod, params);
  if (answer.kind !== 'fleet') throw new Error(answer.kind);
  return answer;
}

async function readAll(own = settings): Promise<FleetView> {
  let view = await ask('read', own);
  while (view.reading !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    view = await ask('know', own);
  }
  return view;
}

function cellOf(view: FleetView, cluster: string, column: string): FleetCell | undefined {
  const at = view.columns.indexOf(column);
  const found = view.clusters.find(({ name }) => name === cluster);
  return found?.cells.find((cell) => cell.column === at);
}

async function applicationOf(
  { kind, namespace, name }: FleetCell,
  cluster: string,
  what: 'status' | 'drift',
  own = settings,
): Promise<FleetApplication | null> {
  const tree = (await ask('know', own)).clusters[0]?.tree;
  const params = { settings: own, tree, cluster, kind, namespace, name, ask: what };
  return server().connection.sendRequest<FleetApplication | null>(fleetApplicationMethod, params);
}

/** An answer in the form of argocd-server, ours. */
function answered(path: string, items: readonly object[]): Recorded {
  const type = 'application/json';
  return { path: `/api/v1/${path}`, asker: 'reader', status: 200, type, body: { items } };
}

test('until clusters are read, nothing is asked of them and nothing is green', async () => {
  const asked = fleet().server.requests.length;
  const view = await ask('know');
  expect(fleet().server.requests).toHaveLength(asked);
  expect(view.columns).toContain('checkout');
  expect(cellOf(view, 'prod-eu-1', 'checkout')).toMatchObject({
    name: 'checkout-prod-eu-1',
    sync: 'unknown',
    why: 'notRead',
  });
  const cells = view.clusters.flatMap((cluster) => cluster.cells);
  expect(cells.filter(({ sync }) => sync === 'inSync')).toEqual([]);
});

test('the hub tells of all clusters, one list of each kind; what nobody applied is not there', async () => {
  const asked = fleet().server.requests.length;
  const view = await readAll();
  expect(cellOf(view, 'prod-eu-1', 'checkout')).toMatchObject({
    sync: 'drifted',
    health: 'healthy',
    revision: '4f1d2c7',
    lastSyncAt: '2026-11-27T09:12:00Z',
  });
  expect(cellOf(view, 'prod-us-1', 'storefront')).toMatchObject({ sync: 'pendingChange' });
  expect(cellOf(view, 'staging-eu-1', 'checkout')).toMatchObject({ sync: 'inSync' });
  const production = view.clusters.find(({ name }) => name === 'prod-eu-1');
  expect(production).toMatchObject({ isProduction: true, isKnown: true });
  const requests = fleet().server.requests.slice(asked);
  expect(requests.filter((one) => one.includes('/applications?'))).toHaveLength(1);
  expect(requests.filter((one) => !one.startsWith('GET ') || one.includes('/secrets'))).toEqual([]);
});

test('a cell opens the application: first what is known, then its drift from its own cluster', async () => {
  const cell = cellOf(await readAll(), 'prod-eu-1', 'checkout');
  if (cell === undefined) throw new Error('no cell');
  const known = await applicationOf(cell, 'prod-eu-1', 'status');
  expect(known).toMatchObject({
    compared: 'notAsked',
    application: { status: { sync: 'drifted', deployed: [expect.stringMatching(/^4f1d2c7/)] } },
    way: { revision: '4f1d2c7', appliedAt: '2026-11-27T09:12:00Z' },
    history: [{ revision: '4f1d2c7', deployedAt: '2026-11-27T09:12:00Z', approvers: [] }],
  });
  const compared = await applicationOf(cell, 'prod-eu-1', 'drift');
  expect(compared?.compared).toBe('yes');
  expect(compared?.application.rows.find(({ path }) => path === '/spec/replicas')).toMatchObject({
    want: '5',
    have: '8',
    owner: 'kubectl-edit',
    willRevert: true,
  });
});

test('what was read of a cluster that is gone stays, and its failure is told with it', async () => {
  await readAll();
  onTestFinished(fleet().server.fail('in-cluster'));
  const view = await readAll();
  const cell = cellOf(view, 'staging-eu-1', 'checkout');
  expect(cell?.sync).toBe('inSync');
  expect(view.sources[cell?.source ?? -1]).toMatchObject({
    name: 'in-cluster',
    readAt: expect.any(Number) as number,
    failure: { kind: 'serverError' },
  });
});

test('what the hub tells of a cluster that does not answer is not known, and never green', async () => {
  onTestFinished(fleet().server.fail('staging-eu-1'));
  const view = await readAll();
  const cell = cellOf(view, 'staging-eu-1', 'checkout');
  expect(cell).toMatchObject({ sync: 'inSync', certain: false, health: 'unknown' });
  expect(cellOf(view, 'prod-eu-1', 'checkout')).toMatchObject({ certain: true, health: 'healthy' });
});

test('in a workspace that is not trusted nothing is told and nobody asked', async () => {
  const other = await startLanguageServer(gitFleet(), { trusted: false });
  onTestFinished(() => other.stop());
  const asked = fleet().server.requests.length;
  const answer = await other.connection.sendRequest(fleetMethod, { settings, ask: 'read' });
  expect(answer).toEqual({ kind: 'untrusted' });
  expect(fleet().server.requests).toHaveLength(asked);
});

test('an Argo CD server tells of its Applications beside the hub, and none of them twice', async () => {
  const argo = await fakeArgoServer(['userinfo', 'applications-reader', 'projects-reader']);
  const own = { ...settings, argocd: [{ server: argo.url, token: 'reader' }] };
  const alone = { ...own, contexts: { 'in-cluster': 'no such context' } };
  for (const asked of [alone, own]) {
    const view = await readAll(asked);
    const cells = view.clusters.flatMap((cluster) => cluster.cells);
    expect(cells.filter(({ name }) => name === 'checkout-staging-eu-1')).toHaveLength(1);
    const cell = cellOf(view, 'staging-eu-1', 'checkout');
    expect(cell).toMatchObject({ sync: 'inSync' });
    const isByServer = view.sources[cell?.source ?? -1]?.context === argo.url;
    expect(isByServer).toBe(asked === alone);
    // What the server leaves out may be there all the same.
    expect(cellOf(view, 'prod-eu-1', 'payments')).toMatchObject(
      asked === alone ? { sync: 'unknown', why: 'notShown' } : { sync: 'inSync' },
    );
    expect(JSON.stringify(view)).not.toContain('"reader"');
  }
});

test('a cell of a cluster without a context is compared by the Argo CD server that told of it', async () => {
  const managed = ['application', 'managed-resources', 'settings'].map((name) => ({
    ...recordedAnswer(name),
    asker: 'reader',
  }));
  const told = ['userinfo', 'applications-reader', 'projects-reader'];
  const argo = await fakeArgoServer(
    told,
    undefined,
    ...managed,
    answered('applicationsets', [
      {
        metadata: { name: 'shops', namespace: 'argocd' },
        status: {
          conditions: [{ type: 'ErrorOccurred', status: 'True', message: 'no\n  such folder' }],
        },
      },
    ]),
    answered('applications/checkout-staging-eu-1/events', [
      {
        involvedObject: { kind: 'Application', name: 'checkout-staging-eu-1' },
        type: 'Normal',
        reason: 'OperationCompleted',
        message: 'Sync operation succeeded',
        lastTimestamp: '2026-12-01T09:00:00Z',
      },
    ]),
  );
  const contexts = { 'in-cluster': 'no such context', 'staging-eu-1': 'no such context' };
  const own = { ...settings, contexts, argocd: [{ server: argo.url, token: 'reader' }] };
  const view = await readAll(own);
  const failing = [{ namespace: 'argocd', name: 'shops', message: 'no such folder' }];
  expect(view.sources.flatMap((source) => source.failing ?? [])).toEqual(failing);
  const cell = cellOf(view, 'staging-eu-1', 'checkout');
  if (cell === undefined) throw new Error('no cell');
  const known = await applicationOf(cell, 'staging-eu-1', 'status', own);
  expect(known?.compared).toBe('notAsked');
  expect(argo.requests.filter((one) => one.includes('managed-resources'))).toEqual([]);
  const compared = await applicationOf(cell, 'staging-eu-1', 'drift', own);
  expect(compared).toMatchObject({
    compared: 'yes',
    application: { rows: [], gaps: 0 },
    events: [{ reason: 'OperationCompleted', object: 'Application/checkout-staging-eu-1' }],
  });
  expect(known?.events).toBeUndefined();
  expect(argo.requests.filter((one) => one.includes('managed-resources'))).toHaveLength(1);
});
