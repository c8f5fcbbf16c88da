import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { field } from '../../yaml/nodes.ts';
import { fleetQuery } from './fleet.ts';
import { unitOutputQuery } from './units.ts';

const flux = (cluster: string): string => `
  # file: clusters/${cluster}/flux-system/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: https://git.example.com/acme/fleet.git }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec: { path: ./clusters/${cluster}, sourceRef: { kind: GitRepository, name: flux-system } }
  # file: clusters/${cluster}/web.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: flux-system }
  spec:
    chart: { spec: { chart: charts/web, sourceRef: { kind: GitRepository, name: flux-system } } }`;

const chart = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/templates/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: map }
  data:
    version: {{ .Capabilities.KubeVersion.Version }}
    monitors: "{{ .Capabilities.APIVersions.Has "monitoring.coreos.com/v1" }}"`;

/** What the release says on each cluster, and whether something of it is open. */
function rendered(text: string): readonly string[] {
  const { analysis } = analyzeFixture(text);
  return completed(
    analysis.ask((reader) =>
      reader
        .get(fleetQuery, '')
        .applications.filter(({ kind }) => kind === 'HelmRelease')
        .map(({ key, destination }) => {
          const { resources, gaps } = reader.get(unitOutputQuery, key);
          const [data] = resources.map((one) => field(one.node, 'data'));
          const printed = data === undefined ? { text: '' } : writeCanonical(data);
          const told = 'text' in printed ? printed.text.trim().replaceAll('\n', ', ') : '';
          return `${destination.cluster ?? '?'}: ${told}${gaps.map(({ detail }) => ` (${detail})`).join('')}`;
        }),
    ),
  );
}

test('a release of Flux is rendered with what the register knows of its cluster', () => {
  expect(
    rendered(`${flux('one')}${flux('two')}${chart}
  # file: .strata/clusters.yaml
  clusters:
  - { name: one, kubernetesVersion: v1.31.4, apiVersions: [monitoring.coreos.com/v1] }
  - { name: two, kubernetesVersion: v1.30.2 }`),
  ).toEqual([
    'one: monitors: "true", version: v1.31.4',
    'two: monitors: "false", version: v1.30.2 (API monitoring.coreos.com/v1)',
  ]);
});

test('without them it is the version of Helm, and what only the cluster knows is open', () => {
  expect(rendered(`${flux('one')}${chart}`)).toEqual([
    'one: monitors: "false", version: v1.34.0 (API monitoring.coreos.com/v1)',
  ]);
});

test('the version of Helm that the configuration gives Flux counts', () => {
  const template = chart.replace('.Capabilities.KubeVersion', '.Capabilities.HelmVersion');
  expect(
    rendered(`${flux('one')}${template}
  # file: .strata/config.yaml
  build: { flux: { helmVersion: 3.19.4 } }`),
  ).toEqual(['one: monitors: "false", version: v3.19.4 (API monitoring.coreos.com/v1)']);
});
