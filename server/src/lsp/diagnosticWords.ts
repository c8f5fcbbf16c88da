import { DiagnosticSeverity, DiagnosticTag, type Diagnostic } from 'vscode-languageserver';
import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import { rangeOf } from './positions.ts';
import type { Session } from './session.ts';

/** A problem as editors take it; none where it has no place. Its data tell quick fixes what it is about. */
export function diagnosticOf(
  { words, options: { documentation } }: Session,
  problem: LocatedProblem,
): readonly Diagnostic[] {
  const { code, parameters, range, severity } = problem;
  if (range === undefined) return [];
  return [
    {
      range: rangeOf(range),
      severity: severities[severity],
      source: 'strata',
      code,
      ...(documentation !== undefined && { codeDescription: { href: `${documentation}#${code}` } }),
      ...(doesNothing(problem) && { tags: [DiagnosticTag.Unnecessary] }),
      message: words.message(problem),
      data: { code, parameters },
    },
  ];
}

/** What could go without a change of the output is shown faded. */
function doesNothing({ code, severity }: LocatedProblem): boolean {
  return (
    severity !== 'error' &&
    /-(?:nothing|nothing-but|never-used)$|^values\.(?:default|switched-off|unread)$/.test(code)
  );
}

const severities: Readonly<Record<LocatedProblem['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
