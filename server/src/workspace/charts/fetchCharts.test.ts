import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { archiveOf, tarOf } from '../../../test/chartArchive.ts';
import {
  digestOf,
  putInRegistry,
  startFakeRegistry,
  type FakeAnswer,
  type FakeRegistry,
} from '../../../test/fakeRegistry.ts';
import { wantedChartId, type WantedChart } from '../../analysis/chartsElsewhere.ts';
import { newChartStore, type ChartStore } from './chartStore.ts';
import { fetchCharts, hostOf, type ChartOutcome } from './fetchCharts.ts';
import { usualLimits, type FetchLimits } from './fetchFromIndex.ts';

const chartOf = (version: string): Buffer =>
  archiveOf('web', {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
    'values.yaml': 'size: small\n',
    'templates/web.yaml': 'kind: Web\nsize: {{ .Values.size }}\n',
  });

function storeInTemporaryFolder(): { readonly store: ChartStore; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'strata-charts-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return { store: newChartStore(join(folder, 'charts')), folder: join(folder, 'charts') };
}

async function fetchOne(
  chart: WantedChart,
  hosts: readonly string[],
  {
    store = storeInTemporaryFolder().store,
    limits = {},
  }: { readonly store?: ChartStore; readonly limits?: Partial<FetchLimits> } = {},
): Promise<ChartOutcome['result'] | undefined> {
  const { signal } = new AbortController();
  const [outcome] = await fetchCharts([chart], {
    hosts: new Set(hosts),
    store,
    signal,
    limits: { ...usualLimits, ...limits },
  });
  return outcome?.result;
}

/** A repository with the chart `web` in some versions; `url` is where the index says that an archive is. */
async function repositoryOf(
  versions: readonly string[],
  url: (version: string) => string = (version) => `web-${version}.tgz`,
): Promise<FakeRegistry> {
  const fake = await startFakeRegistry();
  const items = versions.map((version) => {
    const archive = chartOf(version);
    fake.answers.set(`/charts/web-${version}.tgz`, archive);
    return `  - { name: web, version: "${version}", digest: ${digestOf(archive)}, urls: ["${url(version)}"] }\n`;
  });
  fake.answers.set(
    '/charts/index.yaml',
    `apiVersion: v1\nentries:\n  web:\n${items.join('')}  other: []\n`,
  );
  return fake;
}

const webOf = ({ host }: FakeRegistry, version: string): WantedChart => ({
  repository: `http://${host}/charts`,
  chart: 'web',
  version,
});

