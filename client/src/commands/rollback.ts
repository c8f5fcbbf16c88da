import { ThemeIcon, commands, l10n, type Disposable } from 'vscode';
import type { HistoryPart } from '../../../server/src/protocol/history.ts';
import type { Server } from '../server.ts';
import { changesText, whoText } from '../views/historyTexts.ts';
import type { PlanModel } from '../views/planModel.ts';
import { applicationTarget } from './applicationTarget.ts';
import { openPlan } from './openPlan.ts';
import { compareButton, pickState, type HistoryItem } from './pickState.ts';
import type { CommandTarget } from './renderedTarget.ts';

/** The command “Strata: Roll back…”. */
export function registerRollback(server: Server, model: PlanModel): Disposable {
  return commands.registerCommand('strata.rollback', (target?: CommandTarget) =>
    rollback(server, model, target),
  );
}

/** Asks which application and back to which of its states, and opens the plan. */
async function rollback(server: Server, model: PlanModel, target: CommandTarget): Promise<void> {
  const uri = await applicationTarget(server, target, l10n.t('Roll back'));
  if (uri === undefined) return;
  const [cluster = '', , file = ''] = uri.path.split('/').slice(-3);
  const name = file.replace(/\.strata\.yaml$/, '');
  const address = uri.toString();
  const now = Date.now();
  let count = 0;
  const rowsOf = ({ states }: HistoryPart): readonly HistoryItem[] =>
    states.map((state) => {
      count += 1;
      return {
        label: state.subject,
        description: whoText(state, now),
        detail: changesText(state),
        iconPath: new ThemeIcon(count === 1 ? 'circle-filled' : 'git-commit'),
        buttons: [compareButton()],
        state,
      };
    });
  const item = await pickState(
    server,
    { uri: address },
    {
      title: l10n.t('Roll back {0} on {1}', name, cluster),
      placeHolder: l10n.t('The commit whose state comes back; the first one is that of now.'),
      nothing: l10n.t('Nothing has changed it as far as the history goes.'),
      rowsOf,
    },
  );
  const to = item?.state?.commit;
  if (to === undefined) return;
  await openPlan(model, {
    ask: (because) =>
      model.askRollback({ uri: address, to, ...(because !== undefined && { because }) }),
    whyTitle: l10n.t('Why may others change with it?'),
  });
}
