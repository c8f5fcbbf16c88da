import {
  Disposable,
  EventEmitter,
  commands,
  l10n,
  window,
  workspace,
  type TreeDataProvider,
  type TreeItem,
  type TreeView,
} from 'vscode';
import type { ImpactOfTree } from '../../../server/src/protocol/impact.ts';
import { readSettings } from '../settings.ts';
import { itemOf } from './impactItems.ts';
import type { ImpactModel } from './impactModel.ts';
import {
  applicationNodes,
  clusterNode,
  equalNodes,
  fieldNodes,
  groupNodes,
  partNodes,
  rootNodes,
  rootRows,
  treeNodes,
  whereOf,
  type ImpactNode,
} from './impactNodes.ts';
import { ageText, sidesText } from './impactSides.ts';

/** What the view says where it has no rows; the words stand in package.json. */
type Welcome = 'waiting' | 'loading' | 'untrusted' | 'no-repository' | 'nothing' | 'rows';

/** The Impact view: what the picked sides do to each cluster, live. */
export class ImpactView implements TreeDataProvider<ImpactNode>, Disposable {
  private readonly model: ImpactModel;
  private readonly changed = new EventEmitter<undefined>();
  private readonly view: TreeView<ImpactNode>;
  private readonly subscriptions: Disposable;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(model: ImpactModel) {
    this.model = model;
    this.view = window.createTreeView('strata.impact', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.subscriptions = Disposable.from(
      this.view,
      model.onDidChange(() => {
        this.show();
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.impact')) this.changed.fire(undefined);
      }),
    );
    this.show();
  }

  getTreeItem(node: ImpactNode): TreeItem {
    return itemOf(node);
  }

  async getChildren(node?: ImpactNode): Promise<ImpactNode[] | undefined> {
    const { state } = this.model;
    if (node !== undefined) {
      const below = await this.below(node);
      return below && [...below];
    }
    if (state.kind !== 'ready' || welcomeOf(this.model) !== 'rows') return [];
    return [...rootNodes(state.answer.trees, readSettings().impactGrouping)];
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private async below(node: ImpactNode): Promise<readonly ImpactNode[] | undefined> {
    switch (node.kind) {
      case 'tree':
        return treeNodes(node.tree, readSettings().impactGrouping);
      case 'group':
        return groupNodes(node.tree, node.group);
      case 'alike':
        return node.clusters.map((cluster) => {
          return { ...clusterNode(node.tree, cluster), like: node.like };
        });
      case 'cluster':
        return applicationNodes(node.tree, node.cluster.name);
      case 'somewhere':
        return applicationNodes(node.tree, undefined);
      case 'roots':
        return rootRows(node.tree);
      case 'touched':
        return equalNodes(node.tree);
      case 'application': {
        const { tree, application: owner } = node;
        const part = await this.model.part(tree, owner.id);
        return partNodes({ tree, owner, where: whereOf(node) }, part);
      }
      case 'root': {
        const { tree, root: owner } = node;
        const where = owner.path === '' ? '.' : owner.path;
        return partNodes({ tree, owner, where }, await this.model.part(tree, owner.id));
      }
      case 'resource':
        return fieldNodes(node);
      default:
        return undefined;
    }
  }

  private show(): void {
    void commands.executeCommand('setContext', 'strata.impact', welcomeOf(this.model));
    const trees = comparedTrees(this.model);
    const changing = trees.reduce((sum, tree) => sum + countChanging(tree), 0);
    const tooltip = trees.map(({ headline }) => headline.text).join('\n');
    this.view.badge = changing === 0 ? undefined : { value: changing, tooltip };
    this.view.description = descriptionOf(trees[0]);
    this.view.message = trees.some(({ isOutdated }) => isOutdated)
      ? l10n.t('As of the last time that all open files could be read.')
      : '';
    this.changed.fire(undefined);
  }
}

/** The trees that could be compared. */
export function comparedTrees({ state }: Pick<ImpactModel, 'state'>): readonly ImpactOfTree[] {
  if (state.kind !== 'ready') return [];
  return state.answer.trees.flatMap((tree) => (tree.kind === 'compared' ? [tree] : []));
}

/** How many clusters change; where nothing is delivered to any, how many roots. */
function countChanging({ headline, roots }: ImpactOfTree): number {
  return headline.clusters > 0 ? headline.clusters : roots.length;
}

function descriptionOf(tree: ImpactOfTree | undefined): string {
  if (tree === undefined) return '';
  const { fetchedAt, relation } = tree.base;
  const sides = sidesText(tree);
  return fetchedAt === undefined || relation === 'exact'
    ? sides
    : l10n.t('{0}, fetched {1}', sides, ageText(fetchedAt, Date.now()));
}

function welcomeOf({ state }: Pick<ImpactModel, 'state'>): Welcome {
  if (state.kind !== 'ready') return state.kind;
  const { trees } = state.answer;
  if (trees.length === 0) return 'waiting';
  const [only, ...others] = trees;
  if (only?.kind === 'refused' && others.length === 0) {
    return only.reason === 'git' || only.reason === 'fault' ? 'rows' : only.reason;
  }
  const isQuiet = trees.every((tree) => {
    return (
      tree.kind === 'compared' &&
      tree.headline.isQuiet &&
      tree.looseEnds.length + tree.touched.length === 0
    );
  });
  return isQuiet ? 'nothing' : 'rows';
}
