import { expect, test } from 'vitest';
import { Resource } from '../../kustomize/resource.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { isInFolders, openFolders } from './openFolders.ts';

/** The folders of an ApplicationSet with these generators and this path. */
function folders(path: string, generators: string): readonly string[] {
  const text = `
kind: ApplicationSet
metadata: {name: set}
spec:
  generators: ${generators}
  template:
    spec:
      source: {repoURL: https://git.example.com/acme/fleet, path: '${path}'}
`;
  const root = readObjects(text).documents[0]?.root;
  if (root === undefined) throw new Error('no document');
  return openFolders({ object: new Resource(root, { file: 'set.yaml', inside: [], root: '' }) });
}

const left = `[{merge: {mergeKeys: [nameNormalized], generators: [
  {clusters: {values: {root: components/web, ring: base}}},
  {list: {elements: [{nameNormalized: one, values.ring: one}, {nameNormalized: two, values: {ring: two}}]}}]}}]`;

test.each([
  ['apps/{{name}}', '[{clusters: {}}]', ['apps']],
  ['apps/web-{{name}}/live', '[{clusters: {}}]', ['apps']],
  ['{{name}}', '[{clusters: {}}]', ['']],
  [
    '{{values.root}}/rings/{{values.ring}}',
    left,
    ['components/web/rings/base', 'components/web/rings/one', 'components/web/rings/two'],
  ],
  ['{{ .values.root }}/{{ .name }}', left, ['components/web']],
  ['{{ .values.root | lower }}/x', left, ['']],
  ['{{values.root}}', `[{git: {files: [{path: a}]}, clusters: {values: {root: a}}}]`, ['']],
])('%s of %s', (path, generators, expected) => {
  expect([...folders(path, generators)].sort()).toEqual(expected);
});

/** The folders of an ApplicationSet of a chart from elsewhere with this values file. */
function foldersOfValues(file: string, generators: string): readonly string[] {
  const text = `
kind: ApplicationSet
metadata: {name: set}
spec:
  generators: ${generators}
  template:
    spec:
      sources:
      - {repoURL: https://charts.example.com, chart: web, helm: {valueFiles: ['${file}']}}
      - {repoURL: https://git.example.com/acme/fleet, ref: values}
`;
  const root = readObjects(text).documents[0]?.root;
  if (root === undefined) throw new Error('no document');
  return openFolders({ object: new Resource(root, { file: 'set.yaml', inside: [], root: '' }) });
}

test.each([
  ['$values/{{name}}/live/web.yaml', '[{clusters: {}}]', 'eu/one/live/web.yaml', true],
  ['$values/{{name}}/live/web.yaml', '[{clusters: {}}]', 'live/web.yaml', false],
  ['$values/{{name}}/live/web.yaml', '[{clusters: {}}]', 'README.md', false],
  ['$values/./a/{{name}}.yaml', '[{clusters: {}}]', 'a/one.yaml', true],
  ['$values/a/{{name}}.yaml', '[{clusters: {}}]', 'b/one.yaml', false],
  ['$values/{{values.root}}/rings/{{values.ring}}', left, 'components/web/rings/two', true],
  ['$values/{{values.root}}/rings/{{values.ring}}', left, 'components/web/rings/three', false],
  ['{{name}}', '[{clusters: {}}]', 'README.md', true],
])('a values file %s of %s may be %s: %s', (file, generators, path, expected) => {
  expect(isInFolders(path, foldersOfValues(file, generators))).toBe(expected);
});
