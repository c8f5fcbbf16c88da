import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const long = process.env.STRATA_LONG === '1';
const minute = 60_000;

/** Tests of one kind: where they are, and how long one of them may take. */
function project(
  name: string,
  include: readonly string[],
  options: {
    readonly testTimeout: number;
    readonly exclude?: readonly string[];
    readonly alone?: boolean;
  },
) {
  return {
    test: {
      name,
      include: [...include],
      exclude: [...(options.exclude ?? [])],
      testTimeout: long ? 600 * minute : options.testTimeout,
      hookTimeout: 10 * minute,
      ...(options.alone === true ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : {}),
    },
  };
}

const folder = (name: string) => `server/test/${name}/**/*.test.ts`;

// Charts that somebody fetched on this machine are no part of any test.
process.env.STRATA_CHARTS ??= join(tmpdir(), 'strata-no-charts');

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      project('unit', ['{server/src,server/test,client/src,client/webview,scripts}/**/*.test.ts'], {
        testTimeout: minute / 2,
        exclude: ['conformance', 'differential', 'property', 'cluster', 'controllers'].map(folder),
      }),
      project('conformance', [folder('conformance')], { testTimeout: 5 * minute }),
      project('differential', [folder('differential')], { testTimeout: 5 * minute }),
      project('property', [folder('property')], { testTimeout: 5 * minute }),
      project('cluster', [folder('cluster')], { testTimeout: 2 * minute }),
      project('controllers', [folder('controllers')], { testTimeout: 10 * minute, alone: true }),
      project('scene', ['client/test/**/*.test.ts'], { testTimeout: 5 * minute, alone: true }),
    ],
  },
});
