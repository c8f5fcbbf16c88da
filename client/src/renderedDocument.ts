import {
  Disposable,
  EventEmitter,
  Uri,
  workspace,
  type CancellationToken,
  type TextDocument,
  type TextDocumentContentProvider,
} from 'vscode';
import {
  renderedScheme,
  type RenderedChangedParams,
  type RenderedDocument,
} from '../../server/src/protocol/renderedDocument.ts';
import type { Server } from './server.ts';

/**
 * The rendered documents, `strata:/…`: what they say comes from the server and follows it. An editor gets only the
 * difference, so that it stays where its reader scrolled to.
 */
export class RenderedDocuments implements TextDocumentContentProvider, Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<Uri>();
  private readonly delivered = new EventEmitter<Uri>();
  /** What was delivered last, by URI, for the documents that are open. */
  private readonly latest = new Map<string, RenderedDocument>();
  /** What the server has sent of its own accord, by URI, until VS Code asks for it. */
  private readonly arrived = new Map<string, RenderedDocument>();
  private readonly subscriptions: Disposable;

  readonly onDidChange = this.changed.event;
  /** A document has new marks, also where its text stays. */
  readonly onDidDeliver = this.delivered.event;

  constructor(server: Server) {
    this.server = server;
    this.subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(renderedScheme, this),
      server.onRenderedChanged(({ documents }) => {
        documents.forEach((one) => {
          this.take(one);
        });
      }),
      server.onStarted(() => {
        this.arrived.clear();
        this.latest.forEach((_, uri) => this.changed.fire(Uri.parse(uri)));
      }),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.latest.delete(uri.toString());
        this.arrived.delete(uri.toString());
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const key = uri.toString();
    const arrived = this.arrived.get(key);
    this.arrived.delete(key);
    const document = arrived ?? (await this.server.renderedDocument({ uri: key }, token));
    this.latest.set(key, document);
    this.delivered.fire(uri);
    return textOf(document);
  }

  /** The rendered document that `document` shows; `undefined` for others, and for one that has just got another text. */
  shownIn(document: TextDocument): RenderedDocument | undefined {
    const latest = this.latest.get(document.uri.toString());
    return latest !== undefined && document.getText() === textOf(latest) ? latest : undefined;
  }

  /** VS Code asks for documents that are open; what came for others would be old by the time that they are. */
  private take({ uri: text, document }: RenderedChangedParams['documents'][number]): void {
    const uri = Uri.parse(text);
    const key = uri.toString();
    if (document !== null && this.latest.has(key)) this.arrived.set(key, document);
    else this.arrived.delete(key);
    this.changed.fire(uri);
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
    this.delivered.dispose();
  }
}

function textOf({ header, yaml }: RenderedDocument): string {
  return [...header, yaml].join('\n');
}
