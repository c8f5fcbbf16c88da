import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newChartStore } from '../../src/workspace/charts/chartStore.ts';
import { fetchCharts } from '../../src/workspace/charts/fetchCharts.ts';
import { helmPath } from '../../../scripts/tools/kubectl.ts';
import { archiveOf } from '../chartArchive.ts';
import { describeWith } from '../environment.ts';
import {
  digestOf,
  keepChartsApart,
  putInRegistry,
  putInRepository,
  startFakeRegistry,
  wantLogin,
  type FakeRegistry,
} from '../fakeRegistry.ts';

const login = 'ada:not-a-real-password';
const versions = ['1.0.0', '1.2.0', '2.0.0-rc.1'];
const archives = Object.fromEntries(
  versions.map((version) => [
    version,
    archiveOf('web', { 'Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n` }),
  ]),
);

/** A repository and a registry that want a password, and the files of a user whose Helm knows it. */
async function secured(): Promise<{ readonly fake: FakeRegistry; readonly home: string }> {
  const fake = await startFakeRegistry();
  putInRepository(fake, 'web', archives);
  for (const [tag, archive] of Object.entries(archives))
    putInRegistry(fake, 'apps/web', { tag, archive });
  fake.answers.set('/v2/apps/web/tags/list?n=1000', JSON.stringify({ tags: versions }));
  fake.answers.set('/v2/apps/web/tags/list', JSON.stringify({ tags: versions }));
  for (const [path, answer] of [...fake.answers]) wantLogin(fake, path, answer, login);
  const home = keepChartsApart();
  vi.stubEnv('HELM_CONFIG_HOME', home);
  vi.stubEnv('HELM_REPOSITORY_CONFIG', '');
  vi.stubEnv('HELM_REGISTRY_CONFIG', '');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  mkdirSync(join(home, 'registry'));
  const auth = Buffer.from(login).toString('base64');
  writeFileSync(
    join(home, 'registry', 'config.json'),
    JSON.stringify({ auths: { [fake.host]: { auth } } }),
  );
  writeFileSync(
    join(home, 'repositories.yaml'),
    `apiVersion: ""\nrepositories: [{ name: own, url: "http://${fake.host}/charts", username: ada, password: not-a-real-password }]\n`,
  );
  return { fake, home };
}

const cases = ['1.0.0', '1.x', '>=2.0.0-0'].flatMap((version) =>
  (['repository', 'registry'] as const).map((kind) => ({ version, kind })),
);

/** What is fetched is what helm pulls, with one login. */
describeWith('fetched charts', await helmPath(), { tests: cases.length }, (helm) => {
  test.each(cases)('$version of a $kind', async ({ version, kind }) => {
    const { fake, home } = await secured();
    const repository =
      kind === 'registry' ? `oci://${fake.host}/apps` : `http://${fake.host}/charts`;
    const words = kind === 'registry' ? [`${repository}/web`, '--plain-http'] : ['own/web'];
    const environment = {
      HOME: home,
      HELM_CONFIG_HOME: home,
      HELM_CACHE_HOME: join(home, 'cache'),
    };
    const run = (all: readonly string[]): Promise<unknown> =>
      promisify(execFile)(helm, all, { cwd: home, env: environment });
    if (kind === 'repository') await run(['repo', 'update']);
    await run(['pull', ...words, '--version', version]);
    const [pulled = ''] = readdirSync(home).filter((name) => name.endsWith('.tgz'));

    const [outcome] = await fetchCharts([{ repository, chart: 'web', version }], {
      hosts: new Set([fake.host]),
      loginHosts: new Set([fake.host]),
      store: newChartStore(),
      signal: new AbortController().signal,
    });
    expect(outcome?.result).toMatchObject({
      kind: 'fetched',
      stored: { digest: digestOf(readFileSync(join(home, pulled))) },
    });
  });
});
