import { ProgressLocation, commands, l10n, window, workspace, type Disposable } from 'vscode';
import {
  drillMethod,
  drillPlanMethod,
  type DrillCluster,
  type DrillPlan,
  type DrillPlanAnswer,
  type DrillReport,
} from '../../../server/src/protocol/liveDrill.ts';
import { reportUri } from '../reports.ts';
import type { Server } from '../server.ts';
import { dotted } from '../views/certaintyMarks.ts';
import type { LiveModel } from '../views/liveModel.ts';
import { failureText } from '../views/liveWords.ts';
import { plainMessage } from '../views/plainMessage.ts';
import { mayRunPlugin } from './mayRunPlugin.ts';

/** The command “Strata: Drift drill…”. */
export function registerDriftDrill(server: Server, live: LiveModel): Disposable {
  return commands.registerCommand('strata.driftDrill', () => driftDrill(server, live));
}

/** Lets the user pick a test cluster, says what would be changed there, and does that where it is confirmed. */
async function driftDrill(server: Server, live: LiveModel): Promise<void> {
  await live.ready();
  const ask = (cluster?: DrillCluster): Promise<DrillPlanAnswer | undefined> =>
    server.ask<DrillPlanAnswer>(drillPlanMethod, {
      settings: live.settings(),
      tree: cluster?.tree,
      cluster: cluster?.name,
    });
  const known = await ask();
  if (known?.kind === 'untrusted') {
    void window.showInformationMessage(l10n.t('Clusters are only read in a trusted workspace.'));
    return;
  }
  const cluster = await pick(known?.kind === 'clusters' ? known.clusters : []);
  if (cluster === undefined) return;
  const plugin = cluster.context?.plugin;
  if (plugin !== undefined && !(await mayRunPlugin(live, plugin, cluster.name))) return;
  const answer = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: plainMessage(l10n.t('Looking at {0} …', cluster.name)),
    },
    () => ask(cluster),
  );
  if (answer?.kind === 'plan') await confirmed(server, live, answer.plan);
  else if (answer !== undefined)
    void window.showWarningMessage(plainMessage(whyNotText(answer, cluster)));
}

async function pick(clusters: readonly DrillCluster[]): Promise<DrillCluster | undefined> {
  const reachable = clusters.filter(({ context }) => context !== undefined);
  if (reachable.length === 0) {
    void window.showInformationMessage(
      clusters.length === 0
        ? l10n.t('A drill is only on clusters that the register marks with purpose: test.')
        : plainMessage(l10n.t('No context of your kubeconfig fits {0}.', clusters[0]?.name ?? '')),
    );
    return undefined;
  }
  const items = reachable.map((cluster) => ({
    label: cluster.name,
    description:
      cluster.applications === 1
        ? l10n.t('1 application')
        : l10n.t('{0} applications', cluster.applications),
    detail: dotted([
      l10n.t('context {0}, {1}', cluster.context?.name ?? '', cluster.context?.server ?? ''),
      cluster.context?.insecure === true ? l10n.t('TLS is not checked') : undefined,
    ]),
    cluster,
  }));
  const placeHolder = l10n.t('Nothing is changed before you confirm what');
  const item = await window.showQuickPick(items, { title: l10n.t('Drift drill'), placeHolder });
  return item?.cluster;
}

/** A dialog names the cluster, the context and the change; only its button changes something. */
async function confirmed(server: Server, live: LiveModel, plan: DrillPlan): Promise<void> {
  const begin = l10n.t('Change it and watch');
  const message = l10n.t('Change a label on {0} for a while?', plan.cluster);
  const detail = [
    `${plan.resource}  ${plan.label}: ${plan.value} → ${plan.drill}`,
    l10n.t('context {0}, {1}', plan.context, plan.server),
    l10n.t('{0} keeps it. {1}', plan.application, foretold(plan.willRevert)),
    l10n.t(
      'It is watched for {0} seconds at most and put back whatever happens: two writes. Were VS Code killed meanwhile, this undoes it:',
      plan.seconds,
    ),
    plan.undo,
  ].join('\n\n');
  if ((await window.showWarningMessage(message, { modal: true, detail }, begin)) !== begin) return;
  const report = await window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: plainMessage(
        l10n.t('Watching {0} for {1} seconds at most', plan.cluster, plan.seconds),
      ),
      cancellable: true,
    },
    (_progress, token) =>
      server.ask<DrillReport>(drillMethod, { id: plan.id, settings: live.settings() }, token),
  );
  if (report === undefined) {
    void window.showInformationMessage(
      l10n.t('Something is other than what you confirmed, and nothing was changed: begin anew.'),
    );
    return;
  }
  const uri = reportUri(l10n.t('Drift drill'), { kind: 'drill', drill: report });
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

function foretold(willRevert: DrillPlan['willRevert']): string {
  switch (willRevert) {
    case true:
      return l10n.t('It would put the label back by itself.');
    case false:
      return l10n.t('It would not put the label back by itself.');
    case 'unknown':
      return l10n.t('Whether it would put the label back by itself is not known.');
  }
}

function whyNotText(
  answer: Exclude<DrillPlanAnswer, { kind: 'plan' }>,
  { name }: DrillCluster,
): string {
  switch (answer.kind) {
    case 'none':
      return answer.text;
    case 'failed':
      return l10n.t('{0}: {1}', name, failureText(answer.failure));
    case 'untrusted':
    case 'clusters':
      return l10n.t('{0} is not known here.', name);
  }
}
