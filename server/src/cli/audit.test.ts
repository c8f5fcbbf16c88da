import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';

const tree = `
  # file: .strata/config.yaml
  deployments:
    - path: apps/{application}/clusters/{cluster}
      application: '{application}'
      cluster: '{cluster}'
  # file: CODEOWNERS
  /apps/ @shop/web
  # file: apps/web/base/kustomization.yaml
  resources: [web.yaml, secret.yaml]
  # file: apps/web/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    replicas: 1
  # file: apps/web/base/secret.yaml
  { apiVersion: v1, kind: Secret, metadata: { name: key }, stringData: { key: not-a-secret-1 } }
  # file: apps/web/clusters/eu/kustomization.yaml
  resources: [../../base]
  # file: apps/web/clusters/us/kustomization.yaml
  resources: [../../base]
  replicas: [{ name: web, count: 3 }]
`;

interface AuditDocument {
  readonly changes: readonly {
    readonly commit: string;
    readonly subject: string;
    readonly pullRequest?: string;
    readonly approvedBy: readonly string[];
    readonly applications: readonly {
      readonly cluster: string;
      readonly neededApprovals: readonly (readonly string[])[];
      readonly resources: readonly { readonly fields?: readonly { readonly path: string }[] }[];
    }[];
  }[];
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strata-audit-')));
let merge = '';

beforeAll(() => {
  writeTree(folder, tree);
  git(folder, 'init', '--quiet');
  commitAll(folder);
  const write = (path: string, before: string, after: string): void => {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replace(before, after));
  };
  const main = git(folder, 'branch', '--show-current');
  write('apps/web/base/web.yaml', 'replicas: 1', 'replicas: 2 # more');
  commitAll(folder, 'More replicas\n\nApproved-by: Ada <ada@example.com>\nReviewed-by: Bob');
  write('apps/web/base/web.yaml', '# more', '# as many as we need');
  commitAll(folder, 'Say why (#3)');
  git(folder, 'switch', '--quiet', '--create', 'rotate');
  write('apps/web/base/secret.yaml', 'not-a-secret-1', 'not-a-secret-2');
  commitAll(folder, 'Rotate, first try');
  write('apps/web/base/secret.yaml', 'not-a-secret-2', 'not-a-secret-3');
  commitAll(folder, '=HYPERLINK("x") of a commit on the way');
  git(folder, 'switch', '--quiet', main);
  const message = 'Merge pull request #12 from shop/rotate';
  git(folder, 'merge', '--quiet', '--no-ff', '--message', message, 'rotate');
  merge = git(folder, 'rev-parse', 'HEAD');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function audit(...words: readonly string[]): Promise<AuditDocument> {
  const { out, err, exitCode } = await strata(
    ['audit', '--since', '2020-01-01', '--json', ...words],
    { folder },
  );
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  const value = JSON.parse(out) as AuditDocument;
  const schema = join(import.meta.dirname, '../../../docs/schemas/audit.schema.json');
  const validator = new Ajv2020({ allowUnionTypes: true });
  const isValid = validator.validate(
    JSON.parse(readFileSync(schema, 'utf8')) as object,
    JSON.parse(out),
  );
  expect(isValid, validator.errorsText()).toBe(true);
  return value;
}

test('each commit that changed a cluster is told once, and comments are not', async () => {
  const { changes } = await audit();
  expect(changes.map(({ subject }) => subject)).toEqual([
    'Merge pull request #12 from shop/rotate',
    'More replicas',
  ]);
  expect(changes[0]).toMatchObject({ commit: merge, pullRequest: '12', approvedBy: [] });
  expect(changes[1]).toMatchObject({ approvedBy: ['Ada <ada@example.com>', 'Bob'] });
  expect(changes[1]).not.toHaveProperty('pullRequest');
});

test('a change counts where it arrives', async () => {
  const { changes } = await audit();
  const where = changes.map(({ applications }) => applications.map(({ cluster }) => cluster));
  expect(where).toEqual([['eu', 'us'], ['eu']]);
  expect(changes[1]?.applications[0]).toMatchObject({
    neededApprovals: [['@shop/web']],
    resources: [{ fields: [{ path: '/spec/replicas', before: 1, after: 2 }] }],
  });
  expect((await audit('--cluster', 'us')).changes).toHaveLength(1);
});

test('no value of a Secret is told, in no form', async () => {
  for (const form of ['json', 'csv', 'text']) {
    const words = ['audit', '--since', '2020-01-01', '--format', form];
    const { out } = await strata(words, { folder });
    expect(out).toContain('Secret/key');
    expect(out).not.toContain('not-a-secret');
    expect(out).not.toMatch(/•••• [A-Z]/);
  }
});

test('as CSV, what Git does not know is said', async () => {
  const { out } = await strata(['audit', '--since', '2020-01-01', '--csv'], { folder });
  const [header, ...rows] = out.trim().split('\r\n');
  expect(header).toMatch(/^when,author,commit,subject,pull request,approved by,/);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain(",#12,not recorded,'@shop/web,eu,web,changed,");
  expect(rows[2]).toContain(",not recorded,Ada <ada@example.com>; Bob,'@shop/web,eu,web,changed,");
  expect(rows[2]).toMatch(/,\/spec\/replicas,1,2,apps\/web\/base\/web\.yaml:5$/);
});

test('what came before the day is left out', async () => {
  const words = ['audit', '--since', '2999-01-01'];
  const { out, exitCode } = await strata(words, { folder });
  expect(out).toBe('Nothing has changed any cluster since 2999-01-01.\n');
  expect(exitCode).toBe(0);
});

test.each([
  [['audit'], 'name a day by --since'],
  [['audit', '--since', 'yesterday'], 'name a day by --since'],
  [['audit', '--since', '2026-13-40'], 'name a day by --since'],
  [['audit', '--since', '2020-01-01', '--cluster', 'mars'], 'there is no cluster mars'],
  [['audit', '--since', '2020-01-01', '--at', 'nowhere'], 'git knows no commit nowhere here.'],
])('%j is refused', async (words, message) => {
  const { out, err, exitCode } = await strata(words, { folder });
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toContain(message);
});

test.each([
  [['audit', '--since', '2020-01-01']],
  [['history', 'web', '--cluster', 'eu']],
  [['rollout', 'HEAD']],
])('%j says that there is no repository', async (words) => {
  const { err, exitCode } = await strata(words, { folder: temporaryTree(tree) });
  expect(exitCode).toBe(2);
  expect(err).toContain('this folder belongs to no git repository');
});

test('a shallow clone says where it begins', async () => {
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', '--depth', '2', `file://${folder}`, clone);
  const { err, exitCode } = await strata(['audit', '--since', '2020-01-01'], { folder: clone });
  expect(err).toContain('the clone is shallow and begins at');
  expect(exitCode).toBe(0);
});
