import {
  Disposable,
  EventEmitter,
  MarkdownString,
  StatusBarAlignment,
  ThemeColor,
  l10n,
  window,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import type { LiveView as Seen } from '../../../server/src/protocol/live.ts';
import { dotted } from './certaintyMarks.ts';
import { liveChangeItem, type LiveChangeItem } from './liveChangeItems.ts';
import { liveApplications, liveItem, liveRows, type LiveItem } from './liveItems.ts';
import type { LiveModel } from './liveModel.ts';
import { matters } from './liveMatters.ts';
import { environmentText, stateText } from './liveWords.ts';

/** Ages are told anew after so long, while something is followed. */
const agesEvery = 30_000;

/** The view “Live”: applications of the selected cluster and their drift; and the item of the status bar with its name. */
export class LiveTree implements TreeDataProvider<LiveItem | LiveChangeItem>, Disposable {
  private readonly model: LiveModel;
  private readonly changed = new EventEmitter<void>();
  private readonly view;
  private readonly item = window.createStatusBarItem('strata.live', StatusBarAlignment.Left, 39);
  private readonly timer: NodeJS.Timeout;
  private readonly subscriptions: Disposable;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(model: LiveModel) {
    this.model = model;
    this.view = window.createTreeView('strata.live', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.item.name = l10n.t('Strata: selected cluster');
    this.item.command = 'strata.selectCluster';
    this.timer = setInterval(() => {
      if (model.cluster !== undefined) this.show();
    }, agesEvery);
    this.subscriptions = Disposable.from(
      this.view,
      this.item,
      model.onDidChange(() => {
        this.show();
      }),
    );
  }

  getTreeItem(item: LiveItem | LiveChangeItem): TreeItem {
    return 'live' in item ? liveItem(item, Date.now()) : liveChangeItem(item, Date.now());
  }

  async getChildren(item?: LiveItem | LiveChangeItem): Promise<(LiveItem | LiveChangeItem)[]> {
    switch (item?.kind) {
      case undefined:
        return this.top();
      case 'application':
        return [...liveRows(item.live)];
      case 'changes':
        return this.commits();
      case 'change': {
        const { commit, applications } = item.change;
        return applications.map((stand) => ({ kind: 'stand', commit, stand }));
      }
      case 'row':
      case 'stand':
      case 'openChanges':
        return [];
    }
  }

  dispose(): void {
    clearInterval(this.timer);
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  /** The applications, and where commits stand once something is seen. */
  private top(): (LiveItem | LiveChangeItem)[] {
    const { view } = this.model;
    if (view === undefined) return [];
    const changes: LiveChangeItem = { kind: 'changes', cluster: view.cluster };
    return [
      ...liveApplications(view.applications),
      ...(view.seenAt === undefined ? [] : [changes]),
    ];
  }

  /** The commits, and why there may be more of them. */
  private async commits(): Promise<LiveChangeItem[]> {
    const found = await this.model.changes();
    const why = found === undefined ? 'unreadable' : found.open;
    return [
      ...(why === undefined ? [] : [{ kind: 'openChanges', why } as const]),
      ...(found?.changes ?? []).map((change): LiveChangeItem => ({ kind: 'change', change })),
    ];
  }

  private show(): void {
    const { cluster, view } = this.model;
    this.changed.fire();
    if (cluster === undefined) {
      this.item.hide();
      this.view.message = '';
      this.view.description = '';
      return;
    }
    const state =
      view === undefined ? l10n.t('Reading {0} …', cluster) : stateText(view, Date.now());
    this.view.message = state ?? '';
    this.view.description = dotted([cluster, view && environmentText(view)]);
    this.item.text = view === undefined ? `$(server) ${cluster}` : barText(view);
    this.item.tooltip = view === undefined ? undefined : barTooltip(view, state);
    this.item.backgroundColor =
      view?.state === 'stale' ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }
}

function barText(view: Seen): string {
  const { cluster, isProduction, applications, state } = view;
  const drifted = applications.filter(({ rows }) => rows.some(matters)).length;
  const icon = isProduction ? '$(server-environment)' : '$(server)';
  return `${icon} ${dotted([
    cluster,
    isProduction ? l10n.t('production') : undefined,
    state === 'stale'
      ? l10n.t('not seen now')
      : state === 'loading'
        ? l10n.t('reading')
        : drifted === 0
          ? l10n.t('no drift found')
          : l10n.t('{0} drifted', drifted),
  ])}`;
}

function barTooltip(view: Seen, state: string | undefined): MarkdownString {
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(view.cluster).appendMarkdown('**  \n');
  text.appendText(dotted([environmentText(view), view.server])).appendMarkdown('  \n');
  text.appendText(
    view.argocd === undefined
      ? l10n.t('context {0}, user {1}, from {2}', view.context, view.user, view.host)
      : l10n.t('by Argo CD at {0}, from {1}', view.argocd.join(', '), view.host),
  );
  if (state !== undefined) text.appendMarkdown('  \n').appendText(state);
  if (view.seenAt !== undefined) {
    const time = new Date(view.seenAt).toLocaleTimeString();
    text.appendMarkdown('  \n').appendText(l10n.t('last seen {0}', time));
  }
  return text;
}
