import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../environment.ts';
import { Oracle, readSchema, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { buildRoots } from '../../../scripts/oracle/roots.ts';

const minute = 60_000;

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
const written = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

/** A tree whose one resource has an anchor inside itself: Go's stack overflows. */
const endless: BuildCase = tree(`${configMap}data: &a {b: *a}\n`);

function tree(resource: string): BuildCase {
  return {
    files: { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': resource },
    target: '.',
  };
}

describeWith('the oracle', await oraclePath(), { tests: 10 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program);
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('builds trees in memory and, with symlinks, on disk', async () => {
    const linked: BuildCase = {
      files: { 'base/kustomization.yaml': 'resources: [a.yaml]\n', 'base/a.yaml': configMap },
      symlinks: { app: 'base' },
      target: 'app',
    };
    const results = await oracle.build([tree(configMap), linked]);
    expect(results).toEqual([
      { kind: 'ok', value: written },
      { kind: 'ok', value: written },
    ]);
  });

  test('answers in order, more cases than fit into its pipes', async () => {
    const large = 'x'.repeat(10_000);
    const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
    const results = await oracle.build(
      names.map((name) => tree(`${configMap}data: {name: ${name}, text: ${large}}\n`)),
    );
    expect(
      results.map((result) => (result.kind === 'ok' ? /name: (n.*)/.exec(result.value)?.[1] : '')),
    ).toEqual(names);
  });

  test('says the version of the release in the managed-by label', async () => {
    const results = await oracle.build([{ ...tree(configMap), options: { managedByLabel: true } }]);
    expect(results).toEqual([
      {
        kind: 'ok',
        value:
          'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n' +
          '    app.kubernetes.io/managed-by: kustomize-v5.8.1\n  name: a\n',
      },
    ]);
  });

  test('fails at once on remote resources', async () => {
    const files = { 'kustomization.yaml': 'resources: ["https://example.com/a//b?ref=c"]\n' };
    const results = await oracle.build([{ files, target: '.' }]);
    expect(results).toMatchObject([{ kind: 'failed', failure: /offline/ }]);
  });

  test('survives a case that ends the process', { timeout: minute }, async () => {
    const results = await oracle.build([endless, tree(configMap)]);
    expect(results).toEqual([
      { kind: 'failed', failure: 'crash: fatal error: stack overflow' },
      { kind: 'ok', value: written },
    ]);
  });

  test('gives up on a case that takes too long', async () => {
    const hasty = new Oracle(program, { timeoutMs: 1 });
    const results = await hasty.build([endless]);
    hasty.dispose();
    expect(results).toEqual([{ kind: 'failed', failure: 'timeout: no result within 1 ms' }]);
  });

  test('reads YAML as kustomize reads resources', async () => {
    const text = 'a: 0777\nb: yes\n---\n- 12345678901234567890\n- <\n';
    expect(await oracle.readDocuments([text, 'a: ['])).toMatchObject([
      { kind: 'ok', value: ['a: 511\nb: "yes"\n', '- 12345678901234567890\n- <\n'] },
      { kind: 'failed' },
    ]);
    expect(await oracle.readJson([text])).toEqual([
      { kind: 'ok', value: ['{"a":511,"b":"yes"}', '[12345678901234567890,"<"]'] },
    ]);
    expect(await oracle.readResources([text])).toMatchObject([{ kind: 'failed' }]);
  });

  test('reads kustomization files', async () => {
    expect(await oracle.readKustomizations(['Bases: [a]\n', 'resource: [a]\n'])).toMatchObject([
      { kind: 'ok', value: { kustomization: { resources: ['a'] }, deprecated: [/bases/] } },
      { kind: 'failed', failure: 'invalid Kustomization: json: unknown field "resource"' },
    ]);
  });

  test('writes YAML, and the schema', async () => {
    expect(await oracle.emit(['{"a":\n"y","b":12345678901234567890}'])).toEqual([
      { kind: 'ok', value: 'a: "y"\nb: 12345678901234567890\n' },
    ]);
    expect(JSON.parse(await readSchema(program))).toMatchObject({
      kubernetes: 'v1.21.2',
      gvks: { 'apps/v1/Deployment': 'io.k8s.api.apps.v1.Deployment' },
    });
  });

  test('builds roots on disk in one process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strata-roots-'));
    const { files } = tree(configMap);
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
    }
    const out = join(folder, 'out');
    const built = await buildRoots(program, folder, ['.', 'missing'], { out });
    expect(built.roots).toMatchObject([
      { root: '.', result: { kind: 'ok' } },
      { root: 'missing', result: { kind: 'failed' } },
    ]);
    expect(await readFile(join(out, 'rendered.yaml'), 'utf8')).toBe(written);
    await rm(folder, { recursive: true });
  });
});
