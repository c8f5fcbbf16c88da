import { failureOf, type ApiFailure } from './apiFailure.ts';

/** How much is asked at once, and how long it is waited. */
export interface SweepLimits {
  /** So many clusters are asked at once whether they are there. */
  readonly probes: number;
  /** So many are read at once. */
  readonly reads: number;
  /** How long the reading of one may take, in milliseconds. */
  readonly budget: number;
}

/** Enough for hundreds of clusters without flooding the network of who asks. */
export const usualLimits: SweepLimits = { probes: 32, reads: 8, budget: 120_000 };

/** What is done with each cluster. */
export interface SweepWork<Item> {
  /** Whether it is there at all; a failure where it is not. */
  readonly probe: (item: Item, signal: AbortSignal) => Promise<ApiFailure | undefined>;
  /** Reads it; what was found until a failure is kept by whoever reads. Throws `ApiError`. */
  readonly read: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Called after each, whatever came of it. */
  readonly done: (item: Item) => void;
}

/**
 * Asks many clusters, and gives for each why it was not read to its end, `undefined` where it was. Dead ones hold nobody up:
 * whether a cluster is there is asked apart from reading, and reading has a budget.
 */
export async function sweep<Item>(
  items: readonly Item[],
  { probe, read, done }: SweepWork<Item>,
  limits: SweepLimits,
  signal: AbortSignal,
): Promise<readonly (ApiFailure | undefined)[]> {
  const probing = gate(limits.probes);
  const reading = gate(limits.reads);
  return Promise.all(
    items.map(async (item) => {
      try {
        const failure = await probing(() => probe(item, signal));
        return failure ?? (await reading(() => readInTime(item, read, limits.budget, signal)));
      } finally {
        done(item);
      }
    }),
  );
}

async function readInTime<Item>(
  item: Item,
  read: SweepWork<Item>['read'],
  budget: number,
  signal: AbortSignal,
): Promise<ApiFailure | undefined> {
  const late = AbortSignal.timeout(budget);
  try {
    await read(item, AbortSignal.any([signal, late]));
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return late.aborted ? { kind: 'unreachable', detail: 'tooSlow' } : failureOf(error);
  }
}

/** Lets so many through at once, in the order in which they came. */
function gate(most: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= most) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    } else {
      inside += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
