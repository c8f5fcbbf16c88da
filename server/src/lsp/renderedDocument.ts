import type { RenderedDocument, RenderedDocumentParams } from '../protocol/renderedDocument.ts';
import { rememberDelivered } from './rememberDelivered.ts';
import { render } from './rendering.ts';
import type { Session } from './session.ts';

/** `strata/renderedDocument`: the text of a rendered document, with who wrote each line; `null` where no tree has it. */
export async function renderedDocument(
  session: Session,
  { uri }: RenderedDocumentParams,
  signal: AbortSignal,
): Promise<RenderedDocument | null> {
  await session.trees.ready();
  const rendering = await render(session, uri, signal);
  if (rendering === undefined) return null;
  rememberDelivered(session, uri, rendering);
  return rendering.document;
}
