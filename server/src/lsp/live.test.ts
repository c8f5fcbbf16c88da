import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitAll, gitFleet } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { playDemoFleet } from '../../test/livingFleet.ts';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import {
  adoptDriftMethod,
  liveChangedMethod,
  liveChangesMethod,
  liveClustersMethod,
  liveMethod,
  liveSelectMethod,
  liveTextMethod,
  syncCommandMethod,
  type LiveChanges,
  type LiveClusters,
  type LiveRow,
  type LiveSelected,
  type LiveSettings,
  type LiveText,
  type LiveView,
} from '../protocol/live.ts';
import {
  planPromotionMethod,
  promotableMethod,
  type PlanAnswer,
  type PlanView,
  type Promotable,
} from '../protocol/plan.ts';

const fleet = playDemoFleet();
const settings: LiveSettings = { contexts: {}, allowed: [] };

async function start(trusted: boolean): Promise<LanguageServer> {
  const server = await startLanguageServer(gitFleet(), { trusted });
  onTestFinished(() => server.stop());
  return server;
}

/** Waits until the view is as wanted: each time that the server tells of news, and at the beginning. */
async function viewed(
  { connection }: LanguageServer,
  isWanted: (view: LiveView) => boolean,
): Promise<LiveView> {
  let told: () => void = () => undefined;
  const subscription = connection.onNotification(liveChangedMethod, () => {
    told();
  });
  try {
    for (;;) {
      const news = new Promise<void>((resolve) => {
        told = resolve;
        setTimeout(resolve, 500);
      });
      const view = await connection.sendRequest<LiveView | null>(liveMethod, {});
      if (view !== null && isWanted(view)) return view;
      await news;
    }
  } finally {
    subscription.dispose();
  }
}

async function select({ connection }: LanguageServer, cluster?: string): Promise<LiveSelected> {
  return connection.sendRequest<LiveSelected>(liveSelectMethod, { cluster, settings });
}

function rowsOf(view: LiveView, name: string): readonly LiveRow[] {
  return view.applications.find((one) => one.name === name)?.rows ?? [];
}

const replicas = ({ path }: LiveRow): boolean => path === '/spec/replicas';

test('nothing is asked of a cluster before one is selected', async () => {
  const server = await start(true);
  const asked = fleet().server.requests.length;
  const answer = await server.connection.sendRequest<LiveClusters>(liveClustersMethod, settings);
  if (answer.kind !== 'clusters') throw new Error(answer.kind);
  const found = answer.clusters.map(({ name, isProduction, context }) =>
    [name, isProduction ? 'production' : '', context?.name].join(' '),
  );
  expect(found).toContain('prod-eu-1 production prod-eu-1');
  expect(fleet().server.requests).toHaveLength(asked);
});

test('nothing is read of clusters where the workspace is not trusted', async () => {
  const server = await start(false);
  const asked = fleet().server.requests.length;
  expect(await server.connection.sendRequest(liveClustersMethod, settings)).toEqual({
    kind: 'untrusted',
  });
  expect(await select(server, 'prod-eu-1')).toEqual({ kind: 'refused', why: 'untrusted' });
  expect(await server.connection.sendRequest(liveMethod, {})).toBeNull();
  expect(fleet().server.requests).toHaveLength(asked);
});

test('a selected cluster shows its drift, and an edit of it within a second', async () => {
  const server = await start(true);
  expect(await select(server, 'prod-eu-1')).toEqual({ kind: 'followed' });
  const checkoutOf = ({ applications }: LiveView): LiveView['applications'][number] | undefined =>
    applications.find(({ name }) => name === 'checkout-prod-eu-1');
  // What is compared and what the controller says of it come one after the other.
  const view = await viewed(
    server,
    (one) =>
      rowsOf(one, 'checkout-prod-eu-1').some(replicas) && checkoutOf(one)?.status !== undefined,
  );
  expect(view).toMatchObject({ cluster: 'prod-eu-1', isProduction: true, state: 'live' });
  const checkout = checkoutOf(view);
  expect(checkout?.status).toMatchObject({ sync: 'drifted', health: 'healthy' });
  expect(checkout?.rows.find(replicas)).toMatchObject({
    verdict: 'drift',
    want: '5',
    have: '8',
    owner: 'kubectl-edit',
    willRevert: true,
    place: { line: 19 },
  });
  const name = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'checkout',
    name: 'checkout',
  };
  const started = performance.now();
  fleet().server.edit('prod-eu-1', name, { spec: { replicas: 9 } }, 'kubectl-edit');
  await viewed(server, (one) =>
    rowsOf(one, 'checkout-prod-eu-1').some((row) => replicas(row) && row.have === '9'),
  );
  expect(performance.now() - started).toBeLessThan(1_500);
  fleet().server.edit('prod-eu-1', name, { spec: { replicas: 8 } }, 'kubectl-edit');
});

