import type { Diagnostic } from 'vscode-languageserver';
import { ignoredByFiles } from '../analysis/gitIgnore.ts';
import { secretProblems } from '../analysis/secretDiagnostics.ts';
import { textOfFile } from '../analysis/secretFindings.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { diagnosticOf } from './diagnosticWords.ts';
import type { Session } from './session.ts';
import type { Place } from './trees.ts';

/** The day, as `YYYY-MM-DD`: some findings are silenced until one. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** What is told of secrets in a file; what git ignores is where secrets may be. */
export async function secretDiagnostics(
  session: Session,
  { tree: { workspace }, path }: Place,
  signal: AbortSignal,
): Promise<readonly Diagnostic[]> {
  if (await isHidden({ workspace, path }, signal)) return [];
  const problems = await workspace.complete(
    (one) => secretProblems(one, path, { today: today() }),
    signal,
  );
  const found = problems.filter(({ parameters: { mask = '' } }) => mask !== '');
  const committed = found.length === 0 ? undefined : await workspace.committedText(path, signal);
  const text = await workspace.complete((one) => textOfFile(one, path), signal);
  const isCommitted = linesCommitted(committed, text);
  return problems.flatMap((problem) => {
    // An id opens nothing: nobody has to replace it.
    const isSecret = problem.code !== 'secrets.access-key-id' && found.includes(problem);
    const isKnown = isSecret && isCommitted(problem);
    const more = isKnown ? ` ${session.words.secrets.committed}` : '';
    const message = session.words.message(problem) + more;
    return diagnosticOf(session, problem).map((diagnostic) => ({ ...diagnostic, message }));
  });
}

/** Whether git ignores a file; where it may not be asked, what `.gitignore` files say. */
export async function isHidden(
  { workspace, path }: { readonly workspace: Workspace; readonly path: FileId },
  signal: AbortSignal,
): Promise<boolean> {
  return workspace.git
    ? workspace.isIgnored(path, signal)
    : workspace.complete((one) => ignoredByFiles(one, path), signal);
}

/** Whether all lines of a problem stand in the last commit as well, wherever. */
export function linesCommitted(
  committed: string | undefined,
  shown: string | undefined,
): (problem: {
  readonly range?:
    | { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
    | undefined;
}) => boolean {
  if (committed === undefined || shown === undefined) return () => false;
  const known = new Set(committed.split(/\r?\n/).map((line) => line.trim()));
  const lines = shown.split(/\r?\n/);
  return ({ range }) =>
    range !== undefined &&
    lines.slice(range.start.line, range.end.line + 1).every((line) => known.has(line.trim()));
}
