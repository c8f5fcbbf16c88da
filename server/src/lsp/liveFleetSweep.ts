import type { ApiFailure } from '../live/apiFailure.ts';
import type { FailingGenerator } from '../analysis/liveStatus.ts';
import { readFleet, type FleetContext, type ToldUnit } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';

/** What is known by one context. */
export interface KnownSource {
  readonly units: readonly ToldUnit[];
  /** When it was last read, in milliseconds since 1970. */
  readonly readAt: number | undefined;
  /** Why it was not read the last time. */
  readonly failure: ApiFailure | undefined;
  /** Kinds of controllers that may not be read there. */
  readonly unread: readonly string[];
  /** ApplicationSets that fail. */
  readonly generators: readonly FailingGenerator[];
}

/** Reads the controllers of many clusters when it is told to; what it knew of one stays where it does not answer. */
export class FleetSweep {
  private readonly onChange: () => void;
  private readonly sources = new Map<string, KnownSource>();
  private current:
    { readonly stop: AbortController; done: number; readonly all: number } | undefined;

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  /** How far the reading has come; `undefined` while nothing is read. */
  get reading(): { readonly done: number; readonly all: number } | undefined {
    return this.current && { done: this.current.done, all: this.current.all };
  }

  /** What is known by a context, by its name; `undefined` where it was never asked. */
  source(context: string): KnownSource | undefined {
    return this.sources.get(context);
  }

  /** Begins to read; nothing where it is reading already. `keeps` says whose connections are needed by somebody else. */
  read(live: Live, contexts: readonly FleetContext[], keeps: (context: string) => boolean): void {
    if (this.current !== undefined || contexts.length === 0) return;
    const stop = new AbortController();
    const current = { stop, done: 0, all: contexts.length };
    this.current = current;
    void this.sweep(live, contexts, keeps, current)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) throw error;
      })
      .finally(() => {
        if (this.current === current) this.current = undefined;
        if (!stop.signal.aborted) this.onChange();
      });
  }

  /** Stops reading; what is known stays. */
  stop(): void {
    this.current?.stop.abort();
    this.current = undefined;
  }

  /** Stops reading, and forgets what it knew. */
  end(): void {
    this.stop();
    this.sources.clear();
  }

  private async sweep(
    live: Live,
    contexts: readonly FleetContext[],
    keeps: (context: string) => boolean,
    current: NonNullable<FleetSweep['current']>,
  ): Promise<void> {
    const { signal } = current.stop;
    const failures = await readFleet(
      contexts,
      {
        live,
        now: () => new Date().toISOString(),
        budget: undefined,
        generators: true,
        read: ({ id }, { units, failures: refused, generators }) => {
          if (signal.aborted) return;
          const unread = refused.map(({ kind }) => kind);
          const now = Date.now();
          this.sources.set(id, { units, readAt: now, failure: undefined, unread, generators });
        },
        done: ({ id }) => {
          current.done += 1;
          if (!signal.aborted) this.onChange();
          return !keeps(id);
        },
      },
      signal,
    );
    for (const [index, failure] of failures.entries()) {
      const name = contexts[index]?.id;
      if (failure === undefined || name === undefined || signal.aborted) continue;
      const { units = [], readAt, unread = [], generators = [] } = this.sources.get(name) ?? {};
      this.sources.set(name, { units, readAt, failure, unread, generators });
    }
  }
}
