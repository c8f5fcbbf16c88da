import { expect, onTestFinished, test, vi } from 'vitest';
import type { JsonMap } from '../json.ts';
import { nextTime, readDuration, readSchedule } from './schedule.ts';
import { closedWindow, maySyncByHand } from './syncWindows.ts';

const application: JsonMap = {
  metadata: { name: 'web-eu' },
  spec: { destination: { name: 'prod-eu-1', namespace: 'shop' } },
};

/** When the windows let an application be synced again: `open`, the time, or `never`. */
function opens(now: string, ...windows: readonly JsonMap[]): string {
  const syncWindows = windows.map((one) => ({ applications: ['*'], ...one }));
  const closed = closedWindow(application, { spec: { syncWindows } }, now);
  return closed === undefined ? 'open' : (closed.opensAt ?? 'never');
}

const night = { kind: 'allow', schedule: '0 22 * * *', duration: '1h' };
const freeze = { kind: 'deny', schedule: '0 0 24 12 *', duration: '72h' };

// 2026-11-30 is a Monday.
test.each<[string, string, readonly JsonMap[]]>([
  ['2026-11-30T22:30:00Z', 'open', [night]],
  ['2026-11-30T22:00:00Z', 'open', [night]],
  ['2026-11-30T23:00:00Z', '2026-12-01T22:00:00.000Z', [night]],
  ['2026-11-30T12:00:00Z', '2026-11-30T22:00:00.000Z', [night]],
  ['2026-11-30T12:00:00Z', 'open', [freeze]],
  ['2026-12-25T12:00:00Z', '2026-12-27T00:00:00.000Z', [freeze]],
  // A window that denies wins: at its end, that which allows has to be there.
  ['2026-12-25T22:30:00Z', '2026-12-27T22:00:00.000Z', [night, freeze]],
  ['2026-11-30T12:00:00Z', '2026-11-30T21:00:00.000Z', [{ ...night, timeZone: 'Europe/Berlin' }]],
  ['2026-07-01T12:00:00Z', '2026-07-01T20:00:00.000Z', [{ ...night, timeZone: 'Europe/Berlin' }]],
  ['2026-11-30T12:00:00Z', '2026-12-07T09:00:00.000Z', [{ ...night, schedule: '0 9 * * MON' }]],
  ['2026-11-30T12:00:00Z', 'never', [{ ...night, schedule: '0 0 30 2 *' }]],
  // What denies for months does not hide what allows each hour.
  [
    '2026-11-30T12:00:00Z',
    '2027-01-30T00:00:00.000Z',
    [
      { ...night, schedule: '0 * * * *', duration: '30m' },
      { ...freeze, schedule: '0 0 1 11 *', duration: '2160h' },
    ],
  ],
  ['2026-11-30T12:00:00Z', 'open', [{ ...night, applications: ['other-*'] }]],
  ['2026-11-30T12:00:00Z', 'open', [{ ...night, clusters: ['prod-us-*'], andOperator: true }]],
  // Argo CD fails with a window that it cannot read, whatever the others say.
  ['2026-11-30T12:00:00Z', 'never', [{ ...night, schedule: 'no schedule' }]],
  ['2026-11-30T22:30:00Z', 'never', [night, { ...freeze, duration: 'long' }]],
  ['2026-11-30T12:00:00Z', 'open', [{ ...night, schedule: 'x', applications: ['other'] }]],
])('at %s: %s', (now, expected, windows) => {
  expect(opens(now, ...windows)).toBe(expected);
});

test('a window that always denies beside one that never comes is soon given up', () => {
  const zone = 'Europe/Berlin';
  const never = { ...night, schedule: '0 0 30 2 *', timeZone: zone };
  const always = { ...freeze, schedule: '* * * * *', duration: '1h', timeZone: zone };
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  onTestFinished(() => {
    format.mockRestore();
  });
  expect(opens('2026-11-30T12:00:00Z', never, always)).toBe('never');
  // Clocks are asked once or twice for each day of the year that is looked through, and not again with each turn.
  expect(format.mock.calls.length).toBeLessThan(2000);
});

test('schedules are those of cron', () => {
  const at = (text: string): string | undefined => {
    const schedule = readSchedule(text);
    const from = Date.parse('2026-11-30T12:34:00Z');
    const until = from + 400 * 86_400_000;
    const found = schedule && nextTime(schedule, { from, until, zone: '' });
    return found === undefined ? undefined : new Date(found).toISOString().slice(0, 16);
  };
  expect(at('*/15 * * * *')).toBe('2026-11-30T12:45');
  expect(at('5-10,40 8-18/2 * * 1-5')).toBe('2026-11-30T12:40');
  expect(at('0 0 1 jan ?')).toBe('2027-01-01T00:00');
  // Of a day and a weekday that are both named, one is enough.
  expect(at('0 0 15 * sat')).toBe('2026-12-05T00:00');
  expect(at('@weekly')).toBe('2026-12-06T00:00');
  expect(['60 * * * *', '* * *', '5-1 * * * *', '*/0 * * * *', 'x * * * *'].map(at)).toEqual(
    Array(5).fill(undefined),
  );
  expect([readDuration('1h30m'), readDuration('90s'), readDuration('later')]).toEqual([
    5_400_000,
    90_000,
    undefined,
  ]);
});

test.each<[boolean, string, readonly JsonMap[]]>([
  [true, '2026-11-30T12:00:00Z', []],
  [true, '2026-11-30T22:30:00Z', [night]],
  [false, '2026-11-30T12:00:00Z', [night]],
  [true, '2026-11-30T12:00:00Z', [{ ...night, manualSync: true }]],
  [false, '2026-11-30T12:00:00Z', [{ ...night, manualSync: true }, night]],
  [false, '2026-12-24T12:00:00Z', [freeze]],
  [true, '2026-12-24T12:00:00Z', [{ ...freeze, manualSync: true }]],
  [false, '2026-12-24T12:00:00Z', [{ ...freeze, manualSync: true }, freeze]],
  [false, '2026-11-30T22:30:00Z', [night, { ...freeze, schedule: 'nonsense', manualSync: true }]],
])('%s: may be synced by hand at %s with %j', (may, now, windows) => {
  const syncWindows = windows.map((one) => ({ applications: ['*'], ...one }));
  expect(maySyncByHand(application, { spec: { syncWindows } }, now)).toBe(may);
});
