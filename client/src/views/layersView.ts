import {
  Disposable,
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  commands,
  l10n,
  window,
  type Memento,
  type TreeDataProvider,
} from 'vscode';
import {
  layersMethod,
  type LayerNode,
  type LayersAnswer,
} from '../../../server/src/protocol/layers.ts';
import { iconOf } from '../commands/renderedTarget.ts';
import type { Server } from '../server.ts';
import { dotted } from './certaintyMarks.ts';
import { openCommand } from './clusterItems.ts';
import {
  layerTree,
  type FamilyItem,
  type LayerItem,
  type LayerMode,
  type LayerOfTree,
  type ReaderItem,
} from './layerTree.ts';
import { OlderFindingsRow, olderChildren, olderItem, type OlderItem } from './olderFindings.ts';
import { isProductionName, spokenItem } from './spokenItem.ts';
import { ViewData } from './viewData.ts';

/** Where the mode is remembered, and what tells the menus of it. */
const modeKey = 'strata.layers.mode';

/** How many clusters are told by name beside a layer. */
const mostNames = 3;

const { Collapsed, None } = TreeItemCollapsibleState;

/** What stands in the view. */
type LayersViewItem = LayerItem | OlderItem;

/** The view “Layers”: what applications are made of, or who builds on a base; below it stands what is found in old files. */
export class LayersView implements TreeDataProvider<LayersViewItem>, Disposable {
  private readonly memento: Memento;
  private readonly data: ViewData<LayersAnswer>;
  private readonly older: OlderFindingsRow;
  private readonly changed = new EventEmitter<void>();
  private readonly subscriptions: Disposable;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(server: Server, memento: Memento) {
    this.memento = memento;
    this.data = new ViewData<LayersAnswer>(server, {
      method: layersMethod,
      context: 'strata.layers',
      isEmpty: ({ layers }) => layers.length === 0,
    });
    this.older = new OlderFindingsRow(server);
    const view = window.createTreeView<LayersViewItem>('strata.layers', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.data.follow(view);
    const show = async (mode: LayerMode): Promise<void> => {
      await this.memento.update(modeKey, mode);
      await commands.executeCommand('setContext', modeKey, mode);
      view.description = descriptionOf(mode);
      this.changed.fire();
    };
    view.description = descriptionOf(this.mode);
    void commands.executeCommand('setContext', modeKey, this.mode);
    this.subscriptions = Disposable.from(
      view,
      this.data,
      this.older,
      this.older.onDidChange(() => {
        this.changed.fire();
      }),
      this.data.onDidChange(() => {
        this.changed.fire();
      }),
      commands.registerCommand('strata.showLayersOfApplications', () => show('applications')),
      commands.registerCommand('strata.showUsersOfLayers', () => show('users')),
    );
  }

  getTreeItem(item: LayersViewItem): TreeItem {
    return spokenItem(this.shownItem(item));
  }

  private shownItem(item: LayersViewItem): TreeItem {
    switch (item.kind) {
      case 'family':
        return familyItem(item);
      case 'layer':
        return layerItem(item);
      case 'reader':
        return readerItem(item);
      default:
        return olderItem(item);
    }
  }

  async getChildren(item?: LayersViewItem): Promise<LayersViewItem[]> {
    if (item === undefined) {
      const answer = await this.data.get();
      const layers = answer === undefined ? [] : layerTree(answer, this.mode);
      return [...layers, ...this.older.items];
    }
    switch (item.kind) {
      case 'family':
      case 'layer':
        return [...item.children];
      case 'reader':
        return [];
      default:
        return [...olderChildren(item)];
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private get mode(): LayerMode {
    return this.memento.get<LayerMode>(modeKey, 'applications');
  }
}

function descriptionOf(mode: LayerMode): string {
  switch (mode) {
    case 'applications':
      return l10n.t('of applications');
    case 'users':
      return l10n.t('and who builds on them');
  }
}

function familyItem({ id, name, clusters, children }: FamilyItem): TreeItem {
  const item = new TreeItem(name, children.length === 0 ? None : Collapsed);
  item.id = id;
  item.iconPath = new ThemeIcon('package');
  item.description = clusters === 1 ? l10n.t('1 cluster') : l10n.t('{0} clusters', clusters);
  item.contextValue = 'family';
  return item;
}

function layerItem({ id, layer, label, readers, isForAll, children }: LayerOfTree): TreeItem {
  const item = new TreeItem(label, children.length === 0 ? None : Collapsed);
  const names = [...new Set(readers.map(({ cluster = '?' }) => cluster))];
  item.id = id;
  item.iconPath = new ThemeIcon(iconOfLayer(layer.role));
  item.description = isForAll && names.length > 1 ? l10n.t('all') : clustersText(names);
  item.tooltip = dotted([
    layer.path === '' ? '.' : layer.path,
    roleText(layer.role),
    names.length > mostNames ? names.join(', ') : undefined,
  ]);
  item.contextValue = layer.uri === undefined ? 'layer' : 'layer root';
  item.command = openCommand({ uri: layer.file, line: 0 });
  item.accessibilityInformation = {
    label: dotted([label, roleText(layer.role), item.description]),
  };
  return item;
}

function clustersText(names: readonly string[]): string {
  if (names.length === 0) return l10n.t('nothing is delivered from it');
  return names.length > mostNames ? l10n.t('{0} clusters', names.length) : names.join(', ');
}

function readerItem({ id, application, label }: ReaderItem): TreeItem {
  const item = new TreeItem(label, None);
  item.id = id;
  item.iconPath = new ThemeIcon(application.isProduction ? 'server-environment' : 'server');
  if (application.environment !== undefined) item.description = application.environment;
  item.contextValue = 'application';
  item.command = {
    command: 'strata.openRendered',
    title: l10n.t('Open rendered'),
    arguments: [{ rendered: Uri.parse(application.uri) }],
  };
  const isTold = !application.isProduction || isProductionName(application.environment);
  return isTold ? item : spokenItem(item, l10n.t('production'));
}

function iconOfLayer(role: LayerNode['role']): string {
  switch (role) {
    case 'chart':
      return 'notebook-template';
    case 'folder':
      return 'folder';
    default:
      return iconOf(role);
  }
}

/** What a layer is, in a word. */
export function roleText(role: LayerNode['role']): string {
  switch (role) {
    case 'base':
      return l10n.t('base');
    case 'component':
      return l10n.t('component');
    case 'overlay':
      return l10n.t('overlay');
    case 'standalone':
      return l10n.t('kustomization');
    case 'chart':
      return l10n.t('chart');
    case 'folder':
      return l10n.t('manifests');
  }
}
