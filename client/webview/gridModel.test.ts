import { expect, test } from 'vitest';
import type { FleetCell, FleetView } from '../../server/src/protocol/liveFleet.ts';
import { freshSources, gridModel, markOf, type GridWish } from './gridModel.ts';
import { ageText } from './gridTexts.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const time = { now, keptAt: undefined };
const all: GridWish = {
  grouping: 'environment',
  clusters: '',
  applications: '',
  marks: new Set(),
  folded: new Set(),
};

function cell(column: number, more: Partial<FleetCell> = {}): FleetCell {
  const base = { kind: 'Application', namespace: 'argocd', name: 'any', certain: true } as const;
  return { column, ...base, source: 0, sync: 'inSync', health: 'healthy', ...more };
}

const view: FleetView = {
  sources: [{ name: 'in-cluster', context: 'hub', readAt: now - 1000 }],
  columns: ['checkout', 'payments'],
  unplaced: 0,
  clusters: [
    cluster('staging-1', 'staging', false, [cell(0), cell(1, { sync: 'pendingChange' })]),
    cluster('prod-1', 'production', true, [cell(0, { sync: 'drifted', revision: 'aaaaaaa' })]),
    cluster('bare', undefined, false, []),
  ],
};

function cluster(
  name: string,
  environment: string | undefined,
  isProduction: boolean,
  cells: readonly FleetCell[],
): FleetView['clusters'][number] {
  return { tree: 'fleet', name, environment, isProduction, isKnown: true, cells };
}

/** The rows in one word each. */
function rowsOf(wish: Partial<GridWish>): readonly string[] {
  return gridModel(view, { ...all, ...wish }, time).rows.map((row) =>
    row.kind === 'group' ? `[${row.name ?? '?'}]` : row.cluster.name,
  );
}

test('production stands first, clusters without the fact last, and a folded group hides its own', () => {
  expect(rowsOf({})).toEqual(['[production]', 'prod-1', '[staging]', 'staging-1', '[?]', 'bare']);
  expect(rowsOf({ folded: new Set(['production', '']) })).toEqual([
    '[production]',
    '[staging]',
    'staging-1',
    '[?]',
  ]);
});

test('filters keep what fits: words of a cluster, words of an application, states', () => {
  expect(rowsOf({ clusters: 'PROD' })).toEqual(['[production]', 'prod-1']);
  expect(rowsOf({ applications: 'pay' })).toEqual(['[staging]', 'staging-1']);
  expect(rowsOf({ marks: new Set(['drifted']) })).toEqual(['[production]', 'prod-1']);
  expect(gridModel(view, { ...all, applications: 'pay' }, time).columns).toEqual([1]);
  // What there is is counted whatever is shown of it.
  expect([...gridModel(view, { ...all, clusters: 'nothing' }, time).counts]).toEqual([
    ['synced', 1],
    ['pending', 1],
    ['drifted', 1],
  ]);
});

test.each<[Partial<FleetCell>, string]>([
  [{}, 'synced'],
  [{ health: 'notAssessed' }, 'synced'],
  [{ health: 'degraded' }, 'degraded'],
  [{ health: 'missing' }, 'degraded'],
  [{ health: 'unknown' }, 'unknown'],
  [{ sync: 'drifted', health: 'degraded' }, 'degraded'],
  [{ sync: 'pendingChange', health: 'unknown' }, 'pending'],
  [{ sync: 'failed', health: 'healthy' }, 'failed'],
  [{ sync: 'unknown', health: 'healthy' }, 'unknown'],
  [{ sync: 'notAssessed', health: 'notAssessed' }, 'notAssessed'],
])('of %j the worse of both is shown: %s', (more, mark) => {
  expect(markOf(cell(0, more))).toBe(mark);
});

test('what is not of now is never counted as synced', () => {
  const [source = { name: '', context: '' }] = view.sources;
  const failing = {
    ...view,
    sources: [{ ...source, failure: { kind: 'gone', detail: '' } as const }],
  };
  const old = { ...view, sources: [{ ...source, readAt: now - 11 * 60_000 }] };
  const never = { ...view, sources: [{ name: 'hub', context: 'hub' }] };
  for (const one of [failing, old, never]) expect(freshSources(one, time).size).toBe(0);
  expect(freshSources(view, { now, keptAt: now - 1 }).size).toBe(0);
  expect([...freshSources(view, time)]).toEqual([0]);
  const row = gridModel(failing, all, time).rows.find(
    (one) => one.kind === 'cluster' && one.cluster.name === 'staging-1',
  );
  if (row?.kind !== 'cluster') throw new Error('no row');
  expect([...gridModel(failing, all, time).present]).toEqual([]);
  expect([...gridModel(view, all, time).present]).toEqual(['synced', 'pending', 'drifted']);
  const groups = (of: FleetView): readonly (readonly string[])[] =>
    gridModel(of, all, time).rows.flatMap((one) =>
      one.kind === 'group' ? [[...one.present]] : [],
    );
  expect(groups(view)).toEqual([['drifted'], ['synced', 'pending'], []]);
  expect(groups(failing)).toEqual([[], [], []]);
  const drifts = (of: FleetView): readonly (readonly [number, boolean])[] =>
    gridModel(of, all, time).rows.flatMap((one) =>
      one.kind === 'cluster' && one.cluster.name === 'prod-1'
        ? [[one.summary.drifted, one.summary.isDrifted]]
        : [],
    );
  expect([...drifts(view), ...drifts(failing)]).toEqual([
    [1, true],
    [1, false],
  ]);
  expect(row.summary).toMatchObject({ all: 2, synced: 0, healthy: 0, stale: 2 });
  expect([...row.tiles.values()].every((tile) => tile.isStale)).toBe(true);
});

test('of two applications in one column the worse one is shown first', () => {
  const twice = {
    ...view,
    clusters: [cluster('one', 'dev', false, [cell(0), cell(0, { name: 'b', sync: 'failed' })])],
  };
  const row = gridModel(twice, all, time).rows[1];
  const tile = row?.kind === 'cluster' ? row.tiles.get(0) : undefined;
  expect(tile?.mark).toBe('failed');
  expect(tile?.cells.map(({ name }) => name)).toEqual(['b', 'any']);
});

test('ages are told in the language of the editor', () => {
  const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  expect(ageText(ago(3), now, 'en')).toBe('3m ago');
  expect(ageText(ago(5 * 60), now, 'zh-cn')).toBe('5小时前');
  expect(ageText(undefined, now, 'en')).toBe('');
});

test('what a controller that has stopped said is from before, however new its reading is', () => {
  const silent = cell(0, { health: 'unknown', silentSince: '2026-11-30T09:00:00Z' });
  const clusters = [cluster('prod-1', 'production', true, [silent, cell(1)])];
  const { rows, present } = gridModel({ ...view, clusters }, all, time);
  const row = rows.find((one) => one.kind === 'cluster');
  expect(row?.tiles.get(0)?.isStale).toBe(true);
  expect(row?.summary).toMatchObject({ synced: 1, stale: 1 });
  expect([...present]).toEqual(['synced']);
});
