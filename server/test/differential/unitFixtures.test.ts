import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { describeWith } from '../environment.ts';
import { compareCases, explain } from './compare.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** The fixtures that the engine's own tests render, so that what they state is what kustomize prints. */
function fixturesOfUnitTests(): readonly BuildCase[] {
  const folder = mkdtempSync(join(tmpdir(), 'strata-fixtures-'));
  const log = join(folder, 'fixtures.jsonl');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--project', 'unit', 'server/src/kustomize', '--silent'];
  const env = { ...process.env, STRATA_FIXTURE_LOG: log };
  // Whether they pass is told where they run on their own.
  spawnSync(process.execPath, words, { cwd: root, env });
  const lines = new Set(
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
  rmSync(folder, { recursive: true });
  return [...lines].map((line) => JSON.parse(line) as BuildCase);
}

describeWith('fixtures of unit tests', await oraclePath(), { tests: 1 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('build to the bytes of kustomize, or fail where it fails', async () => {
    const fixtures = fixturesOfUnitTests();
    const nothing: BuildCase = { files: {}, target: '.' };
    const { cases, built, differences } = await compareCases(
      oracle,
      fixtures.keys(),
      (index) => fixtures[index] ?? nothing,
    );
    process.stdout.write(`fixtures of unit tests: ${cases}, of which kustomize builds ${built}\n`);
    const explanations = [];
    for (const difference of differences) {
      explanations.push(await explain(oracle, difference));
    }
    expect(explanations.join('\n\n')).toBe('');
  });
});
