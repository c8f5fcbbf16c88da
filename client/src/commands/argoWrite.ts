import { ProgressLocation, commands, l10n, window, workspace, type Disposable } from 'vscode';
import {
  argoWriteMethod,
  argoWritePlanMethod,
  type ArgoWriteParams,
  type ArgoWritePlan,
  type ArgoWritePlanAnswer,
  type ArgoWritePlanParams,
  type ArgoWriteRefusal,
  type ArgoWriteTarget,
  type ArgoWritten,
} from '../../../server/src/protocol/liveWrite.ts';
import type { Server } from '../server.ts';
import { dotted } from '../views/certaintyMarks.ts';
import type { LiveItem } from '../views/liveItems.ts';
import type { LiveModel } from '../views/liveModel.ts';
import { failureText, syncWord } from '../views/liveWords.ts';
import { plainMessage } from '../views/plainMessage.ts';

type Action = ArgoWritePlan['action'];

/** The commands “Strata: Sync with Argo CD…” and “Strata: Refresh in Argo CD…”. */
export function registerArgoWrite(server: Server, live: LiveModel): readonly Disposable[] {
  const register = (name: string, action: Action): Disposable =>
    commands.registerCommand(name, (item?: LiveItem, items: readonly LiveItem[] = []) =>
      argoWrite(server, live, { action, items: items.length > 0 ? items : item ? [item] : [] }),
    );
  return [register('strata.argoSync', 'sync'), register('strata.argoRefresh', 'refresh')];
}

async function argoWrite(
  server: Server,
  live: LiveModel,
  { action, items }: { readonly action: Action; readonly items: readonly LiveItem[] },
): Promise<void> {
  await live.ready();
  const mayWrite = workspace.getConfiguration('strata').get<boolean>('live.writes', false);
  const params: ArgoWritePlanParams = {
    settings: live.settings(),
    mayWrite,
    action,
    ids: [...new Set(items.map((item) => item.live.id))],
  };
  const answer = await window.withProgress(
    { location: ProgressLocation.Window, title: l10n.t('Asking whether you may …') },
    () => server.ask<ArgoWritePlanAnswer>(argoWritePlanMethod, params),
  );
  if (answer === undefined) return;
  if (answer.kind !== 'plan') {
    void window.showWarningMessage(plainMessage(whyNot(answer)));
    return;
  }
  if (!(await isConfirmed(answer.plan))) return;
  const write: ArgoWriteParams = { id: answer.plan.id, settings: live.settings(), mayWrite };
  const written = await server.ask<ArgoWritten>(argoWriteMethod, write);
  tellWritten(answer.plan, written);
}

/** A dialog names cluster, tier, applications and who asks; only its button writes. */
async function isConfirmed(plan: ArgoWritePlan): Promise<boolean> {
  const { action, cluster, environment, isProduction, applications, by, user } = plan;
  const tier = isProduction ? l10n.t('production') : environment;
  const where = tier === undefined ? cluster : `${cluster} (${tier})`;
  const button = action === 'sync' ? l10n.t('Sync') : l10n.t('Refresh');
  const message =
    action === 'sync'
      ? l10n.t('Sync {0} on {1}?', namesOf(applications), where)
      : l10n.t('Refresh {0} on {1}?', namesOf(applications), where);
  const detail = [
    ...applications.map(targetText),
    action === 'sync'
      ? l10n.t('Argo CD applies what Git says; nothing is pruned.')
      : l10n.t(
          'Argo CD compares with Git now; where it syncs by itself, it may apply what it finds.',
        ),
    applications.some(({ windowsUnknown }) => windowsUnknown)
      ? l10n.t(
          'The sync windows are not known: where one is closed, the sync waits and comes later.',
        )
      : undefined,
    user === undefined ? l10n.t('by {0}', by) : l10n.t('by {0}, as {1}', by, user),
  ].filter((line) => line !== undefined);
  const options = { modal: true, detail: detail.join('\n') };
  return (await window.showWarningMessage(message, options, button)) === button;
}

function namesOf(applications: readonly ArgoWriteTarget[]): string {
  const [first] = applications;
  return applications.length === 1
    ? (first?.name ?? '')
    : l10n.t('{0} applications', applications.length);
}

function targetText({ name, sync, desired }: ArgoWriteTarget): string {
  return dotted([name, syncWord(sync), desired.map(shortened).join(', ')]);
}

function shortened(revision: string): string {
  return revision.replace(/\b([\da-f]{7})[\da-f]{33}\b/, '$1');
}

function tellWritten(
  { action, cluster, applications }: ArgoWritePlan,
  written: ArgoWritten | undefined,
): void {
  if (written === undefined) {
    void window.showInformationMessage(
      l10n.t('Something is other than what you confirmed, and nothing was changed: begin anew.'),
    );
    return;
  }
  const refused = written.results.filter(({ outcome }) => outcome !== 'written');
  if (refused.length === 0) {
    const text =
      action === 'sync'
        ? l10n.t('Argo CD was asked to sync {0} on {1}.', namesOf(applications), cluster)
        : l10n.t('Argo CD was asked to refresh {0} on {1}.', namesOf(applications), cluster);
    window.setStatusBarMessage(text, 5_000);
    return;
  }
  const lines = refused.map((one) => `${one.name}: ${outcomeText(one)}`);
  void window.showWarningMessage(plainMessage(lines.join('; ')));
}

function outcomeText({ outcome, failure }: ArgoWritten['results'][number]): string {
  switch (outcome) {
    case 'written':
      return l10n.t('done');
    case 'busy':
      return refusalText('busy');
    case 'window':
      return refusalText('window');
    case 'changed':
      return l10n.t('its object was changed meanwhile; nothing was written');
    case 'gone':
      return l10n.t('its object is gone');
    case 'failed':
      return failure === undefined ? l10n.t('Unknown') : failureText(failure);
  }
}

function whyNot(answer: Exclude<ArgoWritePlanAnswer, { kind: 'plan' }>): string {
  switch (answer.kind) {
    case 'untrusted':
      return l10n.t('Clusters are only read in a trusted workspace.');
    case 'off':
      return l10n.t('Writing to Argo CD is off: strata.live.writes.');
    case 'nothing':
      return l10n.t('No cluster is selected any more.');
    case 'manyCritical':
      return l10n.t('{0} is production: one application at a time.', answer.cluster);
    case 'refused':
      return `${answer.name}: ${refusalText(answer.why)}`;
    case 'failed':
      return failureText(answer.failure);
  }
}

function refusalText(why: ArgoWriteRefusal): string {
  switch (why) {
    case 'notArgo':
      return l10n.t('Argo CD does not keep it; the command for it can be copied');
    case 'notSeen':
      return l10n.t('its object is not seen');
    case 'several':
      return l10n.t(
        'several Argo CD servers know an application of this name; nothing was written',
      );
    case 'elsewhere':
      return l10n.t('Argo CD does not place it on the selected cluster; nothing was written');
    case 'forbidden':
      return l10n.t('you may not do that; nothing was written');
    case 'busy':
      return l10n.t('it is being synced already');
    case 'window':
      return l10n.t('a sync window keeps it from being synced by hand now');
  }
}
