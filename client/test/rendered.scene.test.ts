import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

const cluster = 'apps/checkout/clusters/prod-us-1';
const base = 'apps/checkout/base/deployment.yaml';
const soon = { timeout: patience, interval: 100 };
const command = 'Strata: Open rendered to the side';

/** The sitting of one person: each scene goes on where the one before ended. */
describeWith('rendered YAML in a real VS Code', sittingTools, { tests: 12 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  takeSitting(
    paths,
    {
      name: 'rendered',
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  test('Strata is installed', async () => {
    expect(editor.extensions).toContainEqual(expect.stringMatching(/^strata\.strata@/));
    await workbench.open(editor.url);
  });

  test('a kustomization opens rendered to the side, and keeps the focus', async () => {
    await workbench.openFile(`${cluster}/kustomization.yaml`);
    await workbench.runCommand(command);
    const title = `# strata · checkout-prod-us-1 · prod-us-1 · ${cluster} · working tree`;
    await workbench.line(workbench.editor(1), title).waitFor();
    await workbench.line(workbench.editor(1), '# base component environment cluster').waitFor();
    await workbench.line(workbench.editor(1), 'kind: ServiceAccount').waitFor();
    await workbench.editor(0).locator('.codelens-decoration a').first().waitFor();
    expect(await workbench.focusedTab()).toBe('kustomization.yaml');
    await workbench.picture('opens');
  });

  test('the cursor’s line of a rendered document says who wrote it', async () => {
    await workbench.focusGroup(1);
    await workbench.goTo(76);
    const note = 'cluster · capacity.yaml:7 · patch';
    await expect.poll(() => workbench.noteBehind(1, 'replicas: 8'), soon).toContain(note);
  });

  test('a hover on a rendered line shows the chain, the winner first', async () => {
    const hover = await workbench.hover(workbench.editor(1), 'replicas: 8', 'replicas');
    expect(hover).toContain('8 capacity.yaml:7 · cluster · patch');
    expect(hover).toContain('1 base/deployment.yaml:7 · base');
    await workbench.picture('hover-rendered');
    await workbench.detail('walkthrough-rendered', 440);
    await workbench.dismiss();
  });

  test('the rendered document follows what is typed in a base, and stays where it is', async () => {
    await workbench.focusGroup(0);
    await workbench.openFile(base);
    await workbench.goTo(8, 26);
    const milliseconds = await workbench.timeUntilShown('5', 1, 'revisionHistoryLimit: 35');
    process.stdout.write(`from keystroke to rendered line: ${milliseconds.toFixed(0)} ms\n`);
    expect(milliseconds).toBeGreaterThan(0);

    const watched = workbench.line(workbench.editor(1), 'replicas: 8');
    const before = await workbench.top(watched);
    await workbench.goTo(64, 38);
    await workbench.page.keyboard.press('Enter');
    await workbench.page.keyboard.type('imagePullSecrets: []');
    await expect.poll(() => workbench.lineNumber(1, 'replicas: 8'), soon).toBe(77);
    // The first line that is wholly visible stays, so that nothing moves by a whole line.
    const moved = async () => Math.abs((await workbench.top(watched)) - before);
    await expect.poll(moved, soon).toBeLessThan(19);
    await workbench.picture('follows');
  });

  test('a hover on a value of a layer shows what it is on each cluster', async () => {
    await workbench.goTo(7, 5);
    const hover = await workbench.hover(workbench.editor(0), 'replicas: 1', 'replicas');
    expect(hover).toContain('effective on');
    expect(hover).toContain('prod-us-1 · 8 · clusters/prod-us-1/capacity.yaml:7');
    expect(hover).toMatch(/Chain on .*deployment\.yaml:7 = 1 → /);
    await workbench.picture('hover-source');
    await workbench.dismiss();
  });

  test('many clusters read a base: a pick offers them, those of production first', async () => {
    await workbench.runCommand(command);
    await workbench.quickInputRow('prod-ap-1').first().waitFor();
    const rows = await workbench.page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    expect(rows[0]).toMatch(/prod-ap-1.*checkout-prod-ap-1.*production/s);
    await workbench.picture('pick');
    await workbench.dismiss();
  });

  test('a patch that fits nothing is an error where it is named, and in what is rendered', async () => {
    await workbench.openFile(`${cluster}/capacity.yaml`);
    await workbench.goTo(4, 11);
    await workbench.page.keyboard.type('x');
    // Without the patch, what production says counts; then lines have come above, and the reader has been kept in place.
    await workbench.line(workbench.editor(1), 'replicas: 5').waitFor();
    await workbench.focusGroup(1);
    await workbench.goTo(1);
    await workbench.line(workbench.editor(1), '# ! ').waitFor();
    await workbench.focusGroup(0);
    await workbench.openFile(`${cluster}/kustomization.yaml`);
    await workbench.editor(0).locator('.squiggly-error').first().waitFor();
    await workbench.picture('diagnostic');
  });

  test('an application is compared with what it is on another cluster', async () => {
    await workbench.focusGroup(1);
    await workbench.runCommand('Strata: Compare with cluster');
    await workbench.quickInputRow('prod-eu-1').first().click();
    await workbench.tab('checkout: prod-us-1 ↔ prod-eu-1').waitFor();
    await workbench.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
    await workbench.page.locator('.line-insert, .line-delete').first().waitFor();
    await workbench.picture('compare-cluster');
  });

  test('all clusters are compared in one editor', async () => {
    await workbench.runCommand('Strata: Compare all clusters');
    await workbench.tab('↔ 5 clusters').waitFor();
    await workbench.page.locator('.multiDiffEntry').nth(1).waitFor({ state: 'attached' });
    await workbench.picture('compare-all');
  });

  test('without a repository the Impact view says so, and offers one', async () => {
    await workbench.runCommand('Strata: Show impact');
    await workbench.page.getByText('belongs to no git repository').waitFor();
    await workbench.page.getByRole('button', { name: 'Initialize repository' }).waitFor();
    await workbench.picture('no-repository');
  });

  test('a folder without layers, and no folder, say what to do', async () => {
    const { page } = workbench;
    const empty = join(folder, '..', 'notes');
    await mkdir(empty);
    await writeFile(join(empty, 'NOTES.md'), 'No layers here.\n');
    const address = (query: string): string => new URL(`?${query}`, editor.url).href;
    await workbench.open(address(`folder=${encodeURIComponent(empty)}`));
    const container = page.locator('.activitybar a[aria-label="Strata"]').first();
    await container.click();
    await page.getByText('No layer is here').waitFor();
    await page.getByText('No cluster is known here').waitFor();
    await workbench.picture('no-layers');
    await page.goto(address('ew=true'));
    await container.click();
    await page.getByRole('button', { name: 'Open folder' }).first().waitFor();
    await page.getByText('It starts with the first kustomization').waitFor();
    await workbench.picture('no-folder');
  });
});
