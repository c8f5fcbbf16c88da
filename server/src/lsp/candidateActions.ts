import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Range,
} from 'vscode-languageserver';
import { diagnosticsFor } from '../analysis/diagnosticsFor.ts';
import { offsetAt } from './openDocuments.ts';
import { rangeOf } from './positions.ts';
import type { Session } from './session.ts';
import { treeEdit } from './treeEdit.ts';
import { uriOf, type Place } from './trees.ts';

/** The name that may be meant, in the place of one that means nothing: what a finding asks about. */
export async function candidateActions(
  session: Session,
  { tree, path }: Place,
  { range, context }: { readonly range: Range; readonly context: CodeActionContext },
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const text = session.documents.get(uriOf(tree, path))?.text;
  if (text === undefined) return [];
  const problems = await tree.workspace.complete((one) => diagnosticsFor(one, path), signal);
  return problems.flatMap(({ code, parameters, range: at }): readonly CodeAction[] => {
    const { candidate, ...names } = parameters;
    if (candidate === undefined || at === undefined || !isAcross(rangeOf(at), range)) return [];
    const own = rangeOf(at);
    const written = text.slice(offsetAt(text, own.start), offsetAt(text, own.end));
    // Where the finding stands at more than the name, or the name is written in another way, people write it.
    const name = Object.values(names).find((one) => written === one || unquoted(written) === one);
    if (name === undefined || name === '' || !/^[\w./:-]+$/.test(candidate)) return [];
    const edit = { range: at, newText: written.replace(name, () => candidate) };
    return [
      {
        title: session.words.fixes.candidate(candidate),
        kind: CodeActionKind.QuickFix,
        diagnostics: context.diagnostics.filter((one) => one.code === code),
        edit: treeEdit(session, tree, { edits: new Map([[path, [edit]]]) }),
      },
    ];
  });
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

function isAcross(a: Range, { start, end }: Range): boolean {
  return a.start.line <= end.line && start.line <= a.end.line;
}
