import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const turn = 8;

/** Makes the pause of a long work: it gives others their turn after a while, so that no request waits for all of it. */
export function newTurns(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turn) return;
    await setImmediate(undefined, { signal });
    since = performance.now();
  };
}
