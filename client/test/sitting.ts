import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { packageExtension } from '../../scripts/package.ts';
import { startBrowser } from '../../scripts/tools/browser.ts';
import { chromiumPath } from '../../scripts/tools/chromium.ts';
import { codeServer } from '../../scripts/tools/codeServer.ts';
import { startEditor, type Editor } from '../../scripts/tools/editor.ts';
import { commitAll, git } from '../../server/test/gitRepository.ts';
import { chainResult, mapResult } from '../../server/src/util/result.ts';
import { Workbench } from './workbench.ts';

/** Where a real VS Code and a real browser are, or why they are not. */
export const sittingTools = chainResult(await codeServer(), (server) =>
  mapResult(chromiumPath(), (browser) => ({ server, browser })),
);

/** What a sitting needs of the machine. */
export interface SittingPaths {
  readonly server: string;
  readonly browser: string;
}

/** One person before a VS Code, in which Strata is installed and a copy of the example fleet is open. */
export interface Sitting {
  readonly folder: string;
  readonly editor: Editor;
  readonly workbench: Workbench;
}

/** How a sitting is set up. */
export interface SittingOptions {
  /** The picture of a scene that fails is called `NAME-failed`. */
  readonly name: string;
  readonly locale?: 'zh-cn';
  /** `ask` for a folder that nobody trusts yet; default: every folder is trusted. */
  readonly trust?: 'every folder' | 'ask';
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Called with the copy of the fleet, before VS Code starts on it. */
  readonly prepare?: (folder: string) => void | Promise<void>;
}

/**
 * Sits down before the scenes of a file and gets up after them; `seated` is told when the browser is there, in which nothing
 * is opened yet. `$STRATA_THEME` names another theme than the dark one.
 */
export function takeSitting(
  paths: SittingPaths,
  { name, locale, trust = 'every folder', settings = {}, prepare }: SittingOptions,
  seated: (sitting: Sitting) => void,
): void {
  let folder: string;
  let editor: Editor;
  let browser: Browser;
  let workbench: Workbench;

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'strata-scene-')), 'argocd-fleet');
    await cp(join(import.meta.dirname, '..', '..', 'test-fixtures', 'argocd-fleet'), folder, {
      recursive: true,
    });
    await prepare?.(folder);
    editor = await startEditor(paths.server, {
      folder,
      extensions: [packageExtension()],
      trust,
      ...(locale === undefined ? {} : { locale }),
      settings: {
        'workbench.colorTheme': process.env['STRATA_THEME'] ?? 'Dark Modern',
        'files.autoSave': 'off',
        ...settings,
      },
    });
    browser = await startBrowser(paths.browser);
    workbench = new Workbench(await browser.newPage({ viewport: { width: 1440, height: 860 } }));
    seated({ folder, editor, workbench });
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.picture(`${name}-failed`);
  });

  afterAll(async () => {
    await browser.close();
    await editor.close();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });
}

/** Makes the copy of the fleet the repository that its Applications name, with one commit. */
export function commitFleet(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/fleet.git');
  commitAll(folder, 'The fleet');
}
