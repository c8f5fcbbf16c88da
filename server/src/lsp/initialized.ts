import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type GlobPattern,
} from 'vscode-languageserver';
import { findingsScopeSetting } from '../protocol/findings.ts';
import { repositoriesSetting } from '../protocol/repositories.ts';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import {
  canRegisterFindings,
  canRegisterTexts,
  codeActionOptions,
  diagnosticOptions,
} from './initialize.ts';
import type { Tree } from './trees.ts';

/** Any file on disk may be one that a generator reads, whatever its language. */
const documentSelector = [{ scheme: 'file' }, { scheme: renderedScheme }];

/** `initialized`: asks for what happens to the files of the opened folders, and for texts, of a client that can be asked. */
export async function registerMore(
  { client }: Connection,
  capabilities: ClientCapabilities,
): Promise<void> {
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    await watch(client, '**/*');
  }
  if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
    const section = [findingsScopeSetting.replace(/\.[^.]*$/, ''), repositoriesSetting];
    await client.register(DidChangeConfigurationNotification.type, { section });
  }
  if (canRegisterTexts(capabilities)) {
    const syncKind = TextDocumentSyncKind.Incremental;
    // The texts come last: of one that is there, no change may be missed.
    await client.register(DidChangeTextDocumentNotification.type, { documentSelector, syncKind });
    await client.register(DidCloseTextDocumentNotification.type, { documentSelector });
    await client.register(DidOpenTextDocumentNotification.type, { documentSelector });
  }
  if (canRegisterFindings(capabilities)) {
    // A secret may stand in any file.
    const selector = { documentSelector: [{ scheme: 'file' }] };
    await client.register(DocumentDiagnosticRequest.type, { ...selector, ...diagnosticOptions });
    await client.register(CodeActionRequest.type, { ...selector, ...codeActionOptions });
  }
}

/** Asks for the files of a whole repository of which only a folder was opened. */
export async function watchTop(
  { client }: Connection,
  capabilities: ClientCapabilities,
  { workspace }: Tree,
): Promise<void> {
  const { dynamicRegistration, relativePatternSupport } =
    capabilities.workspace?.didChangeWatchedFiles ?? {};
  const isAll = workspace.folder === '';
  if (isAll || dynamicRegistration !== true || relativePatternSupport !== true) return;
  await watch(client, { baseUri: pathToFileURL(workspace.top).href, pattern: '**/*' });
}

async function watch(client: Connection['client'], globPattern: GlobPattern): Promise<void> {
  const watchers = [{ globPattern }];
  await client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
