import type { Output } from './io.ts';

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
      output.write(`\r\u001b[K${text(done)}`);
    },
    end: () => {
      if (shown) output.write('\r\u001b[K');
    },
  };
}
