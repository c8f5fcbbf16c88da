import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helmPath, kubectlPath } from '../../../scripts/tools/kubectl.ts';
import { strata } from '../commandLine.ts';
import { describeWith } from '../environment.ts';
import { temporaryTree } from '../temporaryTree.ts';

const kubectl = await kubectlPath();
const helm = await helmPath();
const tools = kubectl.kind === 'failed' ? kubectl : helm;
const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');

/** Kustomizations around the charts of the example fleets, which lie in `charts`. */
const cases: readonly (readonly [string, string])[] = [
  ['a name alone', 'helmCharts: [{ name: storefront, releaseName: r }]'],
  [
    'inline values over those of the chart',
    'helmCharts: [{ name: storefront, releaseName: r, valuesInline: { image: { tag: v9 }, replicaCount: 7, settings: { THEME: null } } }]',
  ],
  [
    'inline values below them',
    'helmCharts: [{ name: storefront, releaseName: r, valuesMerge: merge, valuesInline: { replicaCount: 7, nodeSelector: { a: b } } }]',
  ],
  [
    'inline values in their place',
    'helmCharts: [{ name: frontend, releaseName: r, valuesMerge: replace, valuesInline: { replicas: 7 } }]',
  ],
  [
    'files of values',
    'helmCharts: [{ name: storefront, releaseName: r, valuesFile: one.yaml, additionalValuesFiles: [two.yaml], valuesInline: { replicaCount: 4 } }]',
  ],
  [
    'a namespace, APIs and a version',
    'helmCharts: [{ name: storefront, releaseName: r, namespace: ns, apiVersions: [a/v1], kubeVersion: 1.30.2, includeCRDs: true, skipHooks: true, skipTests: true }]',
  ],
  [
    'two charts, changed by the kustomization',
    `helmCharts: [{ name: storefront, releaseName: r }, { name: frontend, releaseName: f }]
namePrefix: p-
namespace: ns
labels: [{ pairs: { team: a }, includeSelectors: true }]
images: [{ name: registry.example.com/shop/storefront, newTag: v8 }]
replicas: [{ name: f, count: 9 }]`,
  ],
];

/** More roots, by the folders that they lie in; `.` is built. */
const layers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'a namespace that only an overlay says',
    {
      '.': 'resources: [base]\nnamespace: above\n',
      base: 'helmGlobals: { chartHome: ../charts }\nhelmCharts: [{ name: storefront, releaseName: r, valuesInline: { nameOverride: x } }]\nconfigMapGenerator: [{ name: c, literals: [a=b] }]\n',
    },
  ],
  [
    'a namespace that a base and an overlay say',
    {
      '.': 'resources: [middle]\nnamespace: above\n',
      middle: 'resources: [../base]\nnamespace: between\n',
      base: 'helmGlobals: { chartHome: ../charts }\nhelmCharts: [{ name: frontend, releaseName: r }]\n',
    },
  ],
  [
    'a component with a chart',
    {
      '.': 'components: [part]\nnamespace: above\n',
      part: 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nhelmGlobals: { chartHome: ../charts }\nhelmCharts: [{ name: frontend, releaseName: r }]\n',
    },
  ],
];

/** A chart that prints its namespace. */
const shown = `
  # file: charts/shown/Chart.yaml
  apiVersion: v2
  name: shown
  version: 1.0.0
  # file: charts/shown/values.yaml
  a: 1
  # file: charts/shown/templates/a.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: shown, namespace: {{ .Release.Namespace }} }
`;

describeWith(
  'kustomize build --enable-helm',
  tools,
  { tests: cases.length + layers.length },
  () => {
    test.each(cases)('prints the same for %s', { timeout: 60_000 }, async (_, kustomization) => {
      await compare({ '.': kustomization });
    });

    test.each(layers)('prints the same for %s', { timeout: 60_000 }, async (_, roots) => {
      const withShown = Object.entries(roots).map(
        ([folder, text]) =>
          [
            folder,
            text.replace('helmCharts: [', 'helmCharts: [{ name: shown, releaseName: s }, '),
          ] as const,
      );
      await compare(Object.fromEntries(withShown));
    });
  },
);

async function compare(roots: Readonly<Record<string, string>>): Promise<void> {
  if (kubectl.kind === 'failed' || helm.kind === 'failed') throw new Error('No tools.');
  const folder = temporaryTree(shown);
  cpSync(join(fixtures, 'argocd-fleet/charts'), join(folder, 'charts'), { recursive: true });
  cpSync(join(fixtures, 'flux-fleet/charts'), join(folder, 'charts'), { recursive: true });
  for (const [root, text] of Object.entries(roots)) {
    mkdirSync(join(folder, root), { recursive: true });
    writeFileSync(join(folder, root, 'kustomization.yaml'), `${text}\n`);
  }
  writeFileSync(join(folder, 'one.yaml'), 'replicaCount: 2\ncluster: one\n');
  writeFileSync(join(folder, 'two.yaml'), 'cluster: two\n');
  const words = ['kustomize', '--enable-helm', '--load-restrictor', 'LoadRestrictionsNone'];
  const expected = execFileSync(kubectl.value, [...words, '--helm-command', helm.value, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const flags = ['--partial', '--reveal', '--load-restrictions', 'none'];
  const rendered = await strata(['render', '.', ...flags], { folder });
  expect(rendered.out).toBe(expected);
  // Without the option kustomize fails.
  expect(rendered.exitCode).toBe(1);
}
