import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from 'vscode-languageserver/node';
import yauzl from 'yauzl';
import { packageExtension } from '../../scripts/package.ts';
import { oldestNode } from '../../scripts/tools/oldestNode.ts';
import { describeWith } from '../../server/test/environment.ts';

const root = join(import.meta.dirname, '..', '..');

test('the extension holds what runs, and nothing else', async () => {
  const vsix = packageExtension();
  const archive = await yauzl.openPromise(vsix);
  const names: string[] = [];
  for await (const { fileName } of archive.eachEntry()) names.push(fileName);
  expect(names.sort()).toEqual([
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/changelog.md',
    'extension/dist/client.cjs',
    'extension/dist/fleet.css',
    'extension/dist/fleet.js',
    'extension/dist/live.cjs',
    'extension/dist/server.cjs',
    'extension/l10n/bundle.l10n.zh-cn.json',
    'extension/media/icon.png',
    'extension/media/walkthrough/clusters.png',
    'extension/media/walkthrough/impact.png',
    'extension/media/walkthrough/rendered.png',
    'extension/media/walkthrough/values.png',
    'extension/package.json',
    'extension/package.nls.json',
    'extension/package.nls.zh-cn.json',
    'extension/readme.md',
    'extension/syntaxes/strata-layers.tmLanguage.json',
    'extension/syntaxes/strata-rendered.language-configuration.json',
    'extension/syntaxes/strata-rendered.tmLanguage.json',
    'extension/syntaxes/strata-report.tmLanguage.json',
  ]);
  expect(statSync(vsix).size).toBeLessThan(2_000_000);
});

describeWith('on the oldest Node', await oldestNode(), { tests: 3 }, (node) => {
  function run(...words: readonly string[]) {
    return spawnSync(node, words, { cwd: root, encoding: 'utf8', input: '' });
  }

  beforeAll(() => {
    expect(spawnSync(process.execPath, [join(root, 'esbuild.mjs')]).status).toBe(0);
  });

  test('the command line runs', () => {
    const listed = run('dist/cli.cjs', 'roots', '--workspace', 'test-fixtures/probe');
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    const rendered = run('dist/cli.cjs', 'render', 'test-fixtures/probe');
    expect(rendered).toMatchObject({ status: 0, stderr: '' });
    expect(rendered.stdout).toContain('kind:');
    const chart = run('dist/cli.cjs', 'chart', 'test-fixtures/argocd-fleet/charts/storefront');
    expect(chart).toMatchObject({ status: 0, stderr: '' });
    expect(chart.stdout).toContain('kind:');
  });

  test('the language server answers', async () => {
    const child = spawn(node, ['dist/server.cjs', '--stdio'], { cwd: root });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const parameters = { processId: null, capabilities: {}, workspaceFolders: [] };
    const result = await connection.sendRequest('initialize', parameters);
    expect(result).toMatchObject({ capabilities: { hoverProvider: true } });
    const ended = once(child, 'exit');
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    expect(await ended).toEqual([0, null]);
  });

  test('the extension loads', () => {
    const script = `
      const { Module } = require('node:module');
      const load = Module._load;
      // Stands for VS Code: whatever is asked of it when the extension is loaded is a class without anything.
      const vscode = new Proxy({}, { get: () => class {} });
      Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
      process.stdout.write(Object.keys(require('./dist/client.cjs')).join());
    `;
    expect(run('--eval', script)).toMatchObject({ status: 0, stderr: '', stdout: 'activate' });
  });
});
