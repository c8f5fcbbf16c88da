import {
  Disposable,
  EventEmitter,
  commands,
  l10n,
  window,
  type Memento,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import { clustersMethod, type ClustersAnswer } from '../../../server/src/protocol/clusters.ts';
import type { Server } from '../server.ts';
import { clusterGroups, groupings, type Grouping } from './clusterGroups.ts';
import { clusterItem, type ClusterItem } from './clusterItems.ts';
import { ViewData } from './viewData.ts';

/** Where the way in which clusters are grouped is remembered. */
const groupingKey = 'strata.clusters.grouping';

/** The view “Clusters”: the register in groups, and what is delivered to each cluster. */
export class ClustersView implements TreeDataProvider<ClusterItem>, Disposable {
  private readonly memento: Memento;
  private readonly data: ViewData<ClustersAnswer>;
  private readonly changed = new EventEmitter<void>();
  private readonly subscriptions: Disposable;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(server: Server, memento: Memento) {
    this.memento = memento;
    this.data = new ViewData<ClustersAnswer>(server, {
      method: clustersMethod,
      context: 'strata.clusters',
      isEmpty: ({ clusters, applications, open }) =>
        clusters.length + applications.length + open.length === 0,
    });
    const view = window.createTreeView('strata.clusters', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.data.follow(view);
    const describe = (): void => {
      view.description = descriptionOf(this.grouping);
    };
    describe();
    this.subscriptions = Disposable.from(
      view,
      this.data,
      this.data.onDidChange(() => {
        this.changed.fire();
      }),
      commands.registerCommand('strata.groupClusters', async () => {
        await this.pickGrouping();
        describe();
      }),
    );
  }

  getTreeItem(item: ClusterItem): TreeItem {
    return clusterItem(item);
  }

  async getChildren(item?: ClusterItem): Promise<ClusterItem[]> {
    const answer = await this.data.get();
    if (answer === undefined) return [];
    switch (item?.kind) {
      case undefined:
        return [...clusterGroups(answer, this.grouping)];
      case 'group':
      case 'cluster':
      case 'unknown':
      case 'open':
        return [...item.children];
      case 'application':
      case 'generator':
        return [];
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private get grouping(): Grouping {
    return this.memento.get<Grouping>(groupingKey, 'environment');
  }

  private async pickGrouping(): Promise<void> {
    const items = groupings.map((grouping) => ({
      label: descriptionOf(grouping),
      grouping,
      ...(grouping === this.grouping && { description: l10n.t('now') }),
    }));
    const item = await window.showQuickPick(items, { title: l10n.t('Group clusters') });
    if (item === undefined) return;
    await this.memento.update(groupingKey, item.grouping);
    this.changed.fire();
  }
}

function descriptionOf(grouping: Grouping): string {
  switch (grouping) {
    case 'environment':
      return l10n.t('by environment');
    case 'region':
      return l10n.t('by region');
    case 'releaseDomain':
      return l10n.t('by release domain');
  }
}
