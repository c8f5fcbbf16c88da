import { ProgressLocation, commands, env, l10n, window, type Disposable } from 'vscode';
import type { AdoptDriftParams, SyncCommandParams } from '../../../server/src/protocol/live.ts';
import { adoptableRows, type LiveItem } from '../views/liveItems.ts';
import type { LiveModel } from '../views/liveModel.ts';
import type { PlanModel } from '../views/planModel.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** The commands “Strata: Adopt into Git” and “Strata: Copy the command that syncs”. */
export function registerAdoptDrift(live: LiveModel, plan: PlanModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.adoptDrift', (target?: LiveItem | AdoptDriftParams) =>
      adopt(live, plan, target === undefined ? undefined : paramsOf(target)),
    ),
    commands.registerCommand('strata.copySyncCommand', (target?: LiveItem | SyncCommandParams) =>
      copyCommand(live, target),
    ),
  ];
}

function paramsOf(target: LiveItem | AdoptDriftParams): AdoptDriftParams {
  if (!('kind' in target)) return target;
  const { live } = target;
  const rows = target.kind === 'row' ? [target.row] : adoptableRows(live);
  return { id: live.id, rows: rows.map(({ resource, path }) => ({ resource, path })) };
}

/** Opens the plan after which Git says what is live; nothing is written before it is applied. */
async function adopt(
  live: LiveModel,
  plan: PlanModel,
  params: AdoptDriftParams | undefined,
): Promise<void> {
  if (params === undefined) return;
  const planning = { location: ProgressLocation.Window, title: l10n.t('Planning …') };
  const answer = await window.withProgress(planning, () => live.adopt(params));
  if (answer === undefined) {
    void window.showInformationMessage(l10n.t('No cluster is selected any more.'));
    return;
  }
  if (answer.kind === 'refused') {
    void window.showWarningMessage(plainMessage(answer.text));
    return;
  }
  await plan.open(answer.plan);
  await commands.executeCommand('strata.planView.focus');
}

async function copyCommand(
  live: LiveModel,
  target: LiveItem | SyncCommandParams | undefined,
): Promise<void> {
  if (target === undefined) return;
  const params =
    'kind' in target
      ? {
          id: target.live.id,
          ...(target.kind === 'row' && { resource: target.row.resource }),
        }
      : target;
  const command = await live.syncCommand(params);
  if (command === undefined) return;
  await env.clipboard.writeText(command.text);
  window.setStatusBarMessage(l10n.t('Copied: {0}', command.text), 5_000);
}