describe('a repository of charts', () => {
  test.each([
    ['1.0.0', '1.0.0'],
    ['^1.0', '1.2.0'],
    ['', '2.0.0'],
    ['>=2.1.0-0', '2.1.0-rc.1'],
  ])('has the version %s as %s', async (version, is) => {
    const fake = await repositoryOf(['1.0.0', '1.2.0', '2.1.0-rc.1', '2.0.0']);
    expect(await fetchOne(webOf(fake, version), [fake.host])).toMatchObject({
      kind: 'fetched',
      stored: { version, is, digest: digestOf(chartOf(is)) },
    });
  });

  test('is asked once for a version, and each time for a range of them', async () => {
    const fake = await repositoryOf(['1.0.0']);
    const { store } = storeInTemporaryFolder();
    await fetchOne(webOf(fake, '1.0.0'), [fake.host], { store });
    const before = fake.asked.length;
    const again = await fetchOne(webOf(fake, '1.0.0'), [fake.host], { store });
    expect(again).toMatchObject({ kind: 'fetched', isNew: false });
    expect(fake.asked.length).toBe(before);
    await fetchOne(webOf(fake, '1.x'), [fake.host], { store });
    expect(fake.asked.slice(before)).toEqual(['/charts/index.yaml', '/charts/web-1.0.0.tgz']);
  });

  test.each<[string, string, FakeAnswer, object]>([
    ['other bytes', '/charts/web-1.0.0.tgz', chartOf('1.0.1'), { kind: 'digest' }],
    ['no archive', '/charts/web-1.0.0.tgz', (_, to) => to.writeHead(500).end(), { status: 500 }],
    [
      'a password',
      '/charts/index.yaml',
      (_, to) => to.writeHead(401).end(),
      { kind: 'credentials' },
    ],
    [
      'no right',
      '/charts/web-1.0.0.tgz',
      (_, to) => to.writeHead(403).end(),
      { kind: 'credentials' },
    ],
    ['no index', '/charts/index.yaml', '<html>', { kind: 'content' }],
    [
      'no such version',
      '/charts/index.yaml',
      'entries: { web: [{ version: 1.1.0 }] }',
      { kind: 'version' },
    ],
    [
      'a file for an address',
      '/charts/index.yaml',
      'entries: { web: [{ version: 1.0.0, urls: ["file:///etc/passwd"] }] }',
      { kind: 'address' },
    ],
    [
      'a password in an address',
      '/charts/index.yaml',
      'entries: { web: [{ version: 1.0.0, urls: ["https://me:secret@example.com/a.tgz"] }] }',
      { kind: 'address', address: 'https://…@example.com/a.tgz' },
    ],
    [
      'an address of the link',
      '/charts/index.yaml',
      'entries: { web: [{ version: 1.0.0, urls: ["http://169.254.169.254/a.tgz"] }] }',
      { kind: 'address' },
    ],
    [
      'another host',
      '/charts/index.yaml',
      'entries: { web: [{ version: 1.0.0, urls: ["https://cdn.example.com/a.tgz"] }] }',
      { kind: 'host', host: 'cdn.example.com' },
    ],
  ])('with %s gives nothing', async (_, path, answer, failure) => {
    const fake = await repositoryOf(['1.0.0']);
    fake.answers.set(path, answer);
    const { store } = storeInTemporaryFolder();
    expect(await fetchOne(webOf(fake, '1.0.0'), [fake.host], { store })).toMatchObject(failure);
    expect((await store.known()).size).toBe(0);
  });

  test('that is too large, never ends or never answers is given up', async () => {
    const fake = await repositoryOf(['1.0.0']);
    const web = webOf(fake, '1.0.0');
    const isTooLarge = { kind: 'tooLarge', most: 100 };
    expect(await fetchOne(web, [fake.host], { limits: { index: 100 } })).toMatchObject(isTooLarge);
    fake.answers.set('/charts/index.yaml', (_, to) => {
      // No length is said, and there is no end.
      const write = (): void => {
        while (to.write('x'.repeat(1000)));
        to.once('drain', write);
      };
      write();
    });
    expect(await fetchOne(web, [fake.host], { limits: { index: 100 } })).toMatchObject(isTooLarge);
    fake.answers.set('/charts/index.yaml', () => undefined);
    const slow = await fetchOne(web, [fake.host], { limits: { milliseconds: 50 } });
    expect(slow).toEqual({ kind: 'slow', host: fake.host, seconds: 0.05 });
  });

  test('leads to allowed hosts alone, and not without end', async () => {
    const fake = await repositoryOf(['1.0.0']);
    const other = `localhost:${fake.port}`;
    const moved =
      (to: string): FakeAnswer =>
      (_, response) => {
        response.writeHead(302, { location: to }).end();
      };
    fake.answers.set('/files/web.tgz', chartOf('1.0.0'));
    fake.answers.set('/charts/web-1.0.0.tgz', moved(`http://${other}/files/web.tgz`));
    const web = webOf(fake, '1.0.0');
    expect(await fetchOne(web, [fake.host])).toEqual({ kind: 'host', host: other });
    expect(fake.asked).not.toContain('/files/web.tgz');
    expect(await fetchOne(web, [fake.host, other])).toMatchObject({ kind: 'fetched' });
    fake.answers.set('/charts/web-1.0.0.tgz', moved('/charts/web-1.0.0.tgz'));
    expect(await fetchOne(web, [fake.host])).toEqual({ kind: 'redirects', host: fake.host });
  });

  test('whose archive would burst, or reaches out of its folder, gives no chart', async () => {
    const fake = await repositoryOf([]);
    const put = (bytes: Buffer): void => {
      fake.answers.set('/charts/web.tgz', bytes);
      const digest = digestOf(bytes);
      fake.answers.set(
        '/charts/index.yaml',
        `entries: { web: [{ version: 1.0.0, digest: ${digest}, urls: [web.tgz] }] }`,
      );
    };
    const web = webOf(fake, '1.0.0');
    put(gzipSync(Buffer.alloc(120 * 1024 * 1024), { level: 1 }));
    expect(await fetchOne(web, [fake.host])).toMatchObject({ kind: 'content' });
    put(gzipSync(tarOf({ 'web/../../evil.yaml': 'a' })));
    expect(await fetchOne(web, [fake.host])).toEqual({
      kind: 'content',
      message: 'chart illegally references parent directory',
    });
  });
});

