import {
  EventEmitter,
  extensions,
  l10n,
  window,
  workspace,
  type CancellationToken,
  type Disposable,
  type Uri,
} from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/protocol/initializationOptions.ts';
import { olderFindingsChangedMethod } from '../../server/src/protocol/findings.ts';
import {
  historyMethod,
  type HistoryEnd,
  type HistoryParams,
  type HistoryPart,
} from '../../server/src/protocol/history.ts';
import { impactChangedMethod } from '../../server/src/protocol/impact.ts';
import { fleetChangedMethod } from '../../server/src/protocol/liveFleet.ts';
import { liveChangedMethod } from '../../server/src/protocol/live.ts';
import { trustGrantedMethod } from '../../server/src/protocol/initializationOptions.ts';
import { treesChangedMethod } from '../../server/src/protocol/place.ts';
import {
  renderedChangedMethod,
  renderedDocumentMethod,
  renderedScheme,
  type RenderedChangedParams,
  type RenderedDocument,
  type RenderedDocumentParams,
} from '../../server/src/protocol/renderedDocument.ts';
import { maskedChannel } from './maskedChannel.ts';
import { followLensSetting, lensMiddleware } from './codeLens.ts';

/**
 * The language server of this window. It starts with the first question or with `start`, and the code that talks to it
 * is loaded no sooner than that.
 */
export class Server implements Disposable {
  private readonly module: string;
  private readonly documentation: Uri;
  private readonly log;
  private readonly renderedChanged = new EventEmitter<RenderedChangedParams>();
  private readonly impactChanged = new EventEmitter<void>();
  private readonly treesChanged = new EventEmitter<void>();
  private readonly liveChanged = new EventEmitter<void>();
  private readonly fleetChanged = new EventEmitter<void>();
  private readonly olderFindingsChanged = new EventEmitter<void>();
  private readonly started = new EventEmitter<void>();
  /** How many histories were asked for, so that the parts of each have a name. */
  private histories = 0;
  private client: Promise<LanguageClient> | undefined;
  private lensSetting: Disposable | undefined;

  /** Rendered documents, by URI, that are other than the server gave them last. */
  readonly onRenderedChanged = this.renderedChanged.event;
  /** An impact that was asked for is another one now. */
  readonly onImpactChanged = this.impactChanged.event;
  /** Files of the opened folders, or what editors show of them, are other than before. */
  readonly onTreesChanged = this.treesChanged.event;
  /** The selected cluster is seen otherwise than before. */
  readonly onLiveChanged = this.liveChanged.event;
  /** More is known of all clusters together. */
  readonly onFleetChanged = this.fleetChanged.event;
  /** There are other findings than before that are only counted. */
  readonly onOlderFindingsChanged = this.olderFindingsChanged.event;
  /** The server runs, for the first time or again: whatever an earlier one said may be out of date. */
  readonly onStarted = this.started.event;

  /** Takes the path of the server's bundle, and the page that explains the codes of diagnostics. */
  constructor(options: {
    readonly module: string;
    readonly documentation: Uri;
    /** Texts that nobody writes down, however closely the protocol is traced. */
    readonly secrets: () => readonly string[];
  }) {
    this.log = maskedChannel(window.createOutputChannel('Strata', { log: true }), options.secrets);
    this.module = options.module;
    this.documentation = options.documentation;
  }

  /** Starts the server where it does not run yet. */
  async start(): Promise<void> {
    await this.running();
  }

  /** The rendered document of an address that `rootsOf` gave. */
  async renderedDocument(
    params: RenderedDocumentParams,
    token: CancellationToken,
  ): Promise<RenderedDocument> {
    const client = await this.running();
    const document = await client.sendRequest<RenderedDocument | null>(
      renderedDocumentMethod,
      params,
      token,
    );
    if (document === null) throw new Error(l10n.t('No open folder has this rendered document.'));
    return document;
  }

