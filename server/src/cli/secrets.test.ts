import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const schemaFile = join(import.meta.dirname, '../../../docs/schemas/secrets.schema.json');

interface Output {
  readonly findings: readonly {
    readonly file: string;
    readonly line: number;
    readonly rule: string;
    readonly severity: string;
    readonly fingerprint: string;
    readonly message: string;
  }[];
}

/** The JSON of a run, checked against the published schema. */
async function secretsJson(folder: string, ...words: readonly string[]): Promise<Output> {
  const { out, err, exitCode } = await strata(['secrets', '--workspace', '.', '--json', ...words], {
    folder,
  });
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  const value = JSON.parse(out) as Output;
  const validator = new Ajv2020();
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object;
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return value;
}

const small = `
  # file: app/secret.yaml
  apiVersion: v1
  kind: Secret
  metadata: {name: db}
  stringData:
    username: app
    password: harbor-quartz-31
  # file: app/deployment.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}
  spec:
    template:
      spec:
        containers:
        - name: web
          env:
          - {name: DB_PASSWORD, value: harbor-quartz-31}
          - {name: SMTP_PASSWORD, value: copper-willow-8}
`;

test('findings have places, masks and fingerprints, and no value', async () => {
  const { findings } = await secretsJson(temporaryTree(small));
  expect(findings.map(({ file, line, rule, message }) => [file, line, rule, message])).toEqual([
    ['app/deployment.yaml', 10, 'secrets.environment', expect.stringContaining('•••• A')],
    ['app/deployment.yaml', 11, 'secrets.environment', expect.stringContaining('•••• B')],
    ['app/secret.yaml', 6, 'secrets.secret-data', expect.stringContaining('•••• A')],
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/quartz|willow/);
});

test('a fingerprint stays when lines move', async () => {
  const before = await secretsJson(temporaryTree(small));
  const moved = small.replace(
    '- name: web\n',
    '- name: web\n          image: a\n          # more\n',
  );
  const after = await secretsJson(temporaryTree(moved));
  const fingerprints = ({ findings }: Output): readonly string[] =>
    findings.map(({ fingerprint }) => fingerprint);
  expect(after.findings[0]?.line).toBe(12);
  expect(fingerprints(after)).toEqual(fingerprints(before));
});

test('--fail-on decides the exit code, and paths the files', async () => {
  const folder = temporaryTree(small);
  const run = async (...words: readonly string[]): Promise<number> =>
    (await strata(['secrets', '--workspace', '.', ...words], { folder })).exitCode;
  expect(await run()).toBe(0);
  expect(await run('--fail-on', 'warning')).toBe(1);
  expect(await run('--fail-on', 'error')).toBe(0);
  expect((await secretsJson(folder, 'app/secret.yaml')).findings).toHaveLength(1);
  expect(await run('nowhere')).toBe(2);
});

test('--baseline keeps what is there, and tells what is new', async () => {
  const folder = temporaryTree(small);
  const written = await strata(['secrets', '--workspace', '.', '--baseline'], { folder });
  expect(written).toEqual({
    exitCode: 0,
    out: '',
    err: '3 findings stand in .strata/baseline.json.\n',
  });
  const baseline = readFileSync(join(folder, '.strata', 'baseline.json'), 'utf8');
  expect(baseline).toContain('"pointer": "0/stringData/password"');
  expect(baseline).not.toMatch(/quartz|willow|••••/);
  expect((await secretsJson(folder)).findings).toEqual([]);
  const { out } = await strata(['secrets', '--workspace', '.'], { folder });
  expect(out).toBe('3 older findings\n');
  writeFileSync(join(folder, 'new.env'), 'API_TOKEN=p7wq91kzmx4tb2\n');
  expect((await secretsJson(folder)).findings.map(({ file }) => file)).toEqual(['new.env']);
  writeFileSync(join(folder, '.strata', 'baseline.json'), '[');
  const bad = await strata(['secrets', '--workspace', '.'], { folder });
  expect(bad).toMatchObject({ exitCode: 2, out: '' });
});

test.each([
  ['.gitleaksignore', '# old\n0a1b2c3:app/deployment.yaml:generic-api-key:11\n', 1],
  ['.gitleaksignore', 'app/secret.yaml:generic:6\napp/secret.yaml:generic:99\n', 1],
  ['.gitleaks.toml', "[allowlist]\npaths = [\n  '''app/dep.*\\.ya?ml$''',\n]\n", 2],
  ['.secretlintignore', 'deployment.yaml\n', 2],
  [
    '.secrets.baseline',
    '{"results": {"app/secret.yaml": [{"line_number": 6, "hashed_secret": "x"}]}}',
    1,
  ],
])('--import adopts what %s silences', async (name, text, count) => {
  const folder = temporaryTree(small);
  writeFileSync(join(folder, name), text);
  const imported = await strata(['secrets', '--workspace', '.', '--import', name], { folder });
  expect(imported).toEqual({
    exitCode: 0,
    out: '',
    err: `${count} of 3 findings are silenced by ${name}, and stand in .strata/baseline.json.\n`,
  });
  expect((await secretsJson(folder)).findings).toHaveLength(3 - count);
});

test('--import takes no other file', async () => {
  const folder = temporaryTree(small);
  for (const name of ['app/secret.yaml', 'missing.toml', 'x.json']) {
    const refused = await strata(['secrets', '--workspace', '.', '--import', name], { folder });
    expect(refused).toMatchObject({ exitCode: 2, out: '' });
  }
});

test('the configuration silences, weighs and adds', async () => {
  const folder = temporaryTree(`${small}
  # file: settings.yaml
  vaultPin: t4r9zq
  # file: .strata/config.yaml
  silence: [{code: secrets.environment, path: app, reason: a test}]
  severity: {secrets.secret-data: error}
  secrets: {keyNames: [vaultPin]}
  `);
  const { findings } = await secretsJson(folder);
  expect(findings.map(({ file, severity }) => [file, severity])).toEqual([
    ['app/secret.yaml', 'error'],
    ['settings.yaml', 'warning'],
  ]);
});

test('--rendered tells what only a layer makes, with masks of one output', async () => {
  const folder = temporaryTree(`
  # file: base/kustomization.yaml
  resources: [secret.yaml]
  # file: base/secret.yaml
  apiVersion: v1
  kind: Secret
  metadata: {name: db}
  # file: overlay/kustomization.yaml
  resources: [../base]
  patches:
  - path: patch.yaml
    target: {name: db}
  # file: overlay/patch.yaml
  - {op: add, path: /stringData, value: {entry: harbor-quartz-31}}
  # file: other.yaml
  dbPassword: harbor-quartz-31
  `);
  const lines = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await strata(['secrets', '--workspace', '.', ...words], { folder })).out.split('\n');
  expect(await lines()).toHaveLength(2);
  expect(await lines('--rendered')).toEqual([
    'other.yaml:1:13: warning: `dbPassword` holds a value in clear (•••• A). [secrets.generic]',
    'overlay/patch.yaml:1:47: warning: In clear in Secret/db, as `overlay` builds it: `entry` (•••• A). [secrets.rendered]',
    '',
  ]);
});

