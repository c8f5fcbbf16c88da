import {
  DocumentHighlightKind,
  type DocumentHighlight,
  type DocumentHighlightParams,
  type Location,
  type ReferenceParams,
} from 'vscode-languageserver';
import { sourceReferences } from '../analysis/sourceReferences.ts';
import { locationOf, rangeOf } from './positions.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';
import { uriOf } from './trees.ts';

/** `textDocument/references`: everything that refers to what stands at a place, in all layers. */
export async function references(
  session: Session,
  { textDocument: { uri }, position, context }: ReferenceParams,
  signal: AbortSignal,
): Promise<Location[] | null> {
  const found = await askAt(session, { uri, position }, sourceReferences, signal);
  if (found === undefined) return null;
  return found.value
    .filter(({ isDeclaration }) => context.includeDeclaration || !isDeclaration)
    .map(({ range }) => locationOf(found.tree, range));
}

/** `textDocument/documentHighlight`: the references in the same file; `null` where there is only the place itself. */
export async function documentHighlight(
  session: Session,
  { textDocument: { uri }, position }: DocumentHighlightParams,
  signal: AbortSignal,
): Promise<DocumentHighlight[] | null> {
  const found = await askAt(session, { uri, position }, sourceReferences, signal);
  if (found === undefined) return null;
  const own = found.value.filter(({ range }) => uriOf(found.tree, range.file) === uri);
  if (own.length < 2) return null;
  return own.map(({ range, isDeclaration }) => ({
    range: rangeOf(range),
    kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}
