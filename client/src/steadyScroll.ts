import {
  Range,
  TextEditorRevealType,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentChangeEvent,
  type TextEditor,
} from 'vscode';
import { renderedScheme } from '../../server/src/protocol/renderedDocument.ts';
import { linesMovedBelow } from './linesMoved.ts';

/** Keeps what a reader sees of a rendered document where it is when lines come or go above it. */
export function keepScrollPositions(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.uri.scheme !== renderedScheme) return;
    for (const editor of window.visibleTextEditors) {
      if (editor.document === document) keepFirstLine(editor, contentChanges);
    }
  });
}

function keepFirstLine(
  editor: TextEditor,
  changes: readonly TextDocumentContentChangeEvent[],
): void {
  const first = editor.visibleRanges[0]?.start.line ?? 0;
  const moved = linesMovedBelow(first, changes);
  if (moved === 0) return;
  const line = first + moved + linesKeptAbove(editor);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
}

/** VS Code reveals a line at the top below the lines that stick there. */
function linesKeptAbove({ document }: TextEditor): number {
  const settings = workspace.getConfiguration('editor', document);
  const sticky = settings.get<boolean>('stickyScroll.enabled') === true;
  const surrounding = settings.get('cursorSurroundingLines', 0);
  return sticky ? Math.max(surrounding, settings.get('stickyScroll.maxLineCount', 5)) : surrounding;
}
