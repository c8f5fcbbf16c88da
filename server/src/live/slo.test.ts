import { expect, test } from 'vitest';
import type { LiveRecord, RecordedUnit } from './record.ts';
import { measure, type Measure, type MeasuredChange, type SloRequest } from './slo.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 1);

function at(minutes: number): string {
  return new Date(start + minutes * minute).toISOString();
}

const named = { cluster: 'prod', kind: 'Application', namespace: 'argocd', name: 'web' };
const key = 'prod\nApplication\nargocd\nweb';

function unit(more: Partial<RecordedUnit> = {}): RecordedUnit {
  return { ...named, states: [], deploys: [], attempts: [], ...more };
}

function deploy(revision: string, minutes: number | undefined, automated = true) {
  const time = minutes === undefined ? undefined : at(minutes);
  return { revision, at: time, seen: time ?? at(0), exact: true, automated };
}

/** Watched in one state, from one minute to another. */
function state(sync: RecordedUnit['states'][number]['sync'], from: number, to: number) {
  return { sync, from: at(from), to: at(to) };
}

function record(...units: readonly RecordedUnit[]): LiveRecord {
  return { units, drift: [] };
}

function change(commit: string, minutes: number): MeasuredChange {
  return { commit, at: at(minutes), units: [key] };
}

function measured(
  name: Measure['name'],
  units: readonly RecordedUnit[],
  more: Partial<SloRequest> = {},
): Measure | undefined {
  const objectives = {
    syncLatency: { percentile: 90, target: 5 * minute },
    syncSuccess: 0.9,
    driftRate: 0.1,
    window: 600 * minute,
  };
  return measure({
    records: [record(...units)],
    units: [{ ...named, scopes: ['fleet'], since: undefined }],
    changes: [],
    commits: ['c', 'b', 'a'],
    objectives,
    from: start,
    to: start + 600 * minute,
    ...more,
  }).find((one) => one.name === name);
}

const watched = [state('inSync', 0, 600)];

test.each<[string, readonly MeasuredChange[], RecordedUnit, Partial<Measure>]>([
  [
    'a change that arrives in time',
    [change('a', 0)],
    unit({ states: watched, deploys: [deploy('a', 3)] }),
    { value: 180, met: true, observed: 1, notObserved: 0 },
  ],
  [
    'a change that arrives with a later commit',
    [change('a', 0)],
    unit({ states: watched, deploys: [deploy('c', 4), deploy('b', 9)] }),
    { value: 240, met: true },
  ],
  [
    'a change that arrives too late',
    [change('a', 0)],
    unit({ states: watched, deploys: [deploy('a', 30)] }),
    { value: 1800, met: false },
  ],
  [
    'a change that was not there when somebody looked after the deadline',
    [change('c', 0)],
    unit({ states: [state('pendingChange', 0, 40)], deploys: [deploy('a', 0)] }),
    { value: 2400, met: false, observed: 1 },
  ],
  [
    'a change that may have come with a commit that is not known here',
    [change('c', 0)],
    unit({
      states: [state('inSync', 0, 40)],
      deploys: [deploy('a', 0), deploy('of a newer clone', 2)],
    }),
    { value: undefined, met: 'unknown', observed: 0, notObserved: 1 },
  ],
  [
    'a change of which nobody knows when it arrived',
    [change('a', 0)],
    unit({ states: watched, deploys: [deploy('a', undefined), deploy('b', 2)] }),
    { value: undefined, met: 'unknown', observed: 0, notObserved: 1 },
  ],
  [
    'a change that somebody brought there by hand',
    [change('a', 0)],
    unit({ states: watched, deploys: [deploy('a', 2, false)] }),
    { value: undefined, met: 'unknown', observed: 0, notObserved: 0, byHand: 1 },
  ],
  [
    'a change that is not due yet',
    [change('c', 598)],
    unit({ states: watched, deploys: [deploy('a', 0)] }),
    { value: undefined, met: 'unknown', observed: 0, notObserved: 0 },
  ],
  [
    'a unit that runs versions of a chart',
    [change('a', 0)],
    unit({ states: watched }),
    { met: 'unknown', observed: 0, notObserved: 1 },
  ],
])('latency: %s', (_, changes, one, expected) => {
  expect(measured('syncLatency', [one], { changes })).toMatchObject(expected);
});

test('latency: a change has arrived when it has everywhere, and nobody vouches for who was not seen', () => {
  const other = { ...named, cluster: 'staging' };
  const units = [named, other].map((one) => ({ ...one, scopes: ['fleet'], since: undefined }));
  const both = [{ ...change('a', 0), units: [key, key.replace('prod', 'staging')] }];
  const fast = unit({ states: watched, deploys: [deploy('a', 1)] });
  const slow = unit({ ...other, states: watched, deploys: [deploy('a', 4)] });
  expect(measured('syncLatency', [fast, slow], { changes: both, units })).toMatchObject({
    value: 240,
    met: true,
  });
  expect(measured('syncLatency', [fast], { changes: both, units })).toMatchObject({
    value: undefined,
    met: 'unknown',
    notObserved: 1,
  });
  // Whatever the other one does, this one has missed it.
  const late = unit({ states: watched, deploys: [deploy('a', 60)] });
  expect(measured('syncLatency', [late], { changes: both, units })).toMatchObject({ met: false });
});

