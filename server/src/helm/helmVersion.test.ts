import { describe, expect, test } from 'vitest';
import { plainKubeVersion, readKubeVersion } from './capabilities.ts';
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

/** The objects of a chart, as a version of Helm renders it with the values of a file. */
function objects(
  files: Readonly<Record<string, string>>,
  { helmVersion, values = '' }: { readonly helmVersion?: string; readonly values?: string },
): readonly string[] {
  const chart = chartOf({ 'Chart.yaml': `${about}name: web\n`, ...files });
  const rendered = renderRelease(
    { loaded: { chart }, places: new WeakMap(), parsed: new Map() },
    {
      name: 'web',
      namespace: 'shop',
      inputs: {
        layers: [{ kind: 'file', name: 'values.yaml', text: values }],
        ignored: [],
        helmVersion,
      },
      includesDefinitions: true,
      includesHooks: true,
      includesTests: true,
      withOrigins: false,
    },
  );
  return rendered.kind === 'release'
    ? rendered.objects.map(({ text }) => text)
    : [rendered.message];
}

const [three, four] = [{ helmVersion: 'v3.19.4' }, {}];

test('templates see the version of Helm', () => {
  const files = { 'templates/map.yaml': 'version: {{ .Capabilities.HelmVersion.Version }}\n' };
  expect(objects(files, three)).toEqual(['version: v3.19.4\n']);
  expect(objects(files, four)).toEqual(['version: v4.2.3\n']);
});

// Source: Helm v3.19.4 pkg/cli/values/options.go `MergeValues`, pkg/chart/loader/load.go `LoadFiles`.
test('all documents of values count; in Helm 3 only the first does', () => {
  const files = {
    'values.yaml': 'a: 1\n---\nb: 2\n',
    'charts/sub/Chart.yaml': `${about}name: sub\n`,
    'charts/sub/values.yaml': '# one\n---\na: 1\n---\na: 2\n',
    'templates/map.yaml': '{{ toJson .Values }}\n',
  };
  const values = 'c: 3\n---\nd: 4\n';
  expect(objects(files, { ...three, values })).toEqual([
    '{"a":1,"c":3,"sub":{"a":1,"global":{}}}\n',
  ]);
  expect(objects(files, { ...four, values })).toEqual([
    '{"a":1,"b":2,"c":3,"d":4,"sub":{"a":2,"global":{}}}\n',
  ]);
});

// Source: Helm v3.19.4 pkg/engine/funcs.go `funcMap`; mustToJson is one of sprig.
test('functions that Helm 3 has not', () => {
  const files = (name: string) => ({ 'templates/map.yaml': `a: {{ ${name} 1 }}\n` });
  for (const name of ['mustToYaml', 'mustToToml']) {
    expect(objects(files(name), three)).toEqual([
      expect.stringContaining(`function "${name}" not defined`),
    ]);
  }
  expect(objects(files('mustToYaml'), four)).toEqual(['a: 1\n']);
  expect(objects(files('mustToJson'), three)).toEqual(['a: 1\n']);
});

test('a chart that both versions render is parsed for each', () => {
  const chart = chartOf({
    'Chart.yaml': `${about}name: web\n`,
    'templates/map.yaml': 'a: {{ mustToYaml 1 }}\n',
  });
  const ready = { loaded: { chart }, places: new WeakMap(), parsed: new Map() };
  const kinds = [undefined, '3.18.4', undefined].map(
    (helmVersion) =>
      renderRelease(ready, {
        name: 'web',
        namespace: 'shop',
        inputs: { layers: [], ignored: [], helmVersion },
        includesDefinitions: true,
        includesHooks: true,
        includesTests: true,
        withOrigins: false,
      }).kind,
  );
  expect(kinds).toEqual(['release', 'gap', 'release']);
});

