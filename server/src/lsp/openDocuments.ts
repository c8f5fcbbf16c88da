import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';

/** A document as an editor shows it. */
export interface OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

/** The text after changes that were made one after the other; positions count UTF-16 units. */
export function applyContentChanges(
  text: string,
  changes: readonly TextDocumentContentChangeEvent[],
): string {
  let result = text;
  for (const change of changes) {
    if ('range' in change) {
      const start = offsetAt(result, change.range.start);
      const end = offsetAt(result, change.range.end);
      result = result.slice(0, start) + change.text + result.slice(end);
    } else {
      result = change.text;
    }
  }
  return result;
}

/** The offset of a position; a position behind the end of its line means that end. Lines end as LSP says: `\n`, `\r\n`, `\r`. */
export function offsetAt(
  text: string,
  position: { readonly line: number; readonly character: number },
): number {
  const lineBreak = /\r\n|\n|\r/g;
  let start = 0;
  for (let line = 0; line < position.line; line += 1) {
    if (lineBreak.exec(text) === null) return text.length;
    start = lineBreak.lastIndex;
  }
  const end = lineBreak.exec(text)?.index ?? text.length;
  return Math.min(start + position.character, end);
}
