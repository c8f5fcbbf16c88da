import { SymbolKind, type DocumentSymbol, type DocumentSymbolParams } from 'vscode-languageserver';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import type { Session } from './session.ts';

/** `textDocument/documentSymbol`: the objects of a rendered document, and what in them has more than one line. */
export function documentSymbol(
  session: Session,
  { textDocument: { uri } }: DocumentSymbolParams,
): Promise<DocumentSymbol[] | null> {
  const document = session.documents.get(uri);
  const isOurs = document !== undefined && uri.startsWith(`${renderedScheme}:`);
  return Promise.resolve(isOurs ? outlineOf(document.text).map(symbolOf) : null);
}

function symbolOf({ kind, name, children, ...lines }: OutlineNode): DocumentSymbol {
  const nameStart = { line: lines.nameLine, character: 0 };
  return {
    name,
    kind: symbolKinds[kind],
    range: {
      start: { line: lines.firstLine, character: 0 },
      end: { line: lines.lastLine, character: wholeLine },
    },
    selectionRange: { start: nameStart, end: nameStart },
    children: children.map(symbolOf),
  };
}

/** A column behind every line: clients take it as the end of the line. */
const wholeLine = 100_000;

const symbolKinds: Readonly<Record<OutlineNode['kind'], SymbolKind>> = {
  object: SymbolKind.Class,
  field: SymbolKind.Field,
  item: SymbolKind.Struct,
};
