import {
  FoldingRangeKind,
  type FoldingRange,
  type FoldingRangeParams,
} from 'vscode-languageserver';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import type { Session } from './session.ts';

/** `textDocument/foldingRange`: the header, the objects and what in them has more than one line. */
export function foldingRange(
  session: Session,
  { textDocument: { uri } }: FoldingRangeParams,
): Promise<FoldingRange[] | null> {
  const document = session.documents.get(uri);
  const isOurs = document !== undefined && uri.startsWith(`${renderedScheme}:`);
  if (!isOurs) return Promise.resolve(null);
  const headerEnd = document.text.split('\n').findIndex((line) => !line.startsWith('#')) - 1;
  const header = { startLine: 0, endLine: headerEnd, kind: FoldingRangeKind.Comment };
  const objects = outlineOf(document.text).flatMap(foldsOf);
  return Promise.resolve(headerEnd > 0 ? [header, ...objects] : objects);
}

function foldsOf({ firstLine, lastLine, children }: OutlineNode): readonly FoldingRange[] {
  return [{ startLine: firstLine, endLine: lastLine }, ...children.flatMap(foldsOf)];
}
