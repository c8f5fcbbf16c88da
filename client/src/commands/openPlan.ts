import { ProgressLocation, commands, l10n, window } from 'vscode';
import type { PlanAnswer } from '../../../server/src/protocol/plan.ts';
import type { PlanModel } from '../views/planModel.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** How a plan is asked for. */
export interface PlanQuestion {
  readonly ask: (because: string | undefined) => Promise<PlanAnswer | undefined>;
  /** What the reason is for, where only that is missing. */
  readonly whyTitle: string;
}

/** Plans, asks for a reason where only that is missing, and shows the plan; nothing is written. */
export async function openPlan(
  model: PlanModel,
  { ask, whyTitle }: PlanQuestion,
  because?: string,
): Promise<void> {
  const planning = { location: ProgressLocation.Window, title: l10n.t('Planning …') };
  const answer = await window.withProgress(planning, () => ask(because));
  if (answer === undefined) return;
  if (answer.kind === 'refused') {
    void window.showWarningMessage(plainMessage(answer.text));
    return;
  }
  const { plan } = answer;
  if (plan.needsReason && because === undefined) {
    const reason = await window.showInputBox({
      title: whyTitle,
      prompt: plan.refused[0]?.text ?? '',
      placeHolder: l10n.t('The reason'),
    });
    if (reason !== undefined && reason.trim() !== '') {
      await openPlan(model, { ask, whyTitle }, reason);
      return;
    }
  }
  await model.open(plan);
  await commands.executeCommand('strata.planView.focus');
}
