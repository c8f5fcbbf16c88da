import {
  DocumentDiagnosticReportKind,
  type Diagnostic,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { blobId } from '../workspace/content.ts';
import type { Session } from './session.ts';
import { UriMap } from './uriMap.ts';

/**
 * `workspace/diagnostic`: what is told of files that nobody has open. The request stays open until there is something else
 * than the client has.
 */
export async function workspaceDiagnostic(
  session: Session,
  { previousResultIds }: Pick<WorkspaceDiagnosticParams, 'previousResultIds'>,
  canceled: AbortSignal,
): Promise<WorkspaceDiagnosticReport> {
  const known = new UriMap(previousResultIds.map(({ uri, value }) => [uri, value]));
  const signal = AbortSignal.any([canceled, session.stopped]);
  for (;;) {
    canceled.throwIfAborted();
    const items = reportsOf(session, known);
    if (items.length > 0 || session.stopped.aborted) return { items };
    await session.findings.next(signal);
  }
}

/** What is other than the client has it. */
function reportsOf(
  { findings, documents }: Session,
  known: ReadonlyMap<string, string>,
): WorkspaceDocumentDiagnosticReport[] {
  const told = new UriMap(findings.allUnopened.flatMap((one) => [...one.told]));
  const gone = [...known.keys()].filter((uri) => !told.has(uri));
  const fresh = [...told].filter(
    ([uri, items]) => !documents.has(uri) && known.get(uri) !== resultIdOf(items),
  );
  return [
    ...fresh.map(([uri, items]) => ({ ...reportOf(uri, items), resultId: resultIdOf(items) })),
    ...gone.map((uri) => reportOf(uri, [])),
  ];
}

function reportOf(uri: string, items: readonly Diagnostic[]): WorkspaceDocumentDiagnosticReport {
  return { kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [...items] };
}

/** What is the same has the same id: also a text or a weight may be another one at the same place. */
function resultIdOf(items: readonly Diagnostic[]): string {
  return blobId(Buffer.from(JSON.stringify(items)), 'sha1');
}
