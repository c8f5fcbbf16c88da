import { expect, test } from 'vitest';
import type { Analysis } from '../../src/analysis/analysis.ts';
import type { SourcePlace } from '../../src/analysis/hover.ts';
import { layerAt, layersAround } from '../../src/analysis/layerHierarchy.ts';
import { prepareTypeHierarchy, subtypes, supertypes } from '../../src/lsp/typeHierarchy.ts';
import { completed } from '../fixtureAnalysis.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';
import { testMarks } from '../markedTests.ts';

function around(which: 'bases' | 'users'): (analysis: Analysis, place: SourcePlace) => string {
  return (analysis, place) => {
    const layer = completed(layerAt(analysis, place));
    if (layer === undefined) return '';
    const found = completed(layersAround(analysis, layer.file, which));
    return [`${layer.root}:`, ...found.map(({ root }) => root)].join(' ');
  };
}

const fleet = `
  # file: base/kustomization.yaml
  resources:
  # ^^^^^^^ users base: prod staging
  - map.yaml
  # ^^^^^^ bases base:
  # file: base/map.yaml
  apiVersion: v1
  kind: ConfigMap
  # <-- users base: prod staging
  metadata: { name: map }
  # file: component/kustomization.yaml
  apiVersion: kustomize.config.k8s.io/v1alpha1
  kind: Component
  # <-- users component: prod
  namePrefix: a-
  # file: staging/kustomization.yaml
  resources: [../base]
  #            ^^^^^^ users base: prod staging
  # file: prod/kustomization.yaml
  resources: [../base]
  # <------- bases prod: base component
  components: [../component]
  #             ^^^^^^^^^^^ bases component:
  # file: prod-eu/kustomization.yaml
  resources: [../prod]
  #            ^^^^^^ users prod: prod-eu
  # file: notes.md
  nothing
  # <----- users
`;

testMarks(fleet, { bases: around('bases'), users: around('users') });

test('an editor goes from layer to layer, up and down', async () => {
  const opened = openFixture(fleet);
  const item = { textDocument: { uri: opened.uriOf('prod/kustomization.yaml') } };
  const found = await prepareTypeHierarchy(
    opened.session,
    { ...item, position: { line: 0, character: 1 } },
    nobodyStops(),
  );
  expect(found).toMatchObject([{ name: 'prod', detail: 'overlay' }]);
  const [prod] = found ?? [];
  if (prod === undefined) throw new Error('There is no layer');
  const above = await supertypes(opened.session, { item: prod }, nobodyStops());
  expect(above?.map(({ name, detail }) => `${name} ${detail}`)).toEqual([
    'base base',
    'component component',
  ]);
  const below = await subtypes(opened.session, { item: prod }, nobodyStops());
  expect(below?.map(({ uri }) => uri)).toEqual([opened.uriOf('prod-eu/kustomization.yaml')]);
});
