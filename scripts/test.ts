import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { closingLine, countTests, skippedTests } from './testCounts.ts';
import { main as fetchTools } from './tools.ts';

const root = join(import.meta.dirname, '..');
const switches = new Set(['--long', '--cluster', '--controllers']);

/**
 * Runs all tests (`npm test`), or with `--long` all but the scenes and with the real controllers, with the long counts and
 * a fresh seed (`npm run test:long`), or with `--cluster` those alone that need a real kube-apiserver, or with
 * `--controllers` those alone that need Argo CD and Flux. Other words are passed on as filters on the names of files.
 * The last line says `N passed, N failed, N skipped`.
 */
export async function main(words: readonly string[]): Promise<number> {
  const long = words.includes('--long');
  const cluster = words.includes('--cluster');
  const controllers = words.includes('--controllers');
  const filters = words.filter((word) => !switches.has(word));
  const all = ['unit', 'conformance', 'differential', 'property', 'cluster'];
  const project = cluster
    ? ['cluster']
    : controllers
      ? ['controllers']
      : [...all, long ? 'controllers' : 'scene'];
  if (long) {
    process.env.STRATA_LONG = '1';
    process.env.STRATA_SEED ??= String(randomInt(1, 2 ** 31));
    process.stdout.write(`seed ${process.env.STRATA_SEED}\n`);
  }
  const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) {
    return 1;
  }
  if (!long && !cluster && !controllers && filters.length === 0) {
    // Before the tests, so that the minutes of a first fetch are seen and count for no test.
    await fetchTools();
  }
  const vitest = await startVitest(filters, { root, run: true, watch: false, project });
  const modules = vitest.state.getTestModules();
  const counts = countTests(modules);
  const failed = counts.failed + vitest.state.getUnhandledErrors().length;
  await vitest.close();
  for (const name of skippedTests(modules)) {
    process.stdout.write(`SKIPPED ${name}\n`);
  }
  if (long) {
    process.stdout.write(`seed ${process.env.STRATA_SEED ?? ''}\n`);
  }
  process.stdout.write(`${closingLine({ ...counts, failed })}\n`);
  return failed > 0 || counts.passed === 0 ? 1 : 0;
}