test('latency: a target is met only if it is, were all that was not seen too late', () => {
  const changes = Array.from({ length: 10 }, (_, index) => ({
    ...change('a', index),
    units: [index < 9 ? key : 'x'],
  }));
  const fine = unit({ states: watched, deploys: [deploy('a', 9)] });
  expect(measured('syncLatency', [fine], { changes: changes.slice(5) })).toMatchObject({
    met: true,
    observed: 4,
  });
  const units = [named, { ...named, cluster: 'x', kind: '', namespace: '', name: '' }].map(
    (one) => ({ ...one, scopes: ['fleet'], since: undefined }),
  );
  const two = [change('a', 8), { ...change('a', 8), units: ['x\n\n\n'] }];
  expect(measured('syncLatency', [fine], { changes: two, units })).toMatchObject({
    value: 60,
    met: 'unknown',
    observed: 1,
    notObserved: 1,
  });
});

test('latency: of several records, that counts which saw a commit arrive', () => {
  const blind = record(unit({ states: watched, deploys: [deploy('a', undefined)] }));
  const seeing = record(unit({ states: watched, deploys: [deploy('a', 2)] }));
  for (const records of [
    [blind, seeing],
    [seeing, blind],
  ]) {
    const told = measured('syncLatency', [], { records, changes: [change('a', 0)] });
    expect(told).toMatchObject({ value: 120, met: true });
  }
});

test('without history nothing is said of latency', () => {
  const one = unit({ states: watched, deploys: [deploy('a', 3)] });
  const told = measured('syncLatency', [one], { changes: undefined });
  expect(told).toMatchObject({ met: 'unknown', value: undefined });
});

function attempts(...succeeded: readonly boolean[]): RecordedUnit['attempts'] {
  return succeeded.map((one, index) => ({ id: String(index), at: at(index), succeeded: one }));
}

test.each<[string, Partial<RecordedUnit>, Partial<Measure>]>([
  [
    'all succeeded',
    { states: watched, attempts: attempts(true, true) },
    { value: 1, met: true, observed: 2, notObserved: 0 },
  ],
  [
    'one of two failed',
    { states: watched, attempts: attempts(true, false) },
    { value: 0.5, met: false },
  ],
  [
    'nobody looked for a while',
    { states: [state('inSync', 0, 100)], attempts: attempts(true) },
    { value: 1, met: 'unknown', notObserved: 1 },
  ],
  ['nothing was tried', { states: watched }, { value: undefined, met: 'unknown' }],
])('success: %s', (_, more, expected) => {
  expect(measured('syncSuccess', [unit(more)])).toMatchObject(expected);
});

test.each<[string, RecordedUnit['states'], Partial<Measure>]>([
  ['never', watched, { value: 0, met: true, observed: 600, notObserved: 0 }],
  [
    'for an hour',
    [state('inSync', 0, 240), state('drifted', 300, 330), state('inSync', 360, 600)],
    { value: 0.1, met: true, observed: 600 },
  ],
  [
    'for most of the time',
    [state('drifted', 0, 500), state('inSync', 550, 600)],
    { value: 550 / 600, met: false },
  ],
  [
    'never, as far as somebody looked',
    [state('inSync', 0, 60)],
    { value: 0, met: 'unknown', observed: 120, notObserved: 480 },
  ],
  ['nobody could tell', [state('unknown', 0, 600)], { value: undefined, notObserved: 600 }],
])('drift: %s', (_, states, expected) => {
  expect(measured('driftRate', [unit({ states })])).toMatchObject(expected);
});

test('drift: a look speaks for an hour at most, and several records for each minute once', () => {
  const one = unit({ states: [state('drifted', 0, 0), state('inSync', 300, 600)] });
  expect(measured('driftRate', [one])).toMatchObject({ observed: 360, notObserved: 240 });
  const twice = { records: [record(unit({ states: watched })), record(unit({ states: watched }))] };
  expect(measured('driftRate', [], twice)).toMatchObject({ observed: 600, notObserved: 0 });
});

test('drift: a unit that came later is not asked for before', () => {
  const units = [{ ...named, scopes: ['fleet'], since: at(540) }];
  const one = unit({ states: [state('inSync', 540, 600)] });
  expect(measured('driftRate', [one], { units })).toMatchObject({ observed: 60, notObserved: 0 });
});
