import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver';
import { applyContentChanges, type OpenDocument } from './openDocuments.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** `textDocument/didOpen`: the text of the editor stands before the file on disk. */
export function didOpen(session: Session, { textDocument }: DidOpenTextDocumentParams): void {
  show(session, textDocument);
}

/** `textDocument/didChange`. */
export function didChange(
  session: Session,
  { textDocument, contentChanges }: DidChangeTextDocumentParams,
): void {
  const { uri, version } = textDocument;
  const document = session.documents.get(uri);
  if (document === undefined) return;
  show(session, { ...document, version, text: applyContentChanges(document.text, contentChanges) });
}

/** `textDocument/didClose`: the file on disk counts again. */
export function didClose(
  session: Session,
  { textDocument: { uri } }: DidCloseTextDocumentParams,
): void {
  session.documents.delete(uri);
  session.delivered.delete(uri);
  const place = session.trees.placeOf(uri);
  place?.tree.workspace.clearOverlay(place.path);
  session.changed();
}

/** Puts what editors show before what a tree that was just read has on disk. */
export function showOpenDocuments(session: Session, tree: Tree): void {
  for (const document of session.documents.values()) {
    const place = session.trees.placeOf(document.uri);
    if (place?.tree === tree) tree.workspace.setOverlay(place.path, document.text);
  }
  session.changed();
}

function show(session: Session, document: OpenDocument): void {
  session.documents.set(document.uri, document);
  const place = session.trees.placeOf(document.uri);
  place?.tree.workspace.setOverlay(place.path, document.text);
  session.changed();
}
