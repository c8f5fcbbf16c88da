import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { archiveOf } from '../../server/test/chartArchive.ts';
import { describeWith } from '../../server/test/environment.ts';
import { startFakeRegistry } from '../../server/test/fakeRegistry.ts';
import { sittingTools, takeSitting } from './sitting.ts';
import { patience, type Workbench } from './workbench.ts';

const soon = { timeout: patience, interval: 100 };

/** The sitting of one person who looks at a fleet: each scene goes on where the one before ended. */
describeWith('a fleet in a real VS Code', sittingTools, { tests: 10 }, (paths) => {
  let folder: string;
  let editor: Editor;
  let workbench: Workbench;

  takeSitting(
    paths,
    {
      name: 'fleet',
      prepare: (own) => {
        process.env['STRATA_CHARTS'] = join(own, '..', 'charts');
      },
    },
    (sitting) => {
      ({ folder, editor, workbench } = sitting);
    },
  );

  beforeAll(() => workbench.open(editor.url));

  test('a line of a base is peeked into: each value that it becomes', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.goTo(7, 5);
    await workbench.runCommand('Strata: Peek effective values');
    const peek = workbench.page.locator('.peekview-widget');
    await peek.getByText('checkout-prod-us-1.strata.yaml').first().waitFor();
    await peek.locator('.view-line').filter({ hasText: 'replicas: 5' }).first().waitFor();
    expect(await peek.locator('.ref-tree .monaco-list-row').count()).toBeGreaterThanOrEqual(4);
    await workbench.picture('peek');
    await workbench.detail('walkthrough-values', 440);
    await workbench.page.keyboard.press('Escape');
  });

  test('the same line is told on every cluster in a report', async () => {
    await workbench.focusGroup(0);
    await workbench.goTo(7, 5);
    await workbench.runCommand('Strata: Show effective value everywhere');
    await workbench.line(workbench.editor(0), 'effective on 6 clusters').waitFor();
    const line = workbench.line(workbench.editor(0), 'prod-us-1');
    expect((await line.innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /^\s*8 {2}prod-us-1 +production +apps\/checkout\/clusters\/prod-us-1\/capacity\.yaml:7$/,
    );
    await workbench.picture('values');
  });

  test('the clusters of an application are told by what they get', async () => {
    await workbench.openFile('apps/checkout/clusters/prod-us-1/kustomization.yaml');
    await workbench.runCommand('Strata: Show variants');
    await workbench.tab('Variants of checkout').waitFor();
    await workbench.line(workbench.editor(0), 'half of all orders arrive here').waitFor();
    await workbench.picture('variants');
  });

  test('the first look says how much is exact', async () => {
    await workbench.runCommand('Strata: Show first look');
    await workbench.line(workbench.editor(0), '7 clusters · 40 applications').waitFor();
    await workbench.picture('first-look');
  });

  test('the view of clusters shows what is delivered, and opens it rendered', async () => {
    await workbench.page.locator('.activitybar a[aria-label="Strata"]').first().click();
    await workbench.collapseViews(/impact|live/i);
    await workbench.viewRow('Clusters', 'prod-eu-1').click();
    await workbench.viewRow('Clusters', 'checkout').click();
    await workbench.line(workbench.editor(0), '# strata · checkout-prod-eu-1').waitFor();
    await workbench.picture('views');
    await workbench.detail('walkthrough-clusters');
  });

  test('the view of layers shows what an application is made of', async () => {
    await workbench.viewRow('Layers', 'checkout').click();
    await workbench.viewRow('Layers', 'base').click();
    await workbench.page.locator('.tab.active').filter({ hasText: 'kustomization.yaml' }).waitFor();
    expect(await workbench.unspokenRows()).toEqual([]);
    await workbench.picture('layers');
  });

  test('what is found in old files is one row below the layers', async () => {
    await workbench.viewRow('Layers', 'checkout').click();
    await (await workbench.lastRow('Layers', /^\d+ older findings/)).click();
    await workbench.lastRow('Layers', 'kustomization.yaml');
    await workbench.picture('older-findings');
  });

  test('a chart from elsewhere is fetched once its host is confirmed', async () => {
    const fake = await startFakeRegistry();
    const index = 'entries: { web: [{ version: 1.0.0, urls: [web.tgz] }] }';
    const files = { 'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n' };
    fake.answers.set('/charts/index.yaml', index).set('/charts/web.tgz', archiveOf('web', files));
    const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  destination: { name: prod-eu-1, namespace: web }
  source: { repoURL: 'http://${fake.host}/charts', chart: web, targetRevision: 1.0.0 }
`;
    await writeFile(join(folder, 'web.yaml'), application);
    const { page } = workbench;
    // The server has read the file once its application is a row.
    await workbench.viewRow('Layers', 'web').waitFor();
    await workbench.runCommand('Strata: Fetch charts…');
    await workbench.dialog.filter({ hasText: fake.host }).waitFor();
    expect(fake.asked).toEqual([]);
    await workbench.picture('charts-confirm');
    await workbench.answerDialog('Fetch');
    const toast = page.locator('.notification-toast');
    await toast.filter({ hasText: 'Charts that are here now: 1.' }).first().waitFor();
    expect(fake.asked).toEqual(['/charts/index.yaml', '/charts/web.tgz']);
  });

  test('in high contrast the colors of layers stand out from the background', async () => {
    const { page } = workbench;
    await workbench.openFile('apps/checkout/clusters/prod-us-1/kustomization.yaml');
    await workbench.runCommand('Strata: Open rendered to the side');
    await workbench.line(workbench.editor(1), 'working tree').waitFor();
    for (const [theme, mark] of [
      ['Dark High Contrast', 'hc-black'],
      ['Light High Contrast', 'hc-light'],
    ] as const) {
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.pickRow(theme);
      await page.locator(`.monaco-workbench.${mark}`).waitFor();
      const ratios = await workbench.borderContrasts(1);
      expect(ratios.length, theme).toBeGreaterThan(2);
      expect(Math.min(...ratios), theme).toBeGreaterThan(4.5);
      await workbench.picture(mark);
    }
  });

  test('the walkthrough shows a picture for each of its steps', async () => {
    const { page } = workbench;
    await workbench.runCommand('Welcome: Open Walkthrough');
    await workbench.pickRow('Get to know Strata');
    const steps = page.locator('.getting-started-step');
    await steps.nth(4).waitFor();
    for (let index = 0; index < 5; index += 1) {
      const title = await steps.nth(index).locator('.step-title').innerText();
      await steps.nth(index).click();
      const picture = page.locator('.getting-started-media img').first();
      const width = `document.querySelector('.getting-started-media img')?.naturalWidth`;
      await expect.poll(() => page.evaluate<number>(width), soon).toBeGreaterThan(600);
      expect(await picture.getAttribute('alt'), title).not.toBe(title);
      if (index === 2) await workbench.picture('walkthrough');
    }
  });
});
