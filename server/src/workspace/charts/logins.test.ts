import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { cwd, platform } from 'node:process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { archiveOf } from '../../../test/chartArchive.ts';
import {
  putInRegistry,
  startFakeRegistry,
  wantLogin,
  type FakeRegistry,
} from '../../../test/fakeRegistry.ts';
import type { WantedChart } from '../../analysis/chartsElsewhere.ts';
import { newChartStore } from './chartStore.ts';
import { parseRegistryLogins } from './parseRegistryLogins.ts';
import { fetchCharts, type ChartOutcome } from './fetchCharts.ts';

const login = 'ada:not-a-real-password';
const archive = archiveOf('web', {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
});

/** The folder of a user, whose files of Helm and Docker are the only ones that are read. */
function userFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-logins-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  for (const name of ['HELM_CONFIG_HOME', 'HELM_REPOSITORY_CONFIG', 'HELM_REGISTRY_CONFIG'])
    vi.stubEnv(name, '');
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.stubEnv('DOCKER_CONFIG', join(folder, 'docker'));
  mkdirSync(join(folder, 'helm', 'registry'), { recursive: true });
  mkdirSync(join(folder, 'docker'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function fetchOne(
  fake: FakeRegistry,
  chart: Pick<WantedChart, 'repository'>,
  loginHosts: readonly string[],
): Promise<ChartOutcome['result'] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-charts-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const [outcome] = await fetchCharts([{ ...chart, chart: 'web', version: '1.0.0' }], {
    hosts: new Set([fake.host, `localhost:${fake.port}`]),
    loginHosts: new Set(loginHosts),
    store: newChartStore(folder),
    signal: new AbortController().signal,
  });
  return outcome?.result;
}

describe('a repository of charts that wants a password', () => {
  const repositories = ({ host }: FakeRegistry): Readonly<Record<string, string>> => ({
    'helm/repositories.yaml': `repositories: [{ name: a, url: http://${host}/charts/, username: ada, password: not-a-real-password }]\n`,
  });

  async function secured(url: string): Promise<{
    readonly fake: FakeRegistry;
    readonly of: (loginHosts: readonly string[]) => ReturnType<typeof fetchOne>;
    readonly askedWith: readonly (string | undefined)[];
  }> {
    const fake = await startFakeRegistry();
    const index = `entries: { web: [{ version: 1.0.0, urls: ["${url.replace('PORT', String(fake.port))}"] }] }`;
    wantLogin(fake, '/charts/index.yaml', index, login);
    const { askedWith } = wantLogin(fake, '/charts/web.tgz', archive, login);
    const chart = { repository: `http://${fake.host}/charts` };
    return { fake, of: (loginHosts) => fetchOne(fake, chart, loginHosts), askedWith };
  }

  test('gets the one of Helm where the user allowed it, and nothing else', async () => {
    const { fake, of } = await secured('web.tgz');
    userFolder(repositories(fake));
    expect(await of([])).toEqual({ kind: 'credentials', host: fake.host, sent: 'notAllowed' });
    expect(await of(['charts.example.com'])).toMatchObject({ sent: 'notAllowed' });
    expect(await of([fake.host])).toMatchObject({ kind: 'fetched' });
  });

  test('is told to have none, or to have refused it', async () => {
    const { fake, of } = await secured('web.tgz');
    const folder = userFolder({});
    expect(await of([fake.host])).toMatchObject({ kind: 'credentials', sent: 'noneKnown' });
    for (const [name, text] of Object.entries(repositories(fake)))
      writeFileSync(join(folder, name), text.replace('real', 'good'));
    expect(await of([fake.host])).toMatchObject({ kind: 'credentials', sent: 'refused' });
  });

  test('does not pass it on to another host', async () => {
    const { fake, of, askedWith } = await secured('http://localhost:PORT/charts/web.tgz');
    userFolder(repositories(fake));
    expect(await of([fake.host, `localhost:${fake.port}`])).toMatchObject({ kind: 'credentials' });
    expect(askedWith).toEqual([undefined]);
  });
});

describe('a registry that wants a password', () => {
  const config = (host: string, said = login): string =>
    JSON.stringify({ auths: { [host]: { auth: Buffer.from(said).toString('base64') } } });

  async function secured(kind: 'basic' | 'bearer'): Promise<{
    readonly fake: FakeRegistry;
    readonly of: (loginHosts: readonly string[]) => ReturnType<typeof fetchOne>;
  }> {
    const fake = await startFakeRegistry();
    const realm = `http://${fake.host}/token`;
    const challenge =
      kind === 'basic' ? 'Basic realm="fake"' : `Bearer realm="${realm}",service="fake"`;
    const { layer } = putInRegistry(fake, 'apps/web', { tag: '1.0.0', archive });
    for (const path of ['/v2/apps/web/manifests/1.0.0', `/v2/apps/web/blobs/${layer}`]) {
      const answer = fake.answers.get(path) ?? '';
      wantLogin(fake, path, answer, kind === 'basic' ? login : 'ticket', challenge);
    }
    const scope = encodeURIComponent('repository:apps/web:pull');
    wantLogin(fake, `/token?service=fake&scope=${scope}`, '{ "token": "ticket" }', login);
    const chart = { repository: `oci://${fake.host}/apps` };
    return { fake, of: (loginHosts) => fetchOne(fake, chart, loginHosts) };
  }

  test('is kept under a name in any case of letters', () => {
    const text = JSON.stringify({
      auths: { 'HTTPS://GHCR.io/v2/': { username: 'ada', password: 'x' } },
    });
    expect([...parseRegistryLogins(text).logins.keys()]).toEqual(['ghcr.io']);
  });

  test.each(['basic', 'bearer'] as const)(
    'by %s gets that of Helm, else of Docker',
    async (kind) => {
      const { fake, of } = await secured(kind);
      const folder = userFolder({ 'docker/config.json': config(fake.host) });
      expect(await of([])).toMatchObject({ kind: 'credentials', sent: 'notAllowed' });
      expect(await of([fake.host])).toMatchObject({ kind: 'fetched' });
      writeFileSync(join(folder, 'helm/registry/config.json'), config(fake.host, 'ada:other'));
      expect(await of([fake.host])).toMatchObject({ kind: 'credentials', sent: 'refused' });
      writeFileSync(join(folder, 'helm/registry/config.json'), '{}');
      vi.stubEnv('DOCKER_CONFIG', relative(cwd(), join(folder, 'docker')));
      vi.stubEnv('HOME', folder);
      vi.stubEnv('USERPROFILE', folder);
      expect(await of([fake.host])).toMatchObject({ sent: 'noneKnown' });
      vi.stubEnv('DOCKER_CONFIG', join(folder, 'docker'));
      writeFileSync(join(folder, 'docker/config.json'), 'no JSON');
      writeFileSync(join(folder, 'helm/registry/config.json'), '{ "auths": [1, { "auth": "x" }] }');
      expect(await of([fake.host])).toMatchObject({ kind: 'credentials', sent: 'noneKnown' });
    },
  );

  // The program is a script of a shell.
  test.each(platform === 'win32' ? [] : ['bearer' as const])(
    'by %s gets what a program keeps that the file names',
    async (kind) => {
      const { fake, of } = await secured(kind);
      const folder = userFolder({
        'docker/config.json': JSON.stringify({
          credsStore: 'fake',
          credHelpers: { [fake.host]: '../x' },
        }),
      });
      const program = join(folder, 'docker-credential-fake');
      const answer = JSON.stringify({ Username: 'ada', Secret: 'not-a-real-password' });
      writeFileSync(
        program,
        `#!/bin/sh\nread host\n[ "$1 $host" = "get ${fake.host}" ] && echo '${answer}'\n`,
        { mode: 0o755 },
      );
      vi.stubEnv('PATH', [folder, process.env['PATH'] ?? ''].join(delimiter));
      expect(await of([fake.host])).toMatchObject({ sent: 'noneKnown' });
      writeFileSync(join(folder, 'docker/config.json'), '{ "credsStore": "fake" }');
      expect(await of([fake.host])).toMatchObject({ kind: 'fetched' });
      writeFileSync(join(folder, 'docker/config.json'), '{ "credsStore": "none-there" }');
      expect(await of([fake.host])).toMatchObject({ sent: 'noneKnown' });
    },
  );
});
