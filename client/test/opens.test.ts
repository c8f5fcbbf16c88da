import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageExtension } from '../../scripts/package.ts';
import { startBrowser } from '../../scripts/tools/browser.ts';
import { chromiumPath } from '../../scripts/tools/chromium.ts';
import { codeServer } from '../../scripts/tools/codeServer.ts';
import { startEditor, type Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { chainResult, mapResult } from '../../server/src/util/result.ts';

const root = join(import.meta.dirname, '..', '..');
const entry = await codeServer();
const tools = chainResult(entry, (server) =>
  mapResult(chromiumPath(), (browser) => ({ server, browser })),
);

describeWith('a real VS Code', tools, { tests: 1 }, ({ server, browser: program }) => {
  let folder: string;
  let editor: Editor;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-fleet-'));
    await cp(join(root, 'test-fixtures', 'argocd-fleet'), folder, { recursive: true });
    editor = await startEditor(server, {
      folder,
      extensions: [packageExtension()],
      trust: 'every folder',
    });
    browser = await startBrowser(program);
  });

  afterAll(async () => {
    await browser.close();
    await editor.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('opens the example fleet with Strata installed', async () => {
    expect(editor.extensions).toContainEqual(expect.stringMatching(/^strata\.strata@/));
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(editor.url);
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
    await mkdir(join(root, 'dist', 'scenes'), { recursive: true });
    await page.screenshot({ path: join(root, 'dist', 'scenes', 'opens.png') });
  });
});
