import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
describeWith('a promotion in a real VS Code', sittingTools, { tests: 11 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  /** A row of the Plan view, by a part of its text. */
  const row = (text: string | RegExp): Locator => workbench.viewRow(/plan/i, text);
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
    await workbench.checkRow('checkout');
    await workbench.picture('promote-what');
    await workbench.confirmRows();
    await workbench.quickInputRow('staging').first().click();
    await workbench.checkRow('first production');
    await workbench.picture('promote-to');
    await workbench.confirmRows();
    await row('kustomization.yaml').waitFor();
    await row('newTag: 1.8.3').waitFor();
    await row('prod-ap-1').waitFor();
    await workbench.page
      .getByText('1 edit in 1 file · changes 1 cluster · nothing else')
      .first()
      .waitFor();
    expect(await workbench.unspokenRows()).toEqual([]);
    await workbench.picture('plan');
  });

  test('the preview shows the edit first, and what it does after it', async () => {
    await row('1.8.2 → 1.8.3').click();
    const lines = workbench.page.locator(
      '.multiDiffEntry .view-line, .monaco-diff-editor .view-line',
    );
    await lines.filter({ hasText: 'newTag: 1.8.3' }).first().waitFor();
    await lines.filter({ hasText: 'shop/checkout:1.8.3' }).first().waitFor();
    await workbench.collapseViews(/impact|layers|clusters|live/i);
    await workbench.widenSideBar(80);
    await workbench.picture('plan-preview');
  });

  test('applying writes exactly the edit, after the user said so', async () => {
    await workbench.runCommand('Strata: Apply plan');
    await workbench.dialog.waitFor();
    await workbench.picture('plan-apply');
    await workbench.answerDialog('Apply');
    const line = '    newName: registry.ap.example.com/shop/checkout\n';
    await expect.poll(onDisk, soon).toBe(before.replace(line, `${line}    newTag: 1.8.3\n`));
    expect(git(folder, 'status', '--short').trim()).toBe(`M ${file}`);
  });

  test('its file alone is committed, on a new branch', async () => {
    const other = join(folder, 'NOTES.md');
    writeFileSync(other, 'not of the plan\n');
    const { page } = workbench;
    // What the palette offers depends on what was applied.
    await page.getByText('Applied checkout: staging').first().waitFor();
    await workbench.runCommand('Strata: Commit applied plan…');
    await workbench.quickInputRow('A new branch').waitFor();
    await workbench.picture('plan-commit');
    await workbench.quickInputRow('A new branch').first().click();
    const name = 'strata/checkout-staging-to-first-production';
    await expect
      .poll(() => page.locator('.quick-input-box input').last().inputValue(), soon)
      .toBe(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => git(folder, 'branch', '--show-current'), soon).toBe(name);
    const message = `checkout: staging → first production

- checkout: registry.ap.example.com/shop/checkout:1.8.2 → registry.ap.example.com/shop/checkout:1.8.3 (prod-ap-1)`;
    await expect.poll(() => git(folder, 'log', '-1', '--format=%B').trim(), soon).toBe(message);
    expect(git(folder, 'show', '--format=', '--name-only').trim()).toBe(file);
    expect(git(folder, 'status', '--short').trim()).toBe('?? NOTES.md');
    await page.getByText(`on ${name}`).first().waitFor();
    await workbench.picture('plan-committed');
    rmSync(other);
  });

  test('the last promotion is undone to the byte, also after a commit', async () => {
    await workbench.runCommand('Strata: Undo last promotion or rollback');
    await expect.poll(onDisk, soon).toBe(before);
    await workbench.picture('plan-undone');
    commitAll(folder, 'Take it back (#12)');
  });

  test('an application goes back to one of its states, and that is undone, too', async () => {
    const taken = onDisk();
    await workbench.openFile(file);
    await workbench.runCommand('Strata: Roll back…');
    await workbench.quickInputRow('Take it back').waitFor();
    await workbench.quickInputRow('The fleet').waitFor();
    await workbench.picture('rollback-states');
    await workbench.quickInputRow('checkout: staging → first production').first().click();
    await row('newTag: 1.8.3').waitFor();
    await workbench.picture('rollback-plan');
    await workbench.runCommand('Strata: Apply plan');
    await workbench.answerDialog('Apply');
    await expect.poll(onDisk, soon).toContain('newTag: 1.8.3');
    await workbench.page.getByText('Applied checkout-prod-ap-1').first().waitFor();
    await workbench.runCommand('Strata: Undo last promotion or rollback');
    await expect.poll(onDisk, soon).toBe(taken);
  });

  test('a value tells who sets it, and which commits changed it', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.goTo(8, 3);
    await workbench.runCommand('Strata: Why and when did this effective value change?');
    await workbench.quickInputRow('prod-ap-1').first().click();
    await workbench.quickInputRow('apps/checkout/base/deployment.yaml:8').first().waitFor();
    await workbench.quickInputRow('the object came').waitFor();
    await workbench.picture('value-history');
    await workbench.dismiss();
  });

  test('what is promoted is chosen from all that differs, and planned anew', async () => {
    await workbench.runCommand('Strata: Promote…');
    await workbench.checkRow('payments');
    await workbench.confirmRows();
    await workbench.quickInputRow('staging').first().click();
    await workbench.checkRow('production');
    await workbench.confirmRows();
    await workbench.page.getByText('10 edits in 2 files · changes 2 clusters').first().waitFor();
    await workbench.runCommand('Strata: Choose what is promoted…');
    await workbench.quickInputRow('payments/ledger').first().waitFor();
    await workbench.checkRow('payments/worker');
    await workbench.picture('promote-choose');
    await workbench.confirmRows();
    await workbench.page.getByText('6 edits in 2 files · changes 2 clusters').first().waitFor();
    await workbench.runCommand('Strata: Discard plan');
  });

  test('a cluster like another one is planned, applied as files, and undone to the byte', async () => {
    const register = (): string => readFileSync(join(folder, '.strata/clusters.yaml'), 'utf8');
    const layer = join(folder, 'apps/checkout/clusters/prod-us-3/kustomization.yaml');
    const old = register();
    await workbench.runCommand('Strata: Add a cluster like…');
    await workbench.quickInputRow('prod-us-1').first().click();
    const input = workbench.page.locator('.quick-input-box input').last();
    await workbench.page.getByText('The name of the new cluster').first().waitFor();
    await input.fill('prod-us-3');
    await workbench.page.keyboard.press('Enter');
    await row('To look at').waitFor();
    await workbench.collapseViews(/impact|layers|clusters|live/i);
    await row('clusters.yaml').waitFor();
    await workbench.picture('add-cluster');
    await workbench.runCommand('Strata: Apply plan');
    await workbench.answerDialog('Apply');
    await expect.poll(() => existsSync(layer), soon).toBe(true);
    await expect.poll(register, soon).toContain('- name: prod-us-3');
    await workbench.page.getByText('Applied prod-us-3').first().waitFor();
    await workbench.runCommand('Strata: Undo last promotion or rollback');
    await expect.poll(register, soon).toBe(old);
    await expect.poll(() => existsSync(layer), soon).toBe(false);
  });

  test('the least rights on a cluster are a report, with links to what grants more', async () => {
    await workbench.runCommand('Strata: Show least rights on a cluster…');
    await workbench.quickInputRow('prod-us-2').first().click();
    await workbench.tab('Least rights on prod-us-2').waitFor();
    const editor = workbench.editor(0);
    await workbench.line(editor, 'kube-system/argocd-manager on prod-us-2').waitFor();
    await workbench.line(editor, 'in the whole cluster').waitFor();
    await workbench.picture('rights');
  });

  test('what the rules of a namespace refuse is told at the line that sets it, with its clusters', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    const editor = workbench.editor(0);
    await workbench.goTo(17, 13);
    await workbench.page.keyboard.press('End');
    await workbench.page.keyboard.type('\nhostNetwork: true');
    await workbench.runCommand('Problems: Focus on Problems View');
    const problem = workbench.page.locator('.markers-panel .monaco-list-row');
    const refusal = problem.filter({ hasText: /Pod Security.*dev-eu-1/ }).first();
    await refusal.waitFor();
    await refusal.dblclick();
    await editor.locator('.squiggly-error').first().waitFor();
    await workbench.picture('check');
    await workbench.runCommand('File: Revert File');
    await expect.poll(() => refusal.count(), soon).toBe(0);
  });
});
