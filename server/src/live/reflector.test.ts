import { describe, expect, test } from 'vitest';
import { ApiError } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { FakeTime, settled } from '../../test/fakeTime.ts';
import { Reflector } from './reflector.ts';

/** A server that answers as it is told. */
class FakeServer implements Pick<KubeConnection, 'get' | 'lines'> {
  readonly asked: string[] = [];
  lists: (() => string)[] = [];
  watches: ((signal: AbortSignal) => AsyncGenerator<string>)[] = [];

  get(path: string): Promise<string> {
    this.asked.push(path);
    const next = this.lists.length > 1 ? this.lists.shift() : this.lists[0];
    return Promise.resolve().then(next ?? (() => list([])));
  }

  async *lines(path: string, signal: AbortSignal, opened?: () => void): AsyncGenerator<string> {
    this.asked.push(path);
    const next = this.watches.shift();
    if (next === undefined) {
      opened?.();
      await silence(signal);
    } else {
      yield* next(signal);
    }
  }
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });
}

const named = (name: string, version = '1'): object => ({
  metadata: { name, namespace: 'a', resourceVersion: version },
});

function list(names: readonly string[], more: object = {}): string {
  return JSON.stringify({
    kind: 'ApplicationList',
    apiVersion: 'argoproj.io/v1alpha1',
    metadata: { resourceVersion: '10', ...more },
    items: names.map((name) => named(name)),
  });
}

function event(type: string, object: object): string {
  return JSON.stringify({ type, object });
}

function start(server: FakeServer, time: FakeTime, pageSize?: number, watchesStatus = true) {
  const stop = new AbortController();
  let changes = 0;
  const reflector = new Reflector({
    connection: server,
    path: '/apis/argoproj.io/v1alpha1/applications',
    pageSize,
    watchesStatus,
    onChange: () => {
      changes += 1;
    },
    time,
  });
  const ended = reflector.run(stop.signal);
  return { reflector, stop, ended, changes: () => changes };
}

function namesOf(reflector: Reflector): readonly string[] {
  return reflector.items().map((item) => (item['metadata'] as { name: string }).name);
}