test('SARIF has rules, places and fingerprints', async () => {
  const folder = temporaryTree(small);
  const { out } = await strata(['secrets', '--workspace', '.', '--format', 'sarif'], { folder });
  const { runs } = JSON.parse(out) as { runs: { results: object[] }[] };
  expect(runs[0]?.results[2]).toMatchObject({
    ruleId: 'secrets.secret-data',
    level: 'warning',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'app/secret.yaml' },
          region: { startLine: 6, startColumn: 13 },
        },
      },
    ],
    partialFingerprints: { 'strata/v1': expect.stringMatching(/^[0-9a-f]{16}$/) as string },
  });
  expect(out).not.toMatch(/quartz|willow/);
});

/** The hook that README.md shows. */
function documentedHook(): string {
  const page = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const hook = /```sh\n(#!\/bin\/sh\n# \.git\/hooks\/pre-commit[^]*?)```/.exec(page)?.[1];
  return hook ?? '';
}

test('the documented hook stops a commit with a secret, as it is staged', () => {
  const folder = gitRepository('\n  # file: a.yaml\n  a: 1\n');
  const launcher = join(import.meta.dirname, '../../bin/strata.cjs');
  const hook = documentedHook();
  expect(hook).toContain('strata secrets');
  const called = hook.replaceAll('strata secrets', `"${process.execPath}" "${launcher}" secrets`);
  const file = join(folder, '.git', 'hooks', 'pre-commit');
  writeFileSync(file, called);
  chmodSync(file, 0o755);
  writeFileSync(join(folder, 'b c.yaml'), 'db:\n  password: harbor-quartz-31\n');
  git(folder, 'add', '--all');
  // What is staged counts, not what stands on disk.
  writeFileSync(join(folder, 'b c.yaml'), 'db: {}\n');
  const commit = (): { readonly status: number | null; readonly text: string } => {
    const words = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '-m', 'b'];
    const run = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
    return { status: run.status, text: run.stdout + run.stderr };
  };
  const refused = commit();
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.text).toContain('b c.yaml:2:13: warning: `password` holds a value in clear');
  expect(refused.text).not.toContain('quartz');
  git(folder, 'add', '--all');
  expect(commit()).toMatchObject({ status: 0 });
  // The launcher may have to build the command line first.
}, 60_000);
