import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  renderedChangedMethod,
  renderedScheme,
  type RenderedChangedParams,
} from '../protocol/renderedDocument.ts';
import { rememberDelivered } from './rememberDelivered.ts';
import { describeFault } from './request.ts';
import { render } from './rendering.ts';
import type { Session } from './session.ts';

/** Milliseconds after the last change, so that a burst of changes is one. */
const delay = 10;

/** Looks at what is there; stops where the signal fires. */
type Sweep = (signal: AbortSignal) => Promise<void>;

/** Makes the function that looks again a moment after its last call; `wait` is in milliseconds. */
export function sweeper(sweep: Sweep, wait = delay): () => void {
  const plan = sweepPlanner(sweep);
  const afterWait = after(wait);
  return () => {
    plan(afterWait);
  };
}

/** Milliseconds within which changes are a burst, as of a key that is held down. */
const burst = 50;

/**
 * As `sweeper`, yet it looks at once, before the requests that come with a change, where the change is none of a burst and
 * the last look took no longer than a request may wait.
 */
export function eagerSweeper(sweep: Sweep): () => void {
  let [changedAt, took] = [-Infinity, 0];
  const plan = sweepPlanner(async (signal) => {
    const from = performance.now();
    await sweep(signal);
    took = performance.now() - from;
  });
  const afterWait = after(delay);
  return () => {
    const isAlone = performance.now() - changedAt > burst;
    changedAt = performance.now();
    plan(isAlone && took < burst ? atOnce : afterWait);
  };
}

/** Runs something later; gives what takes it back. */
type Later = (run: () => void) => () => void;

/** Makes the function that plans the one next look, and ends the one that runs. */
function sweepPlanner(sweep: Sweep): (later: Later) => void {
  let takeBack: () => void = () => undefined;
  let running = new AbortController();
  return (later) => {
    takeBack();
    running.abort();
    takeBack = later(() => {
      running = new AbortController();
      // Sweeps log their own faults; what is left is a client that is gone.
      void sweep(running.signal).catch(() => undefined);
    });
  };
}

function after(wait: number): Later {
  return (run) => {
    const timer = setTimeout(run, wait);
    return () => {
      clearTimeout(timer);
    };
  };
}

/** Before the next message is taken. */
function atOnce(run: () => void): () => void {
  const turn = setImmediate(run);
  return () => {
    clearImmediate(turn);
  };
}

/** `strata/renderedChanged`: tells the client which of its open rendered documents are not what they show any more. */
export async function tellRenderedChanged(session: Session, signal: AbortSignal): Promise<void> {
  await session.textsAsked;
  let isFirst = true;
  for (const uri of session.documents.keys()) {
    if (!uri.startsWith(`${renderedScheme}:`)) continue;
    try {
      // The first comes before all else; then requests come first, and each document waits for its turn.
      if (!isFirst) await nextTurn(undefined, { signal });
      isFirst = false;
      const rendering = await render(session, uri, signal);
      if (isDeepStrictEqual(rendering?.document, session.delivered.get(uri)?.document)) continue;
      if (rendering !== undefined) rememberDelivered(session, uri, rendering);
      const document = rendering?.document ?? null;
      const parameters: RenderedChangedParams = { documents: [{ uri, document }] };
      await session.connection.sendNotification(renderedChangedMethod, parameters);
    } catch (error) {
      if (signal.aborted) return;
      session.connection.console.error(`${renderedChangedMethod}: ${describeFault(error)}`);
    }
  }
}
