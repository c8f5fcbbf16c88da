import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { unexplainedOf } from './unexplained.ts';

test('two files that differ at the same place are both told', () => {
  const clusters = ['prod-1', 'prod-2', 'prod-3', 'prod-4', 'prod-5'];
  const values = [1, 1, 1, 2, 3];
  const deployed = clusters.map(
    (name, index) => `
  # file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web-${name}, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web/${name} }
    destination: { name: ${name}, namespace: shop }
  # file: web/${name}/kustomization.yaml
  resources: [map.yaml]
  # file: web/${name}/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: map }
  data:
    first: "${values[index]}"`,
  );
  const { analysis } = analyzeFixture(`
  # file: .strata/clusters.yaml
  clusters:
${clusters.map((name) => `  - { name: ${name}, environment: production }`).join('\n')}${deployed.join('')}
`);
  const changed = ['web/prod-4/map.yaml', 'web/prod-5/map.yaml'];
  const found = completed(unexplainedOf(analysis, 'web', new Set(changed)));
  expect(found.map(({ problem: { file, place } }) => `${file} ${place}`)).toEqual([
    'web/prod-4/map.yaml 0/data/first',
    'web/prod-5/map.yaml 0/data/first',
  ]);
});
