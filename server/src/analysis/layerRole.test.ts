import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { stepRole } from './layerRole.ts';
import { layers } from './layers.ts';

const { analysis } = analyzeFixture(`
  # file: ground/kustomization.yaml
  resources: []
  # file: middle/kustomization.yaml
  resources: [../ground]
  components: [../extra]
  # file: extra/kustomization.yaml
  kind: Component
  namePrefix: a-
  # file: top/kustomization.yaml
  resources: [../middle]
  # file: alone/kustomization.yaml
  components: [../extra]
`);
const layerOf = new Map(completed(layers(analysis)).map((layer) => [layer.root, layer]));

test.each([
  ['top', 'top', 'cluster'],
  ['top', 'middle', 'environment'],
  ['middle', 'middle', 'environment'],
  ['top', 'ground', 'base'],
  ['top', 'extra', 'component'],
  ['alone', 'alone', 'base'],
])('in what %s renders, %s is of the role %s', (rendered, root, role) => {
  const place = { rendered, path: ['spec'] };
  expect(stepRole({ kind: 'patch', root }, place, layerOf)).toBe(role);
});

test.each([
  ['hash', ['metadata', 'name'], 'generated'],
  ['generator', ['kind'], 'generated'],
  ['generator', ['data', 'LEVEL'], 'environment'],
] as const)('the step %s at %j is of the role %s', (kind, path, role) => {
  expect(stepRole({ kind, root: 'middle' }, { rendered: 'top', path }, layerOf)).toBe(role);
});

test.each([
  ['generator', undefined],
  ['namespace', undefined],
  ['substitution', 'middle'],
] as const)('what a controller adds by the step %s is of the role cluster', (kind, root) => {
  const place = { rendered: 'top', path: ['metadata', 'namespace'] };
  expect(stepRole({ kind, root }, place, layerOf)).toBe('cluster');
});
