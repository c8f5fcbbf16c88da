import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type {
  ApplyWorkspaceEditParams,
  ClientCapabilities,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver/node';
import {
  adoptFindingsMethod,
  olderFindingsChangedMethod,
  olderFindingsMethod,
  type AdoptFindings,
  type OlderFindings,
} from '../protocol/findings.ts';
import { commitAll, git } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const capabilities: ClientCapabilities = {
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
  },
};

const tree = `
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
    destination: { name: one, namespace: shop }
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: map }
  data:
    password: harbor-quartz-31
  # file: old/kustomization.yaml
  namePrefix: a-
  # file: local.env
  DB_PASSWORD=harbor-quartz-31
`;

interface Client {
  readonly server: LanguageServer;
  readonly folder: string;
  readonly settings: { scope: string };
  /** How often the client was told that older findings are others. */
  readonly changes: () => number;
  /** `3: web/map.yaml 2, …` of the older findings. */
  readonly older: () => Promise<string>;
  /** Writes a file and tells of it. */
  readonly write: (path: string, text: string) => Promise<void>;
}

async function start(
  state: 'committed' | 'not committed' | 'untrusted',
  fixture = tree,
): Promise<Client> {
  const folder = temporaryTree(fixture);
  git(folder, 'init', '--quiet');
  if (state === 'committed') commitAll(folder);
  let changes = 0;
  const settings = { scope: 'changed' };
  const server = await startLanguageServer(folder, {
    capabilities,
    trusted: state !== 'untrusted',
    prepare: (connection) => {
      connection.onNotification(olderFindingsChangedMethod, () => {
        changes += 1;
      });
      connection.onRequest('workspace/configuration', () => [settings.scope]);
    },
  });
  onTestFinished(() => server.stop());
  return {
    server,
    folder,
    settings,
    changes: () => changes,
    older: async () => {
      const answer = await server.connection.sendRequest<OlderFindings>(olderFindingsMethod, {});
      return `${answer.count}: ${answer.files.map(({ path, count }) => `${path} ${count}`).join(', ')}`;
    },
    write: async (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      await server.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: server.uriOf(path), type: 2 }],
      });
    },
  };
}

const patience = { timeout: 20_000 };

/** `path:line code` of what is told of files that are not open; waits until something is. */
async function told({ server }: Client): Promise<readonly string[]> {
  const { items } = await server.connection.sendRequest<WorkspaceDiagnosticReport>(
    'workspace/diagnostic',
    { previousResultIds: [] },
  );
  return items
    .flatMap((one) =>
      one.kind === 'full'
        ? one.items.map(({ code, range }) => {
            const path = one.uri.slice(server.uriOf('').length).replace(/^\//, '');
            return `${path}:${range.start.line + 1} ${String(code)}`;
          })
        : [],
    )
    .sort();
}

test('what was there before is one row; what stands on a changed line is told', async () => {
  const client = await start('committed');
  const { write, older, changes } = client;
  await expect
    .poll(older, patience)
    .toBe('3: local.env 1, old/kustomization.yaml 1, web/map.yaml 1');
  expect(changes()).toBe(1);
  await write('local.env', 'DB_PASSWORD=harbor-quartz-31\nAPI_PASSWORD=harbor-quartz-32\n');
  await write('new/kustomization.yaml', 'namePrefix: a-\n');
  await expect
    .poll(() => told(client), patience)
    .toEqual(['local.env:2 secrets.generic', 'new/kustomization.yaml:1 delivery.undelivered']);
  expect(await older()).toBe('3: local.env 1, old/kustomization.yaml 1, web/map.yaml 1');
});

test('an open file tells its own findings; the row counts them again once it is closed', async () => {
  const { server, older } = await start('committed');
  await expect.poll(older, patience).toMatch(/^3:/);
  await server.open('local.env', 'DB_PASSWORD=harbor-quartz-31\n');
  await expect.poll(older, patience).toBe('2: old/kustomization.yaml 1, web/map.yaml 1');
  await server.connection.sendNotification('textDocument/didClose', {
    textDocument: { uri: server.uriOf('local.env') },
  });
  await expect.poll(older, patience).toMatch(/^3:/);
});

test('with the scope “all” every finding is told, without a reload', async () => {
  const client = await start('committed');
  const { server, settings, older } = client;
  await expect.poll(older, patience).toMatch(/^3:/);
  settings.scope = 'all';
  await server.connection.sendNotification('workspace/didChangeConfiguration', { settings: {} });
  await expect
    .poll(() => told(client), patience)
    .toEqual([
      'local.env:1 secrets.generic',
      'old/kustomization.yaml:1 delivery.undelivered',
      'web/map.yaml:5 secrets.config-map',
    ]);
  expect(await older()).toBe('0: ');
});

test('what is adopted as baseline is not counted, and secrets and practice are adopted alike', async () => {
  const { server, folder, older, write } = await start('committed');
  server.connection.onRequest('workspace/applyEdit', ({ edit }: ApplyWorkspaceEditParams) => {
    const [, change] = edit.documentChanges ?? [];
    const [only] = change !== undefined && 'edits' in change ? change.edits : [];
    const text = only !== undefined && 'newText' in only ? only.newText : '';
    mkdirSync(join(folder, '.strata'));
    void write('.strata/baseline.json', text);
    return { applied: true };
  });
  await expect.poll(older, patience).toMatch(/^3:/);
  const answer = await server.connection.sendRequest<AdoptFindings>(adoptFindingsMethod, {});
  expect(answer).toEqual({ kind: 'adopted', count: 3 });
  await expect.poll(older, patience).toBe('0: ');
});

test('without a commit nothing counts as changed', async () => {
  const { older } = await start('not committed');
  await expect.poll(older, patience).toMatch(/^3:/);
});

test('what git ignores is where secrets may be, also where git may not be asked', async () => {
  const { older } = await start('untrusted', `${tree}\n  # file: .gitignore\n  *.env`);
  await expect.poll(older, patience).toBe('2: old/kustomization.yaml 1, web/map.yaml 1');
});
