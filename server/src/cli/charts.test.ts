import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, vi } from 'vitest';
import { archiveOf } from '../../test/chartArchive.ts';
import { strata } from '../../test/commandLine.ts';
import {
  applicationOf,
  digestOf,
  keepChartsApart,
  putInRegistry,
  putInRepository,
  startFakeRegistry,
  wantLogin,
  type FakeRegistry,
} from '../../test/fakeRegistry.ts';
import { commitAll, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';

const web = (version: string): Buffer =>
  archiveOf('web', {
    'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
    'values.yaml': 'size: small\ncolor: red\n',
    'values-large.yaml': 'size: large\n',
    'templates/web.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }}-web }
data:
  size: {{ .Values.size }}
  color: {{ .Values.color }}
  version: {{ .Chart.Version }}
`,
  });

/** A fake repository of charts that is a registry as well, with the chart `web`. */
async function startFake(): Promise<FakeRegistry> {
  const fake = await startFakeRegistry();
  keepChartsApart();
  const archives = { '1.0.0': web('1.0.0'), '1.1.0': web('1.1.0') };
  putInRepository(fake, 'web', archives);
  for (const [tag, archive] of Object.entries(archives))
    putInRegistry(fake, 'apps/web', { tag, archive });
  return fake;
}

/** Everybody who takes a chart from elsewhere. */
const treeOf = (fake: FakeRegistry): string => `
# file: apps/argo.yaml
${applicationOf(fake, 'argo')}    helm: { valueFiles: [values-large.yaml], values: "color: blue" }
# file: apps/registry.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: registry, namespace: argocd }
spec:
  project: default
  destination: { name: prod, namespace: web }
  source: { repoURL: ${fake.host}/apps, chart: web, targetRevision: 1.0.0 }
# file: apps/flux.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: charts, namespace: apps }
spec: { url: http://${fake.host}/charts }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: flux, namespace: apps }
spec:
  chart:
    spec:
      chart: web
      version: 1.x
      valuesFiles: [values.yaml, values-large.yaml]
      sourceRef: { kind: HelmRepository, name: charts }
  values: { color: green }
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: web, namespace: apps }
spec: { url: oci://${fake.host}/apps/web, ref: { tag: 1.0.0 } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: artifact, namespace: apps }
spec:
  chartRef: { kind: OCIRepository, name: web }
# file: root/kustomization.yaml
helmCharts:
- name: web
  repo: http://${fake.host}/charts
  version: 1.0.0
  releaseName: root
  valuesInline: { color: pink }
# file: charts/own/Chart.yaml
apiVersion: v2
name: own
version: 1.0.0
dependencies: [{ name: web, version: ^1, repository: "http://${fake.host}/charts" }]
# file: charts/own/Chart.lock
dependencies: [{ name: web, version: 1.0.0, repository: "http://${fake.host}/charts" }]
# file: charts/own/values.yaml
web: { color: black }
# file: apps/own.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: own, namespace: argocd }
spec:
  project: default
  destination: { name: prod, namespace: web }
  source: { repoURL: https://git.example.com/fleet, path: charts/own }
`;

interface ChartsDocument {
  readonly charts: readonly {
    readonly repository: string;
    readonly version?: string;
    readonly wantedBy: readonly string[];
    readonly fetched?: { readonly version: string; readonly digest: string };
    readonly failure?: { readonly kind: string };
  }[];
}

async function charts(folder: string, ...words: readonly string[]): Promise<ChartsDocument> {
  const { out } = await strata(['charts', ...words, '--json'], { folder });
  const document = JSON.parse(out) as ChartsDocument;
  const path = join(import.meta.dirname, '../../../docs/schemas/charts.schema.json');
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  validate(document);
  expect(validate.errors).toBe(null);
  return document;
}

/** The data of the object that an application, or a root, renders to; else what is said of it. */
async function rendered(folder: string, ...words: readonly string[]): Promise<string> {
  const { out, err } = await strata(['render', ...words], { folder });
  const [, data] = /^data:\n((?: .*\n)+)/m.exec(out) ?? [];
  return data === undefined ? err : data.trim().replace(/\s+/g, ' ');
}

const app = (name: string): readonly string[] => ['--app', name, '--cluster', 'prod'];

test('charts of all who take them from elsewhere are listed, fetched, and rendered offline', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  const before = await charts(folder);
  expect(fake.asked).toEqual([]);
  expect(before.charts.map(({ version, wantedBy }) => [version, wantedBy])).toEqual([
    ['1.0.0', ['argo', 'charts/own', 'root']],
    ['1.x', ['flux']],
    ['1.0.0', ['artifact', 'registry']],
  ]);
  expect(before.charts.every(({ fetched }) => fetched === undefined)).toBe(true);
  expect(await rendered(folder, ...app('argo'))).toContain('web');

  const after = await charts(folder, '--fetch');
  const fetched = (version: string): object => ({
    version,
    digest: `sha256:${digestOf(web(version))}`,
  });
  expect(after.charts.map((one) => one.fetched)).toEqual(['1.0.0', '1.1.0', '1.0.0'].map(fetched));
  const asked = fake.asked.length;
  expect(await charts(folder)).toEqual(after);
  expect(await rendered(folder, ...app('argo'))).toBe('color: blue size: large version: 1.0.0');
  expect(await rendered(folder, ...app('registry'))).toBe('color: red size: small version: 1.0.0');
  expect(await rendered(folder, '--app', 'flux')).toBe('color: green size: large version: 1.1.0');
  expect(await rendered(folder, '--app', 'artifact')).toBe('color: red size: small version: 1.0.0');
  expect(await rendered(folder, 'root', '--partial')).toBe(
    'color: pink size: small version: 1.0.0',
  );
  expect(await rendered(folder, ...app('own'))).toBe('color: black size: small version: 1.0.0');
  expect(fake.asked.length).toBe(asked);
});

test('a chart that was fetched is named with its digest, and its places are told', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  const hint = 'The chart can be fetched: strata charts --fetch\n';
  expect((await strata(['values', 'argo', 'prod'], { folder })).out).toContain(hint);
  await charts(folder, '--fetch');
  const digest = digestOf(web('1.0.0')).slice(0, 12);
  const values = await strata(['values', 'argo', 'prod'], { folder });
  expect(values.out).not.toContain(hint);
  expect(values.out).toContain(`http://${fake.host}/charts web-1.0.0@sha256:${digest}`);
  const { out } = await strata(['explain', ...app('argo'), 'ConfigMap/argo-web', '/data/size'], {
    folder,
  });
  expect(out).toContain(`web-1.0.0@sha256:${digest}:values-large.yaml:1`);
});

test('what the repository keeps in the place of a fetched chart is no part of it', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  await charts(folder, '--fetch');
  const digest = digestOf(web('1.0.0')).slice(0, 12);
  const place = encodeURIComponent(`web-1.0.0@sha256:${digest}`);
  writeTree(
    folder,
    `
    # file: .strata-remotes/@${place}/values.yaml
    size: huge
    color: none
    # file: .strata-remotes/%zz/kustomization.yaml
    resources: []
    `,
  );
  expect(await rendered(folder, ...app('registry'))).toBe('color: red size: small version: 1.0.0');
});

test('why a chart that was fetched does not render is told with its name', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake).replace('values-large.yaml]', 'none.yaml]'));
  await charts(folder, '--fetch');
  const digest = digestOf(web('1.0.0')).slice(0, 12);
  const told = `web-1.0.0@sha256:${digest}: there is no file none.yaml`;
  expect(await rendered(folder, ...app('argo'))).toContain(told);
});

