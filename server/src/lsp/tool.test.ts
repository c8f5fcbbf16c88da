import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exampleFleet } from '../../test/commandLine.ts';
import { git, gitFleet } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { toolMethod, type ToolAnswer } from '../protocol/tool.ts';

const base = 'apps/checkout/base/deployment.yaml';

async function serverOn(folder: string, trusted = true): Promise<LanguageServer> {
  const server = await startLanguageServer(folder, { trusted });
  onTestFinished(() => server.stop());
  return server;
}

async function ask(server: LanguageServer, name: string, input: object): Promise<ToolAnswer> {
  return server.connection.sendRequest(toolMethod, { name, input });
}

test('a model is answered for what editors show, and for texts that it proposes', async () => {
  const folder = gitFleet();
  const text = readFileSync(join(folder, base), 'utf8');
  const server = await serverOn(folder);
  await server.open(base, text.replace('256Mi', '320Mi'));
  const edited = await ask(server, 'impact', {});
  expect(JSON.parse(edited.text)).toMatchObject({ files: [base], counts: { clusters: 1 } });
  const back = await ask(server, 'impact', { files: [{ path: base, text }] });
  expect(JSON.parse(back.text)).toMatchObject({
    before: 'worktree',
    changes: [{ resources: [{ fields: [{ before: '320Mi', after: '256Mi' }] }] }],
  });
  expect(git(folder, 'status', '--porcelain')).toBe('');
}, 60_000);

test('without trust git is not asked, and a proposal is compared all the same', async () => {
  const server = await serverOn(gitFleet(), false);
  expect(await ask(server, 'impact', {})).toEqual({
    isRefusal: true,
    text: 'The folder is not trusted, so that git is not asked.',
  });
  const files = [
    { path: base, text: readFileSync(join(exampleFleet, base), 'utf8').replace('256Mi', '1Gi') },
  ];
  const { text, isRefusal } = await ask(server, 'impact', { files });
  expect(isRefusal).toBe(false);
  expect(JSON.parse(text)).toMatchObject({ counts: { clusters: 1 } });
}, 60_000);

test('what is no tool is refused', async () => {
  const server = await serverOn(temporaryTree(''));
  expect(await ask(server, 'apply', {})).toEqual({
    isRefusal: true,
    text: 'There is no tool apply.',
  });
});

test('paths also count from the opened folder, and a file that is not there is told as a new one', async () => {
  const server = await serverOn(exampleFleet, false);
  const text = readFileSync(join(exampleFleet, base), 'utf8').replace('256Mi', '1Gi');
  const meant = await ask(server, 'impact', { files: [{ path: base, text }] });
  expect(JSON.parse(meant.text)).toMatchObject({
    files: [`test-fixtures/argocd-fleet/${base}`],
  });
  expect(meant.text).not.toContain('newFiles');
  const path = 'apps/checkout/bas/deployment.yaml';
  const mistaken = await ask(server, 'impact', { files: [{ path, text }] });
  expect(JSON.parse(mistaken.text)).toMatchObject({ newFiles: [path] });
}, 60_000);
