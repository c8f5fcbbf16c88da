import { expect, onTestFinished, test } from 'vitest';
import { CancellationTokenSource, type CodeAction } from 'vscode-languageserver';
import { archiveOf } from '../../test/chartArchive.ts';
import {
  applicationOf,
  keepChartsApart,
  putInRepository,
  startFakeRegistry,
  type FakeRegistry,
} from '../../test/fakeRegistry.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import {
  chartsMethod,
  fetchChartsMethod,
  type ChartView,
  type ChartsAnswer,
  type FetchChartsAnswer,
  type FetchChartsParams,
} from '../protocol/charts.ts';

/** A server on a tree that takes one chart from a fake repository. */
async function start({ trusted }: { readonly trusted: boolean }): Promise<{
  readonly fake: FakeRegistry;
  readonly server: LanguageServer;
}> {
  const fake = await startFakeRegistry();
  putInRepository(fake, 'web', {
    '1.0.0': archiveOf('web', { 'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n' }),
  });
  keepChartsApart();
  const folder = temporaryTree(`# file: app.yaml\n${applicationOf(fake, 'shop')}`);
  const server = await startLanguageServer(folder, {
    trusted,
    initializationOptions: { fetchesCharts: true },
  });
  onTestFinished(() => server.stop());
  return { fake, server };
}

async function chartsOf({ connection }: LanguageServer): Promise<readonly ChartView[]> {
  const answer = await connection.sendRequest<ChartsAnswer>(chartsMethod, {});
  return answer.kind === 'charts' ? answer.charts : [];
}

async function actionsAt(
  { connection, uriOf }: LanguageServer,
  line: number,
): Promise<readonly string[]> {
  const at = { line, character: 6 };
  const actions = await connection.sendRequest<readonly CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: uriOf('app.yaml') },
    range: { start: at, end: at },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  return actions.map(({ title }) => title);
}

test('charts are listed without asking anybody, and fetched from confirmed hosts alone', async () => {
  const { fake, server } = await start({ trusted: true });
  await server.open('app.yaml', applicationOf(fake, 'shop'));
  const [web] = await chartsOf(server);
  expect(web).toMatchObject({ chart: 'web', host: fake.host, isFetched: false, isRange: false });
  expect(await actionsAt(server, 7)).toEqual(['Fetch charts…']);
  expect(await actionsAt(server, 2)).toEqual([]);
  expect(fake.asked).toEqual([]);

  const fetchFrom = (hosts: readonly string[]): Promise<FetchChartsAnswer> => {
    const params: FetchChartsParams = { ids: [web?.id ?? ''], hosts };
    return server.connection.sendRequest<FetchChartsAnswer>(fetchChartsMethod, params);
  };
  expect(await fetchFrom(['charts.example.com'])).toMatchObject({
    fetched: 0,
    failures: [{ why: 'host', host: fake.host }],
  });
  expect(fake.asked).toEqual([]);
  expect(await fetchFrom([fake.host])).toMatchObject({
    fetched: 1,
    failures: [],
    charts: [{ chart: 'web', isFetched: true }],
  });
  expect(await actionsAt(server, 7)).toEqual([]);
});

test('what came before somebody gave up is there', async () => {
  const { fake, server } = await start({ trusted: true });
  const isAsked = new Promise<void>((done) => {
    fake.answers.set('/charts/zoo-1.0.0.tgz', () => {
      done();
    });
  });
  fake.answers.set(
    '/charts/index.yaml',
    'entries: { web: [{ version: 1.0.0, urls: [web-1.0.0.tgz] }], zoo: [{ version: 1.0.0, urls: [zoo-1.0.0.tgz] }] }',
  );
  const text = applicationOf(fake, 'shop');
  const zoo = text.replace('name: shop,', 'name: zoo,').replace('chart: web', 'chart: zoo');
  await server.open('app.yaml', `${text}---\n${zoo}`);
  const params = { ids: (await chartsOf(server)).map(({ id }) => id), hosts: [fake.host] };
  const giveUp = new CancellationTokenSource();
  const { connection } = server;
  const answer = connection.sendRequest(fetchChartsMethod, params, giveUp.token).catch(String);
  await isAsked;
  giveUp.cancel();
  expect(await answer).toContain('canceled');
  const there = (await chartsOf(server)).map(({ chart, isFetched }) => [chart, isFetched]);
  expect(there).toEqual([
    ['web', true],
    ['zoo', false],
  ]);
});

test('in a workspace that is not trusted nothing is fetched, whatever a client asks', async () => {
  const { fake, server } = await start({ trusted: false });
  await server.open('app.yaml', applicationOf(fake, 'shop'));
  expect(await server.connection.sendRequest(chartsMethod, {})).toEqual({ kind: 'untrusted' });
  const params = { ids: [`chart\nhttp://${fake.host}/charts\nweb\n1.0.0`], hosts: [fake.host] };
  const answer = await server.connection.sendRequest(fetchChartsMethod, params);
  expect(answer).toEqual({ kind: 'untrusted' });
  expect(await actionsAt(server, 7)).toEqual([]);
  expect(fake.asked).toEqual([]);
});
