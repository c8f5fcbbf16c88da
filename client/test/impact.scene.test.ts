import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { git } from '../../server/test/gitRepository.ts';
import { commitFleet, sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

const base = 'apps/checkout/base/deployment.yaml';
const soon = { timeout: patience, interval: 100 };

/** The sitting of one person: each scene goes on where the one before ended. */
describeWith('impact in a real VS Code', sittingTools, { tests: 9 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  /** A row of the Impact view, by a part of its text. */
  const row = (text: string | RegExp): Locator => workbench.viewRow(/impact/i, text);
  const statusBar = (): Locator =>
    workbench.page
      .locator('.statusbar-item')
      .filter({ hasText: /cluster/ })
      .first();
  const lens = (): Locator => workbench.editor(0).locator('.codelens-decoration a').first();

  takeSitting(
    paths,
    {
      name: 'impact',
      prepare: commitFleet,
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  test('a layer says whom it reaches, in its lens and in the status bar', async () => {
    await workbench.open(editor.url);
    await workbench.openFile(base);
    await lens().waitFor();
    expect(await lens().innerText()).toBe('reaches 6 clusters · 4 production');
    await expect
      .poll(() => statusBar().innerText(), soon)
      .toContain('apps/checkout/base · 6 clusters');
  });

  test('the view says what to do while nothing changes', async () => {
    await workbench.runCommand('Strata: Show impact');
    await workbench.page.getByText('Nothing changes. Edit a layer').waitFor();
    await workbench.picture('impact-empty');
  });

  test('what is typed into a base shows the clusters that change, before it is saved', async () => {
    await workbench.focusGroup(0);
    await workbench.goTo(8, 26);
    const milliseconds = await timeUntilListed(workbench, '5', 'same as prod-ap-1');
    process.stdout.write(`from keystroke to impact: ${milliseconds.toFixed(0)} ms\n`);
    await row('production').waitFor();
    await row('prod-ap-1').waitFor();
    await expect.poll(() => row('prod-eu-1').innerText(), soon).toContain('same as prod-ap-1');
    await expect.poll(() => lens().innerText(), soon).toBe('changes 6 clusters · 4 production');
    await expect
      .poll(() => statusBar().innerText(), soon)
      .toContain('6 clusters change (4 production)');
  });

  test('an application shows its objects and fields', async () => {
    await showImpactAlone(workbench);
    await row('Deployment/checkout').waitFor();
    expect(await row('Deployment/checkout').innerText()).toContain('revisionHistoryLimit 3 → 35');
    expect(await workbench.unspokenRows()).toEqual([]);
    await workbench.picture('impact');
    await workbench.detail('walkthrough-impact');
  });

  test('a click on an object compares what is rendered, and follows what is typed', async () => {
    await row('Deployment/checkout').click();
    const title = 'Deployment/checkout on prod-ap-1';
    await workbench.page.locator('.tab.active').filter({ hasText: title }).waitFor();
    const sides = workbench.page.locator('.monaco-diff-editor .view-line');
    await sides.filter({ hasText: 'revisionHistoryLimit: 3' }).first().waitFor();
    await sides.filter({ hasText: 'revisionHistoryLimit: 35' }).first().waitFor();
    await workbench.picture('impact-diff');
  });

  test('all changes open at once, each of them once', async () => {
    await workbench.runCommand('Strata: Open all impact diffs');
    await workbench.page.locator('.multiDiffEntry').first().waitFor();
    await expect.poll(() => workbench.page.locator('.multiDiffEntry').count(), soon).toBe(2);
    await workbench.picture('impact-all');
  });

  test('another base is picked from branches and commits', async () => {
    await workbench.runCommand('Strata: Pick impact base…');
    await workbench.quickInputRow('Merge base with the default branch').waitFor();
    await workbench.quickInputRow('The fleet').first().waitFor();
    await workbench.picture('impact-pick');
    await workbench.quickInputRow('HEAD').first().click();
    await row('prod-ap-1').waitFor();
  });

  test('what is staged goes into the message of a commit', async () => {
    await workbench.focusGroup(0);
    await workbench.openFile(base);
    await workbench.page.keyboard.press('Control+S');
    // A file that is being written is empty for a moment, and would be staged so.
    const onDisk = (): string => readFileSync(join(folder, base), 'utf8');
    await expect.poll(onDisk, soon).toContain('revisionHistoryLimit: 35');
    git(folder, 'add', '.');
    await workbench.runCommand('Strata: Impact of staged changes');
    await workbench.page.getByText('staged changes against HEAD').waitFor();
    await row('prod-ap-1').waitFor();
    await workbench.runCommand('Strata: Insert impact into the commit message');
    await workbench.runCommand('Source Control: Focus on Changes View');
    const message = workbench.page.locator('.scm-editor .view-line');
    await message.filter({ hasText: 'Impact: 6 clusters change' }).waitFor();
    await workbench.picture('impact-commit');
  });

  test('the view follows git: what is committed changes nothing any more', async () => {
    await workbench.runCommand('Strata: Compare working tree with merge base');
    await workbench.runCommand('Strata: Show impact');
    await row('prod-ap-1').waitFor();
    git(folder, 'commit', '--quiet', '--message', 'Keep more revisions');
    await workbench.page.getByText('Nothing changes. Edit a layer').waitFor();
  });
});

/** Gives the Impact view all the room, and more of it. */
async function showImpactAlone(workbench: Workbench): Promise<void> {
  await workbench.collapseViews(/^(?!.*impact)/i);
  await workbench.widenSideBar(130);
}

/** Presses a key and measures how long it takes until a text stands in the side bar, in milliseconds. */
async function timeUntilListed({ page }: Workbench, key: string, text: string): Promise<number> {
  await page.evaluate(`
    globalThis.strataMeasured = new Promise((resolve) => {
      let start = Infinity;
      const press = () => (start = performance.now());
      addEventListener('keydown', press, { capture: true, once: true });
      const look = () => {
        const shown = document.querySelector('.part.sidebar').textContent;
        if (shown.includes(${JSON.stringify(text)})) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      look();
    });
    undefined;
  `);
  await page.keyboard.press(key);
  return page.evaluate<number>('globalThis.strataMeasured');
}
