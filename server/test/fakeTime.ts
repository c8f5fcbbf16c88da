import type { ReflectorTime } from '../src/live/reflector.ts';

/** A clock that stands until something waits, and then jumps to when the first of it is over. */
export class FakeTime implements ReflectorTime {
  private current = 1_000_000;
  private readonly waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  readonly waits: number[] = [];
  readonly now = (): number => this.current;
  readonly random = (): number => 0.5;
  readonly wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new Error('stopped'));
        return;
      }
      this.waits.push(milliseconds);
      const stop = (): void => {
        const index = this.waiting.indexOf(entry);
        if (index >= 0) this.waiting.splice(index, 1);
        reject(new Error('stopped'));
      };
      const entry = {
        at: this.current + milliseconds,
        resolve: (): void => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
      };
      this.waiting.push(entry);
      signal.addEventListener('abort', stop, { once: true });
    });

  /** How many wait for something to be over. */
  get pending(): number {
    return this.waiting.length;
  }

  /** Lets time pass, step by step. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.current + milliseconds;
    for (;;) {
      await settled();
      const next = [...this.waiting].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.current = next.at;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      next.resolve();
    }
    this.current = end;
    await settled();
  }
}

/** Lets what does not wait go on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
