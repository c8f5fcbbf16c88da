import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, test } from 'vitest';
import type {} from '../../scripts/testCounts.ts';
import { describeMissingTool, type MissingTool } from '../../scripts/tools/missingTool.ts';
import { failed, ok, type Result } from '../src/util/result.ts';

/**
 * Defines a group of tests that need something that a machine may lack.
 * Where it is missing, one skipped test says what is missing, why, and how many tests that costs:
 * this is the only way in which tests are skipped.
 */
export function describeWith<Value>(
  name: string,
  need: Result<Value, MissingTool>,
  costs: { readonly tests: number },
  define: (value: Value) => void,
): void {
  if (need.kind === 'ok') {
    describe(name, () => {
      define(need.value);
    });
  } else {
    const title = `${name}: ${costs.tests} skipped, as ${describeMissingTool(need.failure)}`;
    test.skip(title, { meta: { skippedTests: costs.tests } });
  }
}

/** The folder of recorded cases named `area`, below `$STRATA_CONFORMANCE` or `../shared/conformance`. */
export function conformanceFolder(area: string): Result<string, MissingTool> {
  const folder = resolve(
    root,
    process.env.STRATA_CONFORMANCE ?? join('..', 'shared', 'conformance'),
    area,
  );
  return existsSync(folder)
    ? ok(folder)
    : failed({
        tool: `conformance/${area}`,
        reason: 'name the folder of recorded cases in $STRATA_CONFORMANCE.',
      });
}

/** The folders that `$STRATA_REPOS` names, each with public repositories in it. */
export function repositoryFolders(): Result<readonly string[], MissingTool> {
  const folders = (process.env.STRATA_REPOS ?? '').split(delimiter).filter(existsSync);
  return folders.length > 0
    ? ok(folders)
    : failed({
        tool: 'a folder of public repositories',
        reason: 'name folders that hold them in $STRATA_REPOS.',
      });
}

/** How many cases to try: `fixed` in `npm test`, `long` in `npm run test:long`. */
export function howMany(counts: { readonly fixed: number; readonly long: number }): number {
  return process.env.STRATA_LONG === '1' ? counts.long : counts.fixed;
}

/** The seed of generated cases: always the same in `npm test`, printed by `npm run test:long`. */
export function testSeed(): number {
  return Number(process.env.STRATA_SEED ?? 1);
}

const root = resolve(import.meta.dirname, '..', '..');
