import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { writeTree } from '../../test/temporaryTree.ts';
import { clustersMethod } from '../protocol/clusters.ts';
import { repositoriesSetting } from '../protocol/repositories.ts';
import { toolMethod, type ToolAnswer } from '../protocol/tool.ts';

const patience = { timeout: 30_000, interval: 50 };

function map(value: string): string {
  return `
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { key: ${value} } }`;
}

/** A fleet whose one application is made of another repository, and a checkout of that. */
function twoRepositories(): readonly [fleet: string, web: string] {
  const web = gitRepository(`
  # file: deploy/map.yaml${map('one')}`);
  git(web, 'branch', '--move', 'main');
  git(web, 'remote', 'add', 'origin', 'git@git.example.com:acme/web.git');
  const fleet = gitRepository(`
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: "https://git.example.com/acme/web", path: deploy }
    destination: { name: one }`);
  return [fleet, web];
}

async function rendered(server: LanguageServer): Promise<string> {
  const input = { application: 'web', cluster: 'one' };
  const answer = await server.connection.sendRequest(toolMethod, { name: 'render', input });
  return (answer as ToolAnswer).text;
}

test('a setting says where the repository is that an application is made of, and its commits are followed', async () => {
  const [fleet, web] = twoRepositories();
  const server = await startLanguageServer(fleet, {
    capabilities: { workspace: { configuration: true } },
    prepare: (connection) => {
      connection.onRequest(
        'workspace/configuration',
        ({ items }: { items: { section: string }[] }) =>
          items.map(({ section }) =>
            section === repositoriesSetting ? { 'https://mirror.example.com/web': web } : null,
          ),
      );
    },
  });
  onTestFinished(() => server.stop());
  await vi.waitFor(async () => {
    expect(await rendered(server)).toContain('key: one');
  }, patience);
  writeTree(web, `# file: deploy/map.yaml${map('two')}`);
  commitAll(web);
  const changes = [{ uri: server.uriOf('.git/refs/remotes/origin/main'), type: 2 }];
  await server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  await vi.waitFor(async () => {
    expect(await rendered(server)).toContain('key: two');
  }, patience);
}, 60_000);

test('another folder of the window is read as well, and without trust none is', async () => {
  const [fleet, web] = twoRepositories();
  const why = 'as the checkout of it here has them';
  for (const trusted of [false, true]) {
    const server = await startLanguageServer(fleet, { trusted });
    onTestFinished(() => server.stop());
    const clusters = async (): Promise<string> =>
      JSON.stringify(await server.connection.sendRequest(clustersMethod, {}));
    const added = [{ uri: pathToFileURL(web).href, name: basename(web) }];
    await server.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added, removed: [] },
    });
    if (trusted) {
      await vi.waitFor(async () => {
        expect(await clusters()).toContain(why);
      }, patience);
    } else expect(await clusters()).not.toContain(why);
  }
}, 60_000);
