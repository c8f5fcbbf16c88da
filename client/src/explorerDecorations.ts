import {
  Disposable,
  EventEmitter,
  FileDecoration,
  ThemeColor,
  Uri,
  l10n,
  window,
  workspace,
  type FileDecorationProvider,
} from 'vscode';
import {
  layersMethod,
  type LayerNode,
  type LayersAnswer,
} from '../../server/src/protocol/layers.ts';
import type { ImpactOfTree } from '../../server/src/protocol/impact.ts';
import type { Server } from './server.ts';
import { readSettings } from './settings.ts';
import { roleText } from './views/layersView.ts';
import type { ImpactModel } from './views/impactModel.ts';

/**
 * Marks in the explorer, where the setting asks for them: folders that are layers, by their role, and files that set what a
 * change does to production.
 */
export class ExplorerDecorations implements FileDecorationProvider, Disposable {
  private readonly server: Server;
  private readonly impact: ImpactModel;
  private readonly changed = new EventEmitter<undefined>();
  private readonly subscriptions: Disposable;
  private registration: Disposable | undefined;
  private layers: ReadonlyMap<string, LayerNode> = new Map();
  /** The clusters of production that a file changes, by its URI. */
  private production: ReadonlyMap<string, readonly string[]> = new Map();

  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(server: Server, impact: ImpactModel) {
    this.server = server;
    this.impact = impact;
    const look = (): void => {
      void this.look();
    };
    this.subscriptions = Disposable.from(
      server.onTreesChanged(look),
      server.onStarted(look),
      impact.onDidChange(look),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.explorerDecorations')) look();
      }),
    );
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    const clusters = this.production.get(uri.toString());
    if (clusters !== undefined) {
      const tooltip = l10n.t('changes production: {0}', clusters.join(', '));
      const mark = new FileDecoration('P!', tooltip, new ThemeColor('list.warningForeground'));
      mark.propagate = true;
      return mark;
    }
    const layer = this.layers.get(uri.toString());
    return layer && new FileDecoration(badges[layer.role], roleText(layer.role));
  }

  dispose(): void {
    this.registration?.dispose();
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  /** Follows the setting, and what there is to mark. */
  private async look(): Promise<void> {
    if (!readSettings().explorerDecorations) {
      this.registration?.dispose();
      this.registration = undefined;
      return;
    }
    try {
      this.layers = await this.foldersOfLayers();
      this.production = await this.filesOfProduction();
    } catch {
      // The server has said in its output what is wrong; the marks stay as they were.
    }
    this.registration ??= window.registerFileDecorationProvider(this);
    this.changed.fire(undefined);
  }

  private async foldersOfLayers(): Promise<ReadonlyMap<string, LayerNode>> {
    const answer = await this.server.ask<LayersAnswer>(layersMethod, {});
    return new Map(
      (answer?.layers ?? []).map((layer) => {
        const file = Uri.parse(layer.file);
        const folder = layer.role === 'folder' ? file : Uri.joinPath(file, '..');
        return [folder.toString(), layer];
      }),
    );
  }

  private async filesOfProduction(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { state } = this.impact;
    const found = new Map<string, Set<string>>();
    for (const tree of state.kind === 'ready' ? state.answer.trees : []) {
      if (tree.kind !== 'compared') continue;
      for (const [cluster, file] of await this.placesOf(tree)) {
        const uri = Uri.parse(file).toString();
        found.set(uri, (found.get(uri) ?? new Set()).add(cluster));
      }
    }
    return new Map([...found].map(([uri, clusters]) => [uri, [...clusters].sort()]));
  }

  /** The clusters of production that change, each with a file that sets what changes there. */
  private async placesOf(tree: ImpactOfTree): Promise<readonly (readonly [string, string])[]> {
    const production = new Set(
      tree.clusters.flatMap(({ name, isProduction }) => (isProduction ? [name] : [])),
    );
    const places: (readonly [string, string])[] = [];
    for (const { id, cluster } of tree.applications) {
      if (cluster === undefined || !production.has(cluster)) continue;
      const part = await this.impact.part(tree.tree, id);
      for (const { fields } of part?.resources ?? []) {
        for (const { place } of fields) {
          if (place !== undefined && place.commit === undefined) places.push([cluster, place.uri]);
        }
      }
    }
    return places;
  }
}

const badges: Readonly<Record<LayerNode['role'], string>> = {
  base: 'B',
  component: 'C',
  overlay: 'O',
  standalone: 'K',
  chart: 'H',
  folder: 'M',
};
