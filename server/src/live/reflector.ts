import { ApiError, failureOf, isPassing, needsPerson, type ApiFailure } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import {
  isObject,
  listOf,
  parseList,
  parseWatchEvent,
  textOf,
  type KubeObject,
} from './parseApi.ts';

/** How a reflector sees its objects. */
export type ReflectorState =
  | { readonly kind: 'loading' }
  /** `seenAt`: when the server last said anything, in milliseconds since 1970. */
  | { readonly kind: 'live'; readonly seenAt: number }
  /**
   * What is known is from before, and has been since `since`; `nextAt`: when it is tried again, `undefined` where a person has
   * to sign in.
   */
  | {
      readonly kind: 'stale';
      readonly failure: ApiFailure;
      readonly seenAt: number | undefined;
      readonly since: number;
      readonly nextAt: number | undefined;
    };

/** The clock and the dice of a reflector, so that tests can hold them. */
export interface ReflectorTime {
  readonly now: () => number;
  readonly random: () => number;
  /** Waits; rejects where the signal fires first. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What a reflector follows. */
export interface ReflectorOptions {
  readonly connection: Pick<KubeConnection, 'get' | 'lines'>;
  /** The path of the list, such as `/apis/argoproj.io/v1alpha1/applications`. */
  readonly path: string;
  /** How many objects a page has; the server sends small kinds at once. */
  readonly pageSize: number | undefined;
  readonly onChange: () => void;
  /** Whether news of the status are news: not where only what people declare is compared. */
  readonly watchesStatus: boolean;
  /** A server that remembers no event cannot go on where a watch broke: all is listed. */
  readonly isForgetful?: boolean;
  readonly time: ReflectorTime;
}

/** No event, not even a bookmark, for that long: the connection is taken for dead. */
const silence = 90_000;
/** What nobody has heard of for so long is listed anew. */
const outdatedAfter = 30_000;
/** After that many failures in a row, and as long as nothing helps, it is tried at the longest interval only. */
const breakAfter = 5;
const [shortest, longest] = [1_000, 5 * 60_000];
/** A watch that lived so long was healthy: the next failure is a first one. */
const healthyAfter = 60_000;

/**
 * Keeps the objects of one kind as the server has them: lists them page by page, watches from there, and lists again where
 * the watch cannot go on. Whatever fails is waited out with growing, random pauses; what is known stays, with its age.
 *
 * Source: client-go tools/cache/reflector.go.
 */
export class Reflector {
  private readonly options: ReflectorOptions;
  private readonly objects = new Map<string, KubeObject>();
  private current: ReflectorState = { kind: 'loading' };
  private failures = 0;
  /** Where the watch goes on; `undefined` where all has to be listed. */
  private version: string | undefined;
  /** How many pages the last list took, for tests. */
  pages = 0;

  constructor(options: ReflectorOptions) {
    this.options = options;
  }

  get state(): ReflectorState {
    return this.current;
  }

  /** The objects as they were last seen, in the order of their names. */
  items(): readonly KubeObject[] {
    return [...this.objects].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
  }

  /** One object as it was last seen. */
  find(namespace: string, name: string): KubeObject | undefined {
    return this.objects.get(`${namespace}/${name}`);
  }

  /** Follows until the signal fires, or until somebody has to sign in; then it may be called again. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const started = this.options.time.now();
      // A watch that goes on is live before it has told what was missed: after a while a list tells it at once.
      if (this.isOutdated(started)) this.version = undefined;
      try {
        this.version ??= await this.list(signal);
        await this.watch(this.version, signal);
        const lived = this.options.time.now() - started;
        // A server that ends every watch at once is not asked in a circle.
        if (lived < shortest) await this.options.time.wait(shortest - lived, signal);
      } catch (error) {
        if (isStopped(signal)) return;
        const failure = failureOf(error);
        if (this.options.time.now() - started > healthyAfter) this.failures = 0;
        this.failures += 1;
        const isOld = failure.kind === 'gone';
        // Whatever a broken watch has missed comes with a new list at the latest.
        if (isOld || this.options.isForgetful === true || this.failures >= breakAfter)
          this.version = undefined;
        if (isOld && this.failures === 1) continue;
        const pause = needsPerson(failure) ? undefined : this.pauseAfter(failure);
        this.turnStale(failure, pause);
        if (pause === undefined) return;
        await this.options.time.wait(pause, signal).catch(() => undefined);
      }
    }
  }

  /** Says from outside that nobody answers: the objects are from before. */
  turnStale(failure: ApiFailure, pause: number | undefined): void {
    const { now } = this.options.time;
    const { current } = this;
    const seenAt = current.kind === 'loading' ? undefined : current.seenAt;
    const since = current.kind === 'stale' ? current.since : now();
    const nextAt = pause === undefined ? undefined : now() + pause;
    this.current = { kind: 'stale', failure, seenAt, since, nextAt };
    this.options.onChange();
  }

  private isOutdated(now: number): boolean {
    const { current } = this;
    return current.kind === 'stale' && now - (current.seenAt ?? now) > outdatedAfter;
  }

  private pauseAfter(failure: ApiFailure): number {
    if (failure.kind === 'throttled' && failure.retryAfter !== undefined) {
      return Math.min(failure.retryAfter, longest);
    }
    // Rights are given, and kinds come, at any time, and rarely.
    if (!isPassing(failure)) return longest;
    const ceiling =
      this.failures >= breakAfter
        ? longest
        : Math.min(shortest * 2 ** (this.failures - 1), longest);
    // Full jitter: many reflectors never come back at one moment; a little is waited in any case.
    return Math.max(100, Math.floor(this.options.time.random() * ceiling));
  }

