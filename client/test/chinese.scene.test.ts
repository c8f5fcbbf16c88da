import { beforeAll, expect, test } from 'vitest';
import type { Editor } from '../../scripts/tools/editor.ts';
import { describeWith } from '../../server/test/environment.ts';
import { sittingTools, takeSitting } from './sitting.ts';
import type { Workbench } from './workbench.ts';

/** The sitting of somebody who reads Chinese. */
describeWith('a VS Code that speaks Chinese', sittingTools, { tests: 3 }, (paths) => {
  let editor: Editor;
  let workbench: Workbench;

  takeSitting(
    paths,
    {
      name: 'chinese',
      locale: 'zh-cn',
    },
    (sitting) => {
      ({ editor, workbench } = sitting);
    },
  );

  beforeAll(() => workbench.open(editor.url));

  test('commands and reports are Chinese', async () => {
    await workbench.openFile('apps/checkout/base/deployment.yaml');
    await workbench.goTo(7, 5);
    await workbench.runCommand('显示各处的生效值');
    await workbench.line(workbench.editor(0), '在 6 个集群上生效').waitFor();
  });

  test('a rendered document says in Chinese which layer wrote a line', async () => {
    await workbench.openFile('apps/checkout/clusters/prod-us-1/kustomization.yaml');
    await workbench.runCommand('在侧边打开最终 YAML');
    await workbench.line(workbench.editor(1), '工作区').waitFor();
    await workbench.line(workbench.editor(1), '# 基础层 组件 环境层 集群层').waitFor();
    await workbench.picture('chinese');
  });

  test('views have Chinese names and words', async () => {
    await workbench.page.locator('.activitybar a[aria-label="Strata"]').first().click();
    const row = workbench.page.locator('.pane-body .monaco-list-row');
    await row.filter({ hasText: '4 个集群' }).first().waitFor();
    const headers = await workbench.page.locator('.pane-header').allInnerTexts();
    expect(headers.join(' ')).toMatch(/影响[\s\S]*层[\s\S]*集群/);
    await workbench.picture('chinese-views');
  });
});
