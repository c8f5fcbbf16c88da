import {
  Disposable,
  DocumentLink,
  EventEmitter,
  Range,
  Uri,
  languages,
  workspace,
  type CancellationToken,
  type DocumentLinkProvider,
  type TextDocument,
  type TextDocumentContentProvider,
} from 'vscode';
import {
  reportMethod,
  reportScheme,
  type Report,
  type ReportSubject,
} from '../../server/src/protocol/report.ts';
import type { Server } from './server.ts';

/** Reports on the fleet: texts that cannot be edited, with places to go to, and that follows what is typed. */
export class Reports implements TextDocumentContentProvider, DocumentLinkProvider, Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<Uri>();
  /** The links of the reports that are open, by URI. */
  private readonly links = new Map<string, Report['links']>();
  private readonly subscriptions: Disposable;

  readonly onDidChange = this.changed.event;

  constructor(server: Server) {
    this.server = server;
    const refresh = (): void => {
      for (const { uri } of workspace.textDocuments) {
        if (uri.scheme === reportScheme) this.changed.fire(uri);
      }
    };
    this.subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(reportScheme, this),
      languages.registerDocumentLinkProvider({ scheme: reportScheme }, this),
      server.onTreesChanged(refresh),
      server.onStarted(refresh),
      workspace.onDidCloseTextDocument(({ uri }) => this.links.delete(uri.toString())),
    );
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const subject = subjectOf(uri);
    const report = await this.server.ask<Report>(reportMethod, subject, token);
    this.links.set(uri.toString(), report?.links ?? []);
    return report?.text ?? '';
  }

  provideDocumentLinks({ uri }: TextDocument): DocumentLink[] {
    return (this.links.get(uri.toString()) ?? []).map(({ line, start, end, target }) => {
      return new DocumentLink(new Range(line, start, line, end), Uri.parse(target));
    });
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }
}

/** The address of a report; `name` is what its tab is called. */
export function reportUri(name: string, subject: ReportSubject): Uri {
  return Uri.from({ scheme: reportScheme, path: `/${name}`, query: JSON.stringify(subject) });
}

function subjectOf({ query }: Uri): object {
  const subject: unknown = JSON.parse(query);
  return typeof subject === 'object' && subject !== null ? subject : {};
}
