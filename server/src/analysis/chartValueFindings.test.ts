import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { englishMessage } from '../text/messages.ts';
import { renderedProblems } from './fleetProblems.ts';
import { locateProblem } from './locatedProblem.ts';
import { pointerOfKept } from './keptPlace.ts';

function application(name: string, files: string, chart = 'charts/web'): string {
  return `
  # file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source:
      repoURL: https://git.example.com/acme/fleet.git
      path: ${chart}
      helm: { valueFiles: [${files}] }
    destination: { name: one, namespace: shop }`;
}

const chart = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/values.yaml
  replicaCount: 1
  ingress: { enabled: false, className: nginx }
  # file: charts/web/templates/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: map }
  data:
    replicas: "{{ .Values.replicaCount }}"
    {{- if .Values.ingress.enabled }}
    class: "{{ .Values.ingress.className }} {{ .Values.ingress.host }}"
    {{- end }}`;

/** `file:line severity message`, but for what is not about values. */
function told(text: string): readonly string[] {
  const { analysis } = analyzeFixture(text);
  return completed(renderedProblems(analysis))
    .filter(({ code }) => code.startsWith('values.'))
    .map((one) => {
      const found = completed(
        analysis.ask((reader) =>
          locateProblem(reader, { ...one, at: pointerOfKept(reader, one.file, one.place) }),
        ),
      );
      const line = (found.range?.start.line ?? 0) + 1;
      return `${one.file}:${line} ${englishMessage(one)}`;
    });
}

test('a key that no template reads is told with the one that may be meant', () => {
  expect(
    told(`${application('a', '/values/a.yaml')}
  # file: values/a.yaml
  replicaCuont: 3
  colour:
    red: 1${chart}`),
  ).toEqual([
    'values/a.yaml:1 No template of the chart `web` reads `replicaCuont`. Is it `replicaCount`?',
    'values/a.yaml:2 No template of the chart `web` reads `colour`.',
  ]);
});

test('what a template reads under other values is no finding, nor are anchors and globals', () => {
  expect(
    told(`${application('a', '/values/a.yaml')}
  # file: values/a.yaml
  x-common: &common { a: 1 }
  global: { region: eu }
  ingress: { className: traefik, host: shop.example.com }${chart}`),
  ).toEqual([]);
});

test('a value that the chart has by itself is told where every chart says so', () => {
  const own = `
  # file: values/own.yaml
  replicaCount: 1`;
  const message = 'values/own.yaml:1 The chart `web` has this value for `replicaCount` by itself.';
  expect(told(`${application('a', '/values/own.yaml')}${own}${chart}`)).toEqual([message]);
  expect(
    told(`${application('a', '/values/own.yaml')}${application('b', '/values/two.yaml, /values/own.yaml')}
  # file: values/two.yaml
  replicaCount: 2${own}${chart}`),
  ).toEqual([]);
});

test("the chart's own file, named again, repeats nothing", () => {
  expect(told(`${application('a', 'values.yaml')}${chart}`)).toEqual([]);
});

test('a file that a chart takes which is not here is not judged', () => {
  expect(
    told(`${application('a', '/values/a.yaml')}${application('b', '/values/a.yaml', 'charts/gone')}
  # file: values/a.yaml
  colour: red${chart}`),
  ).toEqual([]);
});

test('values for a subchart that is switched off', () => {
  expect(
    told(`${application('a', '/values/a.yaml')}
  # file: values/a.yaml
  cache:
    enabled: false
    size: 3
  # file: charts/web/charts/cache/Chart.yaml
  apiVersion: v2
  name: cache
  version: 1.0.0
  # file: charts/web/charts/cache/templates/map.yaml
  size: {{ .Values.size }}${chart.replace(
    'version: 1.0.0',
    'version: 1.0.0\n  dependencies: [{ name: cache, version: 1.0.0, condition: cache.enabled }]',
  )}`),
  ).toEqual(['values/a.yaml:3 `cache.size` is for the subchart `cache`, which is switched off.']);
});

// FIXME: docs/known-gaps.md, Charts, Values of a chart for charts below it: nothing reads cache.colour.
test("a chart's own values for charts below it are not judged", () => {
  expect(
    told(`${application('a', '/values/a.yaml')}
  # file: values/a.yaml
  replicaCount: 3
  # file: charts/web/charts/cache/Chart.yaml
  apiVersion: v2
  name: cache
  version: 1.0.0${chart.replace('replicaCount: 1', 'replicaCount: 1\n  cache: { colour: red }')}`),
  ).toEqual([]);
});

test('what the schema of a chart does not allow is told at the value', () => {
  expect(
    told(`${application('a', '/values/a.yaml')}
  # file: values/a.yaml
  ingress:
    className: [a]
  # file: charts/web/values.schema.json
  { "properties": { "ingress": { "properties": { "className": { "type": "string" } } } } }${chart}`),
  ).toEqual([
    'values/a.yaml:2 The schema of the chart `web` does not allow `ingress.className`: Instance type "array" is invalid. Expected "string".',
  ]);
});

test('of two charts of one application that take the same file, one that reads a key is enough', () => {
  const both = `
  # file: apps/a.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: a, namespace: argocd }
  spec:
    sources:
    - repoURL: https://git.example.com/acme/fleet.git
      path: charts/web
      helm: { valueFiles: [/values/a.yaml] }
    - repoURL: https://git.example.com/acme/fleet.git
      path: charts/api
      helm: { valueFiles: [/values/a.yaml] }
    destination: { name: one, namespace: shop }
  # file: values/a.yaml
  replicaCount: 3
  color: red
  nothing: 1
  # file: charts/api/Chart.yaml
  apiVersion: v2
  name: api
  version: 1.0.0
  # file: charts/api/templates/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: api }
  data: { color: "{{ .Values.color }}", replicas: "{{ .Values.replicaCount }}" }`;
  expect(told(`${both}${chart}`)).toEqual([
    'values/a.yaml:3 No template of the chart `web` reads `nothing`.',
  ]);
});
