import { QuickPickItemKind, l10n, window, type QuickPickItem } from 'vscode';
import type { PlanChoice } from '../../../server/src/protocol/plan.ts';
import { dotted } from '../views/certaintyMarks.ts';
import { changeOfValue } from '../views/changeOfValue.ts';
import type { PlanModel } from '../views/planModel.ts';

interface ChoiceItem extends QuickPickItem {
  readonly word?: string;
}

/** Asks which versions and settings the open plan is to move, and plans anew where others are meant. */
export async function chooseVersions(model: PlanModel): Promise<void> {
  const { choice } = model;
  if (choice === undefined) return;
  const { choices, chosen } = choice;
  const itemOf = ({ word, name, before, after, stays }: PlanChoice): ChoiceItem => ({
    label: name,
    description: dotted([before === '' ? after : changeOfValue(before, after), stays]),
    picked: chosen.has(word),
    word,
  });
  const separator = (label: string): ChoiceItem => ({ label, kind: QuickPickItemKind.Separator });
  const moves = choices.filter(({ stays }) => stays === undefined);
  const rest = choices.filter(({ stays }) => stays !== undefined);
  const items = [
    ...(moves.length === 0 ? [] : [separator(l10n.t('Versions')), ...moves.map(itemOf)]),
    ...(rest.length === 0 ? [] : [separator(l10n.t('Stays as it is')), ...rest.map(itemOf)]),
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Choose what is promoted'),
    placeHolder: l10n.t('Nothing else moves; the plan is made and proven anew'),
    canPickMany: true,
    matchOnDescription: true,
  });
  const words = [...new Set((picked ?? []).flatMap(({ word }) => word ?? []))];
  const isSame = words.length === chosen.size && words.every((word) => chosen.has(word));
  const isRefused = (model.plan?.refused ?? []).length > 0;
  if (words.length > 0 && (!isSame || isRefused)) await choice.choose(words);
}
