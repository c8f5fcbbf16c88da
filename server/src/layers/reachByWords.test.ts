import { expect, test } from 'vitest';
import { changeOf, completed } from '../../test/fixtureAnalysis.ts';
import type { TreeEntry } from '../analysis/analysis.ts';
import { AnalysisHost, type HostOptions } from '../analysis/analysisHost.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { reachedByWords } from './reachByWords.ts';
import { reachedRoots } from './reach.ts';

const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\n';

/** A base, beside what names it or its file, and what has the same words and names something else. */
function treeWith(root: FileId, text: string): Readonly<Record<FileId, string>> {
  return {
    'apps/shop/base/kustomization.yaml': 'resources: [one.yaml]\n',
    'apps/shop/base/one.yaml': object,
    'apps/shop/deep/er/two words.yaml': object,
    'apps/shop/chart/Chart.yaml': 'name: chart\nversion: 1.0.0\n',
    'apps/shop/chart/templates/one.yaml': object,
    'apps/other/base/kustomization.yaml': 'resources: [one.yaml]\n',
    'apps/other/base/one.yaml': object,
    'apps/other/prod/kustomization.yaml': 'resources: [../base]\n',
    'größe/eins.yaml': object,
    [`${root}/kustomization.yaml`]: text,
  };
}

const inShop = 'apps/shop/prod';
const deep = 'apps/shop/base/deep/est';

test.each<[title: string, root: FileId, text: string, changed: FileId]>([
  ['a base beside it', inShop, 'resources: [../base]\n', 'apps/shop/base/one.yaml'],
  ['a base far away', 'prod', 'resources:\n- ../apps/shop/base\n', 'apps/shop/base/one.yaml'],
  [
    'a base by a way around',
    'prod',
    'resources: ["../apps/./other/../shop//base/"]\n',
    'apps/shop/base/one.yaml',
  ],
  ['a file', inShop, 'resources: [../base/one.yaml]\n', 'apps/shop/base/one.yaml'],
  [
    'a file that is not there',
    inShop,
    'resources: [../base/new/one.yaml]\n',
    'apps/shop/base/new/one.yaml',
  ],
  ['a folder that is not there', inShop, 'resources: [../new/base]\n', 'apps/shop/new'],
  [
    'a path with an escape',
    inShop,
    'resources: ["../b\\x61se/\\u006fne.yaml"]\n',
    'apps/shop/base/one.yaml',
  ],
  [
    'a path that is binary',
    inShop,
    'resources: [!!binary Li4vYmFzZQ==]\n',
    'apps/shop/base/one.yaml',
  ],
  [
    'a path by an alias',
    inShop,
    'namePrefix: &base ../base\nresources: [*base]\n',
    'apps/shop/base/one.yaml',
  ],
  [
    'a path on two lines',
    inShop,
    'resources:\n- "../deep/er/two\n    words.yaml"\n',
    'apps/shop/deep/er/two words.yaml',
  ],
  [
    'a path in a block',
    inShop,
    'resources:\n- >-\n  ../deep/er/two\n  words.yaml\n',
    'apps/shop/deep/er/two words.yaml',
  ],
  [
    'a file behind a key',
    inShop,
    'configMapGenerator: [{ name: c, files: [key=../base/one.yaml] }]\n',
    'apps/shop/base/one.yaml',
  ],
  ['a folder above it', deep, 'resources: [../..]\n', 'apps/shop/base/one.yaml'],
  [
    'a folder above it from the top',
    deep,
    'resources: [/apps/shop/base]\n',
    'apps/shop/base/one.yaml',
  ],
  [
    'letters that are no words',
    inShop,
    'resources: [../../../größe/eins.yaml]\n',
    'größe/eins.yaml',
  ],
  [
    'a chart',
    'apps/shop',
    'HelmCharts: [{ name: chart }]\nhelmGlobals: { chartHome: . }\n',
    'apps/shop/chart/templates/one.yaml',
  ],
  [
    'what a plugin names',
    inShop,
    'transformers:\n- |-\n  apiVersion: builtin\n  kind: PatchTransformer\n  metadata: { name: p }\n  path: ../base/one.yaml\n',
    'apps/shop/base/one.yaml',
  ],
  ['its own kustomization file', inShop, 'resources: []\n', `${inShop}/kustomization.yaml`],
  ['a second kustomization file', inShop, 'resources: []\n', `${inShop}/Kustomization`],
  ['its own folder', inShop, 'resources: []\n', inShop],
])('a tree that is asked once is reached through %s, as by the index', (_, root, text, changed) => {
  const files = treeWith(root, text);
  const reached = reachIn(files, {}, [changed]);
  expect(reached.once).toEqual(reached.byIndex);
  expect(reached.once).toContain(root);
});