test('both sides of an object differ in what differs alone', async () => {
  const server = await start(true);
  await select(server, 'prod-eu-1');
  const view = await viewed(server, (one) => rowsOf(one, 'checkout-prod-eu-1').some(replicas));
  const id = view.applications.find(({ name }) => name === 'checkout-prod-eu-1')?.id;
  const resource = 'Deployment.apps/checkout/checkout';
  const text = await server.connection.sendRequest<LiveText>(liveTextMethod, { id, resource });
  const [live, rendered] = [text.live.split('\n'), text.rendered.split('\n')];
  expect(live.filter((line) => !rendered.includes(line)).map((line) => line.trim())).toEqual([
    'replicas: 8',
    'annotations:',
    'checkout.example.com/debug: since the incident of Friday',
  ]);
  expect(rendered.filter((line) => !live.includes(line)).map((line) => line.trim())).toEqual([
    'replicas: 5',
  ]);
});

test('an edit of what is live is adopted into the layer of its cluster, as a plan', async () => {
  const server = await start(true);
  await select(server, 'prod-eu-1');
  const view = await viewed(
    server,
    (one) =>
      rowsOf(one, 'checkout-prod-eu-1').some(replicas) &&
      one.applications.some(({ status }) => status?.sync === 'drifted'),
  );
  const id = view.applications.find(({ name }) => name === 'checkout-prod-eu-1')?.id;
  const resource = 'Deployment.apps/checkout/checkout';
  const rows = [{ resource, path: '/spec/replicas' }];
  const answer = await server.connection.sendRequest<PlanAnswer>(adoptDriftMethod, { id, rows });
  if (answer.kind !== 'plan') throw new Error(answer.text);
  const { title, files, refused, dangers, effects } = answer.plan;
  expect(title).toBe('checkout-prod-eu-1: live on prod-eu-1 → Git');
  expect(refused).toEqual([]);
  expect(dangers.map(({ text }) => text)).toEqual([
    'checkout-prod-eu-1 is kept as Git says: until this is deployed, /spec/replicas of Deployment.apps/checkout/checkout is put back.',
  ]);
  expect(files.map(({ path, before, after }) => [path, after?.slice(before?.length)])).toEqual([
    [
      'apps/checkout/clusters/prod-eu-1/kustomization.yaml',
      'replicas:\n  - name: checkout\n    count: 8\n',
    ],
  ]);
  expect(effects).toMatchObject([
    { cluster: 'prod-eu-1', fields: [{ before: '5', after: '8', intended: true }] },
  ]);
  const command = await server.connection.sendRequest(syncCommandMethod, { id, resource });
  expect(command).toEqual({
    text: 'argocd app sync argocd/checkout-prod-eu-1 --resource=apps:Deployment:checkout/checkout --kube-context=in-cluster',
  });
});

test('commits that change the selected cluster are followed there, and no others', async () => {
  const folder = gitFleet();
  const change = (file: string, before: string, after: string): void => {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(before, after));
    commitAll(folder, `${before} is ${after}`);
  };
  change('apps/checkout/environments/production/kustomization.yaml', '=warn', '=error');
  change('apps/checkout/environments/dev/kustomization.yaml', 'debug', 'info');
  const server = await startLanguageServer(folder, { trusted: true });
  onTestFinished(() => server.stop());
  await select(server, 'prod-eu-1');
  await viewed(server, ({ applications }) =>
    applications.some(({ status }) => status !== undefined),
  );
  const { changes } = await server.connection.sendRequest<LiveChanges>(liveChangesMethod, {});
  expect(changes).toMatchObject([
    {
      subject: '=warn is =error',
      applications: [{ name: 'checkout-prod-eu-1', stand: 'unknown', why: 'notInClone' }],
    },
  ]);
}, 60_000);

test('what Git does not have any more stands alone', async () => {
  const server = await start(true);
  await select(server, 'prod-eu-1');
  const isPruned = ({ verdict }: LiveRow): boolean => verdict === 'pruneCandidate';
  const view = await viewed(server, (one) => rowsOf(one, 'checkout-prod-eu-1').some(isPruned));
  const checkout = view.applications.find(({ name }) => name === 'checkout-prod-eu-1');
  const resource = checkout?.rows.find(isPruned)?.resource;
  const params = { id: checkout?.id, resource };
  const text = await server.connection.sendRequest<LiveText>(liveTextMethod, params);
  expect(text.rendered).toBe('');
  expect(text.live).toContain('LOG_LEVEL: info');
});

