import {
  CodeActionKind,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver';
import { encryptCommand } from './secretCommands.ts';
import { semanticTokensOptions } from './semanticTokens.ts';
import { signatureOptions } from './signatureHelp.ts';

/** The code actions that there are. */
export const codeActionOptions = {
  codeActionKinds: [
    CodeActionKind.QuickFix,
    CodeActionKind.RefactorRewrite,
    CodeActionKind.RefactorExtract,
    CodeActionKind.RefactorInline,
  ],
};

/** How diagnostics are asked for. */
export const diagnosticOptions = { interFileDependencies: true, workspaceDiagnostics: true };

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
      renameProvider: { prepareProvider: true },
      workspaceSymbolProvider: true,
      selectionRangeProvider: true,
      inlayHintProvider: true,
      completionProvider: { triggerCharacters: ['/', '.', ' ', '"'] },
      semanticTokensProvider: semanticTokensOptions,
      signatureHelpProvider: signatureOptions,
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      typeHierarchyProvider: true,
      codeLensProvider: { resolveProvider: true },
      executeCommandProvider: { commands: [encryptCommand] },
      ...(!canRegisterFindings(capabilities) && {
        codeActionProvider: codeActionOptions,
        diagnosticProvider: diagnosticOptions,
      }),
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: {
          willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] },
        },
      },
    },
  };
}

/** Whether the client asks for what is wrong in documents of any language, once it is told to. */
export function canRegisterFindings({ textDocument }: ClientCapabilities): boolean {
  return (
    textDocument?.diagnostic?.dynamicRegistration === true &&
    textDocument.codeAction?.dynamicRegistration === true
  );
}

/** Whether the client can be asked to send texts of more documents. */
export function canRegisterTexts({ textDocument }: ClientCapabilities): boolean {
  return textDocument?.synchronization?.dynamicRegistration === true;
}

/** The folders that a client opens, by URI. */
export function openedFolders({ workspaceFolders }: InitializeParams): readonly string[] {
  return (workspaceFolders ?? []).map(({ uri }) => uri);
}
