import {
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  type FullDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { diagnosticsFor } from '../analysis/diagnosticsFor.ts';
import { diagnosticOf } from './diagnosticWords.ts';
import { secretDiagnostics } from './secretDiagnostics.ts';
import type { Session } from './session.ts';

/** `textDocument/diagnostic`: what is wrong in a file, and what does nothing in it, in whatever root reads it. */
export async function documentDiagnostic(
  session: Session,
  { textDocument: { uri } }: DocumentDiagnosticParams,
  signal: AbortSignal,
): Promise<DocumentDiagnosticReport> {
  await session.trees.ready();
  const report = await reportOf(session, uri, signal);
  if (session.client.textDocument?.diagnostic?.relatedDocumentSupport !== true) return report;
  const relatedDocuments: Record<string, FullDocumentDiagnosticReport> = {};
  for (const other of session.documents.keys()) {
    if (other !== uri) relatedDocuments[other] = await reportOf(session, other, signal);
  }
  return { ...report, relatedDocuments };
}

/** Asks the client to ask again, as what it has may be out of date. */
export function refreshDiagnostics({ connection, client }: Session): void {
  if (client.workspace?.diagnostics?.refreshSupport !== true) return;
  // A client that cannot answer just now asks again by itself.
  void connection.languages.diagnostics.refresh().catch(() => undefined);
}

async function reportOf(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<FullDocumentDiagnosticReport> {
  const place = session.trees.placeOf(uri);
  const items: Diagnostic[] = [];
  if (place !== undefined) {
    const { workspace } = place.tree;
    const found = await workspace.complete((one) => diagnosticsFor(one, place.path), signal);
    const isInConflict = found.some(({ code }) => code === 'file.conflict-markers');
    items.push(...found.flatMap((problem) => diagnosticOf(session, problem)));
    if (!isInConflict) items.push(...(await secretDiagnostics(session, place, signal)));
  }
  return { kind: DocumentDiagnosticReportKind.Full, items };
}
