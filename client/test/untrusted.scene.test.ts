import { test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { commitFleet, sittingTools, takeSitting } from './sitting.ts';
import type { Workbench } from './workbench.ts';

const layer = 'apps/checkout/clusters/prod-us-1/kustomization.yaml';

/** The sitting of somebody who opens a repository that they do not trust, and trusts it in the end. */
describeWith('a folder that is not trusted', sittingTools, { tests: 4 }, (paths) => {
  let editor: Editor;
  let workbench: Workbench;

  takeSitting(paths, { name: 'untrusted', trust: 'ask', prepare: commitFleet }, (sitting) => {
    ({ editor, workbench } = sitting);
  });

  test('layers are rendered without trust', async () => {
    const { page } = workbench;
    await workbench.open(editor.url);
    await page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' }).waitFor();
    await workbench.openFile(layer);
    await workbench.runCommand('Strata: Open rendered to the side');
    await workbench.line(workbench.editor(1), 'working tree').waitFor();
    await workbench.picture('untrusted-rendered');
  });

  test('the Impact view says that git is not run', async () => {
    await workbench.runCommand('Strata: Show impact');
    await workbench.page.getByText('git runs only in a trusted workspace').first().waitFor();
    await workbench.picture('untrusted-impact');
  });

  test('neither is it for a history', async () => {
    await workbench.focusGroup(0);
    await workbench.runCommand('Strata: Roll back…');
    await workbench.page.getByText('only in folders that you trust').first().waitFor();
  });

  test('with trust, everything is there at once', async () => {
    const { page } = workbench;
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    const trust = page.locator('.workspace-trust-editor .monaco-button');
    await trust.filter({ hasText: 'Trust' }).first().click();
    await page.getByText('Nothing changes. Edit a layer').first().waitFor();
    await workbench.openFile(layer);
    await workbench.runCommand('Strata: Roll back…');
    await workbench.quickInputRow('The fleet').waitFor();
    await workbench.dismiss();
    const restricted = page.locator('.statusbar-item').filter({ hasText: 'Restricted Mode' });
    await restricted.waitFor({ state: 'hidden' });
  });
});
