import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { renderRelease, type ChartRelease, type RenderedRelease } from '../helm/renderRelease.ts';
import { fluxValues } from '../helm/deployers/fluxValues.ts';
import { contentInput, entryInput } from '../kustomize/files.ts';
import { listingInput } from '../kustomize/folderListing.ts';
import { Database, type Query } from '../query/database.ts';
import { readyChartQuery } from './chartInTree.ts';

const tree = `
  # file: charts/c/Chart.yaml
  apiVersion: v2
  name: c
  version: 1.0.0
  # file: charts/c/values.yaml
  who: chart
  # file: charts/c/templates/a.yaml
  kind: A
  who: {{ .Values.who }}
  # file: values/one.yaml
  who: one
  whom: two
`;

/** A database that holds a tree of files, and counts how often charts were read. */
function treeOf(text: string): { readonly database: Database; readonly reads: () => number } {
  let reads = 0;
  const database = new Database({
    observer: {
      computed: (query) => {
        reads += query === 'readyChart' ? 1 : 0;
      },
    },
  });
  for (const [path, content] of parseFixture(text).files) put(database, path, content);
  return { database, reads: () => reads };
}

function put(database: Database, path: string, text: string): void {
  database.set(contentInput, `id of ${text}`, { kind: 'text', text });
  database.set(entryInput, path, { kind: 'file', content: `id of ${text}` });
  const parts = path.split('/');
  parts.forEach((name, index) => {
    const folder = parts.slice(0, index).join('/');
    const names = database.read(listingInput, folder);
    if (!names.includes(name)) database.set(listingInput, folder, [...names, name]);
    if (index > 0) database.set(entryInput, folder, { kind: 'directory' });
  });
}

function link(database: Database, path: string, target: string): void {
  put(database, path, '');
  database.set(entryInput, path, { kind: 'symlink', target });
}

const releaseQuery: Query<string, RenderedRelease> = {
  name: 'release',
  compute: (folder, reader) => {
    const entry = reader.read(entryInput, 'values/one.yaml');
    const id = entry?.kind === 'file' ? entry.content : '';
    const content = reader.read(contentInput, id);
    const text = content?.kind === 'text' ? content.text : '';
    const release: ChartRelease = {
      name: 'r',
      namespace: 'n',
      inputs: fluxValues({
        valuesFiles: undefined,
        valuesFrom: [{ name: 'values/one.yaml', text }],
        values: undefined,
      }),
      includesDefinitions: false,
      includesHooks: true,
      includesTests: false,
      withOrigins: true,
    };
    return renderRelease(reader.get(readyChartQuery, folder), release);
  },
};

function textOf(release: RenderedRelease): readonly string[] {
  return release.kind === 'gap' ? [release.message] : release.objects.map(({ text }) => text);
}

test('a release knows where its lines come from, and which keys do nothing', () => {
  const { database } = treeOf(tree);
  const release = database.get(releaseQuery, 'charts/c');
  expect(textOf(release)).toEqual(['kind: A\nwho: one\n']);
  expect(release).toMatchObject({
    kind: 'release',
    helmVersion: '4.2.3',
    objects: [
      {
        file: 'templates/a.yaml',
        lines: [
          { place: { line: 1 }, values: [] },
          {
            place: { line: 2 },
            values: [{ keys: ['who'], place: { file: 'values/one.yaml', line: 1 } }],
          },
          { place: undefined },
        ],
      },
    ],
    unused: [{ keys: ['whom'], nearest: undefined }],
  });
});

test('values that change read no chart again; its files do', () => {
  const { database, reads } = treeOf(tree);
  database.get(releaseQuery, 'charts/c');
  put(database, 'values/one.yaml', 'who: another\n');
  expect(textOf(database.get(releaseQuery, 'charts/c'))).toEqual(['kind: A\nwho: another\n']);
  expect(reads()).toBe(1);
  put(database, 'charts/c/templates/b.yaml', 'kind: B\n');
  expect(textOf(database.get(releaseQuery, 'charts/c'))).toEqual([
    'kind: A\nwho: another\n',
    'kind: B\n',
  ]);
  expect(reads()).toBe(2);
});

test('a folder without a chart, and values that are none, are gaps', () => {
  const { database } = treeOf(tree);
  expect(database.get(releaseQuery, 'charts/none')).toMatchObject({ kind: 'gap', reason: 'chart' });
  put(database, 'values/one.yaml', '- a list\n');
  expect(database.get(releaseQuery, 'charts/c')).toMatchObject({ kind: 'gap', reason: 'values' });
  put(database, 'values/one.yaml', 'who: 1\n');
  put(database, 'charts/c/templates/a.yaml', '{{ fail "no" }}');
  expect(database.get(releaseQuery, 'charts/c')).toMatchObject({
    kind: 'gap',
    reason: 'fails',
    message: 'execution error at (c/templates/a.yaml:1:3): no',
  });
});

test('links that lead back end in the words of Helm, at once', () => {
  const { database } = treeOf(tree);
  link(database, 'charts/c/templates/again', '../templates');
  link(database, 'charts/c/templates/top', '/charts/c');
  expect(database.get(releaseQuery, 'charts/c')).toMatchObject({
    kind: 'gap',
    reason: 'chart',
    message: 'error evaluating symlink templates/again/again: EvalSymlinks: too many links',
  });
});

test('links that lead to the same folder one after another are no loop', () => {
  const { database } = treeOf(tree);
  put(database, 'shared/s.yaml', 'kind: S\n');
  link(database, 'charts/c/templates/one', '/shared');
  link(database, 'charts/c/templates/two', '/shared');
  expect(textOf(database.get(releaseQuery, 'charts/c'))).toEqual([
    'kind: A\nwho: one\n',
    'kind: S\n',
    'kind: S\n',
  ]);
});

test('links that multiply files end at a bound', () => {
  const { database } = treeOf(tree);
  const depth = 12;
  for (let at = 0; at < depth; at += 1) {
    put(database, `deep/${at}/a.txt`, 'a');
    for (const name of ['one', 'two', 'three']) {
      link(database, `deep/${at}/${name}`, `/deep/${at + 1}`);
    }
  }
  put(database, `deep/${depth}/a.txt`, 'a');
  link(database, 'charts/c/deep', '/deep/0');
  expect(database.get(releaseQuery, 'charts/c')).toMatchObject({
    kind: 'gap',
    message: 'the chart has more than 10000 files',
  });
});
