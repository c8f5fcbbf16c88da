import {
  CancellationTokenSource,
  Disposable,
  StatusBarAlignment,
  ThemeColor,
  ThemeIcon,
  Uri,
  commands,
  l10n,
  window,
  workspace,
} from 'vscode';
import { rootsOfMethod, type RootsOf } from '../../server/src/protocol/rootsOf.ts';
import type { ImpactOfTree } from '../../server/src/protocol/impact.ts';
import { clusterItems, type TargetItem } from './commands/renderedTarget.ts';
import type { Server } from './server.ts';
import { readSettings } from './settings.ts';
import type { ImpactModel } from './views/impactModel.ts';
import { headText } from './views/impactSides.ts';
import { clusterCount } from './views/impactTexts.ts';
import { comparedTrees } from './views/impactView.ts';

/**
 * The item of the status bar: the layer of the active file and how many clusters it reaches; while something changes, the
 * impact in one line.
 */
export class StatusBar implements Disposable {
  private readonly server: Server;
  private readonly model: ImpactModel;
  private readonly item = window.createStatusBarItem('strata.layer', StatusBarAlignment.Left, 40);
  private readonly subscriptions: Disposable;
  private reach: { readonly uri: string; readonly roots: RootsOf } | undefined;
  private asking: CancellationTokenSource | undefined;
  private isStarted = false;

  constructor(server: Server, model: ImpactModel) {
    this.server = server;
    this.model = model;
    this.item.name = l10n.t('Strata: layer and impact');
    this.item.command = 'strata.showReach';
    this.subscriptions = Disposable.from(
      this.item,
      server.onStarted(() => {
        this.isStarted = true;
        this.look();
      }),
      window.onDidChangeActiveTextEditor(() => {
        this.look();
      }),
      model.onDidChange(() => {
        this.look();
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.statusBar')) this.show();
      }),
      commands.registerCommand('strata.showReach', () => this.pick()),
    );
  }

  dispose(): void {
    this.asking?.cancel();
    this.subscriptions.dispose();
  }

  private look(): void {
    this.show();
    this.asking?.cancel();
    const uri = window.activeTextEditor?.document.uri;
    if (!this.isStarted || uri?.scheme !== 'file') return;
    const source = new CancellationTokenSource();
    this.asking = source;
    void this.ask(uri.toString(), source).finally(() => {
      source.dispose();
    });
  }

  private async ask(uri: string, { token }: CancellationTokenSource): Promise<void> {
    try {
      const roots = await this.server.ask<RootsOf>(rootsOfMethod, { uri }, token);
      if (token.isCancellationRequested || roots === undefined) return;
      this.reach = { uri, roots };
      this.show();
    } catch {
      // Somebody looks at another file by now, or the server said in its output what is wrong.
    }
  }

  private show(): void {
    const text = readSettings().statusBar ? this.text() : undefined;
    if (text === undefined) {
      this.item.hide();
      return;
    }
    const crosses = comparedTrees(this.model).some(({ headline }) => headline.crosses);
    this.item.text = `$(layers) ${text}`;
    this.item.tooltip = this.tooltip();
    this.item.backgroundColor = crosses
      ? new ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.accessibilityInformation = { label: `Strata: ${text}`, role: 'button' };
    this.item.show();
  }

  private text(): string | undefined {
    const changing = comparedTrees(this.model).filter(({ headline }) => !headline.isQuiet);
    if (changing.length > 0) return changing.map(changingText).join(' | ');
    const roots = this.active();
    const [nearest] = roots?.roots ?? [];
    const clusters = countClusters(roots);
    if (roots === undefined || (nearest === undefined && clusters === 0)) return undefined;
    const layer = nearest === undefined ? undefined : nearest.path === '' ? '.' : nearest.path;
    return [
      ...(layer === undefined ? [] : [layer]),
      ...(clusters === 0 ? [] : [clusterCount(clusters)]),
    ].join(' · ');
  }

  private tooltip(): string {
    const lines = comparedTrees(this.model).flatMap(({ headline, crossings }) =>
      headline.isQuiet
        ? []
        : [
            headline.text,
            ...crossings.map(({ text, between }) => `${text}: ${between.join(', ')}`),
          ],
    );
    const clusters = countClusters(this.active());
    const reach = clusters === 0 ? [] : [l10n.t('This file reaches {0}', clusterCount(clusters))];
    return [...lines, ...reach, l10n.t('Click for the clusters and applications')].join('\n');
  }

  /** What the active file reaches; `undefined` where it is not known yet. */
  private active(): RootsOf | undefined {
    const uri = window.activeTextEditor?.document.uri.toString();
    return this.reach?.uri === uri ? this.reach?.roots : undefined;
  }

  /** The clusters and applications that the active file reaches; a pick opens what is rendered there. */
  private async pick(): Promise<void> {
    const roots = this.active();
    const isChanging = comparedTrees(this.model).some(({ headline }) => !headline.isQuiet);
    const layers = countClusters(roots) > 0 ? [] : (roots?.roots ?? []);
    const items: readonly TargetItem[] = [
      ...(isChanging ? [{ label: l10n.t('Show impact'), iconPath: new ThemeIcon('layers') }] : []),
      ...clusterItems(roots?.applications ?? []),
      ...layers.map(({ path, uri }) => ({ label: path === '' ? '.' : path, uri })),
    ];
    const item = await window.showQuickPick(items, {
      title: l10n.t('Clusters that this file reaches'),
      matchOnDescription: true,
    });
    if (item === undefined) return;
    if (item.uri === undefined) await commands.executeCommand('strata.showImpact');
    else await commands.executeCommand('strata.openRendered', { rendered: Uri.parse(item.uri) });
  }
}

/** What changes; and where, unless it is the working tree. */
function changingText({ head, headline }: ImpactOfTree): string {
  return head.kind === 'workingTree' ? headline.text : `${headText(head)}: ${headline.text}`;
}

function countClusters(roots: RootsOf | undefined): number {
  return new Set((roots?.applications ?? []).flatMap(({ cluster }) => cluster ?? [])).size;
}
