import type { RenderedDocument } from '../protocol/renderedDocument.ts';
import { parseRenderedUri } from './renderedUri.ts';
import { renderedView, type RenderedView } from './renderedView.ts';
import { asOfLastValid, renderedDocumentOf } from './renderedWords.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** A rendered document as it was given to the editor. */
export interface Rendering {
  readonly document: RenderedDocument;
  /** What the document shows: of now, or of the last time that all sources could be read. */
  readonly view: RenderedView;
  /** Whether it is of now. */
  readonly isCurrent: boolean;
}

/** The tree and root of a rendered document; `undefined` where no tree has it. */
export function rootOfDocument(
  session: Session,
  uri: string,
): { readonly tree: Tree; readonly root: string } | undefined {
  const address = parseRenderedUri(uri);
  if (address === undefined) return undefined;
  const tree = session.trees.named(address.tree);
  return tree && { tree, root: address.root };
}

/**
 * Renders a document. While a file that is open in an editor cannot be read, as it is being written, the document stays as it
 * was last, marked so.
 */
export async function render(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<Rendering | undefined> {
  return session.rendered.get(uri, () => renderAnew(session, uri, signal));
}

async function renderAnew(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<Rendering | undefined> {
  const found = rootOfDocument(session, uri);
  if (found === undefined) return undefined;
  const { workspace } = found.tree;
  await workspace.prepare([found.root], signal);
  const view = await workspace.complete((analysis) => renderedView(analysis, found.root), signal);
  const last = session.delivered.get(uri);
  if (last !== undefined && isBeingWritten(session, found.tree, view)) {
    const document = asOfLastValid(renderedDocumentOf(last.view, session.words), session.words);
    return { document, view: last.view, isCurrent: false };
  }
  return { document: renderedDocumentOf(view, session.words), view, isCurrent: true };
}

function isBeingWritten(session: Session, tree: Tree, { failures }: RenderedView): boolean {
  const unreadable = new Set(
    failures.flatMap(({ code, range }) =>
      code === 'kustomize.yaml-syntax' && range !== undefined ? [range.file] : [],
    ),
  );
  return [...session.documents.keys()].some((uri) => {
    const place = session.trees.placeOf(uri);
    return place?.tree === tree && unreadable.has(place.path);
  });
}
