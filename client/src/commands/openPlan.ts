import { ProgressLocation, commands, l10n, window } from 'vscode';
import type { PlanAnswer } from '../../../server/src/protocol/plan.ts';
import type { PlanChooser, PlanModel } from '../views/planModel.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** How a plan is asked for. */
export interface PlanQuestion {
  readonly ask: (
    because: string | undefined,
    only: readonly string[] | undefined,
  ) => Promise<PlanAnswer | undefined>;
  /** What the reason is for, where only that is missing. */
  readonly whyTitle: string;
}

/** Plans, asks for a reason where only that is missing, and shows the plan; nothing is written. */
export async function openPlan(
  model: PlanModel,
  { ask, whyTitle }: PlanQuestion,
  because?: string,
  chosen?: Pick<PlanChooser, 'choices' | 'chosen'>,
): Promise<void> {
  const planning = { location: ProgressLocation.Window, title: l10n.t('Planning …') };
  const answer = await window.withProgress(planning, () =>
    ask(because, chosen && [...chosen.chosen]),
  );
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
      await openPlan(model, { ask, whyTitle }, reason, chosen);
      return;
    }
  }
  const { choices } = chosen ?? plan;
  const moves = (plan.choices ?? []).filter(({ stays }) => stays === undefined);
  const now = chosen?.chosen ?? new Set(moves.map(({ word }) => word));
  const choose = (words: readonly string[]): Promise<void> =>
    openPlan(model, { ask, whyTitle }, because, {
      choices: choices ?? [],
      chosen: new Set(words),
    });
  await model.open(plan, choices && { choices, chosen: now, choose });
  await commands.executeCommand('strata.planView.focus');
}
