import type { Position } from 'vscode-languageserver';
import type { SourcePlace } from '../analysis/hover.ts';
import { clusterValueHover } from './clusterValueHover.ts';
import { linkedHover } from './linkedHover.ts';
import { offsetAt } from './openDocuments.ts';
import { rootHover } from './rootHover.ts';
import type { Session } from './session.ts';

/**
 * The hover on a place of a layer, as Markdown: of a path, a patch, a generator or a cluster what it stands for; of a value
 * what it is in the end on each cluster, and the chain that leads there.
 */
export async function sourceHover(
  session: Session,
  { uri, position }: { readonly uri: string; readonly position: Position },
  signal: AbortSignal,
): Promise<string | undefined> {
  const place = session.trees.placeOf(uri);
  const document = session.documents.get(uri);
  if (place === undefined || document === undefined) return undefined;
  const at: SourcePlace = { file: place.path, offset: offsetAt(document.text, position) };
  return (
    (await linkedHover(session, place, at, signal)) ??
    (await clusterValueHover(session, place, at, signal)) ??
    (await rootHover(session, place, at, signal))
  );
}
