import {
  Disposable,
  EventEmitter,
  Uri,
  commands,
  l10n,
  workspace,
  type CancellationToken,
  type TextDocumentContentProvider,
} from 'vscode';
import {
  liveTextMethod,
  type LiveText,
  type LiveTextParams,
} from '../../../server/src/protocol/live.ts';
import { renderedEnding } from '../../../server/src/protocol/renderedDocument.ts';
import type { Server } from '../server.ts';
import type { LiveModel } from './liveModel.ts';
import { shortName } from './liveWords.ts';

const scheme = 'strata-live';

/** An object of the selected cluster and of Git as documents that follow both. Values of Secrets are masked. */
export class LiveDocuments implements TextDocumentContentProvider, Disposable {
  private readonly server: Server;
  private readonly model: LiveModel;
  private readonly changed = new EventEmitter<Uri>();
  private readonly subscriptions: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(server: Server, model: LiveModel) {
    this.server = server;
    this.model = model;
    this.subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, this),
      model.onDidChange(() => {
        for (const { uri } of workspace.textDocuments) {
          if (uri.scheme === scheme) this.changed.fire(uri);
        }
      }),
      commands.registerCommand('strata.openDrift', (params?: LiveTextParams) => this.open(params)),
    );
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const { id, resource, side } = parseLiveUri(uri);
    const text = await this.server.ask<LiveText>(liveTextMethod, { id, resource }, token);
    return side === 'live' ? (text?.live ?? '') : (text?.rendered ?? '');
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private async open(params: LiveTextParams | undefined): Promise<void> {
    const { cluster } = this.model;
    if (params === undefined || cluster === undefined) return;
    const name = shortName(params.resource);
    await commands.executeCommand(
      'vscode.diff',
      liveUri(cluster, params, 'live'),
      liveUri(cluster, params, 'rendered'),
      l10n.t('{0} on {1} (live ↔ Git)', name, cluster),
      { preview: true },
    );
  }
}

type Side = 'live' | 'rendered';

function liveUri(cluster: string, { id, resource }: LiveTextParams, side: Side): Uri {
  const path = `/${cluster}/${resource.split('/').map(encodeURIComponent).join('/')}${renderedEnding}`;
  return Uri.from({ scheme, authority: side, path, query: JSON.stringify([id, resource]) });
}

function parseLiveUri({ authority, query }: Uri): LiveTextParams & { readonly side: Side } {
  const side: Side = authority === 'live' ? 'live' : 'rendered';
  const parsed: unknown = JSON.parse(query);
  const [id, resource] = isList(parsed) ? parsed : [];
  return {
    id: typeof id === 'string' ? id : '',
    resource: typeof resource === 'string' ? resource : '',
    side,
  };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
