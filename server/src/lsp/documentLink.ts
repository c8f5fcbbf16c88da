import type { DocumentLink, DocumentLinkParams } from 'vscode-languageserver';
import { sourceLinks } from '../analysis/sourceLinks.ts';
import { rangeOf } from './positions.ts';
import type { Session } from './session.ts';
import { uriOf } from './trees.ts';

/** `textDocument/documentLink`: the paths of a file, each as a link to what it leads to. */
export async function documentLink(
  session: Session,
  { textDocument: { uri } }: DocumentLinkParams,
  signal: AbortSignal,
): Promise<DocumentLink[] | null> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return null;
  const { tree, path } = place;
  const links = await tree.workspace.complete((one) => sourceLinks(one, path), signal);
  return links.map(({ range, target }) => ({ range: rangeOf(range), target: uriOf(tree, target) }));
}
