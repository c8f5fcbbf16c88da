import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { field } from '../yaml/nodes.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';

const chart = (home: string): string => `
  # file: app/${home}/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: app/${home}/web/values.yaml
  size: small
  color: red
  # file: app/${home}/web/crds/thing.yaml
  apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata: { name: things }
  # file: app/${home}/web/templates/web.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }} }
  data:
    size: {{ .Values.size }}
    color: {{ .Values.color }}
  # file: app/${home}/web/templates/test.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: try, annotations: { helm.sh/hook: test } }
  # file: app/values/large.yaml
  size: large
  # file: app/values/green.yaml
  color: green
`;

interface Rendered {
  readonly objects: readonly string[];
  /** Codes of failures, and gaps by what they say. */
  readonly problems: readonly string[];
  /** Where the data of the ConfigMap come from, the winner first. */
  readonly chain: (key: string) => readonly string[];
}

function render(kustomization: string, home = 'charts'): Rendered {
  const { analysis } = analyzeFixture(
    `\n  # file: app/kustomization.yaml\n${kustomization}${chart(home)}`,
  );
  const { resources, failures, gaps } = completed(analysis.build('app'));
  const map = resources.find(({ id }) => id.kind === 'ConfigMap');
  return {
    objects: resources.map(({ node }) => {
      const printed = writeCanonical(node);
      return 'text' in printed ? printed.text.replace(/\s+/g, ' ').trim() : '';
    }),
    problems: [
      ...failures.map(({ code, parameters }) => [code, parameters['message']].join(' ').trim()),
      ...gaps.map(({ kind, detail }) => `${kind} ${detail}`),
    ],
    chain: (key) => {
      const links: string[] = [];
      const node = field(field(map?.node, 'data'), key);
      let one: FieldOrigin | undefined = map && node && map.originOf(node);
      for (; one !== undefined; one = one.previous) {
        const { writtenAt: at } = one;
        links.push(`${at.file}${'ordinal' in at ? `#${at.ordinal}` : ''}`);
      }
      return links;
    },
  };
}

const entry = (more: string): string => `  helmCharts:\n  - { name: web, releaseName: r${more} }\n`;
const configMap = (color: string, size: string, name = 'r', namespace = 'default'): string =>
  `apiVersion: v1 data: color: ${color} size: ${size} kind: ConfigMap metadata: name: ${name} namespace: ${namespace}`;

test.each([
  ['its own values', '', configMap('red', 'small')],
  ['inline values', ', valuesInline: { size: 5 }', configMap('red', '5')],
  [
    'a values file in the place of its own',
    ', valuesFile: values/large.yaml',
    configMap('red', 'large'),
  ],
  [
    'additional files above inline values',
    ', valuesInline: { color: blue, size: big }, additionalValuesFiles: [values/green.yaml]',
    configMap('green', 'big'),
  ],
  [
    'inline values below the file',
    ', valuesInline: { color: blue, more: 1 }, valuesMerge: merge',
    configMap('red', 'small'),
  ],
  ['a namespace', ', namespace: prod', configMap('red', 'small', 'r', 'prod')],
])('a chart of the folder charts is rendered with %s', (_, more, expected) => {
  const { objects, problems } = render(entry(`, skipTests: true${more}`));
  expect(objects).toEqual([expected]);
  expect(problems).toEqual(['kustomize.chart-needs-helm']);
});

// FIXME: docs/known-gaps.md, Charts, Names from the clock: kustomize lets Helm make a name of the time.
test('a chart without a name of its release is called by a stand-in', () => {
  const { objects } = render('  helmCharts:\n  - { name: web }\n');
  expect(objects.join('\n')).toContain('name: web-generated');
});

test('what a chart makes is changed by the steps of the kustomization', () => {
  const { objects } = render(
    `${entry(', skipTests: true, includeCRDs: true')}  namePrefix: a-\n  namespace: b\n`,
  );
  expect(objects).toEqual([
    'apiVersion: apiextensions.k8s.io/v1 kind: CustomResourceDefinition metadata: name: things',
    configMap('red', 'small', 'a-r', 'b'),
  ]);
});

test('tests and hooks come with it unless they are left out', () => {
  expect(render(entry('')).objects).toHaveLength(2);
  expect(render(entry(', skipHooks: true')).objects).toHaveLength(1);
});

test('a home of charts, and the folder of a version that was pulled, are looked into', () => {
  const globals = '  helmGlobals: { chartHome: home }\n';
  expect(render(globals + entry(''), 'home').problems).toEqual(['kustomize.chart-needs-helm']);
  const pulled = ', version: 1.0.0, repo: https://charts.example.com';
  expect(render(entry(pulled), 'charts/web-1.0.0').problems).toEqual([
    'kustomize.chart-needs-helm',
  ]);
  expect(render(entry(pulled)).problems).toEqual(['kustomize.chart', 'chart web']);
});

test('a HelmChartInflationGenerator makes the same', () => {
  const generator = `  generators:\n  - |-\n    apiVersion: builtin\n    kind: HelmChartInflationGenerator\n    metadata: { name: x }\n    name: web\n    releaseName: r\n    skipTests: true\n    valuesInline: { size: inline }\n`;
  const { objects, problems } = render(generator);
  expect(objects).toEqual([configMap('red', 'inline')]);
  expect(problems).toEqual(['kustomize.chart-needs-helm']);
});

test('a field names the value, what it replaced, and the template', () => {
  const made = render(entry(', valuesInline: { size: 5 }'));
  expect(made.chain('size')).toEqual([
    'app/kustomization.yaml#11',
    'app/charts/web/values.yaml#2',
    'app/charts/web/templates/web.yaml',
  ]);
  expect(render(entry(', additionalValuesFiles: [values/green.yaml]')).chain('color')[0]).toBe(
    'app/values/green.yaml#2',
  );
});

test('what Helm refuses is a gap that says why', () => {
  expect(render(entry(', valuesFile: none.yaml')).problems).toEqual([
    'kustomize.chart-refused there is no file none.yaml',
    'chart web',
  ]);
  expect(render('  helmCharts: [{ name: other }]\n').problems).toEqual([
    'kustomize.chart',
    'chart other',
  ]);
});
