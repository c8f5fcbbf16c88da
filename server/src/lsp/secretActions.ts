import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type Range,
} from 'vscode-languageserver';
import { secretFixes, type SecretFix } from '../analysis/fixes/secretFixes.ts';
import { hasSops } from '../workspace/sops.ts';
import { rotationNotes } from './rotationNotes.ts';
import { encryptCommand } from './secretCommands.ts';
import { isHidden, today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import { uriOf, type Place } from './trees.ts';
import { workspaceEdit } from './workspaceEdit.ts';

/** What can be done about the secrets that stand in a range. */
export async function secretActions(
  session: Session,
  place: Place,
  { range, context }: { readonly range: Range; readonly context: CodeActionContext },
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const { workspace } = place.tree;
  if (await isHidden({ workspace, path: place.path }, signal)) return [];
  const lines = { first: range.start.line, last: range.end.line };
  const fixes = await workspace.complete(
    (one) => secretFixes(one, place.path, { today: today(), lines }),
    signal,
  );
  const findings = fixes.map(({ finding }) => finding);
  return [
    ...fixes.flatMap((fix) => actionOf(session, place, fix, context.diagnostics)),
    ...(await rotationNotes(session, place, findings, signal)),
  ];
}

function actionOf(
  session: Session,
  { tree, path }: Place,
  fix: SecretFix,
  diagnostics: readonly Diagnostic[],
): readonly CodeAction[] {
  const { code, changes, finding } = fix;
  const action: CodeAction = {
    title: session.words.secrets.fix(fix),
    kind: CodeActionKind.QuickFix,
    diagnostics: diagnostics.filter((one) => isAbout(one, finding)),
  };
  if (code === 'encrypt') {
    if (!session.trees.trusted || !hasSops()) return [];
    const command = { title: action.title, command: encryptCommand };
    return [{ ...action, command: { ...command, arguments: [uriOf(tree, path)] } }];
  }
  const edit = workspaceEdit(session, tree, changes);
  if (edit === undefined) return [];
  return [{ ...action, ...(takesNothing.has(code) && { isPreferred: true }), edit }];
}

/** Fixes that anybody would want: no value goes with them, and nothing is only silenced. */
const takesNothing: ReadonlySet<SecretFix['code']> = new Set(['widen-selector', 'rename-rules']);

/** Several findings may stand on a line; the code tells them apart. */
function isAbout({ code, source, range }: Diagnostic, finding: SecretFix['finding']): boolean {
  return source === 'strata' && code === finding.rule && range.start.line === finding.line;
}
