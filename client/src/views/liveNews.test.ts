import { expect, test } from 'vitest';
import type {
  LiveApplication,
  LiveRow,
  LiveStatus,
  LiveView,
} from '../../../server/src/protocol/live.ts';
import { liveNews } from './liveNews.ts';

const now = Date.parse('2026-11-30T12:00:00Z');
const row: LiveRow = {
  resource: 'Deployment.apps/shop/web',
  path: '/spec/replicas',
  verdict: 'drift',
  tier: 'availability',
  counts: true,
  want: '5',
  have: '8',
  owner: 'kubectl-edit',
  ownedSince: '2026-11-30T11:58:00Z',
  willRevert: true,
};
const other = { ...row, path: '/spec/paused' };

function view(
  status: Partial<LiveStatus>,
  rows: readonly LiveRow[] = [],
  more: Partial<LiveView> & { readonly application?: Partial<LiveApplication> } = {},
): LiveView {
  const { application, ...rest } = more;
  const base: LiveStatus = {
    sync: 'inSync',
    certain: true,
    health: 'healthy',
    deployed: [],
    desired: [],
  };
  const web: LiveApplication = {
    id: 'web',
    name: 'web',
    namespace: 'argocd',
    kind: 'Application',
    status: { ...base, ...status },
    rows,
    gaps: 0,
    uri: '',
    ...application,
  };
  const about = {
    tree: 'fleet',
    cluster: 'prod-eu-1',
    context: 'prod-eu-1',
    server: '',
    user: '',
    host: '',
  };
  return { ...about, isProduction: true, state: 'live', applications: [web], ...rest };
}

/** The news in one word each. */
function told(before: LiveView | undefined, after: LiveView): readonly string[] {
  return liveNews(before, after, now).map(({ kind }) => kind);
}

test('what somebody changes is news once, and that it goes is none', () => {
  const drifted = view({ sync: 'drifted' }, [row, other]);
  expect(liveNews(view({}), drifted, now)).toEqual([
    { kind: 'drifted', application: 'web', row, more: 1 },
  ]);
  expect(told(drifted, drifted)).toEqual([]);
  expect(told(drifted, view({ sync: 'drifted' }, [{ ...row, have: '9' }]))).toEqual([]);
  expect(told(drifted, view({}))).toEqual([]);
});

test('a failure is news, and so is an application that does badly', () => {
  expect(told(view({}), view({ sync: 'failed', health: 'degraded' }))).toEqual(['failed']);
  expect(told(view({}), view({ health: 'degraded' }))).toEqual(['degraded']);
  expect(told(view({ health: 'degraded' }), view({ health: 'degraded' }))).toEqual([]);
});

test('what was not seen before has not happened just now', () => {
  const bad = view({ sync: 'failed' }, [row]);
  expect(told(undefined, bad)).toEqual([]);
  expect(told(view({}, [], { cluster: 'dev-eu-1' }), bad)).toEqual([]);
  expect(told(view({}, [], { state: 'stale' }), bad)).toEqual([]);
  expect(told(view({}), { ...bad, state: 'stale' })).toEqual([]);
  expect(told(view({}, [], { application: { status: undefined } }), bad)).toEqual([]);
  expect(
    told(view({}, [], { application: { failure: { kind: 'gone', detail: '' } } }), bad),
  ).toEqual([]);
  expect(told(view({}, [], { applications: [] }), bad)).toEqual([]);
});

test('a change on its way is no drift', () => {
  expect(told(view({}), view({ sync: 'pendingChange' }, [row]))).toEqual([]);
  expect(told(view({}), view({ sync: 'applying' }, [row]))).toEqual([]);
});

test('what somebody types in Git is no news of the cluster, and what its controller says is', () => {
  const old = { ...row, ownedSince: '2026-11-29T11:58:00Z' };
  const missing: LiveRow = { ...row, path: '/', verdict: 'missing', ownedSince: undefined };
  expect(told(view({}), view({}, [old, missing]))).toEqual([]);
  expect(told(view({}), view({ sync: 'drifted' }, [missing]))).toEqual(['drifted']);
});
