import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
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

/** A secret value of the repository, one of a cluster, and the token of the kubeconfig: they are to be seen nowhere. */
const canaries = ['in-git', 'on-cluster', 'of-user'].map((name) => `canary-${name}-not-a-secret`);

/** The sitting of one person, with clusters that the demonstration server plays. */
describeWith('a living cluster in a real VS Code', sittingTools, { tests: 13 }, (paths) => {
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
      settings: { 'strata.live.writes': true },
      prepare: async (own) => {
        commitFleet(own);
        const path = join(own, 'apps/checkout/environments/production/kustomization.yaml');
        const text = readFileSync(path, 'utf8');
        const [inGit = '', onCluster = '', ofUser = ''] = canaries;
        const secret = `secretGenerator:\n  - name: canary\n    literals:\n      - password=${inGit}\n`;
        const edited = text.replace('CART_TTL_MINUTES=120', 'CART_TTL_MINUTES=90');
        writeFileSync(path, `${edited}${secret}`);
        commitAll(own, 'Keep carts for 90 minutes');
        const { signal } = new AbortController();
        fleet = await startDemoFleet(await openWorkspace(own, { exact: true }, signal), signal);
        const live = { ...checkout, apiVersion: 'v1', kind: 'Secret', name: 'canary' };
        const data = { password: Buffer.from(onCluster).toString('base64') };
        fleet.server.edit('prod-eu-1', live, { stringData: { password: onCluster }, data }, 'k9s');
        const kubeconfig = readFileSync(fleet.kubeconfig, 'utf8');
        writeFileSync(
          fleet.kubeconfig,
          kubeconfig.replace('"token":"demo"', `"token":"${ofUser}"`),
        );
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
    await expect.poll(() => workbench.page.getByText('Reading prod-eu-1').count(), soon).toBe(0);
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
    await workbench.answerDialog('Apply');
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

  test('a drill is confirmed by what it changes where, and a report says what became of it', async () => {
    const asked = fleet.server.requests.length;
    const writes = (): readonly string[] =>
      fleet.server.requests.slice(asked).filter((one) => !one.startsWith('GET '));
    await workbench.runCommand('Strata: Drift drill');
    await workbench.quickInputRow('dev-eu-1').first().click();
    const { dialog } = workbench;
    await dialog.getByText('Change a label on dev-eu-1 for a while?').waitFor();
    const told = await dialog.innerText();
    const [, kind = '', namespace = '', name = '', label = '', value = ''] =
      /(\w+)\/([\w-]+)\/([\w-]+) +(\S+): (\S+) → strata-drill/.exec(told) ?? [];
    expect(told).toContain(`kubectl --context dev-eu-1 -n ${namespace} label --overwrite`);
    expect(told).toContain('It would put the label back by itself.');
    await workbench.picture('live-drill');
    expect(writes()).toEqual([]);
    await dialog.locator('.monaco-button', { hasText: 'Change it and watch' }).click();
    await expect.poll(() => writes().length, soon).toBe(1);
    // The demonstration server has no controller: this is in the place of it.
    const healed = { metadata: { labels: { [label]: value } } };
    const object = { apiVersion: 'v1', kind, namespace, name };
    fleet.server.edit('dev-eu-1', object, healed, 'argocd-controller');
    await workbench.tab('Drift drill').waitFor();
    const report = workbench.editor(0);
    await workbench.line(report, 'The controller has healed it.').waitFor();
    await workbench.line(report, 'As expected.').waitFor();
    await workbench.picture('live-drill-report');
    expect(writes()).toHaveLength(2);
    expect(new Set(writes()).size).toBe(1);
  });

  test('a promotion lists how its source stage stands, by what the selected cluster tells', async () => {
    await workbench.runCommand('Strata: Select cluster');
    await workbench.pickRow('prod-eu-1');
    await expect.poll(() => statusBar().innerText(), soon).toContain('drift');
    // A list that is going takes clicks, too: the next one is there once its title is.
    const list = async (title: string): Promise<void> =>
      workbench.page.locator('.quick-input-title', { hasText: title }).waitFor();
    await workbench.runCommand('Strata: Promote…');
    await list('Promote');
    await workbench.checkRow('checkout');
    await workbench.confirmRows();
    await list('Promote checkout: from');
    await workbench.quickInputRow('staging').first().click();
    await list('Promote checkout from staging: to');
    await workbench.checkRow('first production');
    await workbench.confirmRows();
    const planned = (text: string | RegExp): Locator => workbench.viewRow(/plan/i, text);
    await planned('Evidence of staging').waitFor();
    const source = planned(/^staging-eu-1/);
    await expect.poll(() => source.innerText(), soon).toMatch(/checkout-staging-eu-1.*seen/);
    await planned(/^Health ?Healthy/).waitFor();
    await planned(/^Versions ?not known/).waitFor();
    await workbench.runCommand('Strata: Preview plan');
    const lines = workbench.page.locator('.view-line', { hasText: 'shop/checkout:1.8.3' });
    await lines.first().waitFor();
    await workbench.collapseViews(/impact|layers|clusters|live/i);
    expect(await workbench.unspokenRows()).toEqual([]);
    await workbench.picture('plan-evidence');
    await workbench.runCommand('Strata: Focus on Live View');
    await workbench.runCommand('Strata: Discard plan');
  });

  test('a sync is confirmed by cluster and tier, and is one write', async () => {
    const asked = fleet.server.requests.length;
    const writes = (): readonly string[] =>
      fleet.server.requests.slice(asked).filter((one) => one.startsWith('PATCH '));
    await row('minAvailable').first().click();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await row('checkout-prod-eu-1').first().click({ button: 'right' });
    const entry = workbench.page
      .locator('.monaco-menu .action-label', { hasText: 'Sync with Argo CD' })
      .first();
    const { dialog } = workbench;
    // A menu takes no click in its first moments.
    await entry.waitFor();
    await expect
      .poll(async () => {
        if (await entry.isVisible()) await entry.click({ timeout: 1000 }).catch(() => undefined);
        return entry.isVisible();
      }, soon)
      .toBe(false);
    await dialog.getByText('Sync checkout-prod-eu-1 on prod-eu-1 (production)?').waitFor();
    await workbench.picture('live-sync');
    expect(writes()).toEqual([]);
    await dialog.locator('.monaco-button', { hasText: 'Sync' }).click();
    await expect
      .poll(writes, soon)
      .toEqual([
        'PATCH /clusters/in-cluster/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/checkout-prod-eu-1?fieldManager=strata',
      ]);
    await workbench.page.getByText('Argo CD was asked to sync').first().waitFor();
  });

  test('no secret value stands in what the editor keeps, logs or has in its pages', async () => {
    const { page } = workbench;
    const kept = await page.context().storageState({ indexedDB: true });
    // Panels are frames of their own.
    const shown = await Promise.all(page.frames().map((frame) => frame.content()));
    const files = readdirSync(editor.home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(editor.home, name))
      // What is installed is read, and not written.
      .filter((path) => !path.includes('/extensions/') && statSync(path).isFile());
    const places = [
      ['kept by pages', JSON.stringify(kept)] as const,
      ...shown.map((text, index) => [`frame ${index}`, text] as const),
      ...files.map((path) => [path, readFileSync(path, 'latin1')] as const),
      ['output', editor.log()] as const,
    ];
    expect(files.some((path) => path.endsWith('.log'))).toBe(true);
    expect(JSON.stringify(kept)).toContain('strata');
    const told = canaries.flatMap((canary) => [canary, Buffer.from(canary).toString('base64')]);
    for (const [place, text] of places)
      expect(
        told.filter((one) => text.includes(one)),
        place,
      ).toEqual([]);
    // The canaries do sing where they belong.
    expect(readFileSync(process.env['KUBECONFIG'] ?? '', 'utf8')).toContain(canaries[2]);
  });
});
