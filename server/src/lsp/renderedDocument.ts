import type { RenderedDocument, RenderedDocumentParams } from '../protocol/renderedDocument.ts';
import { rememberDelivered } from './rememberDelivered.ts';
import { renderOfNow } from './rendering.ts';
import type { Session } from './session.ts';

/** `strata/renderedDocument`: the text of a rendered document, with who wrote each line; `null` where no tree has it. */
export async function renderedDocument(
  session: Session,
  { uri }: RenderedDocumentParams,
  signal: AbortSignal,
): Promise<RenderedDocument | null> {
  await session.trees.ready();
  // What a look after an edit has given already is not taken back by what was begun before.
  const rendering = await renderOfNow(session, uri, signal);
  if (rendering === undefined || signal.aborted) return rendering?.document ?? null;
  rememberDelivered(session, uri, rendering);
  return rendering.document;
}
