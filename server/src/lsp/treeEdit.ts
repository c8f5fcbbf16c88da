import {
  ResourceOperationKind,
  type CreateFile,
  type DeleteFile,
  type RenameFile,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
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

/** What becomes of files of a tree. */
export interface FileChanges {
  /** By the paths that files have before they move. */
  readonly edits: ReadonlyMap<FileId, readonly FileEdit[]>;
  readonly created?: ReadonlyMap<FileId, string>;
  readonly moved?: readonly { readonly from: FileId; readonly to: FileId }[];
  readonly deleted?: readonly FileId[];
}

/**
 * Changes of files of a tree, with the versions of open documents where the client takes them. Files that go stay where the
 * client cannot delete them; new and moved ones are left out where it takes edits alone.
 */
export function treeEdit(
  { client, documents }: Session,
  tree: Tree,
  { edits, created = new Map(), moved = [], deleted = [] }: FileChanges,
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
  const start = { line: 0, character: 0 };
  return {
    documentChanges: [
      ...files.map(({ uri, edits: own }) => ({
        textDocument: { uri, version: documents.get(uri)?.version ?? null },
        edits: own,
      })),
      ...[...created].flatMap(([file, newText]): readonly [CreateFile, TextDocumentEdit] => {
        const uri = uriOf(tree, file);
        const edit = { range: { start, end: start }, newText };
        return [
          { kind: 'create', uri },
          { textDocument: { uri, version: null }, edits: [edit] },
        ];
      }),
      ...moved.map(({ from, to }): RenameFile => ({
        kind: 'rename',
        oldUri: uriOf(tree, from),
        newUri: uriOf(tree, to),
      })),
      ...deletes.map((file): DeleteFile => ({ kind: 'delete', uri: uriOf(tree, file) })),
    ],
  };
}
