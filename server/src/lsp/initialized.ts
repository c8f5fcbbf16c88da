import {
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
} from 'vscode-languageserver';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { canRegisterTexts } from './initialize.ts';

/** Any file on disk may be one that a generator reads, whatever its language. */
const documentSelector = [{ scheme: 'file' }, { scheme: renderedScheme }];

/** `initialized`: asks for files and texts, of a client that can be asked. */
export async function registerMore(
  { client }: Connection,
  capabilities: ClientCapabilities,
): Promise<void> {
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    const watchers = [{ globPattern: '**/*' }];
    await client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }
  if (canRegisterTexts(capabilities)) {
    const syncKind = TextDocumentSyncKind.Incremental;
    await client.register(DidOpenTextDocumentNotification.type, { documentSelector });
    await client.register(DidChangeTextDocumentNotification.type, { documentSelector, syncKind });
    await client.register(DidCloseTextDocumentNotification.type, { documentSelector });
  }
}
