import { describe, expect, test } from 'vitest';
import { plainValue } from './validateValues.ts';
import { loadFiles } from './loadChart.ts';
import { readValues } from './readValues.ts';
import { renderRelease } from './renderRelease.ts';
import { coalesceValues } from './coalesce.ts';
import { processDependencies } from './dependencies.ts';
import type { ChartFile } from './chartFile.ts';
import type { HelmRules } from './helmVersion.ts';

function chartOf(files: Readonly<Record<string, string>>) {
  const loaded = loadFiles(
    Object.entries(files).map(([name, text]): ChartFile => ({
      name,
      content: { kind: 'text', text },
    })),
    '',
  );
  if ('problem' in loaded) throw new Error(loaded.problem);
  return loaded.chart;
}

const about = 'apiVersion: v2\nversion: 1.0.0\n';

function merged(values: string, given: string, rules: HelmRules, sub = ''): unknown {
  const chart = chartOf({
    'Chart.yaml': `${about}name: web\n`,
    'values.yaml': values,
    ...(sub !== '' && { 'charts/sub/Chart.yaml': `${about}name: sub\n` }),
    ...(sub !== '' && { 'charts/sub/values.yaml': sub }),
  });
  const read = readValues(given);
  if ('problem' in read) throw new Error(read.problem);
  const processed = processDependencies(chart, read.values, rules);
  if ('problem' in processed) throw new Error(processed.problem);
  const all = coalesceValues(processed.chart, read.values, 'coalesce', rules);
  if ('problem' in all) throw new Error(all.problem);
  return plainValue(all.values);
}

// Taken from helm 4.2.3, which printed `{{ toJson .Values }}`, and from the code of coalesce.go of Helm v3.19.4.
describe('nulls in values', () => {
  const own = 'a: null\nb: 1\nc: { d: null, e: 1 }\n';

  test.each([
    ['of the chart', own, '', { a: null, b: 1, c: { d: null, e: 1 } }, { b: 1, c: { e: 1 } }],
    ['for a key of the chart', 'b: 1\n', 'b: null', {}, {}],
    ['for a null of the chart', 'a: null\n', 'a: null', {}, {}],
    [
      'below, for a key of the chart',
      own,
      'c: { e: null }',
      { a: null, b: 1, c: { d: null } },
      { b: 1, c: {} },
    ],
    [
      'below, for a null of the chart',
      own,
      'c: { d: null }',
      { a: null, b: 1, c: { e: 1 } },
      { b: 1, c: { d: null, e: 1 } },
    ],
    ['for a key that the chart has not', 'b: 1\n', 'x: null', { b: 1, x: null }, { b: 1, x: null }],
  ])('%s', (_name, values, given, three, four) => {
    expect(merged(values, given, 3)).toEqual(three);
    expect(merged(values, given, 4)).toEqual(four);
  });

  test('of a chart for one below it', () => {
    const sub = 'k: 1\nl: 2\n';
    expect(merged('sub: { k: null }\n', '', 3, sub)).toEqual({ sub: { global: {}, l: 2 } });
    expect(merged('sub: { k: null }\n', '', 4, sub)).toEqual({ sub: { global: {}, k: 1, l: 2 } });
  });
});

test('templates see the version of Helm', () => {
  const chart = chartOf({
    'Chart.yaml': `${about}name: web\n`,
    'templates/map.yaml': 'version: {{ .Capabilities.HelmVersion.Version }}\n',
  });
  const versions = [undefined, 'v3.19.4'].map((helmVersion) => {
    const rendered = renderRelease(
      { loaded: { chart }, places: new WeakMap(), parsed: new Map() },
      {
        name: 'web',
        namespace: 'shop',
        inputs: { layers: [], ignored: [], helmVersion },
        includesDefinitions: true,
        includesHooks: true,
        includesTests: true,
        withOrigins: false,
      },
    );
    return rendered.kind === 'release' ? rendered.objects.map(({ text }) => text.trim()) : [];
  });
  expect(versions).toEqual([['version: v4.2.3'], ['version: v3.19.4']]);
});
