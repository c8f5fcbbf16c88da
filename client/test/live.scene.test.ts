import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Locator } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../scripts/demo/demoFleet.ts';
import type { Editor } from '../../scripts/tools/editor.ts';
import { commitAll } from '../../server/test/gitRepository.ts';
import { openWorkspace } from '../../server/src/workspace/workspace.ts';
import { describeWith } from '../../server/test/environment.ts';
import { commitFleet, sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

const soon = { timeout: patience, interval: 100 };
const checkout = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespace: 'checkout',
  name: 'checkout',
};

/** The sitting of one person, with clusters that the demonstration server plays. */
describeWith('a living cluster in a real VS Code', sittingTools, { tests: 9 }, (paths) => {
  const kubeconfigBefore = process.env['KUBECONFIG'];
  let folder: string;
  let fleet: DemoFleet;
  let editor: Editor;
  let workbench: Workbench;

  /** A row of the Live view, by a part of its text. */
  const row = (text: string | RegExp): Locator => workbench.viewRow(/^live/i, text);
  const statusBar = (): Locator =>
    workbench.page.locator('.statusbar-item').filter({ hasText: 'prod-eu-1' }).first();

  // What is set up first is put back last.
  afterAll(async () => {
    if (kubeconfigBefore === undefined) Reflect.deleteProperty(process.env, 'KUBECONFIG');
    else process.env['KUBECONFIG'] = kubeconfigBefore;
    await fleet.close();
  });

  takeSitting(
    paths,
    {
      name: 'live',
      prepare: async (own) => {
        commitFleet(own);
        const path = join(own, 'apps/checkout/environments/production/kustomization.yaml');
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('CART_TTL_MINUTES=120', 'CART_TTL_MINUTES=90'));
        commitAll(own, 'Keep carts for 90 minutes');
        const { signal } = new AbortController();
        fleet = await startDemoFleet(await openWorkspace(own, { exact: true }, signal), signal);
        process.env['KUBECONFIG'] = fleet.kubeconfig;
      },
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  test('nothing is asked of a cluster before one is selected, and production is told by word', async () => {
    await workbench.open(editor.url);
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.runCommand('Strata: Select cluster');
    const choice = workbench.quickInputRow('prod-eu-1').first();
    await choice.waitFor();
    expect(await choice.innerText()).toContain('production');
    expect(fleet.server.requests).toEqual([]);
    await workbench.picture('live-select');
    await choice.click();
  });

  test('the Live view shows what differs, whose it is, and whether it would be put back', async () => {
    await row('checkout-prod-eu-1').waitFor();
    // Room for the view: the others are folded.
    for (const name of ['Impact', 'Layers', 'Clusters']) {
      await workbench.page.locator('.pane-header', { hasText: name }).first().click();
    }
    const replicas = row('replicas');
    await replicas.waitFor();
    await expect
      .poll(() => replicas.innerText(), soon)
      .toMatch(/replicas {2}5 → 8[\s\S]*kubectl-edit.*would be put back/);
    expect(await workbench.page.getByText('Reading prod-eu-1').count()).toBe(0);
    await expect.poll(() => row('checkout-prod-eu-1').innerText(), soon).toContain('Drifted');
    await expect
      .poll(() => statusBar().innerText(), soon)
      .toMatch(/prod-eu-1 · production · 1 drifted/);
    await workbench.picture('live-tree');
  });

  test('a click shows the object as it is live beside that of Git', async () => {
    await row('replicas').click();
    await workbench.tab('Deployment/checkout on prod-eu-1').waitFor();
    const sides = workbench.page.locator('.monaco-diff-editor .view-line');
    await sides.filter({ hasText: 'replicas: 8' }).first().waitFor();
    await sides.filter({ hasText: 'replicas: 5' }).first().waitFor();
    await workbench.picture('live-diff');
  });

  test('an edit of what is live shows by itself, and goes by itself', async () => {
    fleet.server.edit('prod-eu-1', checkout, { spec: { replicas: 11 } }, 'kubectl-edit');
    await expect.poll(() => row('replicas').innerText(), soon).toContain('5 → 11');
    fleet.server.edit('prod-eu-1', checkout, { spec: { replicas: 5 } }, 'argocd-controller');
    await row('replicas').waitFor({ state: 'detached' });
  });

  test('an edit that is to stay is adopted into Git, and differs no more', async () => {
    fleet.server.edit('prod-eu-1', checkout, { spec: { replicas: 11 } }, 'kubectl-edit');
    const file = 'apps/checkout/environments/production/kustomization.yaml';
    await workbench.openFile(file);
    const line = readFileSync(join(folder, file), 'utf8').split('\n').indexOf('    count: 5');
    await workbench.goTo(line + 1);
    await expect
      .poll(() => workbench.noteBehind(0, 'count: 5'), soon)
      .toMatch(/live on prod-eu-1: 11 · kubectl-edit.* · would be put back/);
    await row('replicas').hover();
    await row('replicas').locator('.action-label[aria-label^="Adopt into Git"]').click();
    const planned = (text: string): Locator => workbench.viewRow(/plan/i, text);
    await planned('count: 11').waitFor();
    await planned('5 → 11').waitFor();
    await workbench.page
      .getByText('3 edits in 1 file · changes 1 cluster · nothing else')
      .first()
      .waitFor();
    await workbench.picture('live-adopt');
    await workbench.runCommand('Strata: Apply plan');
    await workbench.page
      .locator('.monaco-dialog-box .monaco-button')
      .filter({ hasText: /^Apply$/ })
      .first()
      .click();
    await row('replicas').waitFor({ state: 'detached' });
    const layer = 'apps/checkout/clusters/prod-eu-1/kustomization.yaml';
    expect(readFileSync(join(folder, layer), 'utf8')).toMatch(
      /\nreplicas:\n {2}- name: checkout\n {4}count: 11\n$/,
    );
  });

  test('the list of changes says where the latest commits stand on the cluster', async () => {
    await row(/^Changes/).click();
    await row('Keep carts for 90 minutes').waitFor();
    await expect
      .poll(() => row('Keep carts for 90 minutes').innerText(), soon)
      .toContain('unknown: what runs is not in the local clone');
    await workbench.picture('live-changes');
  });

  test('the fleet shows every cluster from what was seen, and a cell opens its application', async () => {
    await workbench.runCommand('Strata: Show fleet');
    const fleetPage = workbench.page.frameLocator('iframe.webview').frameLocator('iframe');
    await fleetPage.getByText('No cluster was read yet').waitFor();
    const asked = fleet.server.requests.length;
    const checkoutCell = fleetPage.getByRole('gridcell', { name: /^checkout on prod-eu-1: / });
    expect(await checkoutCell.getAttribute('aria-label')).toContain('Unknown (not read yet)');
    expect(
      fleet.server.requests.slice(asked).filter((one) => one.includes('applications')),
    ).toEqual([]);
    await fleetPage.getByRole('button', { name: 'Read clusters' }).click();
    await fleetPage
      .getByRole('gridcell', { name: /^checkout on prod-eu-1: Drifted · Healthy · 4f1d2c7/ })
      .waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.picture('fleet');
    await fleetPage.getByRole('grid').focus();
    await workbench.page.keyboard.press('Control+Home');
    await checkoutCell.click();
    const pane = fleetPage.getByRole('complementary');
    await pane.getByText('minAvailable').waitFor();
    expect(await pane.innerText()).toMatch(
      /kubectl-patch[\s\S]*not in Git any more\s*would be put back/,
    );
    await workbench.picture('fleet-panel');
    await workbench.page.keyboard.press('Escape');
    await pane.waitFor({ state: 'hidden' });
  });

  test('the fleet opens with what was seen before, which is never shown as of now', async () => {
    await workbench.runCommand('View: Close Editor');
    await workbench.page.locator('iframe.webview').waitFor({ state: 'detached' });
    const asked = fleet.server.requests.length;
    await workbench.runCommand('Strata: Show fleet');
    const fleetPage = workbench.page.frameLocator('iframe.webview').frameLocator('iframe');
    await fleetPage.getByText('and not of now').waitFor();
    await fleetPage
      .getByRole('gridcell', { name: /^checkout on prod-eu-1: last seen: Drifted/ })
      .waitFor();
    await workbench.picture('fleet-kept');
    const hub = fleet.server.requests
      .slice(asked)
      .filter((one) => one.includes('/applications?limit'));
    expect(hub).toEqual([]);
    await workbench.runCommand('View: Close Editor');
  });

  test('whoever disconnects sees no cluster any more', async () => {
    await workbench.runCommand('Strata: Disconnect from cluster');
    await statusBar().waitFor({ state: 'detached' });
    expect(fleet.server.requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
  });
});
