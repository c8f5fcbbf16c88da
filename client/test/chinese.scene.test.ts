import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { packageExtension } from '../../scripts/package.ts';
import { startBrowser } from '../../scripts/tools/browser.ts';
import { chromiumPath } from '../../scripts/tools/chromium.ts';
import { codeServer } from '../../scripts/tools/codeServer.ts';
import { startEditor, type Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { chainResult, mapResult } from '../../server/src/util/result.ts';
import { Workbench } from './workbench.ts';

const root = join(import.meta.dirname, '..', '..');
const entry = await codeServer();
const tools = chainResult(entry, (server) =>
  mapResult(chromiumPath(), (browser) => ({ server, browser })),
);

/** The sitting of somebody who reads Chinese. */
describeWith('a VS Code that speaks Chinese', tools, { tests: 3 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'strata-scene-')), 'argocd-fleet');
    await cp(join(root, 'test-fixtures', 'argocd-fleet'), folder, { recursive: true });
    editor = await startEditor(paths.server, {
      folder,
      extensions: [packageExtension()],
      trust: 'every folder',
      locale: 'zh-cn',
      settings: { 'workbench.colorTheme': 'Dark Modern', 'files.autoSave': 'off' },
    });
    browser = await startBrowser(paths.browser);
    workbench = new Workbench(await browser.newPage({ viewport: { width: 1440, height: 860 } }));
    await workbench.open(editor.url);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.picture('failed-chinese');
  });

  afterAll(async () => {
    await browser.close();
    await editor.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  test('commands and reports are Chinese', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.goTo(7, 5);
    await workbench.runCommand('显示各处的生效值');
    await workbench.line(workbench.editor(0), '在 6 个集群上生效').waitFor();
  });

  test('a rendered document says in Chinese which layer wrote a line', async () => {
    await workbench.openFile('apps/checkout/clusters/prod-us-1/kustomization.yaml');
    await workbench.runCommand('在侧边打开最终 YAML');
    await workbench.line(workbench.editor(1), '工作区').waitFor();
    await workbench.line(workbench.editor(1), '# 基础层 组件 环境层 集群层').waitFor();
    await workbench.picture('chinese');
  });

  test('views have Chinese names and words', async () => {
    await workbench.page.locator('.activitybar a[aria-label="Strata"]').first().click();
    const row = workbench.page.locator('.pane-body .monaco-list-row');
    await row.filter({ hasText: '4 个集群' }).first().waitFor();
    const headers = await workbench.page.locator('.pane-header').allInnerTexts();
    expect(headers.join(' ')).toMatch(/影响[\s\S]*层[\s\S]*集群/);
    await workbench.picture('chinese-views');
  });
});
