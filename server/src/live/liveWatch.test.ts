import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { LiveCluster } from './liveCluster.ts';
import { LiveWatch } from './liveWatch.ts';
import type { ReflectorTime } from './reflector.ts';

const types = {
  resources: ['Application', 'AppProject'].map((kind) => ({
    name: `${kind.toLowerCase()}s`,
    kind,
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
  })),
};

/** Follows a cluster on which projects may be listed, and applications not. */
function watched(): LiveWatch {
  const get = (path: string): Promise<string> => {
    if (path === '/readyz') return Promise.resolve('ok');
    if (path === '/apis') return Promise.resolve('{}');
    if (path === '/apis/argoproj.io/v1alpha1') return Promise.resolve(JSON.stringify(types));
    if (path.includes('/appprojects'))
      return Promise.resolve(JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] }));
    const kind = path.includes('/applications') ? 'forbidden' : 'notFound';
    return Promise.reject(new ApiError({ kind, detail: '' }));
  };
  async function* lines(_path: string, signal: AbortSignal): AsyncGenerator<string> {
    yield JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '1' } } });
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new ApiError({ kind: 'unreachable', detail: '' }));
      });
    });
  }
  const connection = { get, lines } as unknown as KubeConnection;
  const target = new LiveCluster(connection);
  const watch = new LiveWatch({ target, hub: undefined, onChange: () => undefined });
  onTestFinished(() => {
    watch.dispose();
  });
  watch.start();
  return watch;
}

test('what may not be listed is not seen, though the cluster answers', async () => {
  const watch = watched();
  await vi.waitFor(() => {
    expect(watch.state.kind).toBe('live');
    expect(watch.sees('AppProject')).toBe(true);
  });
  expect(watch.sees('Application')).toBe(false);
  expect(watch.sees('Kustomization')).toBe(false);
});

test('a credential that only a person can mend is asked for again each ten seconds', async () => {
  let asked = 0;
  const get = (): Promise<string> => {
    asked += 1;
    return Promise.reject(new ApiError({ kind: 'authRequired', detail: 'aws failed' }));
  };
  const connection = { get } as unknown as KubeConnection;
  const waits: number[] = [];
  const time: ReflectorTime = {
    now: () => waits.reduce((sum, one) => sum + one, 0),
    random: () => 0,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return waits.length < 6 ? Promise.resolve() : new Promise(() => undefined);
    },
  };
  const target = new LiveCluster(connection);
  const watch = new LiveWatch({ target, hub: undefined, onChange: () => undefined, time });
  onTestFinished(() => {
    watch.dispose();
  });
  watch.start();
  await vi.waitFor(() => {
    expect(waits).toHaveLength(6);
  });
  expect(watch.state).toMatchObject({ kind: 'stale', failure: { kind: 'authRequired' } });
  // FIXME: each runs the plugin of the kubeconfig anew, which may open a browser; the pauses should grow.
  expect(new Set(waits)).toEqual(new Set([10_000]));
  expect(asked).toBeGreaterThanOrEqual(6);
});