test('another version of a chart is compared once both were fetched, and unknown before', async () => {
  const fake = await startFake();
  const folder = gitRepository(treeOf(fake));
  const impact = async (): Promise<string> => (await strata(['impact'], { folder })).out;
  await charts(folder, '--fetch');
  writeTree(folder, treeOf(fake).replace('targetRevision: 1.0.0', 'targetRevision: 1.1.0'));
  expect(await impact()).toContain('unknown');
  await charts(folder, '--fetch');
  expect(await impact()).toContain('/data/version  1.0.0 → 1.1.0');
});

test('of a chart that was fetched for one of two commits alone nothing is told as created or gone', async () => {
  const fake = await startFake();
  const root = (version: string): string => `
# file: root/kustomization.yaml
resources: [own.yaml]
helmCharts:
- { name: web, repo: "http://${fake.host}/charts", version: ${version}, releaseName: root }
# file: root/own.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: own }
`;
  const folder = gitRepository(root('1.0.0'));
  writeTree(folder, root('1.1.0'));
  await charts(folder, '--fetch');
  const ahead = await strata(['impact', '--base', 'HEAD'], { folder });
  expect(ahead.out).not.toContain('ConfigMap');
  expect(ahead.out).toContain('unknown');
  expect(ahead.err).toMatch(
    new RegExp(
      `: web 1.0.0 of http://${fake.host}/charts: strata charts --fetch --at [0-9a-f]{12}`,
    ),
  );
  commitAll(folder);
  writeTree(folder, root('1.0.0'));
  const behind = await strata(['impact', '--base', 'HEAD'], { folder });
  expect(behind.out).not.toContain('ConfigMap');
  expect(behind.err).toContain('working tree');
  await charts(folder, '--fetch');
  const both = await strata(['impact', '--base', 'HEAD'], { folder });
  expect(both.out).toContain('/data/version  1.1.0 → 1.0.0');
  expect(both.err).not.toContain('not fetched');
});

test('what is not there as it was fetched is a gap again', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  await charts(folder, '--fetch');
  const archives = join(process.env['STRATA_CHARTS'] ?? '', 'sha256');
  for (const name of readdirSync(archives)) writeFileSync(join(archives, name), 'other bytes');
  const { charts: left } = await charts(folder);
  expect(left.map(({ fetched }) => fetched)).toEqual([undefined, undefined, undefined]);
  expect(await rendered(folder, ...app('argo'))).not.toContain('size:');
});

