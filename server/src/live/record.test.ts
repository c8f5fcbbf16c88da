import { expect, test } from 'vitest';
import { parseRecord, recordDocument } from './parseRecord.ts';
import {
  emptyRecord,
  withLook,
  type DriftSample,
  type FoundDrift,
  type LiveRecord,
  type Look,
  type UnitSample,
} from './record.ts';

function at(minutes: number): string {
  return new Date(Date.UTC(2026, 10, 30, 8, minutes)).toISOString();
}

function look(minutes: number, more: Partial<Look> = {}): Look {
  return { at: at(minutes), units: [], drift: [], wholeClusters: [], ...more };
}

const named = { cluster: 'prod', kind: 'Application', namespace: 'argocd', name: 'shop' };

function unit(sync: UnitSample['sync'], more: Partial<UnitSample> = {}): UnitSample {
  return { ...named, sync, deploys: [], attempt: undefined, ...more };
}

function after(looks: readonly Look[], from = emptyRecord): LiveRecord {
  return looks.reduce(withLook, from);
}

const replicas: FoundDrift = {
  resource: 'Deployment.apps/shop/web',
  path: '/spec/replicas',
  verdict: 'drift',
  tier: 'availability',
  owner: 'kubectl-edit',
  ownedSince: at(-5),
  weight: 'drift',
};

function found(rows: readonly FoundDrift[], more: Partial<DriftSample> = {}): DriftSample {
  const seen = new Set(['Deployment.apps/shop/web']);
  return { cluster: 'prod', application: 'shop', found: rows, seen, whole: true, ...more };
}

function drifts(record: LiveRecord): readonly string[] {
  return record.drift.map(({ path, firstSeen, lastSeen, healed, withdrawn }) =>
    [path, firstSeen, lastSeen, healed ?? withdrawn ?? 'open']
      .map((part) => part.replace(/^2026-11-30T|:00\.000Z$/g, ''))
      .join(' '),
  );
}

test('samples of one state in a row are one entry, and a gap begins another', () => {
  const record = after([
    look(0, { units: [unit('inSync')] }),
    look(30, { units: [unit('inSync')] }),
    look(60, { units: [unit('drifted')] }),
    look(200, { units: [unit('drifted')] }),
  ]);
  expect(record.units[0]?.states).toEqual([
    { sync: 'inSync', from: at(0), to: at(30) },
    { sync: 'drifted', from: at(60), to: at(60) },
    { sync: 'drifted', from: at(200), to: at(200) },
  ]);
});

test('a deploy keeps its first time, and an attempt is counted once', () => {
  const deploy = { revision: 'a', at: at(3), exact: true, automated: true };
  const attempt = { id: 'x', at: at(3), succeeded: true };
  const seen = unit('inSync', { deploys: [deploy], attempt });
  const record = after([look(10, { units: [seen] }), look(20, { units: [seen] })]);
  expect(record.units[0]?.deploys).toEqual([{ ...deploy, seen: at(10) }]);
  expect(record.units[0]?.attempts).toEqual([attempt]);
});

test('a deploy without a time is known by when it was first seen, if somebody looked just before', () => {
  const one = (revision: string): UnitSample =>
    unit('inSync', { deploys: [{ revision, at: undefined, exact: false, automated: undefined }] });
  const record = after([
    look(0, { units: [one('before')] }),
    look(10, { units: [one('watched')] }),
    look(500, { units: [one('missed')] }),
  ]);
  expect(record.units[0]?.deploys.map(({ revision, at: time }) => [revision, time])).toEqual([
    ['before', undefined],
    ['watched', at(10)],
    ['missed', undefined],
  ]);
});

test('a drift has a first and a last time, heals, and begins anew', () => {
  const record = after([
    look(0, { drift: [found([replicas])] }),
    look(10, { drift: [found([replicas])] }),
    look(20, { drift: [found([])] }),
    look(30, { drift: [found([replicas])] }),
  ]);
  expect(drifts(record)).toEqual([
    '/spec/replicas 08:00 08:10 08:20',
    '/spec/replicas 08:30 08:30 open',
  ]);
});

test.each<[string, Partial<Look>]>([
  ['nobody looked', {}],
  ['the object could not be read', { drift: [found([], { seen: new Set(), whole: false })] }],
  [
    'the object cannot be compared',
    {
      drift: [
        found([{ ...replicas, path: '/', verdict: 'notComparable', weight: 'none' }], {
          seen: new Set(),
        }),
      ],
    },
  ],
  [
    'the whole object is missing',
    { drift: [found([{ ...replicas, path: '/', verdict: 'missing', weight: 'open' }])] },
  ],
])('nothing has healed where %s', (_, more) => {
  const record = after([look(0, { drift: [found([replicas])] }), look(10, more)]);
  expect(drifts(record)).toContain('/spec/replicas 08:00 08:00 open');
});

test('what an autoscaler has taken over, or a rule hides, has healed', () => {
  const taken: FoundDrift = { ...replicas, verdict: 'ownedByOther', weight: 'none' };
  const record = after([
    look(0, { drift: [found([replicas])] }),
    look(10, { drift: [found([taken])] }),
  ]);
  expect(drifts(record)).toEqual(['/spec/replicas 08:00 08:00 08:10']);
});

test('what may be on its way begins no drift, and goes on with one that has begun', () => {
  const open: FoundDrift = { ...replicas, weight: 'open' };
  expect(after([look(0, { drift: [found([open])] })]).drift).toEqual([]);
  const record = after([
    look(0, { drift: [found([replicas])] }),
    look(10, { drift: [found([open])] }),
  ]);
  expect(drifts(record)).toEqual(['/spec/replicas 08:00 08:10 open']);
});

test('an application that is not delivered any more has not healed', () => {
  const record = after([
    look(0, { drift: [found([replicas])] }),
    look(10, { wholeClusters: ['prod'] }),
  ]);
  expect(record.drift[0]).toMatchObject({ healed: undefined, withdrawn: at(10) });
});

test('what is old is dropped, and what is open stays', () => {
  const year = 366 * 24 * 60;
  const first = look(0, {
    units: [unit('drifted')],
    drift: [found([replicas, { ...replicas, path: '/spec/paused' }])],
  });
  const record = after([
    first,
    look(5, { drift: [found([replicas])] }),
    look(year * 2, { drift: [found([replicas])] }),
  ]);
  expect(record.units).toEqual([]);
  expect(record.drift.map(({ path }) => path)).toEqual(['/spec/replicas']);
});

test('a record is read as it was written, and nothing else is', () => {
  const record = after([
    look(0, {
      units: [
        unit('failed', {
          deploys: [{ revision: 'a', at: at(0), exact: true, automated: false }],
          attempt: { id: 'x', at: at(0), succeeded: false },
        }),
      ],
      drift: [found([replicas])],
    }),
  ]);
  expect(parseRecord(JSON.stringify(recordDocument(record)))).toEqual(record);
  for (const text of ['', '{', '[]', '{"record": 2}', '{"units": []}']) {
    expect(parseRecord(text)).toBeUndefined();
  }
});
