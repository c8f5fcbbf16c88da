import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { closureOf, rootReferencesQuery } from './rootReferences.ts';

const text = `
  # file: top/kustomization.yaml
  resources: [../base, a.yaml, ../none, "https://example.com/a.yaml"]
  components: [../part]
  transformers: [../plugins, "kind: A\\nname: b\\n"]
  # file: top/a.yaml
  { kind: A, metadata: { name: a } }
  # file: base/kustomization.yaml
  resources: [../deep, ../top]
  # file: part/kustomization.yaml
  kind: Component
  # file: plugins/kustomization.yaml
  resources: []
  # file: deep/kustomization.yaml
  namePrefix: a
`;

test('the roots that a root names are folders: bases, components, plugins', () => {
  const { analysis } = analyzeFixture(text);
  expect(completed(analysis.ask((reader) => reader.get(rootReferencesQuery, 'root:top')))).toEqual([
    'base',
    'part',
    'plugins',
  ]);
});

test('the roots that it leads to have itself among them only in a cycle', () => {
  const { analysis } = analyzeFixture(text);
  const closure = (root: string): readonly string[] =>
    completed(analysis.ask((reader) => closureOf(reader, root, 'root')));
  expect(closure('top')).toEqual(['base', 'part', 'plugins', 'deep', 'top']);
  expect(closure('part')).toEqual([]);
});
