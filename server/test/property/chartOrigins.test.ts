import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadChartFolder } from '../../src/helm/loadChart.ts';
import { failed, ok } from '../../src/util/result.ts';
import { chartOnDisk } from '../../src/workspace/chartFolder.ts';
import { leavesOf, probeValue, traceChart, type TracedChart } from '../chartProbes.ts';
import { describeWith, howMany, repositoryFolders } from '../environment.ts';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');
const charts = ['argocd-fleet/charts/storefront', 'flux-fleet/charts/frontend'];

describe.each(charts)('%s', (name) => {
  const traced = tracedAt(join(fixtures, name));
  if (traced === undefined) throw new Error(`${name} is not rendered.`);

  test('following values changes nothing', () => {
    expect(traced.traced.manifests).toEqual(traced.plain.manifests);
  });

  test.each(leavesOf(traced.chart.values).map((keys) => [keys.join('.'), keys] as const))(
    'no line changes with %s unless it names it, and what shows it changes',
    (_name, keys) => {
      const probe = probeValue(traced, keys);
      // Lines that come and go have no line to be compared with.
      if (probe === undefined) return;
      expect(probe.unnamed).toEqual([]);
      expect(probe.showsChange).toBe(probe.isShown);
    },
  );
});

/** Values that are tried of each public chart. */
const mostValues = 12;

/** The charts of checkouts of public repositories; a repository without a checkout has no files to read. */
function publicCharts(): ReturnType<typeof repositoryFolders> {
  const folders = repositoryFolders();
  if (folders.kind === 'failed') return folders;
  const found = folders.value.flatMap(chartFolders);
  return found.length > 0
    ? ok(found)
    : failed({
        tool: 'a checkout of a public repository with charts',
        reason: 'name its folder in $STRATA_REPOS.',
      });
}

describeWith('public charts', publicCharts(), { tests: 1 }, (found) => {
  test('say where their lines come from', { timeout: 600_000 }, () => {
    const wrong: string[] = [];
    let probes = 0;
    for (const folder of found.slice(0, howMany({ fixed: 20, long: found.length }))) {
      const traced = tracedAt(folder);
      if (traced === undefined) continue;
      const leaves = leavesOf(traced.chart.values);
      const step = Math.max(1, Math.floor(leaves.length / mostValues));
      for (let index = 0; index < leaves.length; index += step) {
        const keys = leaves[index] ?? [];
        const probe = probeValue(traced, keys);
        if (probe === undefined) continue;
        probes += 1;
        const told = `${folder} ${keys.join('.')}`;
        if (probe.unnamed.length > 0) wrong.push(`${told}: ${probe.unnamed[0] ?? ''}`);
        if (probe.isShown && !probe.showsChange) wrong.push(`${told}: nothing shows it`);
      }
    }
    expect(wrong).toEqual([]);
    expect(probes).toBeGreaterThan(0);
  });
});

function tracedAt(folder: string): TracedChart | undefined {
  const loaded = loadChartFolder(chartOnDisk(folder));
  return 'problem' in loaded ? undefined : traceChart(loaded.chart);
}

/** Charts in a folder and below, sorted. */
function chartFolders(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const own = entries.some(({ name }) => name === 'Chart.yaml') ? [folder] : [];
  return [
    ...own,
    ...entries
      .filter((entry) => entry.isDirectory() && entry.name !== '.git')
      .map(({ name }) => join(folder, name))
      .sort()
      .flatMap(chartFolders),
  ];
}
