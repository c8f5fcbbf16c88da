import { commands, l10n, window, type Disposable, type Memento } from 'vscode';
import type { PlanModel } from '../views/planModel.ts';
import { planSummary } from '../views/planView.ts';
import { plainMessage } from '../views/plainMessage.ts';
import { lastApplied, rememberApplied, tellApplied } from './appliedPlan.ts';
import { commitPlan } from './commitPlan.ts';
import { replaceTexts } from './fileTexts.ts';
import { copyPullRequest } from './pullRequest.ts';

/** The commands that apply a plan, take it back, and copy what a pull request says of it. */
export function registerApplyPlan(model: PlanModel, state: Memento): readonly Disposable[] {
  void tellApplied(state);
  return [
    commands.registerCommand('strata.applyPlan', () => applyPlan(model, state)),
    commands.registerCommand('strata.undoPromotion', () => undoPlan(state)),
    commands.registerCommand('strata.copyPullRequest', async () => {
      const plan = model.plan ?? lastApplied(state);
      if (plan !== undefined) await copyPullRequest(plan, state);
    }),
  ];
}

async function applyPlan(model: PlanModel, state: Memento): Promise<void> {
  const { plan } = model;
  if (plan === undefined) return;
  if (plan.refused.length > 0) {
    void window.showWarningMessage(
      plainMessage(l10n.t('The plan is refused: {0}', plan.refused[0]?.text ?? '')),
    );
    return;
  }
  const apply = l10n.t('Apply');
  const notes = [...plan.pruned, ...plan.cannotGoBack, ...plan.dangers];
  const detail = [planSummary(plan), ...notes.map(({ text }) => `• ${text}`)].join('\n');
  const answer = await window.showWarningMessage(
    l10n.t('Apply {0}?', plan.title),
    { modal: true, detail },
    apply,
  );
  if (answer !== apply) return;
  const texts = plan.files.map(({ uri, path, before, after }) => ({
    uri,
    path,
    from: before,
    to: after,
  }));
  if (!(await replaceTexts(texts))) return;
  await rememberApplied(state, plan);
  await model.open(undefined);
  const [undo, commit] = [l10n.t('Undo'), l10n.t('Commit…')];
  const copy = l10n.t('Copy pull request text');
  const told = l10n.t('Applied {0}.', plan.title);
  const next = await window.showInformationMessage(plainMessage(told), undo, commit, copy);
  if (next === copy) await copyPullRequest(plan, state);
  if (next === commit) await commitPlan(state);
  if (next === undo) await undoPlan(state);
}

async function undoPlan(state: Memento): Promise<void> {
  const last = lastApplied(state);
  if (last === undefined) {
    void window.showInformationMessage(l10n.t('There is no promotion to undo.'));
    return;
  }
  const texts = last.files.map(({ uri, path, before, after }) => ({
    uri,
    path,
    from: after,
    to: before,
  }));
  if (!(await replaceTexts(texts))) return;
  await rememberApplied(state, undefined);
  void window.showInformationMessage(plainMessage(l10n.t('Undid {0}.', last.title)));
}
