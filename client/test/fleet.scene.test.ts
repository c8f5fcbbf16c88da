import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
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

/** The sitting of one person who looks at a fleet: each scene goes on where the one before ended. */
describeWith('a fleet in a real VS Code', tools, { tests: 6 }, (paths) => {
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
      settings: { 'workbench.colorTheme': 'Dark Modern', 'files.autoSave': 'off' },
    });
    browser = await startBrowser(paths.browser);
    workbench = new Workbench(await browser.newPage({ viewport: { width: 1440, height: 860 } }));
    await workbench.open(editor.url);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.picture('failed-fleet');
  });

  afterAll(async () => {
    await browser.close();
    await editor.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  /** A row of a view of Strata. */
  function row(view: string, text: string): Locator {
    const header = workbench.page.locator('.pane-header', { hasText: view });
    const pane = workbench.page.locator('.pane').filter({ has: header });
    return pane.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  test('a line of a base is peeked into: each value that it becomes', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.goTo(7, 5);
    await workbench.runCommand('Strata: Peek effective values');
    const peek = workbench.page.locator('.peekview-widget');
    await peek.getByText('checkout-prod-us-1.strata.yaml').first().waitFor();
    await peek.locator('.view-line').filter({ hasText: 'replicas: 5' }).first().waitFor();
    expect(await peek.locator('.ref-tree .monaco-list-row').count()).toBeGreaterThanOrEqual(4);
    await workbench.picture('peek');
    await workbench.page.keyboard.press('Escape');
  });

  test('the same line is told on every cluster in a report', async () => {
    await workbench.focusGroup(0);
    await workbench.goTo(7, 5);
    await workbench.runCommand('Strata: Show effective value everywhere');
    await workbench.line(workbench.editor(0), 'effective on 6 clusters').waitFor();
    const line = workbench.line(workbench.editor(0), 'prod-us-1');
    expect((await line.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /^\s*8 {2}prod-us-1 +production +apps\/checkout\/clusters\/prod-us-1\/capacity\.yaml:7$/,
    );
    await workbench.picture('values');
  });

  test('the clusters of an application are told by what they get', async () => {
    await workbench.openFile('apps/checkout/clusters/prod-us-1/kustomization.yaml');
    await workbench.runCommand('Strata: Show variants');
    await workbench.tab('Variants of checkout').waitFor();
    await workbench.line(workbench.editor(0), 'half of all orders arrive here').waitFor();
    await workbench.picture('variants');
  });

  test('the first look says how much is exact', async () => {
    await workbench.runCommand('Strata: Show first look');
    await workbench.line(workbench.editor(0), '7 clusters · 40 applications').waitFor();
  });

  test('the view of clusters shows what is delivered, and opens it rendered', async () => {
    await workbench.page.locator('.activitybar a[aria-label="Strata"]').first().click();
    await row('Clusters', 'prod-eu-1').click();
    await row('Clusters', 'checkout').click();
    await workbench.line(workbench.editor(0), '# strata · checkout-prod-eu-1').waitFor();
    await workbench.picture('views');
  });

  test('the view of layers shows what an application is made of', async () => {
    await row('Layers', 'checkout').click();
    await row('Layers', 'base').click();
    await workbench.page.locator('.tab.active').filter({ hasText: 'kustomization.yaml' }).waitFor();
    await workbench.picture('layers');
  });
});
