import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strata, type Run } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const register = '.strata/clusters.yaml';

async function clusters(folder: string, ...words: readonly string[]): Promise<Run> {
  return strata(['clusters', '--workspace', '.', ...words], { folder });
}

/** A tree with an export of `argocd cluster list`, and whatever else. */
function treeWithExport(files = '# file: a.yaml\na: b'): string {
  const folder = temporaryTree(files);
  const list = [
    {
      server: 'https://prod-1.example.com',
      name: 'prod-1',
      config: { bearerToken: 'not-a-real-token' },
      info: { serverVersion: '1.35' },
      labels: { environment: 'production' },
    },
  ];
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list));
  return folder;
}

describe('--init', () => {
  test('proposes what is known, and writes once', async () => {
    const folder = temporaryTree(`
      # file: app.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: {name: web, namespace: argocd}
      spec:
        source: {repoURL: 'https://git.example.com/acme/fleet.git', path: app}
        destination: {name: prod-1, namespace: web}
    `);
    const { out, exitCode } = await clusters(folder, '--init');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^# The register of clusters/);
    expect(out).toContain('clusters:\n  - name: prod-1\n    environment: prod\n');
    expect(existsSync(join(folder, register))).toBe(false);

    const written = await clusters(folder, '--init', '--write');
    expect(written).toEqual({ exitCode: 0, out: '', err: `strata: wrote ${register}.\n` });
    expect(readFileSync(join(folder, register), 'utf8')).toBe(out);

    const again = await clusters(folder, '--init', '--write');
    expect(again.exitCode).toBe(2);
    expect(again.err).toContain('is there already, and --init overwrites nothing.');
  });

  test('a fleet that is registered is left as it is', async () => {
    const { out } = await strata(['clusters', '--workspace', '.', '--init']);
    const file = join(import.meta.dirname, '../../../test-fixtures/argocd-fleet', register);
    expect(out).toBe(readFileSync(file, 'utf8'));
  });

  test('a tree without clusters gives an empty register', async () => {
    const { out } = await clusters(temporaryTree('# file: a.yaml\na: b'), '--init');
    expect(out).toMatch(/\nclusters: \[\]\n$/);
  });
});

describe('--import', () => {
  test('prints the register with what was seen, and the table knows it as inferred', async () => {
    const mine = '# Mine.\nclusters:\n  - name: prod-1 # the first\n    region: eu\n';
    const folder = treeWithExport(`# file: ${register}\n${mine}`);
    const { out, exitCode } = await clusters(folder, '--import', 'list.json');
    expect(exitCode).toBe(0);
    expect(out.startsWith(mine)).toBe(true);
    expect(out).toContain("kubernetesVersion: '1.35'");
    expect(out).not.toContain('not-a-real-token');
    expect(readFileSync(join(folder, register), 'utf8')).toBe(mine);

    await clusters(folder, '--import', 'list.json', '--write');
    expect(readFileSync(join(folder, register), 'utf8')).toBe(out);
    const table = JSON.parse((await clusters(folder, '--json')).out) as {
      readonly clusters: readonly object[];
      readonly findings: readonly object[];
    };
    expect(table.findings).toEqual([]);
    expect(table.clusters).toMatchObject([
      {
        name: 'prod-1',
        region: 'eu',
        environment: 'production',
        facts: {
          region: { certainty: 'known' },
          kubernetesVersion: {
            certainty: 'inferred',
            from: expect.stringMatching(
              /^argocd cluster list showed it on \d{4}-\d\d-\d\d\. \(\.strata\/clusters\.yaml:12\)$/,
            ) as string,
          },
        },
      },
    ]);
  });

  test('leaves secrets out, and tells them and what contradicts the register', async () => {
    const folder = temporaryTree(`
      # file: ${register}
      clusters:
        - name: prod-1
          server: https://old.example.com
          labels: {env: prod, region: eu}
    `);
    const token = `hvs.${'CAESIJfakeFAKE0123456789'.repeat(4)}`;
    const cluster = {
      server: 'https://prod-1.example.com',
      name: 'prod-1',
      labels: { env: 'dev', region: 'eu' },
      annotations: { 'vault-token': token, note: 'mine' },
    };
    writeFileSync(join(folder, 'list.json'), JSON.stringify([cluster]));
    const { out, err } = await clusters(folder, '--import', 'list.json');
    expect(out).not.toContain('hvs.');
    expect(out).toContain('note: mine');
    expect(err.split('\n')).toEqual([
      'strata: prod-1: annotations.vault-token looks like a secret and is left out.',
      'strata: prod-1: server is not what the register says, and what the register says holds.',
      'strata: prod-1: labels.env is not what the register says, and what the register says holds.',
      '',
    ]);
  });

  test('reads standard input', () => {
    const folder = treeWithExport();
    const bin = join(import.meta.dirname, '../../bin/strata.cjs');
    const { stdout, status } = spawnSync(
      process.execPath,
      [bin, 'clusters', '--workspace', '.', '--import', '-'],
      { cwd: folder, encoding: 'utf8', input: readFileSync(join(folder, 'list.json')) },
    );
    expect(status).toBe(0);
    expect(stdout).toContain('- name: prod-1\n');
  });

  test.each([
    [['--import', 'nowhere.json'], 2, 'the file nowhere.json cannot be read.'],
    [
      ['--import', 'a.yaml'],
      1,
      'a.yaml cannot be imported: it is no JSON; export it with -o json.',
    ],
    [['--import', 'flux.json'], 2, 'name it, --cluster NAME.'],
    [['--import', 'list.json', '--init'], 2, '--init and --import do not go together.'],
    [['--import', 'list.json', '--at', 'HEAD'], 2, '--at goes with the table alone.'],
    [['--import', 'list.json', '--json'], 2, 'a register is printed as YAML alone.'],
    [['--write'], 2, '--write goes with --import.'],
    [['--cluster', 'a'], 2, '--cluster goes with --import.'],
  ])('%j', async (words, exitCode, message) => {
    const folder = treeWithExport();
    const kustomization = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'apps' },
      spec: {},
    };
    writeFileSync(join(folder, 'flux.json'), JSON.stringify({ items: [kustomization] }));
    const run = await clusters(folder, ...words);
    expect(run).toMatchObject({ exitCode, out: '' });
    expect(run.err).toContain(message);
  });

  test('a register in brackets is not touched', async () => {
    const folder = treeWithExport(`# file: ${register}\n{clusters: [{name: a}]}`);
    const { exitCode, err } = await clusters(folder, '--import', 'list.json', '--write');
    expect(exitCode).toBe(1);
    expect(err).toContain('its lists are in brackets');
  });
});
