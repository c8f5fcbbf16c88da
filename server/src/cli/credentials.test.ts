import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { exampleFleet, strata, type Run } from '../../test/commandLine.ts';
import { openWorkspace } from '../workspace/workspace.ts';

const gone = join(import.meta.dirname, '../../test/goneKubeconfig.json');
let fleet: DemoFleet;

beforeAll(async () => {
  const { signal } = new AbortController();
  fleet = await startDemoFleet(await openWorkspace(exampleFleet, { exact: true }, signal), signal);
});

afterAll(() => fleet.close());

async function run(...words: readonly string[]): Promise<Run> {
  const kubeconfig = [fleet.kubeconfig, gone].join(delimiter);
  return strata(['credentials', ...words, '--workspace', '.', '--kubeconfig', kubeconfig]);
}

test('each credential has a level, one across release domains is told, and who is silent is unknown', async () => {
  const { out, exitCode } = await run('--json', '--context', 'prod-us-1=gone');
  expect(exitCode).toBe(1);
  const value = JSON.parse(out) as {
    readonly credentials: readonly { readonly cluster: string }[];
    readonly shared: readonly { readonly kind: string; readonly clusters: readonly object[] }[];
  };
  const schema = join(import.meta.dirname, '../../../docs/schemas/credentials.schema.json');
  const validator = new Ajv2020();
  const isValid = validator.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value);
  expect(isValid, validator.errorsText()).toBe(true);
  const of = (name: string): unknown => value.credentials.find(({ cluster }) => cluster === name);
  expect(of('prod-eu-1')).toMatchObject({ user: 'demo', level: 'reader', readsSecrets: false });
  expect(of('prod-us-1')).toMatchObject({ level: 'unknown', failure: 'unreachable' });
  expect(value.shared.map(({ kind }) => kind)).toEqual(['token']);
  expect(value.shared[0]?.clusters).toContainEqual({ cluster: 'prod-eu-1', domain: 'prod-eu' });
  // The token of the demonstration is its name; as a whole word it stands for the user alone.
  expect(out).not.toContain('"token": "');
});

test('as text, and with conditions', async () => {
  const { out, exitCode } = await run('prod-eu-1');
  expect(out).toMatch(/^prod-eu-1 {2}demo {2}only reads\n {4}list deployments\.apps, /);
  expect(exitCode).toBe(0);
  expect((await run('prod-eu-1', '--fail-on', 'writer')).exitCode).toBe(0);
  expect((await run('--fail-on', 'shared')).exitCode).toBe(1);
});

test('the least rights are those of what Git has there, without Secrets', async () => {
  const { out, exitCode } = await run('prod-eu-1', '--rbac');
  expect(exitCode).toBe(0);
  const { rules } = parse(out) as {
    readonly rules: readonly {
      readonly apiGroups: readonly string[];
      readonly resources: readonly string[];
      readonly verbs: readonly string[];
    }[];
  };
  expect(rules).toContainEqual(
    expect.objectContaining({ apiGroups: ['apps'], verbs: ['get', 'list', 'watch'] }),
  );
  expect(rules.flatMap(({ resources }) => resources)).not.toContain('secrets');
  expect(out).not.toContain('*');
  const more = await run('prod-eu-1', '--rbac', '--dry-run');
  expect(more.out).toContain('verbs: ["get", "list", "watch", "patch", "create"]');
});

test('only reads and reviews of one’s own rights are asked', async () => {
  await run();
  const writes = fleet.server.requests.filter((one) => !one.startsWith('GET '));
  expect(writes.length).toBeGreaterThan(20);
  for (const one of writes) expect(one).toMatch(/^POST .*\/v1\/selfsubject\w*reviews$/);
});

test.each([
  [['--rbac'], '--rbac is made for one cluster'],
  [['prod-eu-1', '--dry-run'], '--dry-run goes with --rbac.'],
  [['mars'], 'there is no cluster mars'],
])('%j is refused', async (words, message) => {
  const { out, err, exitCode } = await run(...words);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toContain(message);
});

test('of a kubeconfig that cannot be read the line is told, and nothing of what stands in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-kubeconfig-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'broken');
  writeFileSync(file, 'users:\n- name: u\n  user:\n    token: FAKE-TOKEN\n   x: y\n');
  const words = ['credentials', '--workspace', exampleFleet, '--kubeconfig'];
  expect(await strata([...words, file])).toMatchObject({
    exitCode: 2,
    out: '',
    err: `strata: error: the kubeconfig ${file} cannot be read (line 5).\nSee strata credentials --help.\n`,
  });
  writeFileSync(file, '');
  expect(await strata([...words, file])).toMatchObject({
    exitCode: 2,
    err: `strata: error: the kubeconfig ${file} is empty.\nSee strata credentials --help.\n`,
  });
});
