import { expect, test } from 'vitest';
import { ApiError } from './apiFailure.ts';
import { controllerEvents, objectWarnings } from './events.ts';

const { signal } = new AbortController();

interface Happened {
  readonly kind: string;
  readonly name: string;
  readonly [key: string]: unknown;
}

function event({ kind, name, ...more }: Happened): object {
  return { involvedObject: { kind, name, namespace: 'shop' }, type: 'Warning', ...more };
}

/** An API server that gives the same events to each question, or refuses. */
function server(events: readonly object[] | 'forbidden') {
  const asked: string[] = [];
  const get = (path: string): Promise<string> => {
    asked.push(decodeURIComponent(path));
    return events === 'forbidden'
      ? Promise.reject(new ApiError({ kind: 'forbidden', detail: '' }))
      : Promise.resolve(JSON.stringify({ kind: 'EventList', apiVersion: 'v1', items: events }));
  };
  return { connection: { get }, asked };
}

test('what happened to the object of a controller comes newest first, on one line each', async () => {
  const unit = { kind: 'Application', namespace: 'argocd', name: 'shop' };
  const { connection, asked } = server([
    event({ ...unit, reason: 'Old', message: 'a', lastTimestamp: '2026-12-01T08:00:00Z' }),
    event({
      ...unit,
      type: 'Normal',
      reason: 'New',
      message: 'two\n  lines',
      series: { count: 7, lastObservedTime: '2026-12-01T09:00:00.123456Z' },
    }),
  ]);
  expect(await controllerEvents(connection, unit, signal)).toEqual([
    {
      at: '2026-12-01T09:00:00.123Z',
      isWarning: false,
      reason: 'New',
      object: 'Application/shop',
      message: 'two lines',
      count: 7,
    },
    {
      at: '2026-12-01T08:00:00.000Z',
      isWarning: true,
      reason: 'Old',
      object: 'Application/shop',
      message: 'a',
      count: 1,
    },
  ]);
  expect(asked).toEqual([
    '/api/v1/namespaces/argocd/events?limit=500&fieldSelector=involvedObject.kind=Application,involvedObject.name=shop',
  ]);
});

test('warnings are about what is applied and the pods that it makes, and about nothing beside it', async () => {
  const { connection, asked } = server([
    event({ kind: 'Pod', name: 'checkout-7d9f-x2x', reason: 'BackOff' }),
    event({ kind: 'Deployment', name: 'checkout', reason: 'Quota' }),
    event({ kind: 'Pod', name: 'check-1', reason: 'OfOther' }),
    event({ kind: 'ConfigMap', name: 'checkout-settings', reason: 'OfOther' }),
    event({ kind: 'Pod', name: 'settings-1', reason: 'OfNobody' }),
  ]);
  const objects = ['Deployment/checkout', 'ConfigMap/settings', 'ClusterRole/all'].map((one) => {
    const [kind = '', name = ''] = one.split('/');
    return { kind, name, namespace: kind === 'ClusterRole' ? '' : 'shop' };
  });
  const found = await objectWarnings(connection, objects, signal);
  expect(found?.map(({ reason }) => reason).sort()).toEqual(['BackOff', 'Quota']);
  expect(asked).toHaveLength(1);
});

test('who may not read events is told of none, and sees all else', async () => {
  const { connection } = server('forbidden');
  const unit = { kind: 'Deployment', namespace: 'shop', name: 'checkout' };
  expect(await controllerEvents(connection, unit, signal)).toBeUndefined();
  expect(await objectWarnings(connection, [unit], signal)).toBeUndefined();
});