describe('a registry', () => {
  const apps = ({ host }: FakeRegistry, version: string): WantedChart => ({
    repository: `oci://${host}/apps`,
    chart: 'web',
    version,
  });

  test('gives a chart by its tag, its digest and a range, whose tags may stand on pages', async () => {
    const fake = await startFakeRegistry();
    const archive = chartOf('1.0.0+build.1');
    const { manifest, layer } = putInRegistry(fake, 'apps/web', { tag: '1.0.0_build.1', archive });
    const digest = layer.slice('sha256:'.length);
    fake.answers.set('/v2/apps/web/tags/list?n=1000', (_, response) => {
      response.setHeader('link', '</v2/apps/web/tags/list?n=1000&last=b>; rel="next"');
      response.end(JSON.stringify({ tags: ['0.9.0', 'latest'] }));
    });
    fake.answers.set(
      '/v2/apps/web/tags/list?n=1000&last=b',
      JSON.stringify({ tags: ['1.0.0_build.1'] }),
    );
    for (const version of ['1.0.0+build.1', manifest, '1.x'])
      expect(await fetchOne(apps(fake, version), [fake.host])).toMatchObject({
        kind: 'fetched',
        stored: { version, is: '1.0.0+build.1', digest },
      });
    for (const version of ['3.x', 'sha256:../../other'])
      expect(await fetchOne(apps(fake, version), [fake.host])).toEqual({
        kind: 'version',
        version,
      });
    expect(fake.asked.filter((path) => path.includes('other'))).toEqual([]);
  });

  test('that wants a token gets the one that anybody gets, from an allowed host', async () => {
    const fake = await startFakeRegistry();
    const archive = chartOf('1.0.0');
    const { layer } = putInRegistry(fake, 'apps/web', { tag: '1.0.0', archive });
    const other = `localhost:${fake.port}`;
    for (const path of [`/v2/apps/web/manifests/1.0.0`, `/v2/apps/web/blobs/${layer}`]) {
      const answer = fake.answers.get(path);
      fake.answers.set(path, ({ headers }, response) => {
        const realm = `http://${other}/token`;
        if (headers.authorization === 'Bearer anybody') response.end(answer);
        else
          response
            .writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="fake"` })
            .end();
      });
    }
    const scope = 'repository%3Aapps%2Fweb%3Apull';
    fake.answers.set(`/token?service=fake&scope=${scope}`, '{"token":"anybody"}');
    const web = apps(fake, '1.0.0');
    expect(await fetchOne(web, [fake.host])).toEqual({ kind: 'host', host: other });
    expect(await fetchOne(web, [fake.host, other])).toMatchObject({ kind: 'fetched' });
    fake.answers.set(`/token?service=fake&scope=${scope}`, (_, to) => to.writeHead(403).end());
    const refused = { kind: 'credentials', host: fake.host, sent: 'notAllowed' };
    expect(await fetchOne(web, [fake.host, other])).toEqual(refused);
  });

  test('that gives other bytes than its manifest says gives nothing', async () => {
    const fake = await startFakeRegistry();
    const { layer, manifest } = putInRegistry(fake, 'apps/web', {
      tag: '1.0.0',
      archive: chartOf('1.0.0'),
    });
    fake.answers.set(`/v2/apps/web/blobs/${layer}`, chartOf('1.0.1'));
    fake.answers.set(`/v2/apps/web/manifests/${manifest}`, '{"layers":[]}');
    const isOther = { kind: 'digest' };
    expect(await fetchOne(apps(fake, '1.0.0'), [fake.host])).toMatchObject(isOther);
    expect(await fetchOne(apps(fake, manifest), [fake.host])).toMatchObject(isOther);
    fake.answers.set('/v2/apps/web/manifests/1.0.0', '{"manifests":[]}');
    expect(await fetchOne(apps(fake, '1.0.0'), [fake.host])).toMatchObject({ kind: 'content' });
  });
});

test('the cache is for its owner, and what is not as it came does not count', async () => {
  const fake = await repositoryOf(['1.0.0']);
  const { store, folder } = storeInTemporaryFolder();
  const web = webOf(fake, '1.0.0');
  await fetchOne(web, [fake.host], { store });
  const [archive = ''] = readdirSync(join(folder, 'sha256'));
  expect(archive).toBe(`${digestOf(chartOf('1.0.0'))}.tgz`);
  const modes = [folder, join(folder, 'sha256', archive)].map((path) => statSync(path).mode & 0o77);
  if (platform !== 'win32') expect(modes).toEqual([0, 0]);
  const id = wantedChartId(web);
  const tree = (await newChartStore(folder).find([id])).get(id);
  expect(tree).toMatchObject({ folder: expect.stringContaining('web-1.0.0') as string });
  writeFileSync(join(folder, 'sha256', archive), chartOf('1.0.1'));
  expect((await newChartStore(folder).find([id])).get(id)).toBe('missing');
  await fetchOne(web, [fake.host], { store });
  expect((await newChartStore(folder).find([id])).get(id)).not.toBe('missing');
});

test('a chart whose tree is read stays whole when the folder is cleared', async () => {
  const fake = await repositoryOf(['1.0.0']);
  const { store, folder } = storeInTemporaryFolder();
  const web = webOf(fake, '1.0.0');
  await fetchOne(web, [fake.host], { store });
  const tree = (await store.find([wantedChartId(web)])).get(wantedChartId(web));
  rmSync(join(folder, 'sha256'), { recursive: true });
  const entries = typeof tree === 'object' ? [...tree.entries.values()] : [];
  const ids = entries.flatMap((entry) => (entry.kind === 'file' ? [entry.content] : []));
  expect([...store.load(ids).keys()].sort()).toEqual(ids.toSorted());
  expect(ids).toHaveLength(3);
});

test.each([
  ['oci', 'me:not-a-real-one'],
  ['https', 'me:not-a-real-one'],
  ['https', 'me:not/a#real?one'],
])('an address of %s with a password is told without it: %s', async (scheme, user) => {
  const repository = `${scheme}://${user}@charts.example.com/apps`;
  const told = `${scheme}://…@charts.example.com/apps`;
  expect(await fetchOne({ repository, chart: 'web', version: '1.0.0' }, [])).toEqual({
    kind: 'address',
    address: scheme === 'oci' ? told : `${told}/index.yaml`,
  });
});

test('the host of an address is told with its port', () => {
  const host = (repository: string): string | undefined =>
    hostOf({ repository, chart: 'a', version: '' });
  expect(host('https://charts.example.com/stable')).toBe('charts.example.com');
  expect(host('http://charts.example.com:8080')).toBe('charts.example.com:8080');
  expect(host('oci://docker.io/library')).toBe('registry-1.docker.io');
  expect(host('oci://ghcr.io/apps')).toBe('ghcr.io');
  expect(host('https://me:secret@charts.example.com')).toBeUndefined();
  expect(host('ftp://charts.example.com')).toBeUndefined();
});

test('hosts are asked side by side, and one that does not answer is asked once', async () => {
  const [silent, other] = [await startFakeRegistry(), await repositoryOf(['1.0.0'])];
  // It breaks the connection off once the other one was asked.
  silent.answers.set('/v2/apps/web/manifests/1.0.0', (request) => {
    const look = setInterval(() => {
      if (other.asked.length === 0) return;
      clearInterval(look);
      request.socket.destroy();
    }, 5);
  });
  const silentCharts = ['web', 'zoo'].map((chart) => ({
    repository: `oci://${silent.host}/apps`,
    chart,
    version: '1.0.0',
  }));
  const outcomes = await fetchCharts([...silentCharts, webOf(other, '1.0.0')], {
    hosts: new Set([silent.host, other.host]),
    store: storeInTemporaryFolder().store,
    signal: new AbortController().signal,
  });
  expect(outcomes.map(({ chart, result }) => [chart.chart, result.kind])).toEqual([
    ['web', 'unreachable'],
    ['zoo', 'unreachable'],
    ['web', 'fetched'],
  ]);
  expect(silent.asked.length).toBe(1);
});

test('a chart that is there does not fail because its host is silent', async () => {
  const fake = await startFakeRegistry();
  putInRegistry(fake, 'apps/web', { tag: '1.0.0', archive: chartOf('1.0.0') });
  const { store } = storeInTemporaryFolder();
  const web = { repository: `oci://${fake.host}/apps`, chart: 'web', version: '1.0.0' };
  expect(await fetchOne(web, [fake.host], { store })).toMatchObject({ kind: 'fetched' });
  fake.answers.set('/v2/apps/zoo/manifests/1.0.0', (request) => {
    request.socket.destroy();
  });
  const outcomes = await fetchCharts([{ ...web, chart: 'zoo' }, web], {
    hosts: new Set([fake.host]),
    store,
    signal: new AbortController().signal,
  });
  expect(outcomes.map(({ result }) => result.kind)).toEqual(['unreachable', 'fetched']);
});

test('one slow archive does not make a host silent, two in a row do', async () => {
  const fake = await startFakeRegistry();
  for (const chart of ['a', 'b', 'c', 'web'])
    putInRegistry(fake, `apps/${chart}`, { tag: '1.0.0', archive: chartOf('1.0.0') });
  for (const chart of ['a', 'b', 'c'])
    fake.answers.set(`/v2/apps/${chart}/manifests/1.0.0`, () => undefined);
  const kinds = async (...charts: readonly string[]): Promise<readonly string[]> => {
    const repository = `oci://${fake.host}/apps`;
    const outcomes = await fetchCharts(
      charts.map((chart) => ({ repository, chart, version: '1.0.0' })),
      {
        hosts: new Set([fake.host]),
        store: storeInTemporaryFolder().store,
        signal: new AbortController().signal,
        limits: { ...usualLimits, milliseconds: 300 },
      },
    );
    return outcomes.map(({ result }) => result.kind);
  };
  expect(await kinds('a', 'web')).toEqual(['slow', 'fetched']);
  expect(await kinds('a', 'b', 'c')).toEqual(['slow', 'slow', 'slow']);
  expect(fake.asked.filter((path) => path.includes('/c/'))).toEqual([]);
});

test('what another tool than Helm packed is no chart, as it is none for Helm', async () => {
  const fake = await startFakeRegistry();
  const archive = chartOf('1.0.0');
  putInRegistry(fake, 'apps/web', { tag: '1.0.0', archive });
  const path = '/v2/apps/web/manifests/1.0.0';
  const manifest = fake.answers.get(path);
  const flux = 'application/vnd.cncf.flux.content.v1.tar+gzip';
  fake.answers.set(path, String(manifest).replace(/application[^"]*helm.chart[^"]*/, flux));
  const web = { repository: `oci://${fake.host}/apps`, chart: 'web', version: '1.0.0' };
  expect(await fetchOne(web, [fake.host])).toEqual({
    kind: 'content',
    message: 'its manifest names no layer of Helm',
  });
});
