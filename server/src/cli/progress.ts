import { setImmediate } from 'node:timers/promises';
import { writeAsIs, type Output } from './io.ts';

/** Milliseconds after which work counts as long. */
const patience = 400;
/** Milliseconds between two texts. */
const pause = 100;

/** Tells a person how far long work is: on a terminal alone, and nothing for what is quickly done. */
export function startProgress(
  output: Output,
  text: (done: number) => string,
): { readonly tell: (done: number) => void; readonly end: () => void } {
  const started = performance.now();
  let told = started + patience - pause;
  let shown = false;
  return {
    tell: (done) => {
      const now = performance.now();
      if (!output.terminal || now - told < pause) return;
      told = now;
      shown = true;
      writeAsIs(output, '\r\u001b[K');
      output.write(text(done));
    },
    end: () => {
      if (shown) writeAsIs(output, '\r\u001b[K');
    },
  };
}

/** Milliseconds of work after which the event loop gets its turn, so that Ctrl-C is heard. */
const breath = 50;

/** Lets the event loop have its turn now and then; throws when the signal fires. */
export function newPause(): { readonly whenDue: (signal: AbortSignal) => Promise<void> } {
  let last = performance.now();
  return {
    whenDue: async (signal) => {
      if (performance.now() - last < breath) return;
      await setImmediate(undefined, { signal });
      last = performance.now();
    },
  };
}
