import {
  DiagnosticSeverity,
  DiagnosticTag,
  DocumentDiagnosticReportKind,
  type ClientCapabilities,
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
} from 'vscode-languageserver';
import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import { rangeOf } from './positions.ts';
import { problemsAround } from './problemsAround.ts';
import type { Session } from './session.ts';

/** `textDocument/diagnostic`: what is wrong in a file, in whatever root that reads it. */
export async function documentDiagnostic(
  session: Session,
  { textDocument: { uri } }: DocumentDiagnosticParams,
  signal: AbortSignal,
): Promise<DocumentDiagnosticReport> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  const problems = place === undefined ? [] : await problemsAround(place, signal);
  const items = problems.flatMap((problem) => diagnosticOf(session, problem));
  return { kind: DocumentDiagnosticReportKind.Full, items };
}

/** Asks the client to ask again, as what it has may be out of date. */
export function refreshDiagnostics({ connection }: Session, client: ClientCapabilities): void {
  if (client.workspace?.diagnostics?.refreshSupport === true) {
    // A client that cannot answer just now asks again by itself.
    void connection.languages.diagnostics.refresh().catch(() => undefined);
  }
}

function diagnosticOf({ words, options }: Session, problem: LocatedProblem): readonly Diagnostic[] {
  const { code, parameters, range, severity } = problem;
  if (range === undefined) return [];
  const doesNothing = /-(nothing|nothing-but|never-used)$/.test(code) && severity !== 'error';
  return [
    {
      range: rangeOf(range),
      severity: severities[severity],
      source: 'strata',
      code,
      ...(options.documentation !== undefined && {
        codeDescription: { href: `${options.documentation}#${code}` },
      }),
      ...(doesNothing && { tags: [DiagnosticTag.Unnecessary] }),
      message: words.message(problem),
      data: { code, parameters },
    },
  ];
}

const severities: Readonly<Record<LocatedProblem['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
