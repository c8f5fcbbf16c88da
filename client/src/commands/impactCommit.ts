import { commands, l10n, window, type Disposable, type SourceControl, type Uri } from 'vscode';
import {
  impactMethod,
  impactRefreshMethod,
  impactReportMethod,
  type ImpactAnswer,
  type ImpactParams,
  type ImpactReport,
  type ImpactReportParams,
} from '../../../server/src/protocol/impact.ts';
import { gitRepositories } from '../git.ts';
import type { Server } from '../server.ts';
import type { ImpactModel } from '../views/impactModel.ts';
import { withImpact } from './commitMessage.ts';

/** What the next commit would change. */
const staged: ImpactParams = {
  base: { kind: 'exact', revision: 'HEAD' },
  head: { kind: 'staged' },
};

/** The commands of the source control view. */
export function registerImpactCommit(server: Server, model: ImpactModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.showStagedImpact', async () => {
      await server.tell(impactRefreshMethod);
      model.compare(staged);
      await commands.executeCommand('strata.impact.focus');
    }),
    commands.registerCommand('strata.insertImpact', (control?: SourceControl) =>
      insertImpact(server, control?.rootUri),
    ),
  ];
}

async function insertImpact(server: Server, root: Uri | undefined): Promise<void> {
  const box = await inputBox(root);
  if (box === undefined) {
    void window.showInformationMessage(l10n.t('No git repository is open.'));
    return;
  }
  await server.tell(impactRefreshMethod);
  const text = await commitReport(server);
  if (text === undefined) {
    void window.showInformationMessage(
      l10n.t('Neither what is staged nor the working tree differs.'),
    );
    return;
  }
  box.value = withImpact(box.value, text);
}

/** What is staged; where nothing is, all that is not committed, as git would then commit all. */
async function commitReport(server: Server): Promise<string | undefined> {
  for (const params of [staged, { ...staged, head: { kind: 'workingTree' } } as const]) {
    const answer = await server.ask<ImpactAnswer>(impactMethod, params);
    const texts: string[] = [];
    for (const tree of answer?.trees ?? []) {
      if (tree.kind !== 'compared') continue;
      if (tree.headline.isQuiet && tree.touched.length === 0) continue;
      const report: ImpactReportParams = { ...params, tree: tree.tree, form: 'commit' };
      const told = await server.ask<ImpactReport>(impactReportMethod, report);
      if (told !== undefined) texts.push(told.text);
    }
    if (texts.length > 0) return texts.join('\n');
  }
  return undefined;
}

/** The box for the message of a commit: of a repository, else of the only one. */
async function inputBox(root: Uri | undefined): Promise<{ value: string } | undefined> {
  const repositories = await gitRepositories();
  const named = repositories.find(({ rootUri }) => rootUri.toString() === root?.toString());
  return (named ?? repositories[0])?.inputBox;
}