describe('a reflector', () => {
  test('lists page by page and watches from there', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a'], { continue: 'next' }), () => list(['b'])];
    server.watches = [
      async function* (signal) {
        yield event('ADDED', named('c', '11'));
        yield event('DELETED', named('a', '12'));
        await silence(signal);
      },
    ];
    const { reflector, stop, ended } = start(server, time, 500);
    await settled();
    expect(namesOf(reflector)).toEqual(['b', 'c']);
    expect(reflector.pages).toBe(2);
    expect(reflector.items()[0]).toMatchObject({
      kind: 'Application',
      apiVersion: 'argoproj.io/v1alpha1',
    });
    expect(server.asked[1]).toContain('continue=next');
    expect(server.asked[2]).toMatch(
      /watch=1&resourceVersion=10&allowWatchBookmarks=true&timeoutSeconds=300$/,
    );
    stop.abort();
    await ended;
  });

  test('goes on from the last event after a broken watch, and lists again where that is too old', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a']), () => list(['a', 'z'])];
    server.watches = [
      async function* () {
        yield event('MODIFIED', named('a', '17'));
        await Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
      },
      async function* () {
        yield event('ERROR', { kind: 'Status', code: 410, reason: 'Expired' });
        await settled();
      },
    ];
    const { reflector, stop, ended } = start(server, time);
    await settled();
    expect(reflector.state).toMatchObject({
      kind: 'stale',
      failure: { kind: 'unreachable', detail: 'ECONNRESET' },
    });
    expect(namesOf(reflector)).toEqual(['a']);
    await time.pass(2_000);
    expect(server.asked[2]).toContain('resourceVersion=17');
    expect(reflector.state.kind).toBe('live');
    expect(namesOf(reflector)).toEqual(['a', 'z']);
    stop.abort();
    await ended;
  });

  test('takes a silent connection for dead after 90 seconds', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a'])];
    const { reflector, stop, ended } = start(server, time);
    await time.pass(89_000);
    expect(reflector.state.kind).toBe('live');
    expect(server.asked).toHaveLength(2);
    await time.pass(1_500);
    expect(server.asked.length).toBeGreaterThan(2);
    stop.abort();
    await ended;
  });

  test('waits as long as the server says, and longer each time where it says nothing', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    const busy = (retryAfter: number | undefined) => (): string => {
      throw new ApiError({ kind: 'throttled', retryAfter });
    };
    server.lists = [
      busy(7_000),
      busy(undefined),
      busy(undefined),
      busy(undefined),
      busy(undefined),
      busy(undefined),
    ];
    const { stop, ended, reflector } = start(server, time);
    await time.pass(400_000);
    expect(time.waits.slice(0, 6)).toEqual([7_000, 1_000, 2_000, 4_000, 150_000, 150_000]);
    expect(reflector.state).toMatchObject({ kind: 'stale', seenAt: undefined });
    stop.abort();
    await ended;
  });

  test('asks again in some minutes where it may not read, since rights are given at any time', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [
      () => {
        throw new ApiError({ kind: 'forbidden', detail: '' });
      },
      () => list(['a']),
    ];
    const { reflector, stop, ended } = start(server, time);
    await settled();
    expect(reflector.state).toMatchObject({ kind: 'stale', nextAt: time.now() + 300_000 });
    await time.pass(300_001);
    expect(namesOf(reflector)).toEqual(['a']);
    stop.abort();
    await ended;
  });

  test.each(['authRequired', 'consentRequired'] as const)(
    'ends where somebody has to sign in or to allow something: %s',
    async (kind) => {
      const [server, time] = [new FakeServer(), new FakeTime()];
      server.lists = [
        () => {
          throw new ApiError(
            kind === 'authRequired' ? { kind, detail: '' } : { kind, command: '' },
          );
        },
      ];
      const { ended, reflector } = start(server, time);
      await ended;
      expect(reflector.state).toMatchObject({
        kind: 'stale',
        failure: { kind },
        nextAt: undefined,
      });
      expect(server.asked).toHaveLength(1);
    },
  );

  test('does not tell of a status where nobody compares it', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a'])];
    const type = { kind: 'Application', apiVersion: 'argoproj.io/v1alpha1' };
    const reported = { ...type, ...named('a', '11'), status: { replicas: 3 } };
    const edited = { ...type, ...named('a', '12'), spec: { replicas: 3 } };
    server.watches = [
      async function* (signal) {
        yield event('MODIFIED', reported);
        await silence(signal);
      },
    ];
    const { reflector, stop, ended, changes } = start(server, time, undefined, false);
    await settled();
    const [told, before] = [changes(), reflector.find('a', 'a')];
    server.watches = [
      async function* (signal) {
        yield event('MODIFIED', edited);
        await silence(signal);
      },
    ];
    expect(before).not.toHaveProperty('status');
    await time.pass(92_000);
    expect(changes()).toBeGreaterThan(told);
    expect(reflector.find('a', 'a')).toHaveProperty('spec');
    stop.abort();
    await ended;
  });

  test('never trusts half a line', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a'])];
    server.watches = [
      async function* () {
        yield '{"type":"DELETED","object":{"metadata"';
        await settled();
      },
    ];
    const { reflector, stop, ended } = start(server, time);
    await settled();
    expect(reflector.state).toMatchObject({ kind: 'stale', failure: { kind: 'serverError' } });
    expect(namesOf(reflector)).toEqual(['a']);
    stop.abort();
    await ended;
  });

  test('does not ask in a circle a server that ends every watch at once', async () => {
    const [server, time] = [new FakeServer(), new FakeTime()];
    server.lists = [() => list(['a'])];
    const ending = async function* (): AsyncGenerator<string> {
      yield event('BOOKMARK', { metadata: { resourceVersion: '11' } });
      await settled();
    };
    server.watches = Array.from({ length: 50 }, () => ending);
    const { stop, ended } = start(server, time);
    await time.pass(5_000);
    expect(server.asked.length).toBeLessThan(10);
    stop.abort();
    await ended;
  });
});
