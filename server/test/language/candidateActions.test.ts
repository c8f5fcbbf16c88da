import { expect, test } from 'vitest';
import { candidateActions } from '../../src/lsp/candidateActions.ts';
import { editedFiles, nobodyStops, openFixture } from '../languageSession.ts';

const base = `
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    template:
      spec:
        containers: [{ name: app, image: registry.example.com/web:1 }]
  # file: a/kustomization.yaml
  resources: [../base]
`;

test.each([
  ['images:\n  - na$0me: registry.example.com/wbe\n    newTag: "2"', 'registry.example.com/web'],
  ['images:\n  - na$0me: "registry.example.com/wbe"\n    newTag: "2"', 'registry.example.com/web'],
  ['replicas:\n  - { name: we$0bb, count: 2 }', 'web'],
  ['name$0space: shop', undefined],
])('%j becomes %s', async (entry, candidate) => {
  const opened = openFixture(`${base}  ${entry}\n`);
  const { path = '', line = 0, column: character = 0 } = opened.fixture.cursor ?? {};
  const at = { line, character };
  const actions = await candidateActions(
    opened.session,
    { tree: opened.tree, path },
    { range: { start: at, end: at }, context: { diagnostics: [] } },
    nobodyStops(),
  );
  if (candidate === undefined) return expect(actions).toEqual([]);
  const [action] = actions;
  expect(action?.title).toBe(`Change to ${candidate}`);
  const text = editedFiles(opened, action?.edit ?? null).get(path);
  const wrong = /registry.example.com\/wbe|webb/;
  expect(text).toBe(opened.fixture.files.get(path)?.replace(wrong, candidate));
});
