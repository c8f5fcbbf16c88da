import {
  QuickPickItemKind,
  ThemeIcon,
  commands,
  l10n,
  window,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import type { LiveClusterChoice, LiveSelected } from '../../../server/src/protocol/live.ts';
import { dotted } from '../views/certaintyMarks.ts';
import type { LiveModel } from '../views/liveModel.ts';
import { plainMessage } from '../views/plainMessage.ts';
import { mayRunPlugin } from './mayRunPlugin.ts';

/** The commands “Strata: Select cluster…”, “Strata: Disconnect from cluster” and “Strata: Ask the cluster again”. */
export function registerSelectCluster(model: LiveModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.selectCluster', (named?: { cluster?: { name: string } }) =>
      selectCluster(model, named?.cluster?.name),
    ),
    commands.registerCommand('strata.disconnectCluster', () => model.disconnect()),
    commands.registerCommand('strata.askClusterAgain', () => model.retry()),
  ];
}

interface ClusterChoice extends QuickPickItem {
  readonly choice?: LiveClusterChoice;
}

async function selectCluster(model: LiveModel, named: string | undefined): Promise<void> {
  const answer = await model.choices();
  if (answer?.kind === 'untrusted') {
    const manage = l10n.t('Manage workspace trust');
    const told = l10n.t('Clusters are only read in a trusted workspace.');
    if ((await window.showInformationMessage(told, manage)) === manage) {
      await commands.executeCommand('workbench.trust.manage');
    }
    return;
  }
  const clusters = answer?.clusters ?? [];
  const choice =
    named === undefined ? await pick(clusters) : clusters.find(({ name }) => name === named);
  if (choice === undefined) return;
  const plugin = choice.context?.plugin;
  if (plugin !== undefined && !(await mayRunPlugin(model, plugin, choice.name))) return;
  const selected = await model.select({ tree: choice.tree, cluster: choice.name });
  if (selected.kind === 'refused') {
    void window.showWarningMessage(plainMessage(refusalText(selected.why, choice.name)));
    return;
  }
  await commands.executeCommand('strata.live.focus');
}

/** Clusters that have a context, by environment; those that have none are told, too, and cannot be reached. */
async function pick(
  clusters: readonly LiveClusterChoice[],
): Promise<LiveClusterChoice | undefined> {
  const reachable = clusters.filter(
    ({ context, argocd }) => context !== undefined || argocd !== undefined,
  );
  if (reachable.length === 0) {
    void window.showInformationMessage(
      l10n.t(
        'No context of your kubeconfig has the address or the name of a cluster: name one in the setting strata.clusters.contexts.',
      ),
    );
    return undefined;
  }
  const sorted = reachable.toSorted((a, b) => Number(b.isProduction) - Number(a.isProduction));
  const groups = Map.groupBy(sorted, ({ environment }) => environment);
  const items = [...groups].flatMap(([environment, own]): ClusterChoice[] => [
    { label: environment ?? l10n.t('without environment'), kind: QuickPickItemKind.Separator },
    ...own.map((choice) => ({
      label: choice.name,
      iconPath: new ThemeIcon(choice.isProduction ? 'server-environment' : 'server'),
      description: dotted([
        choice.isProduction ? l10n.t('production') : undefined,
        choice.applications === 1
          ? l10n.t('1 application')
          : l10n.t('{0} applications', choice.applications),
      ]),
      detail: dotted([
        choice.context === undefined
          ? l10n.t('by Argo CD at {0}', (choice.argocd ?? []).join(', '))
          : l10n.t('context {0}, {1}', choice.context.name, choice.context.server),
        choice.context?.insecure === true ? l10n.t('TLS is not checked') : undefined,
      ]),
      choice,
    })),
  ]);
  const without = clusters.length - reachable.length;
  const item = await window.showQuickPick(items, {
    title: l10n.t('Select cluster'),
    placeHolder:
      without === 0
        ? l10n.t('The cluster is only read')
        : l10n.t('The cluster is only read; {0} more have no context', without),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return item?.choice;
}

function refusalText(
  why: Extract<LiveSelected, { kind: 'refused' }>['why'],
  cluster: string,
): string {
  switch (why) {
    case 'untrusted':
      return l10n.t('Clusters are only read in a trusted workspace.');
    case 'unknownCluster':
      return l10n.t('{0} is not known here.', cluster);
    case 'noContext':
      return l10n.t('No context of your kubeconfig fits {0}.', cluster);
  }
}