// Source: Helm v3.19.4 pkg/releaseutil/kind_sorter.go `InstallOrder`, which ends with APIService.
test('webhooks stand in an order of their own; in Helm 3 among the kinds that have none', () => {
  const kinds = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'Certificate'];
  const files = {
    'templates/all.yaml': kinds.map((kind) => `kind: ${kind}\n`).join('---\n'),
  };
  const order = (made: readonly string[]): readonly string[] =>
    made.map((one) => one.trim().replace('kind: ', ''));
  expect(order(objects(files, three))).toEqual([
    'Certificate',
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
  ]);
  expect(order(objects(files, four))).toEqual([
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'Certificate',
  ]);
});

// Source: Helm v3.19.4 pkg/releaseutil/manifest.go `SplitManifests`.
test('line breaks at the end of an object stay; in Helm 3 one does', () => {
  const files = { 'templates/map.yaml': 'c: 1\n---\na: |+\n  b\n\n\n' };
  expect(objects(files, three)).toEqual(['c: 1\n', 'a: |+\n  b\n']);
  expect(objects(files, four)).toEqual(['c: 1', 'a: |+\n  b\n\n\n']);
});

// Taken from helm 3.19.4. Source: Helm v3.19.4 pkg/engine/engine.go `recAllTpls`, pkg/chart/metadata.go.
describe('.Chart is a struct in Helm 3', () => {
  const chart = `${about}name: web
appVersion: "4.5"
annotations: { a: b }
keywords: [k, l]
maintainers: [{ name: Ada, email: a@example.com }, { name: Bob }]
`;
  const one = (template: string, helmVersion?: string): string => {
    const files = { 'Chart.yaml': chart, 'templates/map.yaml': `x: |\n  ${template}\n` };
    return objects(files, helmVersion === undefined ? {} : { helmVersion })
      .join()
      .replace('x: |\n  ', '')
      .trim();
  };

  test.each([
    [
      '{{ toJson .Chart }}',
      '{"name":"web","version":"1.0.0","keywords":["k","l"],"maintainers":[{"name":"Ada","email":"a@example.com"},{"name":"Bob"}],"apiVersion":"v2","appVersion":"4.5","annotations":{"a":"b"},"IsRoot":true}',
    ],
    [
      '{{ toYaml (omit (fromYaml (toYaml .Chart)) "maintainers") | replace "\\n" " " }}',
      'IsRoot: true annotations:   a: b apiVersion: v2 appVersion: "4.5" keywords: - k - l name: web version: 1.0.0',
    ],
    [
      '{{ range .Chart.Maintainers }}{{ .Name }} {{ . }}{{ end }}',
      'Ada {Ada a@example.com }Bob {Bob  }',
    ],
    ['{{ typeOf .Chart }} {{ kindOf .Chart }}', 'struct { chart.Metadata; IsRoot bool } struct'],
    [
      '{{ typeOf .Chart.Maintainers }} {{ typeOf .Values }}',
      '[]*chart.Maintainer chartutil.Values',
    ],
    ['{{ .Chart.Metadata.Keywords }} {{ toJson .Chart.Dependencies }}', '[k l] null'],
    [
      '{{ typeOf .Capabilities }} {{ toJson .Capabilities.KubeVersion }}',
      '*chartutil.Capabilities {"Version":"v1.34.0","Major":"1","Minor":"34"}',
    ],
  ])('%s', (template, expected) => {
    expect(one(template, '3.19.4')).toBe(expected);
  });

  test.each([
    ['{{ .Chart.name }}', "can't evaluate field name in type interface {}"],
    ['{{ hasKey .Chart "Name" }}', 'got struct { chart.Metadata; IsRoot bool }'],
    [
      '{{ index .Chart "Name" }}',
      "can't index item of type struct { chart.Metadata; IsRoot bool }",
    ],
    ['{{ range .Chart.Metadata }}{{ end }}', "range can't iterate over"],
  ])('%s fails', (template, message) => {
    expect(one(template, '3.19.4')).toContain(message);
    expect(one(template)).not.toContain(`got struct`);
  });
});