test.each<[title: string, links: Readonly<Record<FileId, string>>, changed: FileId]>([
  ['a link to the base', { 'apps/shop/way': 'base' }, 'apps/shop/base/one.yaml'],
  ['a link to a link', { 'apps/shop/way': '../link', 'apps/link': 'shop/base' }, 'apps/link'],
  [
    'a link to a link',
    { 'apps/shop/way': '../link', 'apps/link': 'shop/base' },
    'apps/shop/base/one.yaml',
  ],
  ['a link to nothing', { 'apps/shop/way': '../../gone/base' }, 'gone/base'],
  ['a link that changed', { 'apps/shop/way': 'base' }, 'apps/shop/way'],
])('a tree that is asked once is reached through %s', (_, links, changed) => {
  const files = treeWith(inShop, 'resources: [../way]\n');
  const reached = reachIn(files, links, [changed]);
  expect(reached.once).toEqual(reached.byIndex);
  expect(reached.once).toContain(inShop);
});

test('a tree with many links is asked by its index', () => {
  const links = Object.fromEntries(
    Array.from({ length: 101 }, (_, at) => [`links/${at}`, '../apps']),
  );
  const host = hostOf(treeWith(inShop, 'resources: [../base]\n'), links, { isAskedOnce: true });
  const told = host
    .analysis()
    .ask((reader) => reachedByWords(reader, new Set(['links/1']), 'root'));
  expect(completed(told)).toBeUndefined();
});

test('of a tree that is asked once, only those kustomization files are read that may name what changed', () => {
  const read: string[] = [];
  const host = hostOf(
    treeWith(inShop, 'resources: [../base]\n'),
    {},
    {
      isAskedOnce: true,
      observer: {
        computed: (query, key) => {
          if (query === 'ownReads') read.push(key);
        },
      },
    },
  );
  expect(askedOf(host, ['apps/shop/base/one.yaml'])).toEqual(['apps/shop/base', inShop]);
  // The other base names a file of the same name, and stands elsewhere.
  expect(read.sort()).toEqual(['none:apps/shop/base', `none:${inShop}`]);
});

function reachIn(
  files: Readonly<Record<FileId, string>>,
  links: Readonly<Record<FileId, string>>,
  changed: readonly FileId[],
) {
  return {
    once: askedOf(hostOf(files, links, { isAskedOnce: true }), changed),
    byIndex: askedOf(hostOf(files, links), changed),
  };
}

function askedOf(host: AnalysisHost, changed: readonly FileId[]): readonly FileId[] {
  return completed(host.analysis().ask((reader) => reachedRoots(reader, changed, 'root')));
}

function hostOf(
  files: Readonly<Record<FileId, string>>,
  links: Readonly<Record<FileId, string>>,
  options: HostOptions = {},
): AnalysisHost {
  const host = new AnalysisHost(options);
  host.apply(changeOf(new Map(Object.entries(files))));
  host.apply({
    entries: new Map(
      Object.entries(links).map(([path, target]): [FileId, TreeEntry] => [
        path,
        { kind: 'symlink', target },
      ]),
    ),
  });
  return host;
}
