import { isDeepStrictEqual } from 'node:util';
import { documentOf, type ImpactDocument } from '../analysis/impactDocument.ts';
import type { ImpactParams } from '../protocol/impact.ts';
import { LiveImpact, type NamedImpact } from '../workspace/liveImpact.ts';
import { stagedWord } from '../workspace/stagedTree.ts';
import type { SidesRequest } from '../workspace/sides.ts';
import type { Tree } from './trees.ts';

/** What a comparison came to. */
export type Comparison = ComparedTrees | { readonly kind: 'refused'; readonly message: string };

/** A comparison that could be made. */
export interface ComparedTrees extends NamedImpact {
  readonly kind: 'compared';
  /** What it tells, as plain data. */
  readonly document: ImpactDocument;
  /** An open file cannot be read just now, and this is how it was before. */
  readonly isOutdated: boolean;
}

/** How comparisons are made. */
export interface ImpactsOptions {
  /** Whether an open file cannot be read, as it is being written, so that the last comparison counts on. */
  readonly isBeingWritten: (
    tree: Tree,
    compared: ComparedTrees,
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** A comparison tells something else than it did last. */
  readonly onChanged: () => void;
}

/** How many comparisons of a tree stay open. */
const mostOpen = 3;

/**
 * The comparisons that somebody asked for. Each is made once for each state of the files, however many wait for it, and is
 * given up when the files change under it.
 */
export class Impacts {
  private readonly options: ImpactsOptions;
  private readonly open = new Map<Tree, Map<string, Entry>>();

  constructor(options: ImpactsOptions) {
    this.options = options;
  }

  /** The comparison as of now. */
  async of(tree: Tree, params: ImpactParams, signal: AbortSignal): Promise<Comparison> {
    const entry = this.entryOf(tree, params);
    for (;;) {
      signal.throwIfAborted();
      if (entry.current !== undefined) return entry.current;
      entry.running ??= this.run(tree, entry);
      await untilEither(entry.running.done, signal);
    }
  }

  /** The last comparison that was made, which may be of a moment ago; `undefined` where nobody asked for it yet. */
  latest(tree: Tree, params: ImpactParams): Comparison | undefined {
    return this.open.get(tree)?.get(keyOf(params))?.latest;
  }

  /** Some file of a tree is other than before. */
  forget(): void {
    for (const entry of this.entries()) {
      entry.current = undefined;
      entry.running?.stop.abort();
    }
  }

  /** Names of commits may mean others now, and something else may be staged. */
  forgetNames(): void {
    for (const { live } of this.entries()) live.forgetNames();
    this.forget();
  }

  /** Lets go of trees that are open no more. */
  keep(trees: readonly Tree[]): void {
    for (const [tree, entries] of this.open) {
      if (trees.includes(tree)) continue;
      this.open.delete(tree);
      for (const entry of entries.values()) entry.running?.stop.abort();
    }
  }

  /** What somebody asked for: each comparison that is open. */
  asked(): readonly { readonly tree: Tree; readonly params: ImpactParams }[] {
    return [...this.open].flatMap(([tree, entries]) =>
      [...entries.values()].map(({ params }) => ({ tree, params })),
    );
  }

  private *entries(): Iterable<Entry> {
    for (const entries of this.open.values()) yield* entries.values();
  }

  private entryOf(tree: Tree, params: ImpactParams): Entry {
    const entries = this.open.get(tree) ?? new Map<string, Entry>();
    this.open.set(tree, entries);
    const key = keyOf(params);
    const entry = entries.get(key) ?? {
      params,
      live: new LiveImpact(tree.workspace, requestOf(params)),
      current: undefined,
      latest: undefined,
      running: undefined,
      last: Promise.resolve(),
    };
    // What was asked for last stays longest.
    entries.delete(key);
    entries.set(key, entry);
    const [oldest, idle] = [...entries][0] ?? [];
    if (entries.size > mostOpen && oldest !== undefined && idle !== undefined) {
      entries.delete(oldest);
      idle.running?.stop.abort();
      void idle.last.then(() => {
        idle.live.dispose();
      });
    }
    return entry;
  }

  private run(tree: Tree, entry: Entry): Running {
    const stop = new AbortController();
    const made = entry.last.then(() => this.make(tree, entry, stop.signal));
    // The trees are one: the next comparison waits until this one has stopped. What is got ready after it gives way.
    entry.last = made.then(() => entry.live.prepare(stop.signal)).catch(nothing);
    const done = made.then(
      (comparison) => {
        if (entry.running?.stop !== stop) return;
        entry.running = undefined;
        const isOther = entry.latest === undefined || !isSame(entry.latest, comparison);
        entry.current = comparison;
        entry.latest = comparison;
        if (isOther) this.options.onChanged();
      },
      (error: unknown) => {
        const isOurs = entry.running?.stop === stop;
        if (isOurs) entry.running = undefined;
        if (!stop.signal.aborted) throw error;
      },
    );
    stop.signal.addEventListener('abort', () => {
      if (entry.running?.stop === stop) entry.running = undefined;
    });
    done.catch(nothing);
    return { stop, done };
  }

  private async make(tree: Tree, entry: Entry, signal: AbortSignal): Promise<Comparison> {
    signal.throwIfAborted();
    const answer = await entry.live.compare(signal);
    if (answer.kind === 'failed') return { kind: 'refused', message: answer.failure };
    const compared: ComparedTrees = {
      kind: 'compared',
      ...answer.value,
      document: documentOf(answer.value.impact, undefined),
      isOutdated: false,
    };
    const { latest } = entry;
    const isWritten =
      latest?.kind === 'compared' && (await this.options.isBeingWritten(tree, compared, signal));
    signal.throwIfAborted();
    return isWritten ? { ...latest, isOutdated: true } : compared;
  }
}

interface Entry {
  readonly params: ImpactParams;
  readonly live: LiveImpact;
  /** The comparison of the files as they are. */
  current: Comparison | undefined;
  /** The one that was made last. */
  latest: Comparison | undefined;
  running: Running | undefined;
  /** Ends when nothing works on the trees any more. */
  last: Promise<void>;
}

interface Running {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

function keyOf({ base, head }: ImpactParams): string {
  return JSON.stringify([base, head]);
}

function requestOf({ base, head }: ImpactParams): SidesRequest {
  return {
    base: base.kind === 'exact' ? base.revision : undefined,
    mergeBase: base.kind === 'shared' ? base.revision : undefined,
    head:
      head.kind === 'workingTree' ? undefined : head.kind === 'staged' ? stagedWord : head.revision,
  };
}

/** Whether two comparisons tell the same. */
function isSame(a: Comparison, b: Comparison): boolean {
  if (a.kind === 'refused' || b.kind === 'refused') return isDeepStrictEqual(a, b);
  return (
    a.isOutdated === b.isOutdated &&
    a.fetchedAt === b.fetchedAt &&
    isDeepStrictEqual(a.named, b.named) &&
    isDeepStrictEqual(a.impact.reach.changed, b.impact.reach.changed) &&
    isDeepStrictEqual(a.document, b.document)
  );
}

/** Waits for a promise, or until the signal fires. */
async function untilEither(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      resolve();
    };
    signal.addEventListener('abort', cancel, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', cancel);
    });
  });
}

function nothing(): void {
  // Whoever waits for the comparison hears what became of it.
}
