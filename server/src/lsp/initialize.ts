import {
  CodeActionKind,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { encryptCommand } from './secretCommands.ts';

/** `initialize`: what the server can do. */
export function initializeResult({ capabilities }: InitializeParams): InitializeResult {
  return {
    serverInfo: { name: 'strata' },
    capabilities: {
      positionEncoding: 'utf-16',
      // A client that can be asked is asked for the texts of all languages, in `initialized`.
      textDocumentSync: canRegisterTexts(capabilities)
        ? TextDocumentSyncKind.None
        : { openClose: true, change: TextDocumentSyncKind.Incremental },
      hoverProvider: true,
      definitionProvider: true,
      implementationProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      documentLinkProvider: {},
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
      executeCommandProvider: { commands: [encryptCommand] },
      diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}

/** Whether the client can be asked to send texts of more documents. */
export function canRegisterTexts({ textDocument }: ClientCapabilities): boolean {
  return textDocument?.synchronization?.dynamicRegistration === true;
}

/** The folders that a client opens, by URI. */
export function openedFolders({ workspaceFolders }: InitializeParams): readonly string[] {
  return (workspaceFolders ?? []).map(({ uri }) => uri);
}
