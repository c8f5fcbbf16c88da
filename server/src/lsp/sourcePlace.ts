import type { Position } from 'vscode-languageserver';
import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import type { SourcePlace } from '../analysis/hover.ts';
import { offsetAt } from './openDocuments.ts';
import type { Session } from './session.ts';
import { uriOf, type Place, type Tree } from './trees.ts';

/** A place of a document that an editor shows. */
export interface DocumentPlace {
  readonly uri: string;
  readonly position: Position;
}

/**
 * Asks about a place of an open document of a tree, and says of which tree; `undefined` outside of all trees and where the
 * document is not open.
 */
export async function askAt<T>(
  session: Session,
  { uri, position }: DocumentPlace,
  ask: (analysis: Analysis, place: SourcePlace) => Answer<T>,
  signal: AbortSignal,
): Promise<{ readonly tree: Tree; readonly value: T } | undefined> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  const document = session.documents.get(uri);
  if (place === undefined || document === undefined) return undefined;
  const at = { file: place.path, offset: offsetAt(document.text, position) };
  const { tree } = place;
  return { tree, value: await tree.workspace.complete((one) => ask(one, at), signal) };
}

/** A position of a file as its editor shows it; `undefined` where the file is not open. */
export function shownPlace(
  { documents }: Session,
  { tree, path }: Place,
  position: Position,
): SourcePlace | undefined {
  const document = documents.get(uriOf(tree, path));
  return document && { file: path, offset: offsetAt(document.text, position) };
}
