import process from 'node:process';
import {
  DidChangeWorkspaceFoldersNotification,
  createConnection,
  type Connection,
  type InitializeParams,
} from 'vscode-languageserver/node';
import { adoptFindingsMethod, olderFindingsMethod } from '../protocol/findings.ts';
import { trustGrantedMethod } from '../protocol/initializationOptions.ts';
import { lineNotesMethod } from '../protocol/lineNotes.ts';
import { renderedDocumentMethod } from '../protocol/renderedDocument.ts';
import { adoptFindings } from './adoptFindings.ts';
import { codeAction } from './codeAction.ts';
import { completion } from './completion.ts';
import { definition, implementation } from './definition.ts';
import { documentDiagnostic, refreshDiagnostics } from './diagnostic.ts';
import { documentLink } from './documentLink.ts';
import { documentSymbol } from './documentSymbol.ts';
import { idleDelay, lookAtFleets } from './fleetFindings.ts';
import { foldingRange } from './foldingRange.ts';
import { HeldFindings } from './heldFindings.ts';
import { answerHistoryRequests } from './historyRequests.ts';
import { hover } from './hover.ts';
import { compareAgain, impactDelay, isBeingWritten, tellImpactChanged } from './impactChanged.ts';
import { answerImpactRequests } from './impactRequests.ts';
import { Impacts } from './impacts.ts';
import { initializeResult, openedFolders } from './initialize.ts';
import { registerMore, watchTop } from './initialized.ts';
import { inlayHint, lineNotes } from './lineNotes.ts';
import { shareRepositories } from './otherFolders.ts';
import { parseInitializationOptions } from './parseInitializationOptions.ts';
import { answerLiveRequests } from './live.ts';
import { MaskAccounts } from './maskAccounts.ts';
import { olderFindings } from './olderFindings.ts';
import { answerChartRequests } from './charts.ts';
import { answerClusterPlanRequests } from './clusterPlanRequests.ts';
import { answerPlanRequests } from './planRequests.ts';
import { tellReading } from './progress.ts';
import { eagerSweeper, sweeper, tellRenderedChanged } from './renderedChanged.ts';
import { documentHighlight, references } from './references.ts';
import { forgetClosed } from './rememberDelivered.ts';
import { Remembered } from './remembered.ts';
import { prepareRename, rename } from './rename.ts';
import { renderedDocument } from './renderedDocument.ts';
import { answering, describeFault, logStrayFaults, taking } from './request.ts';
import { Revisions } from './revisions.ts';
import { executeCommand } from './secretCommands.ts';
import { selectionRange } from './selectionRange.ts';
import { semanticTokens } from './semanticTokens.ts';
import type { Session } from './session.ts';
import { signatureHelp } from './signatureHelp.ts';
import { didChange, didClose, didOpen, showOpenDocuments } from './textSync.ts';
import { Trees } from './trees.ts';
import { didChangeWatchedFiles } from './watchedFiles.ts';
import { UriMap } from './uriMap.ts';
import { willRenameFiles } from './willRenameFiles.ts';
import { tellTreesChanged, viewDelay } from './treesChanged.ts';
import { prepareTypeHierarchy, subtypes, supertypes } from './typeHierarchy.ts';
import { answerViewRequests } from './viewRequests.ts';
import { wordsFor } from './words/words.ts';
import { workspaceDiagnostic } from './workspaceDiagnostic.ts';
import { workspaceSymbol } from './workspaceSymbol.ts';

/** Serves one client, as the command line says (`--node-ipc`, `--pipe`, `--socket`), else over standard input and output. */
export function startServer(): void {
  const isTold = process.argv.some((word) => /^--(node-ipc|stdio|pipe|socket)\b/.test(word));
  const connection = isTold ? createConnection() : createConnection(process.stdin, process.stdout);
  logStrayFaults(process, connection);
  serve(connection);
}

/** Serves the client at the other end of a connection. */
export function serve(connection: Connection): void {
  connection.onInitialize((parameters) => {
    const stop = new AbortController();
    let textsCome: () => void = () => undefined;
    const textsAsked = new Promise<void>((resolve) => {
      textsCome = resolve;
    });
    const session = newSession(connection, parameters, { stopped: stop.signal, textsAsked });
    answerRequests(session);
    const witnesses = answerLiveRequests(session);
    answerImpactRequests(session);
    answerViewRequests(session);
    answerChartRequests(session);
    answerClusterPlanRequests(session);
    answerPlanRequests(session, witnesses);
    answerHistoryRequests(session);
    takeNotifications(session);
    connection.onInitialized(() => {
      void start(session, parameters).finally(textsCome);
    });
    connection.onShutdown(async () => {
      stop.abort();
      session.trees.dispose();
      await Promise.allSettled(session.held);
    });
    return initializeResult(parameters);
  });
  connection.listen();
}

