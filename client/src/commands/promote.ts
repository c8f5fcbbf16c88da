import {
  ProgressLocation,
  Uri,
  commands,
  l10n,
  window,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import type {
  PlanPromotionParams,
  PromotableApplication,
  PromotableStage,
} from '../../../server/src/protocol/plan.ts';
import type { Server } from '../server.ts';
import { chooseVersions } from './chooseVersions.ts';
import { openPlan } from './openPlan.ts';
import { rootsOf } from './renderedTarget.ts';
import { dotted } from '../views/certaintyMarks.ts';
import type { PlanModel } from '../views/planModel.ts';

/** What the command is called on: a file of a layer, or an item of a view that stands for an application. */
type PromoteTarget =
  Uri | { readonly application?: { readonly name?: string; readonly family?: string } } | undefined;

/** The commands “Strata: Promote…”, “Strata: Choose what is promoted…” and “Strata: Discard plan”. */
export function registerPromote(server: Server, model: PlanModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.promote', async (target?: PromoteTarget) =>
      promote(model, await namesOfTarget(server, target)),
    ),
    commands.registerCommand('strata.discardPlan', () => model.open(undefined)),
    commands.registerCommand('strata.chooseVersions', () => chooseVersions(model)),
  ];
}

/** The applications that are meant; empty where any may be. */
async function namesOfTarget(server: Server, target: PromoteTarget): Promise<readonly string[]> {
  if (target instanceof Uri) {
    const { applications } = await rootsOf(server, target);
    return [...new Set(applications.map(({ family }) => family))];
  }
  const { family, name } = target?.application ?? {};
  return [family, name].filter((one) => one !== undefined);
}

interface ApplicationChoice extends QuickPickItem {
  readonly application: PromotableApplication;
}

interface StageChoice extends QuickPickItem {
  readonly stage: PromotableStage;
}

/** Asks what, from where and to where, and opens the plan. */
async function promote(model: PlanModel, named: readonly string[]): Promise<void> {
  const reading = { location: ProgressLocation.Window, title: l10n.t('Reading versions …') };
  const { applications } = await window.withProgress(reading, () => model.promotable());
  if (applications.length === 0) {
    void window.showInformationMessage(l10n.t('No application here is at more than one stage.'));
    return;
  }
  const chosen = await pickApplications(applications, named);
  const [first] = chosen;
  if (first === undefined) return;
  const from = await pickStage(first.stages.slice(0, -1), {
    title: l10n.t('Promote {0}: from', namesOf(chosen)),
    multiple: false,
  });
  const [source] = from;
  if (source === undefined) return;
  const start = first.stages.findIndex(({ name }) => name === source.name);
  const to = await pickStage(first.stages.slice(start + 1), {
    title: l10n.t('Promote {0} from {1}: to', namesOf(chosen), source.name),
    multiple: true,
  });
  if (to.length === 0) return;
  const asked: PlanPromotionParams = {
    tree: first.tree,
    applications: chosen.map(({ name }) => name),
    from: source.name,
    to: to.map(({ name }) => name),
  };
  await openPlan(model, {
    ask: (because, only) =>
      model.ask({
        ...asked,
        ...(because !== undefined && { because }),
        ...(only !== undefined && { only }),
      }),
    whyTitle: l10n.t('Why is a stage left out?'),
  });
}

function namesOf(applications: readonly PromotableApplication[]): string {
  return applications.map(({ name }) => name).join(', ');
}

async function pickApplications(
  applications: readonly PromotableApplication[],
  named: readonly string[],
): Promise<readonly PromotableApplication[]> {
  const isMeant = ({ name }: PromotableApplication): boolean => named.includes(name);
  const own = applications.filter(isMeant);
  if (own.length === 1) return own;
  const items = (own.length === 0 ? applications : own).map((application): ApplicationChoice => ({
    label: application.name,
    description: versionsText(application.stages),
    picked: isMeant(application),
    application,
  }));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Promote'),
    placeHolder: l10n.t('Applications whose versions move on together'),
    canPickMany: true,
    matchOnDescription: true,
  });
  const [first] = picked ?? [];
  // A plan is one of one tree.
  return (picked ?? [])
    .map(({ application }) => application)
    .filter(({ tree }) => tree === first?.application.tree);
}

/** `1.9.0-rc.2 → 1.8.3 → 1.8.2`, each once. */
function versionsText(stages: readonly PromotableStage[]): string {
  const versions = stages.map(({ versions }) => versions.join(', '));
  return versions.filter((one, index) => one !== '' && one !== versions[index - 1]).join(' → ');
}

async function pickStage(
  stages: readonly PromotableStage[],
  { title, multiple }: { readonly title: string; readonly multiple: boolean },
): Promise<readonly PromotableStage[]> {
  const items = stages.map((stage): StageChoice => ({
    label: stage.name,
    description: dotted([stage.versions.join(', '), stage.clusters.join(', ')]),
    stage,
  }));
  if (!multiple) {
    const one = await window.showQuickPick(items, { title });
    return one === undefined ? [] : [one.stage];
  }
  const picked = await window.showQuickPick(items, { title, canPickMany: true });
  return (picked ?? []).map(({ stage }) => stage);
}