test('where charts cannot be kept, it is said, and nothing is fetched', async () => {
  const fake = await startFake();
  const file = join(process.env['STRATA_CHARTS'] ?? '', 'file');
  writeFileSync(file, '');
  const folder = temporaryTree(treeOf(fake));
  const kept = process.env['STRATA_CHARTS'];
  process.env['STRATA_CHARTS'] = join(file, 'charts');
  const { exitCode, err } = await strata(['charts', '--fetch'], { folder });
  process.env['STRATA_CHARTS'] = kept;
  expect(exitCode).toBe(2);
  expect(err).toContain('charts cannot be kept: ENOTDIR');
  expect(fake.asked).toEqual([]);
});

test.each(['http://127.0.0.2:18765', ':99999', 'example.com:99999', 'example.com/charts'])(
  '--host %s is no host',
  async (host) => {
    const { exitCode, err } = await strata(['charts', '--fetch', '--host', host]);
    expect(exitCode).toBe(2);
    expect(err).toContain(`--host takes HOST or HOST:PORT, not ${host}.`);
  },
);

test('what Helm logs in with is sent to the host that is named, and shown nowhere', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  const index = fake.answers.get('/charts/index.yaml') ?? '';
  const { askedWith } = wantLogin(fake, '/charts/index.yaml', index, 'ada:not-a-real-password');
  const helm = join(process.env['STRATA_CHARTS'] ?? '', 'repositories.yaml');
  vi.stubEnv('HELM_REPOSITORY_CONFIG', helm);
  writeFileSync(
    helm,
    `repositories: [{ name: web, url: "http://${fake.host}/charts", username: ada, password: not-a-real-password }]`,
  );
  const refused = await charts(folder, '--fetch');
  expect(refused.charts.map(({ failure }) => failure?.kind)).toContain('credentials');
  expect(askedWith).toEqual([undefined]);
  const { out, err } = await strata(['charts', '--fetch', '--credentials', fake.host], { folder });
  expect(out).not.toContain('wants credentials');
  expect(out + err).not.toContain('not-a-real');
  const other = await strata(['charts', '--credentials', fake.host], { folder });
  expect(other.err).toContain('--credentials goes with --fetch.');
});

test('a repository that does not answer is asked once, and failures say where', async () => {
  const fake = await startFake();
  fake.answers.set('/charts/index.yaml', (_, to) => to.writeHead(500).end());
  const folder = temporaryTree(treeOf(fake));
  const { out, err } = await strata(['charts', '--fetch'], { folder });
  expect(fake.asked.filter((path) => path === '/charts/index.yaml').length).toBe(1);
  expect(out).toContain(`web 1.0.0 of http://${fake.host}/charts: `);
  expect(err).toContain(`fetching web 1.0.0 of http://${fake.host}/charts.`);
});

test('what leads elsewhere or wants credentials is told with its words, and exits 1', async () => {
  const fake = await startFake();
  const folder = temporaryTree(treeOf(fake));
  const other = `localhost:${fake.port}`;
  fake.answers.set('/charts/web-1.0.0.tgz', (_, response) => {
    response.writeHead(302, { location: `http://${other}/moved.tgz` }).end();
  });
  fake.answers.set('/moved.tgz', web('1.0.0'));
  fake.answers.set('/v2/apps/web/manifests/1.0.0', (_, response) => {
    response.writeHead(401).end();
  });
  const first = await strata(['charts', '--fetch'], { folder });
  expect(first.exitCode).toBe(1);
  expect(first.err).toContain(`fetching 3 charts from ${fake.host}.`);
  expect(first.out).toContain(`it leads to ${other}, which you did not allow: --host ${other}.`);
  expect(first.out).toContain(`${fake.host} wants credentials: --credentials ${fake.host} sends`);
  const second = await charts(folder, '--fetch', '--host', other.toUpperCase());
  expect(second.charts.map(({ failure }) => failure?.kind)).toEqual([
    undefined,
    undefined,
    'credentials',
  ]);
});

test('charts of addresses that nobody can be asked at are listed with the reason', async () => {
  await startFake();
  const one = (name: string, address: string): string => `
# file: apps/${name}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  destination: { name: prod, namespace: web }
  source: { repoURL: "${address}", chart: web, targetRevision: 1.0.0 }
`;
  const addresses = ['ssh://git@example.com/charts', 'ftp://example.com/charts', 'https://a b/c'];
  const folder = temporaryTree(addresses.map((each, index) => one(`app${index}`, each)).join(''));
  const { charts: listed } = await charts(folder);
  expect(listed.map(({ wantedBy, failure }) => [wantedBy, failure?.kind])).toEqual([
    [['app1'], 'address'],
    [['app2'], 'address'],
    [['app0'], 'address'],
  ]);
  const { exitCode, out } = await strata(['charts'], { folder });
  expect(exitCode).toBe(0);
  expect(out).toContain('nothing is fetched from ssh://…@example.com/charts');
  expect(out).not.toContain('strata charts --fetch');
  expect((await strata(['charts', '--fetch'], { folder })).exitCode).toBe(1);
});