function newSession(
  connection: Connection,
  parameters: InitializeParams,
  { stopped, textsAsked }: Pick<Session, 'stopped' | 'textsAsked'>,
): Session {
  const client = parameters.capabilities;
  const sweepSoon = eagerSweeper((signal) => tellRenderedChanged(session, signal));
  const tellSoon = sweeper(() => tellTreesChanged(session), viewDelay);
  const compareSoon = sweeper((signal) => compareAgain(session, signal), impactDelay);
  const lookSoon = sweeper((signal) => lookAtFleets(session, signal), idleDelay);
  const session: Session = {
    connection,
    client,
    options: parseInitializationOptions(parameters.initializationOptions),
    words: wordsFor(parameters.locale),
    stopped,
    held: new Set(),
    textsAsked,
    documents: new UriMap(),
    delivered: new Map(),
    trees: new Trees({
      onOpened: (tree) => {
        showOpenDocuments(session, tree);
        refreshDiagnostics(session);
        void watchTop(connection, client, tree).catch(logTo(connection));
        void shareRepositories(session, stopped).catch(logTo(connection));
      },
      onFailed: logTo(connection),
    }),
    rendered: new Remembered(),
    revisions: new Revisions(stopped),
    impacts: new Impacts({
      isBeingWritten: (...asked) => isBeingWritten(session, ...asked),
      onChanged: () => {
        tellImpactChanged(session);
      },
    }),
    findings: new HeldFindings(),
    masks: new MaskAccounts(),
    changed: () => {
      session.rendered.forget();
      session.impacts.forget();
      sweepSoon();
      compareSoon();
      tellSoon();
      lookSoon();
    },
    settingsChanged: lookSoon,
    namesChanged: () => {
      session.rendered.forget();
      sweepSoon();
      session.impacts.forgetNames();
      compareSoon();
      lookSoon();
    },
  };
  return session;
}

/** Opens what the client has open; ends when the client was asked for all that it is asked for. */
async function start(session: Session, parameters: InitializeParams): Promise<void> {
  const { client, connection, options, trees } = session;
  if (options.trusted) trees.grantTrust();
  trees.open(openedFolders(parameters));
  void tellReading(session).catch(logTo(connection));
  // A client that refuses these still works with what it was told before.
  await registerMore(connection, client).catch((error: unknown) => {
    // One that is gone has no answer, and nobody to log for.
    if (!session.stopped.aborted) logTo(connection)(error);
  });
}

function logTo({ console }: Connection): (error: unknown) => void {
  return (error) => {
    console.error(describeFault(error));
  };
}

function answerRequests(session: Session): void {
  const { connection } = session;
  connection.onHover(answering(session, 'textDocument/hover', hover));
  connection.onDefinition(answering(session, 'textDocument/definition', definition));
  connection.onImplementation(answering(session, 'textDocument/implementation', implementation));
  connection.onCompletion(answering(session, 'textDocument/completion', completion));
  connection.onSignatureHelp(answering(session, 'textDocument/signatureHelp', signatureHelp));
  connection.languages.semanticTokens.on(
    answering(session, 'textDocument/semanticTokens/full', semanticTokens),
  );
  connection.onPrepareRename(answering(session, 'textDocument/prepareRename', prepareRename));
  connection.onRenameRequest(answering(session, 'textDocument/rename', rename));
  connection.workspace.onWillRenameFiles(
    answering(session, 'workspace/willRenameFiles', willRenameFiles),
  );
  connection.onWorkspaceSymbol(answering(session, 'workspace/symbol', workspaceSymbol));
  connection.onSelectionRanges(answering(session, 'textDocument/selectionRange', selectionRange));
  connection.languages.inlayHint.on(answering(session, 'textDocument/inlayHint', inlayHint));
  connection.onRequest(lineNotesMethod, answering(session, lineNotesMethod, lineNotes));
  const { typeHierarchy } = connection.languages;
  typeHierarchy.onPrepare(
    answering(session, 'textDocument/prepareTypeHierarchy', prepareTypeHierarchy),
  );
  typeHierarchy.onSupertypes(answering(session, 'typeHierarchy/supertypes', supertypes));
  typeHierarchy.onSubtypes(answering(session, 'typeHierarchy/subtypes', subtypes));
  connection.onReferences(answering(session, 'textDocument/references', references));
  connection.onDocumentHighlight(
    answering(session, 'textDocument/documentHighlight', documentHighlight),
  );
  connection.onDocumentLinks(answering(session, 'textDocument/documentLink', documentLink));
  connection.onCodeAction(answering(session, 'textDocument/codeAction', codeAction));
  connection.onDocumentSymbol(answering(session, 'textDocument/documentSymbol', documentSymbol));
  connection.onFoldingRanges(answering(session, 'textDocument/foldingRange', foldingRange));
  connection.languages.diagnostics.on(
    answering(session, 'textDocument/diagnostic', documentDiagnostic),
  );
  connection.languages.diagnostics.onWorkspace(
    answering(session, 'workspace/diagnostic', workspaceDiagnostic),
  );
  connection.onRequest(
    renderedDocumentMethod,
    answering(session, renderedDocumentMethod, renderedDocument),
  );
  connection.onExecuteCommand(answering(session, 'workspace/executeCommand', executeCommand));
  connection.onRequest(adoptFindingsMethod, answering(session, adoptFindingsMethod, adoptFindings));
  connection.onRequest(olderFindingsMethod, answering(session, olderFindingsMethod, olderFindings));
}

function takeNotifications(session: Session): void {
  const { connection, trees } = session;
  connection.onDidOpenTextDocument((parameters) => didOpen(session, parameters));
  connection.onDidChangeTextDocument((parameters) => didChange(session, parameters));
  connection.onDidCloseTextDocument((parameters) => didClose(session, parameters));
  connection.onDidChangeWatchedFiles(
    taking(session, 'workspace/didChangeWatchedFiles', didChangeWatchedFiles),
  );
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    const { added, removed } = event;
    trees.close(removed.map(({ uri }) => uri));
    trees.open(added.map(({ uri }) => uri));
    forgetClosed(session);
    session.changed();
    void shareRepositories(session, session.stopped).catch(logTo(connection));
  });
  connection.onNotification(trustGrantedMethod, () => trees.grantTrust());
  connection.onDidChangeConfiguration(() => {
    session.settingsChanged();
    void shareRepositories(session, session.stopped).catch(logTo(connection));
  });
}
