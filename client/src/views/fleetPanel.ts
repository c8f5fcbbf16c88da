import {
  Disposable,
  Uri,
  ViewColumn,
  commands,
  env,
  l10n,
  window,
  workspace,
  type Webview,
  type WebviewPanel,
  type WebviewPanelSerializer,
} from 'vscode';
import type {
  FleetCellName,
  FromFleetPanel,
  ToFleetPanel,
} from '../../../server/src/protocol/fleetPanel.ts';
import {
  fleetApplicationMethod,
  fleetMethod,
  type FleetAnswer,
  type FleetApplication,
  type FleetApplicationParams,
  type FleetParams,
  type FleetView,
} from '../../../server/src/protocol/liveFleet.ts';
import { openPlace } from '../commands/openPlace.ts';
import type { Server } from '../server.ts';
import type { FleetCache } from './fleetCache.ts';
import { fleetPane } from './fleetPaneWords.ts';
import { fleetWords } from './fleetWords.ts';
import type { LiveModel } from './liveModel.ts';
import { parseFleetMessage } from './parseFleetMessage.ts';

/** Clusters are read again after so long, and a little more, so that windows do not do it all at once. */
const readEvery = 120_000;

/** The panel “Fleet”: all clusters by all applications. What it shows it shows at once, from what was seen before. */
export class FleetPanels implements WebviewPanelSerializer, Disposable {
  private readonly server: Server;
  private readonly live: LiveModel;
  private readonly cache: FleetCache;
  private readonly extension: Uri;
  private readonly subscriptions: Disposable;
  private open: FleetPanel | undefined;

  constructor(parts: {
    readonly server: Server;
    readonly live: LiveModel;
    readonly cache: FleetCache;
    readonly extension: Uri;
  }) {
    this.server = parts.server;
    this.live = parts.live;
    this.cache = parts.cache;
    this.extension = parts.extension;
    this.subscriptions = Disposable.from(
      commands.registerCommand('strata.showFleet', () => this.show()),
      window.registerWebviewPanelSerializer('strata.fleet', this),
      parts.server.onFleetChanged(() => this.open?.refresh()),
      parts.server.onTreesChanged(() => this.open?.refresh()),
    );
  }

  /** Called by VS Code for a panel that was there when its window was closed. */
  async deserializeWebviewPanel(panel: WebviewPanel): Promise<void> {
    this.adopt(panel);
    return Promise.resolve();
  }

  dispose(): void {
    this.open?.dispose();
    this.subscriptions.dispose();
  }

  private show(): void {
    if (this.open !== undefined) {
      this.open.reveal();
      return;
    }
    this.adopt(window.createWebviewPanel('strata.fleet', l10n.t('Fleet'), ViewColumn.Active));
  }

  private adopt(panel: WebviewPanel): void {
    const { server, live, cache, extension } = this;
    this.open?.dispose();
    const own = new FleetPanel(panel, { server, live, cache, extension });
    this.open = own;
    panel.onDidDispose(() => {
      if (this.open === own) this.open = undefined;
    });
  }
}

/** One panel, as long as it is there. */
class FleetPanel implements Disposable {
  private readonly panel: WebviewPanel;
  private readonly parts: {
    readonly server: Server;
    readonly live: LiveModel;
    readonly cache: FleetCache;
  };
  private readonly subscriptions: Disposable;
  private opened:
    { readonly cell: FleetCellName; application: FleetApplication | undefined } | undefined;
  /** The user wants the clusters to be read, again and again. */
  private reads = false;
  private lastRead = 0;
  private timer: NodeJS.Timeout | undefined;
  private asking = false;
  private isStale = false;
  private isReady = false;
  /** What was last seen is of now, and not of the file. */
  private isOfNow = false;
  private isDisposed = false;