test('a connection that breaks is never shown as live, and comes back by itself', async () => {
  const server = await start(true);
  await select(server, 'staging-eu-1');
  await viewed(server, ({ state }) => state === 'live');
  fleet().server.dropConnections();
  const view = await viewed(server, ({ state }) => state === 'live');
  expect(view.applications.every(({ failure }) => failure === undefined)).toBe(true);
});

test('a promotion lists how its source stage stands, once a cluster is followed that tells of it', async () => {
  const server = await start(true);
  const { connection } = server;
  const { applications } = await connection.sendRequest<Promotable>(promotableMethod, {});
  const tree = applications.find(({ name }) => name === 'checkout')?.tree ?? '';
  const promotion = { tree, applications: ['checkout'], from: 'staging', to: ['first production'] };
  const planned = async (): Promise<PlanView> => {
    const answer = await connection.sendRequest<PlanAnswer>(planPromotionMethod, promotion);
    if (answer.kind === 'refused') throw new Error(answer.text);
    return answer.plan;
  };
  const texts = ({ dangers }: PlanView): string => dangers.map(({ text }) => text).join('\n');
  const alone = await planned();
  expect(alone.evidence).toBeUndefined();
  expect(texts(alone)).toContain('there is no live evidence');
  await select(server, 'prod-eu-1');
  await viewed(server, (view) => view.applications.some(({ status }) => status !== undefined));
  const told = await planned();
  expect(told.evidence).toMatchObject([
    {
      stage: 'staging',
      application: 'checkout-staging-eu-1',
      cluster: 'staging-eu-1',
      runs: 'unknown',
      seen: { status: { sync: 'inSync', certain: true, health: 'healthy' } },
    },
  ]);
  expect(Date.now() - (told.evidence?.[0]?.seen?.seenAt ?? 0)).toBeLessThan(120_000);
  expect(texts(told)).not.toContain('there is no live evidence');
  // The demonstration cluster runs a commit that this clone does not have.
  expect(texts(told)).toContain(
    'Whether checkout-staging-eu-1 on staging-eu-1 runs these versions',
  );
});

test('who selects nothing follows nothing', async () => {
  const server = await start(true);
  await select(server, 'prod-eu-1');
  await select(server);
  expect(await server.connection.sendRequest(liveMethod, {})).toBeNull();
  expect(await select(server, 'no-such-cluster')).toEqual({
    kind: 'refused',
    why: 'unknownCluster',
  });
});

test('a cluster without a context is followed by the Argo CD server that delivers to it', async () => {
  const managed = ['application', 'managed-resources', 'settings'].map((name) => ({
    ...recordedAnswer(name),
    asker: 'reader',
  }));
  const told = ['userinfo', 'applications-reader', 'projects-reader'];
  const argo = await fakeArgoServer(told, undefined, ...managed);
  const contexts = { 'in-cluster': 'no such context', 'staging-eu-1': 'no such context' };
  const own = { ...settings, contexts, argocd: [{ server: argo.url, token: 'reader' }] };
  const server = await start(true);
  const { connection } = server;
  const choices = await connection.sendRequest<LiveClusters>(liveClustersMethod, own);
  if (choices.kind !== 'clusters') throw new Error(choices.kind);
  expect(choices.clusters.find(({ name }) => name === 'staging-eu-1')?.argocd).toEqual([argo.url]);
  expect(argo.requests).toEqual([]);
  const asked = { cluster: 'staging-eu-1', settings: own };
  expect(await connection.sendRequest(liveSelectMethod, asked)).toEqual({ kind: 'followed' });
  const checkout = ({ applications }: LiveView): LiveView['applications'][number] | undefined =>
    applications.find(({ name }) => name === 'checkout-staging-eu-1');
  const view = await viewed(
    server,
    (one) => one.state === 'live' && checkout(one)?.status !== undefined,
  );
  expect(view).toMatchObject({ context: '', argocd: [argo.url] });
  expect(checkout(view)).toMatchObject({ status: { sync: 'inSync' }, rows: [], gaps: 0 });
  // What the server does not show may be there all the same.
  const hidden = view.applications.filter(({ status }) => status === undefined);
  expect(hidden.flatMap(({ rows }) => rows.filter(({ counts }) => counts))).toEqual([]);
  expect(argo.requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(JSON.stringify(view)).not.toContain('"reader"');
});
