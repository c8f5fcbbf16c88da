import { ResourceOperationKind, type DeleteFile, type WorkspaceEdit } from 'vscode-languageserver';
import type { SourceRange } from '../analysis/sourceRange.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { rangeOf } from './positions.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/** An edit of a file of a tree. */
export interface FileEdit {
  readonly range: SourceRange;
  readonly newText: string;
}

/**
 * Edits of files of a tree, with the versions of open documents where the client takes them. Files that go stay where the
 * client cannot delete them.
 */
export function treeEdit(
  { client, documents }: Session,
  tree: Tree,
  edits: ReadonlyMap<FileId, readonly FileEdit[]>,
  deleted: readonly FileId[] = [],
): WorkspaceEdit {
  const files = [...edits].map(([file, own]) => ({
    uri: uriOf(tree, file),
    edits: own.map(({ range, newText }) => ({ range: rangeOf(range), newText })),
  }));
  if (client.workspace?.workspaceEdit?.documentChanges !== true) {
    return { changes: Object.fromEntries(files.map(({ uri, edits: own }) => [uri, own])) };
  }
  const { resourceOperations = [] } = client.workspace.workspaceEdit;
  const deletes = resourceOperations.includes(ResourceOperationKind.Delete) ? deleted : [];
  return {
    documentChanges: [
      ...files.map(({ uri, edits: own }) => ({
        textDocument: { uri, version: documents.get(uri)?.version ?? null },
        edits: own,
      })),
      ...deletes.map((file): DeleteFile => ({ kind: 'delete', uri: uriOf(tree, file) })),
    ],
  };
}
