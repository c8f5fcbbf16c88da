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

test('who could not be asked for want of a credential is followed again once there is one', async () => {
  let mayAsk = true;
  const dead: (() => void)[] = [];
  const failure = (): ApiError => new ApiError({ kind: 'authRequired', detail: 'aws failed' });
  const get = (path: string): Promise<string> => {
    if (!mayAsk) return Promise.reject(failure());
    if (path === '/readyz') return Promise.resolve('ok');
    if (path === '/apis') return Promise.resolve('{}');
    if (path === '/apis/argoproj.io/v1alpha1') return Promise.resolve(JSON.stringify(types));
    if (!/applications|appprojects/.test(path))
      return Promise.reject(new ApiError({ kind: 'notFound', detail: '' }));
    return Promise.resolve(JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] }));
  };
  async function* lines(): AsyncGenerator<string> {
    yield JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '1' } } });
    await new Promise((_, reject) => {
      dead.push(() => {
        reject(failure());
      });
    });
  }
  let clock = 0;
  const probes: (() => void)[] = [];
  const time: ReflectorTime = {
    now: () => clock,
    random: () => 0,
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
        if (milliseconds === 10_000) probes.push(resolve);
      }),
  };
  const pass = async (): Promise<void> => {
    clock += 10_000;
    const before = probes.length;
    probes.at(-1)?.();
    await vi.waitFor(() => {
      expect(probes.length).toBeGreaterThan(before);
    });
  };
  const connection = { get, lines } as unknown as KubeConnection;
  const target = new LiveCluster(connection);
  const watch = new LiveWatch({ target, hub: undefined, onChange: () => undefined, time });
  onTestFinished(() => {
    watch.dispose();
  });
  watch.start();
  await vi.waitFor(() => {
    expect(watch.sees('Application')).toBe(true);
    expect(watch.state.kind).toBe('live');
  });
  mayAsk = false;
  for (const end of dead.splice(0)) end();
  await vi.waitFor(() => {
    expect(watch.sees('Application')).toBe(false);
  });
  await pass();
  await pass();
  expect(watch.state).toMatchObject({ kind: 'stale', failure: { kind: 'authRequired' } });
  const application = { kind: 'Application' };
  expect(watch.controllers().seenAt(application)).toBe('1970-01-01T00:00:00.000Z');
  mayAsk = true;
  await pass();
  await vi.waitFor(() => {
    expect(watch.sees('Application')).toBe(true);
  });
  expect(watch.state.kind).toBe('live');
  expect(watch.controllers().seenAt(application)).toBeUndefined();
});
