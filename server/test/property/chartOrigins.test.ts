import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultCapabilities } from '../../src/helm/capabilities.ts';
import { createChartTrace } from '../../src/helm/chartTrace.ts';
import type { Chart } from '../../src/helm/chart.ts';
import { loadChartFolder } from '../../src/helm/loadChart.ts';
import { manifestOrigins, type UsedValue } from '../../src/helm/manifestOrigins.ts';
import { renderChart, type RenderedChart } from '../../src/helm/renderChart.ts';
import {
  boolValue,
  dictValue,
  floatValue,
  stringValue,
  type MapValue,
  type Value,
} from '../../src/template/value.ts';
import { chartOnDisk } from '../../src/workspace/chartFolder.ts';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');
const charts = ['argocd-fleet/charts/storefront', 'flux-fleet/charts/frontend'];

const release = {
  name: 'r',
  namespace: 'n',
  capabilities: defaultCapabilities(undefined),
  parsed: new Map(),
};

describe.each(charts)('%s', (name) => {
  const loaded = loadChartFolder(chartOnDisk(join(fixtures, name)));
  if ('problem' in loaded) throw new Error(loaded.problem);
  const { chart } = loaded;
  const trace = createChartTrace(new WeakMap());
  const plain = rendered(renderChart(chart, dictValue(), release));
  const traced = rendered(renderChart(chart, dictValue(), { ...release, trace }));
  const lines = traced.manifests.flatMap((manifest) =>
    manifestOrigins(manifest, traced.files, trace),
  );

  test('following values changes nothing', () => {
    expect(traced.manifests).toEqual(plain.manifests);
  });

  test.each(leavesOf(chart.values).map((keys) => [keys.join('.'), keys] as const))(
    'no line changes with %s unless it names it, and what shows it changes',
    (_name, keys) => {
      const before = textLines(plain);
      const after = textLines(changed(chart, keys));
      // Lines that come and go have no line to be compared with.
      if (before.length !== after.length) return;
      before.forEach((text, index) => {
        const line = lines[index];
        const isNamed = names(line?.values, keys) || names(line?.conditions, keys);
        if (text !== after[index]) expect({ text, isNamed }).toEqual({ text, isNamed: true });
      });
      const shown = lines.flatMap((line, index) => (names(line.values, keys) ? [index] : []));
      if (shown.length > 0) {
        expect(shown.some((index) => before[index] !== after[index])).toBe(true);
      }
    },
  );
});

type Rendered = Extract<RenderedChart, { kind: 'rendered' }>;

function rendered(chart: RenderedChart): Rendered {
  if (chart.kind === 'failure') throw new Error(chart.message);
  return chart;
}

function textLines({ manifests }: Rendered): readonly string[] {
  return manifests.flatMap(({ text }) => text.split('\n'));
}

function names(used: readonly UsedValue[] | undefined, keys: readonly string[]): boolean {
  return used?.some((value) => value.keys.every((key, index) => key === keys[index])) === true;
}

function leavesOf(map: MapValue, keys: readonly string[] = []): readonly (readonly string[])[] {
  return [...map.entries].flatMap(([key, value]) => {
    const own = [...keys, key];
    if (value.kind === 'map') return leavesOf(value, own);
    return ['string', 'bool', 'float'].includes(value.kind) ? [own] : [];
  });
}

function changed(chart: Chart, keys: readonly string[]): Rendered {
  const value = keys.reduce<Value | undefined>(
    (each, key) => (each?.kind === 'map' ? each.entries.get(key) : undefined),
    chart.values,
  );
  const other =
    value?.kind === 'bool'
      ? boolValue(!value.value)
      : value?.kind === 'float'
        ? floatValue(value.value + 1)
        : stringValue(`${value?.kind === 'string' ? value.value : ''}zq`);
  const given = keys.reduceRight<Value>((inner, key) => dictValue([[key, inner]]), other);
  const options = { ...release, skipsSchema: true };
  return rendered(renderChart(chart, given.kind === 'map' ? given : dictValue(), options));
}
