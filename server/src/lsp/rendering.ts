import type { RenderedDocument } from '../protocol/renderedDocument.ts';
import { findSubject, type RenderedSubject } from './renderedSubject.ts';
import { renderedView, type RenderedView } from './renderedView.ts';
import { asOfLastValid, renderedDocumentOf } from './renderedWords.ts';
import type { Session } from './session.ts';
import { hasUnreadableOpen } from './unreadableOpen.ts';
import type { Tree } from './trees.ts';

/** A rendered document as it was given to the editor. */
export interface Rendering {
  readonly document: RenderedDocument;
  readonly subject: RenderedSubject;
  /** What the document shows: of now, or of the last time that all sources could be read. */
  readonly view: RenderedView;
  /** Whether it is of now. */
  readonly isCurrent: boolean;
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

/** The same as of when it is given, and not of when it was asked for: what came between is in it. */
export async function renderOfNow(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<Rendering | undefined> {
  return session.rendered.getOfNow(uri, () => renderAnew(session, uri, signal), signal);
}

async function renderAnew(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<Rendering | undefined> {
  const found = await findSubject(session, uri, signal);
  if (found === undefined) return undefined;
  const { subject, complete } = found;
  const masks = session.masks.of(subject);
  const view = await complete((analysis) => renderedView(analysis, subject, masks), signal);
  const last = session.delivered.get(uri);
  const isNow = subject.side.kind === 'working tree';
  const isGone = subject.source === undefined && last?.subject.source !== undefined;
  const isCut =
    isBeingWritten(session, subject.tree, view) ||
    (isGone && (await hasUnreadableOpen(session, subject.tree, signal)));
  if (isNow && last !== undefined && isCut) {
    const document = renderedDocumentOf(last.subject, last.view, session.words);
    return { ...last, document: asOfLastValid(document, session.words), isCurrent: false };
  }
  const document = renderedDocumentOf(subject, view, session.words);
  return { document, subject, view, isCurrent: true };
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
