import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  renderedChangedMethod,
  renderedScheme,
  type RenderedChangedParams,
} from '../protocol/renderedDocument.ts';
import { describeFault } from './request.ts';
import { render } from './rendering.ts';
import type { Session } from './session.ts';

/** Milliseconds after the last change, so that a burst of changes is one. */
const delay = 10;

/** Makes the function that looks again a moment after its last call; `wait` is in milliseconds. */
export function sweeper(sweep: (signal: AbortSignal) => Promise<void>, wait = delay): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = new AbortController();
  return () => {
    clearTimeout(timer);
    running.abort();
    timer = setTimeout(() => {
      running = new AbortController();
      // Sweeps log their own faults; what is left is a client that is gone.
      void sweep(running.signal).catch(() => undefined);
    }, wait);
  };
}

/** `strata/renderedChanged`: tells the client which of its open rendered documents are not what they show any more. */
export async function tellRenderedChanged(session: Session, signal: AbortSignal): Promise<void> {
  const uris: string[] = [];
  for (const uri of session.documents.keys()) {
    if (!uri.startsWith(`${renderedScheme}:`)) continue;
    try {
      // Requests come first: each document waits for its turn.
      await setImmediate(undefined, { signal });
      const rendering = await render(session, uri, signal);
      const last = session.delivered.get(uri);
      if (!isDeepStrictEqual(rendering?.document, last?.document)) uris.push(uri);
    } catch (error) {
      if (signal.aborted) return;
      session.connection.console.error(`${renderedChangedMethod}: ${describeFault(error)}`);
    }
  }
  const parameters: RenderedChangedParams = { uris };
  if (uris.length > 0) await session.connection.sendNotification(renderedChangedMethod, parameters);
}
