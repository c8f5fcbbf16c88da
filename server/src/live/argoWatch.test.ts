import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import { ArgoServer } from './argoServer.ts';
import { ArgoWatch } from './argoWatch.ts';
import type { ReflectorTime } from './reflector.ts';

const { signal } = new AbortController();
const need = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', namespace: 'argocd' };
const checkout = { ...need, name: 'checkout-staging-eu-1' };

interface Application {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly spec: { readonly destination: { readonly name?: string } };
  readonly status: { readonly sync: object };
}

/** A fake of argocd-server, ours: recorded answers of the real one, and a stream in the form of its gateway. */
async function follow() {
  const answers = new Map(
    ['applications', 'application', 'managed-resources', 'settings', 'projects', 'userinfo']
      .map(recordedAnswer)
      .map((one) => [one.path, one.body]),
  );
  const streams: ServerResponse[] = [];
  let isDown = false;
  const { url, requests } = await fakeArgoServer(
    [],
    (request: IncomingMessage, response: ServerResponse) => {
      const path = (request.url ?? '').replace(/\?appNamespace=argocd$/, '');
      if (isDown) {
        response.destroy();
      } else if (path.startsWith('/api/v1/stream/applications')) {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(': ping\n\n');
        streams.push(response);
      } else {
        const body = answers.get(path);
        response.writeHead(body === undefined ? 404 : 200);
        response.end(JSON.stringify(body));
      }
    },
  );
  let changes = 0;
  // What is waited for as long as a probe passes at once, so that nobody waits for real.
  const waits = new Set<() => void>();
  const time: ReflectorTime = {
    now: () => Date.now(),
    random: () => 0,
    wait: (milliseconds, own) =>
      new Promise((resolve, reject) => {
        own.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
        if (milliseconds <= 10_000) waits.add(resolve);
      }),
  };
  const server = new ArgoServer({ server: url, token: 'admin' });
  const watch = new ArgoWatch({
    servers: [server],
    isHere: ({ destination }) => destination.name === 'staging-eu-1',
    onChange: () => {
      changes += 1;
    },
    time,
  });
  onTestFinished(() => {
    watch.dispose();
  });
  watch.start();
  await vi.waitFor(() => {
    expect(watch.state.kind).toBe('live');
    expect(streams).toHaveLength(1);
  });
  return {
    watch,
    requests,
    changes: () => changes,
    tell: (type: string, application: object) => {
      const text = JSON.stringify({ result: { type, application } });
      streams.at(-1)?.write(`data: ${text}\n\n`);
    },
    pass: () => {
      for (const go of [...waits]) go();
      waits.clear();
    },
    fail: () => {
      isDown = true;
      for (const one of streams) one.destroy();
    },
    mend: () => {
      isDown = false;
    },
    streams,
  };
}

const recordedApplication = recordedAnswer('application').body as Application;

function syncOf(watch: ArgoWatch): string | undefined {
  const { units, ...reading } = watch.controllers();
  return liveStatuses(units, [], new Date().toISOString(), reading).find(
    ({ name }) => name === checkout.name,
  )?.sync;
}

test('a cluster is followed by the server of Argo CD: what it shows of it, and what its stream says', async () => {
  const { watch, tell, changes, requests } = await follow();
  const names = (): readonly unknown[] =>
    watch.controllers().units.map((one) => (one['metadata'] as { name: string }).name);
  expect(names()).toContain(checkout.name);
  expect(names().filter((name) => String(name).endsWith('prod-us-1'))).toEqual([]);
  expect(syncOf(watch)).toBe('inSync');
  const before = changes();
  const { status, metadata } = recordedApplication;
  const drifted = {
    ...recordedApplication,
    metadata: { ...metadata, resourceVersion: '999999' },
    status: { ...status, sync: { ...status.sync, status: 'OutOfSync' } },
  };
  tell('MODIFIED', {
    ...drifted,
    spec: { ...drifted.spec, destination: { name: 'prod-us-1' } },
    metadata: { ...metadata, name: 'other' },
  });
  tell('MODIFIED', drifted);
  await vi.waitFor(() => {
    expect(syncOf(watch)).toBe('drifted');
  });
  expect(changes()).toBe(before + 1);
  expect(names()).not.toContain('other');
  tell('DELETED', drifted);
  await vi.waitFor(() => {
    expect(names()).not.toContain(checkout.name);
  });
  // A server does not say what its token may not see, so that nothing is known to be gone.
  expect(watch.sees()).toBe(false);
  expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
});

test('what is managed is asked for once for each version of an Application', async () => {
  const { watch, tell, requests } = await follow();
  const asked = (): number => requests.filter((one) => one.includes('managed-resources')).length;
  const needs = { controller: checkout, namespace: '', objects: [] };
  const unit = await watch.unit('checkout', needs, signal);
  expect(unit.controller).toMatchObject({ metadata: { name: checkout.name } });
  await watch.unit('checkout', needs, signal);
  expect(asked()).toBe(1);
  const { metadata } = recordedApplication;
  tell('MODIFIED', {
    ...recordedApplication,
    metadata: { ...metadata, resourceVersion: '999999' },
  });
  await vi.waitFor(async () => {
    await watch.unit('checkout', needs, signal);
    expect(asked()).toBe(2);
  });
});

test('a server that is gone leaves what it said, as from before, and is followed again', async () => {
  const { watch, fail, mend, pass, streams } = await follow();
  fail();
  await vi.waitFor(() => {
    pass();
    expect(watch.state).toMatchObject({ kind: 'stale', failure: { kind: 'unreachable' } });
  });
  expect(syncOf(watch)).toBe('inSync');
  const [unit] = watch.controllers().units;
  expect(watch.controllers().seenAt(unit ?? {})).toEqual(expect.any(String));
  mend();
  await vi.waitFor(() => {
    pass();
    expect(streams).toHaveLength(2);
    expect(watch.state.kind).toBe('live');
  });
});
