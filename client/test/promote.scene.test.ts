import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { commitAll, git } from '../../server/test/gitRepository.ts';
import { commitFleet, sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

const file = 'apps/checkout/clusters/prod-ap-1/kustomization.yaml';
const soon = { timeout: patience, interval: 100 };

/** The sitting of one person: each scene goes on where the one before ended. */
describeWith('a promotion in a real VS Code', sittingTools, { tests: 4 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  /** A row of the Plan view, by a part of its text. */
  const row = (text: string | RegExp): Locator => workbench.viewRow(/plan/i, text);
  const confirm = (): Promise<void> =>
    workbench.page
      .locator('.quick-input-widget:visible .monaco-button')
      .filter({ hasText: 'OK' })
      .first()
      .click();
  const onDisk = (): string => readFileSync(join(folder, file), 'utf8');
  let before = '';

  takeSitting(
    paths,
    {
      name: 'promote',
      settings: { 'editor.formatOnSave': true },
      prepare: (own) => {
        commitFleet(own);
        before = readFileSync(join(own, file), 'utf8');
      },
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  test('the palette asks what, from where and to where, and shows the plan', async () => {
    await workbench.open(editor.url);
    await workbench.openFile(file);
    // The palette knows only commands of extensions that are there when it opens.
    await workbench.editor(0).locator('.codelens-decoration a').first().waitFor();
    await workbench.runCommand('Strata: Promote…');
    await workbench
      .quickInputRow('checkout')
      .locator('.monaco-checkbox, .quick-input-list-checkbox')
      .first()
      .click();
    await workbench.picture('promote-what');
    await confirm();
    await workbench.quickInputRow('staging').first().click();
    await workbench
      .quickInputRow('first production')
      .locator('.monaco-checkbox, .quick-input-list-checkbox')
      .first()
      .click();
    await workbench.picture('promote-to');
    await confirm();
    await row('kustomization.yaml').waitFor();
    await row('newTag: 1.8.3').waitFor();
    await row('prod-ap-1').waitFor();
    await workbench.page
      .getByText('1 edit in 1 file · changes 1 cluster · nothing else')
      .first()
      .waitFor();
    await workbench.picture('plan');
  });

  test('the preview shows the edit first, and what it does after it', async () => {
    await workbench.runCommand('Strata: Preview plan');
    const lines = workbench.page.locator(
      '.multiDiffEntry .view-line, .monaco-diff-editor .view-line',
    );
    await lines.filter({ hasText: 'newTag: 1.8.3' }).first().waitFor();
    await lines.filter({ hasText: 'shop/checkout:1.8.3' }).first().waitFor();
    await workbench.picture('plan-preview');
  });

  test('applying writes exactly the edit, after the user said so', async () => {
    await workbench.runCommand('Strata: Apply plan');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    await workbench.picture('plan-apply');
    await dialog
      .locator('.monaco-button')
      .filter({ hasText: /^Apply$/ })
      .first()
      .click();
    const line = '    newName: registry.ap.example.com/shop/checkout\n';
    await expect.poll(onDisk, soon).toBe(before.replace(line, `${line}    newTag: 1.8.3\n`));
    expect(git(folder, 'status', '--short').trim()).toBe(`M ${file}`);
  });

  test('the last promotion is undone to the byte, also after a commit', async () => {
    commitAll(folder, 'Promote checkout');
    await workbench.runCommand('Strata: Undo last promotion');
    await expect.poll(onDisk, soon).toBe(before);
    await workbench.picture('plan-undone');
  });
});
