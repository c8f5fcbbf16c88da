import {
  ResourceOperationKind,
  type Range,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { FileChange } from '../analysis/fixes/secretFixes.ts';
import { positionAt } from '../analysis/sourceRange.ts';
import { editsBetween } from '../text/textEdit.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/** Changes as an editor takes them; `undefined` where it cannot create or rename files, as a change needs. */
export function workspaceEdit(
  session: Session,
  tree: Tree,
  changes: readonly FileChange[],
): WorkspaceEdit | undefined {
  const { documentChanges = false, resourceOperations = [] } =
    session.client.workspace?.workspaceEdit ?? {};
  const can = (operation: ResourceOperationKind): boolean =>
    documentChanges && resourceOperations.includes(operation);
  const parts: NonNullable<WorkspaceEdit['documentChanges']> = [];
  const plain: Record<string, TextEdit[]> = {};
  for (const change of changes) {
    const uri = uriOf(tree, change.file);
    if (change.kind === 'rename') {
      if (!can(ResourceOperationKind.Rename)) return undefined;
      parts.push({ kind: 'rename', oldUri: uri, newUri: uriOf(tree, change.to) });
      continue;
    }
    if (change.before === undefined) {
      if (!can(ResourceOperationKind.Create)) return undefined;
      parts.push({ kind: 'create', uri, options: { ignoreIfExists: true } });
    }
    const version = session.documents.get(uri)?.version ?? null;
    const edits = editsOf(change.before ?? '', change.after);
    parts.push({ textDocument: { uri, version }, edits } satisfies TextDocumentEdit);
    plain[uri] = edits;
  }
  return documentChanges ? { documentChanges: parts } : { changes: plain };
}

function editsOf(before: string, after: string): TextEdit[] {
  const at = (offset: number): Range['start'] => {
    const { line, column } = positionAt(before, offset);
    return { line, character: column };
  };
  return editsBetween(before, after).map(({ start, end, newText }) => ({
    range: { start: at(start), end: at(end) },
    newText,
  }));
}