// Taken from helm 3.19.4 and 4.2.3.
test('what a Helm knows of Kubernetes is of the version that it was made with', () => {
  const asks = (api: string): string => `{{ .Capabilities.APIVersions.Has "${api}" }}`;
  const files = {
    'templates/map.yaml': `a: {{ .Capabilities.KubeVersion.Minor }} ${asks('autoscaling/v2beta2')} ${asks('resource.k8s.io/v1')}\n`,
  };
  const of = (helmVersion: string): string => objects(files, { helmVersion }).join().trim();
  expect(of('3.17.1')).toBe('a: 32 true false');
  expect(of('3.18.4')).toBe('a: 33 true false');
  expect(of('v3.19.4')).toBe('a: 34 true true');
  expect(of('4.1.1')).toBe('a: 35 true true');
  expect(of('4.2.3')).toBe('a: 36 false true');
});

// Taken from helm 3.19.4 and 4.2.3.
test.each([
  ['1.29', 'v1.29', 'v1.29', 'v1.29'],
  ['v1.29.3-gke.1', 'v1.29.3-gke.1', 'v1.29.3', 'v1.29.3'],
  ['1.29.3+k3s1', 'v1.29.3+k3s1', 'v1.29.3', 'v1.29.3'],
])('a cluster of %s', (text, version, normalized, plain) => {
  expect(readKubeVersion(text)).toMatchObject({ version, normalized });
  expect(plainKubeVersion(text)).toMatchObject({ version: plain, normalized });
});

// Taken from helm 3.19.4 and 4.2.3. Source: Helm v3.19.4 pkg/chartutil/dependencies.go `getAliasDependency`.
describe('charts below one that is wanted under two names', () => {
  const twice = `dependencies:
- { name: sub, version: 1.0.0, alias: a }
- { name: sub, version: 1.0.0, alias: b }
`;
  const says = 'a: {{ .Template.Name }} {{ .Values.size }}\n';
  const files = (sub: string) => ({
    'Chart.yaml': `${about}name: web\n${twice}`,
    'values.yaml': 'a: { low: { size: 1 } }\nb: { low: { size: 2 } }\n',
    'charts/sub/Chart.yaml': `${about}name: sub\n${sub}`,
    'charts/sub/templates/map.yaml': says,
    'charts/sub/charts/low/Chart.yaml': `${about}name: low\n`,
    'charts/sub/charts/low/values.yaml': 'size: 3\nshared: { size: 4 }\n',
    'charts/sub/charts/low/templates/map.yaml': says,
  });
  const made = (sub: string, helm: { readonly helmVersion?: string }): readonly string[] =>
    objects(files(sub), helm).map((text) => text.replace('a: web/charts/', '').trim());
  const four = [
    'a/charts/low/templates/map.yaml 1',
    'a/templates/map.yaml',
    'b/charts/low/templates/map.yaml 2',
    'b/templates/map.yaml',
  ];

  test('take the place of each other in Helm 3, under the name of the chart', () => {
    expect(made('', {})).toEqual(four);
    expect(made('', three)).toEqual([
      'a/templates/map.yaml',
      'b/templates/map.yaml',
      'sub/charts/low/templates/map.yaml 2',
    ]);
  });

  test('do not where the chart says that it wants them', () => {
    expect(made('dependencies: [{ name: low, version: 1.0.0 }]\n', three)).toEqual(four);
  });

  test('are found under an alias of their own by the first alone', () => {
    const sub = 'dependencies: [{ name: low, version: 1.0.0, alias: deep }]\n';
    const deep = ([first = '', , third = '']: readonly string[]) => [first, third];
    expect(deep(made(sub, {}))).toEqual([
      'a/charts/deep/templates/map.yaml 3',
      'b/charts/deep/templates/map.yaml 3',
    ]);
    expect(deep(made(sub, three))).toEqual([
      'a/charts/deep/templates/map.yaml 3',
      'b/charts/low/templates/map.yaml 2',
    ]);
  });

  test('give values to the first alone', () => {
    const sub =
      'dependencies: [{ name: low, version: 1.0.0, import-values: [{ child: shared, parent: . }] }]\n';
    const own = ([, second = '', , fourth = '']: readonly string[]) => [second, fourth];
    expect(own(made(sub, {}))).toEqual(['a/templates/map.yaml 4', 'b/templates/map.yaml 4']);
    expect(own(made(sub, three))).toEqual(['a/templates/map.yaml 4', 'b/templates/map.yaml']);
  });
});
