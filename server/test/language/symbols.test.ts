import { describe, expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver';
import { documentSymbol } from '../../src/lsp/documentSymbol.ts';
import { rangesAround } from '../../src/analysis/fileOutline.ts';
import { workspaceSymbol } from '../../src/lsp/workspaceSymbol.ts';
import { completed } from '../fixtureAnalysis.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';
import { testMarks } from '../markedTests.ts';

const fleet = `
  # file: .strata/clusters.yaml
  clusters:
  - { name: prod-eu-1, environment: production }
  # file: argocd/shop.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: shop, namespace: argocd }
  spec:
    source: { repoURL: 'https://git.example.com/a/b', path: prod }
    destination: { name: prod-eu-1, namespace: shop }
  # file: base/kustomization.yaml
  resources: [web.yaml]
  configMapGenerator:
  - name: settings
    literals: [A=1]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 2
  # file: prod/kustomization.yaml
  resources:
  - ../base
  namePrefix: shop-
  patches:
  - path: patch.yaml
  - target: { kind: Deployment, name: web }
    patch: '[]'
  # file: prod/patch.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 3 }
`;

/** What is found by a text in the whole tree: kind, name, container and line. */
async function search(query: string): Promise<readonly string[]> {
  const { session } = openFixture(fleet);
  const found = await workspaceSymbol(session, { query }, nobodyStops());
  return found.map(({ name, containerName = '', location: { uri, range } }) =>
    [name, containerName, `${uri.replace('file:///fixture/', '')}:${range.start.line + 1}`].join(
      ' ',
    ),
  );
}

describe('symbols of the workspace', () => {
  test.each([
    [
      'deployweb',
      ['Deployment/web base/web.yaml base/web.yaml:4', 'Deployment/shop-web prod base/web.yaml:4'],
    ],
    ['prod-eu', ['prod-eu-1  .strata/clusters.yaml:2']],
    ['shop-web', ['Deployment/shop-web prod base/web.yaml:4']],
    [
      'settings',
      [
        'ConfigMap/settings-89g4tffbfk base base/kustomization.yaml:3',
        'ConfigMap/shop-settings-89g4tffbfk prod base/kustomization.yaml:3',
      ],
    ],
    ['Application/sh', ['Application/shop argocd/shop.yaml argocd/shop.yaml:3']],
    ['nothing at all', []],
  ])('%j finds %j', async (query, expected) => {
    expect(await search(query)).toEqual(expected);
  });

  test('without a text it lists what is declared', async () => {
    expect(await search('')).toEqual([
      'prod-eu-1  .strata/clusters.yaml:2',
      'shop prod-eu-1 argocd/shop.yaml:1',
      'base base base/kustomization.yaml:1',
      'prod overlay prod/kustomization.yaml:1',
      'Application/shop argocd/shop.yaml argocd/shop.yaml:3',
      'Deployment/web base/web.yaml base/web.yaml:4',
    ]);
  });
});

/** The outline of a file, a line for each part, with its lines. */
async function outline(path: string): Promise<readonly string[]> {
  const { session, uriOf } = openFixture(fleet);
  const found = await documentSymbol(
    session,
    { textDocument: { uri: uriOf(path) } },
    nobodyStops(),
  );
  const lines = (
    { name, range, children = [] }: DocumentSymbol,
    depth: number,
  ): readonly string[] => [
    `${'  '.repeat(depth)}${name} ${range.start.line + 1}-${range.end.line + 1}`,
    ...children.flatMap((child) => lines(child, depth + 1)),
  ];
  return (found ?? []).flatMap((part) => lines(part, 0));
}

describe('symbols of a document', () => {
  test('of a file of objects are its objects with their fields', async () => {
    expect(await outline('base/web.yaml')).toEqual([
      'Deployment/web 1-6',
      '  apiVersion 1-1',
      '  kind 2-2',
      '  metadata 3-4',
      '    name 4-4',
      '  spec 5-6',
      '    replicas 6-6',
    ]);
  });

  test('of a kustomization file are its fields with their entries', async () => {
    expect(await outline('prod/kustomization.yaml')).toEqual([
      'resources 1-2',
      '  ../base 2-2',
      'namePrefix 3-3',
      'patches 4-7',
      '  patch.yaml 5-5',
      '  Deployment/web 6-7',
    ]);
  });

  test('are left to another extension that has them', async () => {
    const { session, uriOf } = openFixture(fleet);
    const elsewhere = {
      ...session,
      options: { trusted: false, yamlSchemas: 'elsewhere' as const },
    };
    const parameters = { textDocument: { uri: uriOf('base/web.yaml') } };
    expect(await documentSymbol(elsewhere, parameters, nobodyStops())).toBeNull();
  });
});

describe('a selection grows from a value to its entry, and on', () => {
  testMarks(
    `
    # file: a/web.yaml
    kind: Deployment
    #     ^^^^^^^^^^ grows Deployment | kind: Deployment
    spec:
      replicas: 2
    # ^^^^^^^^ grows replicas | replicas: 2
    #           ^ grows 2 | replicas: 2
    list:
    - name: app
      #     ^^^ grows app | name: app
    `,
    {
      grows: (analysis, place) => {
        const entry = analysis.files.get(place.file);
        const text = entry?.kind === 'file' ? entry.content : '';
        return completed(rangesAround(analysis, place))
          .map(({ start, end }) => text.slice(start, end))
          .filter((one) => !one.includes('\n'))
          .slice(0, 2)
          .join(' | ');
      },
    },
  );
});
