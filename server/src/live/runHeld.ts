/**
 * What would end a process: signals, a parent that is gone, and faults that nobody caught, such as of an output that nobody
 * reads any more.
 */
const ends = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'uncaughtException'] as const;

/** Runs what may not be left halfway: what would end the process meanwhile only fires the signal that it is given. */
export async function runHeld<Value>(
  process: Pick<NodeJS.EventEmitter, 'on' | 'off'>,
  run: (ended: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
  };
  for (const one of ends) process.on(one, end);
  try {
    return await run(stop.signal);
  } finally {
    for (const one of ends) process.off(one, end);
  }
}
