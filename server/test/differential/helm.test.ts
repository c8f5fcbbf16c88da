import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newChartCache, revealedChart } from '../../src/analysis/revealedChart.ts';
import { chartOnDisk } from '../../src/workspace/chartFolder.ts';
import { helmPath } from '../../../scripts/tools/kubectl.ts';
import { describeWith } from '../environment.ts';
import { temporaryTree } from '../temporaryTree.ts';
import { helmCharts } from './helmCharts.ts';

const cases = Object.entries(helmCharts);

/** Small charts, each for one habit of Helm, against helm itself; charts in `packed/` go to `c/charts/` as archives first. */
describeWith('charts', await helmPath(), { tests: cases.length }, (helm) => {
  test.each(cases)('%s', (_name, { files, set = [] }) => {
    const folder = temporaryTree(files);
    const run = (words: readonly string[]): string =>
      execFileSync(helm, words, {
        cwd: folder,
        encoding: 'utf8',
        env: { HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    if (files.includes('# file: packed/')) {
      mkdirSync(join(folder, 'c', 'charts'), { recursive: true });
      run(['package', 'packed', '--destination', 'c/charts']);
    }
    const flags = set.flatMap((line) => ['--set', line]);
    let expected: string | undefined;
    try {
      expected = run(['template', 'r', 'c', '--include-crds', ...flags]);
    } catch {
      expected = undefined;
    }
    const made = revealedChart(
      {
        folder: chartOnDisk(join(folder, 'c')),
        release: 'r',
        namespace: 'default',
        layers: set.map((line) => ({ kind: 'set', line })),
        kubeVersion: undefined,
        apiVersions: [],
        includesDefinitions: true,
        includesHooks: true,
      },
      newChartCache(),
    );
    expect(made.kind === 'text' ? made.text : undefined).toBe(expected);
  });
});
