import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import { Workbench, patience } from './workbench.ts';

const root = join(import.meta.dirname, '..', '..');
const entry = await codeServer();
const tools = chainResult(entry, (server) =>
  mapResult(chromiumPath(), (browser) => ({ server, browser })),
);
const soon = { timeout: patience, interval: 100 };

const job = `apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  template:
    spec:
      containers:
        - name: migrate
          image: registry.example.com/shop/migrate:1.4.2
          env:
            - name: DB_USER
              value: shop
            - name: DB_PASSWORD
              value: harbor-quartz-31
`;

describeWith('secrets in a real VS Code', tools, { tests: 4 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'strata-scene-')), 'argocd-fleet');
    await cp(join(root, 'test-fixtures', 'argocd-fleet'), folder, { recursive: true });
    await writeFile(join(folder, 'migrate.yaml'), job);
    await writeFile(join(folder, 'local.env'), 'API_TOKEN=p7wq91kzmx4tb2\n');
    editor = await startEditor(paths.server, {
      folder,
      extensions: [packageExtension()],
      trust: 'every folder',
      settings: { 'workbench.colorTheme': 'Dark Modern', 'files.autoSave': 'off' },
    });
    browser = await startBrowser(paths.browser);
    workbench = new Workbench(await browser.newPage({ viewport: { width: 1440, height: 860 } }));
    await workbench.open(editor.url);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.picture('secrets-failed');
  });

  afterAll(async () => {
    await browser.close();
    await editor.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  test('a secret in clear is a warning that does not tell it', async () => {
    await workbench.openFile('migrate.yaml');
    await workbench.editor(0).locator('.squiggly-warning').first().waitFor();
    await workbench.goTo(15, 22);
    await workbench.runCommand('Show or Focus Hover');
    const hover = workbench.page.locator('.monaco-hover:visible');
    await expect
      .poll(() => hover.allInnerTexts(), soon)
      .toContainEqual(
        expect.stringContaining('The variable `DB_PASSWORD` holds a value in clear (•••• A).'),
      );
    await workbench.picture('secret-warning');
    await workbench.dismiss();
  });

  test('its fix has the variable read a Secret', async () => {
    await workbench.goTo(15, 22);
    await workbench.page.keyboard.press('Control+.');
    const row = workbench.page.locator('.action-widget .monaco-list-row');
    await row.filter({ hasText: 'Read DB_PASSWORD from Secret migrate' }).first().waitFor();
    await workbench.picture('secret-fixes');
    await row.filter({ hasText: 'Read DB_PASSWORD from Secret migrate' }).first().click();
    await workbench.line(workbench.editor(0), 'secretKeyRef:').waitFor();
    const squiggles = workbench.editor(0).locator('.squiggly-warning');
    await expect.poll(() => squiggles.count(), soon).toBe(0);
    await workbench.picture('secret-fixed');
  });

  test('a file of another language has its warnings, too', async () => {
    await workbench.openFile('local.env');
    await workbench.editor(0).locator('.squiggly-warning').first().waitFor();
  });

  test('all that is there is adopted as baseline, and told no more', async () => {
    await workbench.runCommand('Strata: Adopt findings of secrets as baseline');
    const toast = workbench.page.locator('.notification-toast');
    await toast.filter({ hasText: 'stand in .strata/baseline.json' }).first().waitFor();
    const squiggles = workbench.editor(0).locator('.squiggly-warning');
    await expect.poll(() => squiggles.count(), soon).toBe(0);
    await workbench.picture('secret-adopted');
    await workbench.runCommand('File: Save All');
    const baseline = (): Promise<string> => readFile(join(folder, '.strata/baseline.json'), 'utf8');
    await expect.poll(baseline, soon).toContain('"file": "local.env"');
    expect(await baseline()).not.toContain('p7wq91');
  });
});
