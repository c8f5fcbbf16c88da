import { expect, onTestFinished, test } from 'vitest';
import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver/node';
import { olderFindingsMethod, type OlderFindings } from '../protocol/findings.ts';
import { commitAll, git } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const capabilities = { workspace: { diagnostics: { refreshSupport: true } } };

const application = (path: string): string => `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: ${path} }
    destination: { name: one, namespace: shop }
`;

const tree = `
  # file: apps/web.yaml${application('web')}
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
  # file: old/kustomization.yaml
  namePrefix: a-
`;

interface Watched {
  readonly server: LanguageServer;
  /** How often the client was told to ask again. */
  readonly refreshes: () => number;
  readonly told: (path: string) => Promise<readonly string[]>;
}

async function start(
  fixture: string,
  prepare: (folder: string) => void = () => undefined,
): Promise<Watched> {
  let count = 0;
  const folder = temporaryTree(fixture);
  prepare(folder);
  const server = await startLanguageServer(folder, {
    capabilities,
    prepare: (connection) => {
      connection.onRequest('workspace/diagnostic/refresh', () => {
        count += 1;
        return null;
      });
    },
  });
  onTestFinished(() => server.stop());
  return {
    server,
    refreshes: () => count,
    told: async (path) => (await diagnostics(server, path)).map(tell),
  };
}

async function diagnostics(server: LanguageServer, path: string): Promise<readonly Diagnostic[]> {
  const report = await server.connection.sendRequest<DocumentDiagnosticReport>(
    'textDocument/diagnostic',
    { textDocument: { uri: server.uriOf(path) } },
  );
  return report.kind === 'full' ? report.items : [];
}

function tell({ code, range }: Diagnostic): string {
  return `${range.start.line + 1} ${String(code)}`;
}

const patience = { timeout: 20_000 };

test('what the fleet lacks is told once nothing happens, and the client asks again once', async () => {
  const { server, refreshes, told } = await start(tree);
  await server.open('old/kustomization.yaml', 'namePrefix: a-\n');
  await expect
    .poll(() => told('old/kustomization.yaml'), patience)
    .toEqual(['1 delivery.undelivered']);
  const before = refreshes();
  await server.open('apps/web.yaml', application('old'));
  await expect.poll(() => told('old/kustomization.yaml'), patience).toEqual([]);
  expect(refreshes()).toBe(before + 1);
});

test('a document whose findings stay the same is not asked for again', async () => {
  const { server, refreshes, told } = await start(
    `${tree}\n  # file: a.env\n  PASSWORD=harbor-quartz-31`,
  );
  const older = async (): Promise<number> =>
    (await server.connection.sendRequest<OlderFindings>(olderFindingsMethod, {})).count;
  await server.open('old/kustomization.yaml', 'namePrefix: a-\n');
  await expect.poll(older, patience).toBe(1);
  const before = refreshes();
  await server.open('a.env', 'PASSWORD=harbor-quartz-32\n');
  await expect.poll(older, patience).toBe(0);
  expect(await told('old/kustomization.yaml')).toHaveLength(1);
  expect(refreshes()).toBe(before);
});

test('a finding stays at its place while the text above it changes', async () => {
  const { server, told } = await start(`${tree}\n  # file: apps/gone.yaml${application('gone')}`);
  const text = application('gone');
  await server.open('apps/gone.yaml', text);
  await expect.poll(() => told('apps/gone.yaml'), patience).toEqual(['6 delivery.no-folder']);
  const typed = text.replace('metadata:', 'extra: { a: [1, 2] }\n  metadata:');
  await server.change('apps/gone.yaml', typed, 2);
  expect(await told('apps/gone.yaml')).toEqual(['7 delivery.no-folder']);
  await server.change('apps/gone.yaml', typed.replace(', path: gone', ''), 3);
  expect(await told('apps/gone.yaml')).toEqual([]);
});

test('a difference between clusters is told where a changed line makes it, until somebody says why', async () => {
  const clusters = ['prod-1', 'prod-2', 'prod-3'];
  const deployed = clusters.map(
    (name) => `
  # file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web-${name}, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web/${name} }
    destination: { name: ${name}, namespace: shop }
  # file: web/${name}/kustomization.yaml
  resources: [../base, map.yaml]
  # file: web/${name}/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: map }
  data:
    first: "${name === 'prod-1' ? 2 : 1}"`,
  );
  const { server, told } = await start(
    `
  # file: .strata/clusters.yaml
  clusters:
${clusters.map((name) => `  - { name: ${name}, environment: production }`).join('\n')}${deployed.join('')}
  # file: web/base/kustomization.yaml
  namePrefix: a-
`,
    (folder) => {
      git(folder, 'init', '--quiet');
      commitAll(folder);
    },
  );
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map }\ndata:\n  first: "3"\n';
  await server.open('web/prod-1/map.yaml', text.replace('"3"', '"2"'));
  await server.open('web/prod-3/map.yaml', text);
  await expect.poll(() => told('web/prod-3/map.yaml'), patience).toEqual(['5 layers.unexplained']);
  expect(await told('web/prod-1/map.yaml')).toEqual([]);
  const explained = text.replace('\n  first', '\n  # strata:because it is the largest\n  first');
  await server.change('web/prod-3/map.yaml', explained, 2);
  await expect.poll(() => told('web/prod-3/map.yaml'), patience).toEqual([]);
});

test('a reason is told where somebody was to look at it again', async () => {
  const { server, told } = await start(tree);
  const text = [
    '# strata:because it is the first; review 2020-01-01',
    '# strata:because it is the second; review 2999-01-01',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata: { name: map }',
    '',
  ].join('\n');
  await server.open('web/map.yaml', text);
  await expect.poll(() => told('web/map.yaml'), patience).toEqual(['1 differences.review-overdue']);
});
