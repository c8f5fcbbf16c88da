import {
  SymbolKind,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type Position,
  type Range,
} from 'vscode-languageserver';
import { fileOutline, type OutlinePart } from '../analysis/fileOutline.ts';
import { positionAt } from '../analysis/sourceRange.ts';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import type { Session } from './session.ts';

/**
 * `textDocument/documentSymbol`: the objects of a rendered document, and what in them has more than one line; of a file of
 * the tree its objects, or the fields of a kustomization, where no other extension tells them.
 */
export async function documentSymbol(
  session: Session,
  { textDocument: { uri } }: DocumentSymbolParams,
  signal: AbortSignal,
): Promise<DocumentSymbol[] | null> {
  const document = session.documents.get(uri);
  if (document === undefined) return null;
  const { text } = document;
  if (uri.startsWith(`${renderedScheme}:`)) return outlineOf(text).map(symbolOf);
  if (session.options.yamlSchemas === 'elsewhere') return null;
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return null;
  const { workspace } = place.tree;
  const parts = await workspace.complete((one) => fileOutline(one, place.path), signal);
  return parts.map((part) => symbolOfPart(text, part));
}

function symbolOfPart(text: string, part: OutlinePart): DocumentSymbol {
  const at = (offset: number): Position => {
    const { line, column } = positionAt(text, offset);
    return { line, character: column };
  };
  const rangeOf = ({ start, end }: OutlinePart['range']): Range => ({
    start: at(start),
    end: at(end),
  });
  // What names a part stands in it, as editors want it.
  const { start, end } = part.range;
  const isInside = start <= part.named.start && part.named.end <= end;
  return {
    name: part.name,
    kind: symbolKinds[part.kind],
    range: rangeOf(part.range),
    selectionRange: rangeOf(isInside ? part.named : { start, end: start }),
    children: part.children.map((child) => symbolOfPart(text, child)),
  };
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