  private async list(signal: AbortSignal): Promise<string> {
    const { connection, path, pageSize } = this.options;
    const found = new Map<string, KubeObject>();
    let version: string;
    let token = '';
    this.pages = 0;
    do {
      const parameters = new URLSearchParams({
        ...(pageSize === undefined ? { resourceVersion: '0' } : { limit: String(pageSize) }),
        ...(token === '' ? {} : { continue: token }),
      });
      const page = parseList(await connection.get(`${path}?${parameters.toString()}`, signal));
      this.pages += 1;
      for (const item of page.items) found.set(keyOf(item), item);
      version = page.resourceVersion;
      token = page.continueToken;
    } while (token !== '');
    const before = new Map(this.objects);
    this.objects.clear();
    for (const [key, item] of found) {
      const old = before.get(key);
      this.objects.set(key, old !== undefined && this.isNoNews(old, item) ? old : item);
    }
    this.seen({ changed: true });
    return version;
  }

  /** Watches until the server ends the watch, as it does after some minutes. */
  private async watch(from: string, signal: AbortSignal): Promise<void> {
    const { connection, path, time } = this.options;
    const parameters = new URLSearchParams({
      watch: '1',
      resourceVersion: from,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(240 + Math.floor(time.random() * 120)),
    });
    const silent = new AbortController();
    const both = AbortSignal.any([signal, silent.signal]);
    let last = time.now();
    const opened = (): void => {
      last = time.now();
      this.failures = 0;
      this.seen({ changed: false });
    };
    const guard = this.guard(silent, () => last, both);
    try {
      for await (const line of connection.lines(`${path}?${parameters.toString()}`, both, opened)) {
        last = time.now();
        this.version = this.take(line) ?? this.version;
      }
    } catch (error) {
      if (silent.signal.aborted && !signal.aborted) {
        throw new ApiError({ kind: 'unreachable', detail: 'silent' });
      }
      throw error;
    } finally {
      silent.abort();
      await guard;
    }
  }

  /** Ends a watch on which nothing comes any more. */
  private async guard(
    silent: AbortController,
    last: () => number,
    ended: AbortSignal,
  ): Promise<void> {
    const { time } = this.options;
    while (!ended.aborted) {
      const left = silence - (time.now() - last());
      if (left <= 0) silent.abort();
      else await time.wait(left, ended).catch(() => undefined);
    }
  }

  /** Takes in one event; gives the version that it brought. */
  private take(line: string): string | undefined {
    const event = readEvent(line);
    switch (event?.type) {
      case undefined:
        throw new ApiError({ kind: 'serverError', status: 200, detail: 'no event' });
      case 'ERROR':
        throw new ApiError(watchFailure(event.object));
      case 'BOOKMARK':
        this.seen({ changed: false });
        break;
      case 'DELETED':
        this.objects.delete(keyOf(event.object));
        this.seen({ changed: true });
        break;
      case 'ADDED':
      case 'MODIFIED':
        this.seen({ changed: this.put(event.object) });
        break;
    }
    const { metadata } = event.object;
    const version = isObject(metadata) ? textOf(metadata['resourceVersion']) : '';
    return version === '' ? undefined : version;
  }

  /** Keeps an object; `false` where it is no news. */
  private put(object: KubeObject): boolean {
    const key = keyOf(object);
    const old = this.objects.get(key);
    if (old !== undefined && this.isNoNews(old, object)) return false;
    this.objects.set(key, object);
    return true;
  }

  private isNoNews(old: KubeObject, object: KubeObject): boolean {
    return !this.options.watchesStatus && declaredText(old) === declaredText(object);
  }

  private seen({ changed }: { readonly changed: boolean }): void {
    const wasLive = this.current.kind === 'live';
    this.current = { kind: 'live', seenAt: this.options.time.now() };
    if (changed || !wasLive) this.options.onChange();
  }
}

/** The signal may have fired since it was looked at last. */
function isStopped(signal: AbortSignal): boolean {
  return signal.aborted;
}

function readEvent(line: string): ReturnType<typeof parseWatchEvent> {
  try {
    return parseWatchEvent(line);
  } catch {
    // Half a line, or something that is no JSON: the connection is not to be trusted.
    return undefined;
  }
}

function watchFailure(status: KubeObject): ApiFailure {
  const code = Number(status['code'] ?? 0);
  if (code === 410) return { kind: 'gone', detail: textOf(status['reason']) };
  if (code === 429) return { kind: 'throttled', retryAfter: undefined };
  return { kind: 'serverError', status: code, detail: textOf(status['reason']) };
}

/** An object without what its controllers report. */
function declaredText(object: KubeObject): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const managedFields = listOf(metadata['managedFields']).filter(
    (one) => !isObject(one) || textOf(one['subresource']) !== 'status',
  );
  const kept = { ...metadata, managedFields, resourceVersion: '' };
  // Lists and watches write the keys of an object in other orders.
  const parts = Object.entries({ ...object, metadata: kept, status: '' }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return JSON.stringify(parts, bigintText);
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function keyOf(object: KubeObject): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return `${textOf(metadata['namespace'])}/${textOf(metadata['name'])}`;
}

/** The time of the machine. */
export const machineTime: ReflectorTime = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new Error('stopped'));
        return;
      }
      const stop = (): void => {
        clearTimeout(timer);
        reject(new Error('stopped'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};