  constructor(
    panel: WebviewPanel,
    {
      extension,
      ...parts
    }: {
      readonly server: Server;
      readonly live: LiveModel;
      readonly cache: FleetCache;
      readonly extension: Uri;
    },
  ) {
    this.panel = panel;
    this.parts = parts;
    const root = Uri.joinPath(extension, 'dist');
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    this.subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const told = parseFleetMessage(message);
        if (told !== undefined) void this.take(told);
      }),
      panel.onDidChangeViewState(() => this.watch()),
      panel.onDidDispose(() => this.dispose()),
    );
    panel.webview.html = page(panel.webview, root);
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Asks anew what is known; nothing while nobody sees it. */
  refresh(): void {
    if (this.isReady && this.panel.visible) void this.ask('know');
  }

  dispose(): void {
    this.isDisposed = true;
    this.opened = undefined;
    clearTimeout(this.timer);
    this.subscriptions.dispose();
    this.panel.dispose();
    if (this.reads) {
      const params: FleetParams = { settings: this.parts.live.settings(), ask: 'end' };
      void this.parts.server.ask(fleetMethod, params).catch(() => undefined);
    }
    this.reads = false;
  }

  private async take(message: FromFleetPanel): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.begin();
      case 'read':
        this.reads = true;
        return this.read('retry');
      case 'open':
        return this.openCell(message.cell);
      case 'close':
        this.opened = undefined;
        return;
      case 'rendered': {
        const uri = this.opened?.application?.application.uri ?? '';
        if (uri !== '')
          await window.showTextDocument(Uri.parse(uri), { viewColumn: ViewColumn.Beside });
        return;
      }
      case 'follow':
        await commands.executeCommand('strata.selectCluster', {
          cluster: { name: this.opened?.cell.cluster },
        });
        return;
      case 'declared': {
        const place = this.opened?.application?.application.rows[message.row]?.place;
        if (place !== undefined) await openPlace(place);
      }
    }
  }

  /** First what was seen before, since the server may not even run; then what is known. */
  private async begin(): Promise<void> {
    this.isReady = true;
    this.send({ kind: 'start', words: fleetWords(), language: env.language });
    if (!workspace.isTrusted) {
      this.send({ kind: 'untrusted' });
      return;
    }
    const kept = this.isOfNow ? undefined : await this.parts.cache.read(Date.now());
    if (kept !== undefined) this.send({ kind: 'view', ...kept });
    if (this.opened !== undefined) this.showPane('');
    await this.ask('know');
  }

  /** Asks for the fleet, once at a time; news that come meanwhile are asked for afterwards. */
  private async ask(what: 'know' | 'read' | 'retry'): Promise<void> {
    this.isStale = true;
    if (this.asking && what === 'know') return;
    this.asking = true;
    try {
      let asked: 'know' | 'read' | 'retry' = what;
      while (this.isStale) {
        this.isStale = false;
        const { server, live } = this.parts;
        await live.ready();
        // Nobody would end what is read for a panel that is gone.
        if (this.isDisposed) return;
        const params: FleetParams = { settings: live.settings(), ask: asked };
        const answer = await server.ask<FleetAnswer>(fleetMethod, params);
        asked = 'know';
        if (answer !== undefined) await this.tell(answer);
      }
    } finally {
      this.asking = false;
    }
  }

  private async tell(answer: FleetAnswer): Promise<void> {
    if (answer.kind === 'untrusted') {
      this.send({ kind: 'untrusted' });
      return;
    }
    const view: FleetView = answer;
    const isRead = view.sources.some(({ readAt }) => readAt !== undefined);
    const isReading = view.reading !== undefined;
    // Until something is read, what was seen before says more than nothing.
    const kept = this.isOfNow || isRead ? undefined : await this.parts.cache.read(Date.now());
    if (isRead) this.isOfNow = true;
    const shown = kept === undefined ? view : { ...kept.view, reading: view.reading };
    this.send({ kind: 'view', view: shown, ...(kept !== undefined && { keptAt: kept.keptAt }) });
    if (isRead && !isReading) await this.parts.cache.write(view, Date.now());
  }

  private async read(what: 'read' | 'retry'): Promise<void> {
    this.lastRead = Date.now();
    this.watch();
    await this.ask(what);
  }

  /** Reads again where it is time and somebody sees it; what nobody sees is not read. */
  private watch(): void {
    clearTimeout(this.timer);
    if (!this.reads || !this.panel.visible) return;
    const left = this.lastRead + readEvery - Date.now();
    if (left <= 0) void this.read('read');
    else this.timer = setTimeout(() => this.watch(), left + (readEvery / 10) * Math.random());
  }

  private async openCell(cell: FleetCellName): Promise<void> {
    const opened: NonNullable<FleetPanel['opened']> = { cell, application: undefined };
    this.opened = opened;
    for (const ask of ['status', 'drift'] as const) {
      // Until the user wants clusters to be read, none is asked for the sake of one cell, either.
      if (ask === 'drift' && !this.reads) break;
      const { server, live } = this.parts;
      const params: FleetApplicationParams = { ...cell, settings: live.settings(), ask };
      const found = await server.ask<FleetApplication>(fleetApplicationMethod, params);
      // The user may have closed it meanwhile, or opened another one.
      if (this.opened !== opened) return;
      opened.application = found;
      const isMore = ask === 'status' && this.reads && found?.compared === 'notAsked';
      this.showPane(isMore ? l10n.t('Reading what is live …') : '');
      if (!isMore) break;
    }
  }

  private showPane(busy: string): void {
    const { opened } = this;
    const pane =
      opened?.application && fleetPane(opened.cell, opened.application, { busy, now: Date.now() });
    this.send({ kind: 'pane', pane });
  }

  private send(message: ToFleetPanel): void {
    // An answer may come for a panel that is gone.
    if (this.isDisposed) return;
    void this.panel.webview.postMessage(message);
  }
}

/** The page: nothing of it comes from elsewhere, and only its own script runs. */
function page(webview: Webview, root: Uri): string {
  const nonce = crypto.randomUUID();
  const address = (name: string): string =>
    webview.asWebviewUri(Uri.joinPath(root, name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${env.language.replaceAll(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${address('fleet.css')}">
</head>
<body>
<script nonce="${nonce}" src="${address('fleet.js')}"></script>
</body>
</html>`;
}