  /** Asks a question of our own protocol; `undefined` where the server has no answer. */
  async ask<Answered>(
    method: string,
    parameters: object,
    token?: CancellationToken,
  ): Promise<Answered | undefined> {
    const client = await this.running();
    const answer = await (token === undefined
      ? client.sendRequest<Answered | null>(method, parameters)
      : client.sendRequest<Answered | null>(method, parameters, token));
    return answer ?? undefined;
  }

  /** Asks for a history, whose parts are handed on as they come. */
  async history(
    params: HistoryParams,
    {
      onPart,
      token,
    }: { readonly onPart: (part: HistoryPart) => void; readonly token: CancellationToken },
  ): Promise<HistoryEnd> {
    const client = await this.running();
    const { ProgressType } = await import('vscode-languageclient/node');
    this.histories += 1;
    const partialResultToken = `${historyMethod} ${this.histories}`;
    const parts = client.onProgress(new ProgressType<HistoryPart>(), partialResultToken, onPart);
    try {
      return await client.sendRequest(historyMethod, { ...params, partialResultToken }, token);
    } finally {
      parts.dispose();
    }
  }

  /** Tells the server something of our own protocol. */
  async tell(method: string): Promise<void> {
    const client = await this.running();
    await client.sendNotification(method);
  }

  /** Tells the server, where it runs, that the user trusts the opened folders. */
  async grantTrust(): Promise<void> {
    try {
      const client = await this.client;
      await client?.sendNotification(trustGrantedMethod);
    } catch (error) {
      // A server that does not run hears of the trust when it starts.
      this.log.debug(String(error));
    }
  }

  dispose(): void {
    // VS Code does not wait for what is disposed; the server ends with its connection at the latest.
    void this.client?.then((client) => client.dispose()).catch(() => undefined);
    this.renderedChanged.dispose();
    this.impactChanged.dispose();
    this.lensSetting?.dispose();
    this.treesChanged.dispose();
    this.liveChanged.dispose();
    this.fleetChanged.dispose();
    this.olderFindingsChanged.dispose();
    this.started.dispose();
    this.log.dispose();
  }

  private async running(): Promise<LanguageClient> {
    this.client ??= this.launch();
    return this.client;
  }

  private async launch(): Promise<LanguageClient> {
    const { LanguageClient, State, TransportKind } = await import('vscode-languageclient/node');
    const server = { module: this.module, transport: TransportKind.ipc };
    const client = new LanguageClient('strata', 'Strata', server, this.options());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) this.started.fire();
    });
    client.onNotification(renderedChangedMethod, (changed: RenderedChangedParams) => {
      this.renderedChanged.fire(changed);
    });
    client.onNotification(liveChangedMethod, () => {
      this.liveChanged.fire();
    });
    client.onNotification(fleetChangedMethod, () => {
      this.fleetChanged.fire();
    });
    client.onNotification(impactChangedMethod, () => {
      this.impactChanged.fire();
    });
    client.onNotification(olderFindingsChangedMethod, () => {
      this.olderFindingsChanged.fire();
    });
    client.onNotification(treesChangedMethod, () => {
      this.treesChanged.fire();
    });
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      this.log.error(error instanceof Error ? error : String(error));
      throw new Error(l10n.t('The language server of Strata does not start: see its output.'), {
        cause: error,
      });
    }
    this.lensSetting = followLensSetting(client);
    return client;
  }

  private options(): LanguageClientOptions {
    const initializationOptions: InitializationOptions = {
      trusted: workspace.isTrusted,
      documentation: this.documentation.toString(),
      showsImpact: true,
      fetchesCharts: true,
      copiesNotes: true,
      ...(extensions.getExtension('redhat.vscode-yaml') && { yamlSchemas: 'elsewhere' }),
    };
    return {
      documentSelector: [{ scheme: 'file', language: 'yaml' }, { scheme: renderedScheme }],
      initializationOptions,
      outputChannel: this.log,
      middleware: lensMiddleware,
      textSynchronization: { delayOpenNotifications: true },
    };
  }
}
