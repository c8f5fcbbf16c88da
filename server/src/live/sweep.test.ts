import { expect, test } from 'vitest';
import { ApiError, type ApiFailure } from './apiFailure.ts';
import { sweep, type SweepLimits } from './sweep.ts';

const { signal } = new AbortController();
const limits: SweepLimits = { probes: 4, reads: 2, budget: 60_000 };
const gone: ApiFailure = { kind: 'unreachable', detail: 'ECONNREFUSED' };

/** Waits until the signal fires, as a server does that takes a connection and says nothing. */
function silence(stop: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => {
      reject(new Error('stopped'));
    };
    if (stop.aborted) end();
    else stop.addEventListener('abort', end);
  });
}

/** A promise that is held until it is let go. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('clusters that are dead hold nobody up, however many they are', async () => {
  const dead = Array.from({ length: 3 }, (_, index) => `dead-${index}`);
  const alive = Array.from({ length: 6 }, (_, index) => `alive-${index}`);
  const read: string[] = [];
  const allRead = latch();
  const failures = await sweep(
    [...dead, ...alive],
    {
      probe: async (item) => {
        if (!item.startsWith('dead')) return undefined;
        // They answer only after everybody else is through.
        await allRead.opened;
        return gone;
      },
      read: (item) => {
        read.push(item);
        if (read.length === alive.length) allRead.open();
        return Promise.resolve();
      },
      done: () => undefined,
    },
    limits,
    signal,
  );
  expect(read).toEqual(alive);
  expect(failures).toEqual([gone, gone, gone, ...alive.map(() => undefined)]);
});

test('no more are asked or read at once than the limits say', async () => {
  const inside = { probes: 0, reads: 0 };
  const most = { probes: 0, reads: 0 };
  const pass = async (what: 'probes' | 'reads'): Promise<void> => {
    inside[what] += 1;
    most[what] = Math.max(most[what], inside[what]);
    await new Promise((resolve) => setImmediate(resolve));
    inside[what] -= 1;
  };
  const done: number[] = [];
  await sweep(
    Array.from({ length: 40 }, (_, index) => index),
    {
      probe: async () => {
        await pass('probes');
        return undefined;
      },
      read: () => pass('reads'),
      done: (item) => done.push(item),
    },
    limits,
    signal,
  );
  expect(most).toEqual({ probes: 4, reads: 2 });
  expect(inside).toEqual({ probes: 0, reads: 0 });
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index));
});

test('a cluster that is read for too long is given up, and the others are read', async () => {
  const failures = await sweep(
    ['slow', 'refusing', 'fine'],
    {
      probe: () => Promise.resolve(undefined),
      read: async (item, stop) => {
        if (item === 'slow') await silence(stop);
        if (item === 'refusing') throw new ApiError({ kind: 'authRequired', detail: '' });
      },
      done: () => undefined,
    },
    { ...limits, budget: 20 },
    signal,
  );
  expect(failures).toEqual([
    { kind: 'unreachable', detail: 'tooSlow' },
    { kind: 'authRequired', detail: '' },
    undefined,
  ]);
});

test('who stops it gets no answer', async () => {
  const stop = new AbortController();
  const asked = sweep(
    ['one'],
    {
      probe: () => Promise.resolve(undefined),
      read: async (_item, late) => {
        stop.abort();
        await silence(late);
      },
      done: () => undefined,
    },
    limits,
    stop.signal,
  );
  await expect(asked).rejects.toThrow('stopped');
});
