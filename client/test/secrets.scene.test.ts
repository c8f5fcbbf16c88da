import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

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

describeWith('secrets in a real VS Code', sittingTools, { tests: 4 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  takeSitting(
    paths,
    {
      name: 'secrets',
      prepare: async (own) => {
        await writeFile(join(own, 'migrate.yaml'), job);
        await writeFile(join(own, 'local.env'), 'API_TOKEN=p7wq91kzmx4tb2\n');
      },
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  beforeAll(() => workbench.open(editor.url));

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
    await workbench.runCommand('Strata: Adopt findings as baseline');
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
