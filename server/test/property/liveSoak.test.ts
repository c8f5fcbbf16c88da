import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/live/apiFailure.ts';
import type { KubeConnection } from '../../src/live/kubeConnection.ts';
import { Reflector } from '../../src/live/reflector.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';
import { FakeTime } from '../fakeTime.ts';

const kills = howMany({ fixed: 25, long: 100 });
const runs = howMany({ fixed: 2, long: 20 });
const second = 1000;
/** How long a watch may be silent before it is taken for dead, with some seconds to notice it. */
const silence = 90 * second + 5 * second;

type Fault = 'kill' | 'halfOpen' | 'corrupt' | 'delay' | 'refuse' | 'gone';

const faults: readonly Fault[] = ['kill', 'kill', 'halfOpen', 'corrupt', 'delay', 'refuse', 'gone'];

interface Event {
  readonly version: number;
  readonly at: number;
  readonly name: string;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
}

/** A server whose objects change all the time, and whose network does what networks do; in simulated time. */
class BadNetwork implements Pick<KubeConnection, 'get' | 'lines'> {
  readonly objects = new Map<string, number>();
  readonly log: Event[] = [];
  version = 1;
  open = 0;
  mostOpen = 0;
  fault: Fault | undefined;
  private readonly time: FakeTime;

  constructor(time: FakeTime) {
    this.time = time;
  }

  change(random: Random): void {
    const name = `object-${random.whole(0, 7)}`;
    const isThere = this.objects.has(name);
    const type = !isThere ? 'ADDED' : random.whole(0, 3) === 0 ? 'DELETED' : 'MODIFIED';
    this.version += 1;
    if (type === 'DELETED') this.objects.delete(name);
    else this.objects.set(name, this.version);
    this.log.push({ version: this.version, at: this.time.now(), name, type });
  }

  /** The objects of which something is not known that was so at a time already. */
  missing(held: Readonly<Record<string, string>>, since: number): readonly string[] {
    const last = new Map(
      this.log.filter(({ at }) => at <= since).map((event) => [event.name, event]),
    );
    return [...last.values()].flatMap(({ name, type, version }) => {
      const own = Number(held[name] ?? 0);
      const isGone = this.log.some(
        (one) => one.name === name && one.type === 'DELETED' && one.version > version,
      );
      const isWrong = type === 'DELETED' ? own > 0 && own < version : own < version;
      return isWrong && !(own === 0 && isGone) ? [name] : [];
    });
  }

  private isDown(): boolean {
    return this.fault === 'refuse' || this.fault === 'kill';
  }

  get(): Promise<string> {
    if (this.isDown()) {
      return Promise.reject(new ApiError({ kind: 'unreachable', detail: 'ECONNREFUSED' }));
    }
    const items = [...this.objects].map(([name, version]) => object(name, version));
    const metadata = { resourceVersion: String(this.version) };
    return Promise.resolve(
      JSON.stringify({ kind: 'ThingList', apiVersion: 'v1', metadata, items }),
    );
  }

  async *lines(path: string, signal: AbortSignal, opened?: () => void): AsyncGenerator<string> {
    if (this.isDown()) throw new ApiError({ kind: 'unreachable', detail: 'ECONNREFUSED' });
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    try {
      opened?.();
      let sent = Number(/resourceVersion=(\d+)/.exec(path)?.[1] ?? '0');
      let bookmark = this.time.now() + 60 * second;
      for (;;) {
        // Who is gone asks for nothing: a half-open connection takes nothing and says nothing.
        await this.time.wait(second, signal);
        const { fault } = this;
        if (fault === 'kill') throw new ApiError({ kind: 'unreachable', detail: 'ECONNRESET' });
        if (fault === 'gone') {
          yield JSON.stringify({ type: 'ERROR', object: { kind: 'Status', code: 410 } });
          return;
        }
        if (fault === 'corrupt') {
          yield '{"type":"MODIFIED","object":{"metadata":{"na\u0000';
          return;
        }
        if (fault === 'halfOpen' || fault === 'delay') continue;
        for (const event of this.log.filter(({ version }) => version > sent)) {
          sent = event.version;
          yield JSON.stringify({ type: event.type, object: object(event.name, event.version) });
        }
        if (this.time.now() >= bookmark) {
          bookmark = this.time.now() + 60 * second;
          const metadata = { resourceVersion: String(sent) };
          yield JSON.stringify({ type: 'BOOKMARK', object: { metadata } });
        }
      }
    } finally {
      this.open -= 1;
    }
  }
}

function object(name: string, version: number): object {
  return { metadata: { name, namespace: 'a', resourceVersion: String(version) } };
}

/** What a reflector has, as the server would list it. */
function held(reflector: Reflector): Readonly<Record<string, string>> {
  return Object.fromEntries(
    reflector.items().map((one) => {
      const { name, resourceVersion } = one['metadata'] as Readonly<Record<string, string>>;
      return [name ?? '', resourceVersion ?? ''];
    }),
  );
}

test.each(Array.from({ length: runs }, (_, index) => testSeed() + index))(
  `${kills} faults in the middle of a watch leave nothing wrong and nothing open (seed %d)`,
  async (seed) => {
    const random = new Random(seed);
    const time = new FakeTime();
    const server = new BadNetwork(time);
    const stop = new AbortController();
    const reflector = new Reflector({
      connection: server,
      path: '/api/v1/things',
      pageSize: undefined,
      watchesStatus: true,
      onChange: () => undefined,
      time,
    });
    const ended = reflector.run(stop.signal);
    const listeners: number[] = [];
    /** Lets seconds pass, in each of which what is shown is compared with what is so. */
    const pass = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed++) {
        if (random.whole(0, 2) === 0) server.change(random);
        await time.pass(second);
        if (reflector.state.kind !== 'live') continue;
        expect(time.now() - reflector.state.seenAt).toBeLessThanOrEqual(silence);
        const missed = server.missing(held(reflector), time.now() - silence);
        expect(missed, 'it is shown as live, and something old is missing').toEqual([]);
      }
    };
    await pass(5);
    for (let count = 0; count < kills; count++) {
      server.fault = faults[random.whole(0, faults.length - 1)];
      await pass(2 + random.whole(0, server.fault === 'halfOpen' ? 120 : 30 - 1));
      const isBroken = ['kill', 'corrupt', 'refuse'].includes(server.fault ?? '');
      if (server.fault === 'kill') expect(reflector.state.kind).toBe('stale');
      server.fault = undefined;
      await pass(isBroken ? 10 : 5);
      listeners.push(getEventListeners(stop.signal, 'abort').length);
    }
    // It comes back by itself, within the longest pause.
    await pass(6 * 60);
    expect(reflector.state.kind).toBe('live');
    const settledAt = server.version;
    await time.pass(5 * second);
    expect(server.version).toBe(settledAt);
    expect(held(reflector)).toEqual(
      Object.fromEntries([...server.objects].map(([name, version]) => [name, String(version)])),
    );
    expect(server.mostOpen).toBe(1);
    expect(Math.max(...listeners)).toBeLessThan(8);
    expect(time.pending).toBeLessThan(6);
    stop.abort();
    await ended;
    expect(server.open).toBe(0);
    expect(time.pending).toBe(0);
  },
);
