import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../../src/live/apiFailure.ts';
import { ExecCredentials } from '../../src/live/execCredential.ts';
import { KubeConnection } from '../../src/live/kubeConnection.ts';
import { parseKubeconfig } from '../../src/live/parseKubeconfig.ts';
import { machineTime, Reflector, type ReflectorTime } from '../../src/live/reflector.ts';
import { BadProxy } from '../badProxy.ts';
import { howMany } from '../environment.ts';
import type { KubeServer } from '../kubeServer.ts';
import { temporaryTree } from '../temporaryTree.ts';
import { serveWebhooks } from './webhooks.ts';

/** The server of the tests, on which there is a namespace `shop`. */
export interface FaultRig {
  readonly server: () => KubeServer;
  /** Gives a user rights for ConfigMaps. */
  readonly permit: (user: string, verbs: readonly string[]) => Promise<void>;
}

const { signal } = new AbortController();
const merge = { 'Content-Type': 'application/merge-patch+json' };
const list = '/api/v1/namespaces/shop/configmaps';
const reading = ['get', 'list', 'watch'];
const flows = '/apis/flowcontrol.apiserver.k8s.io/v1';
/** Go lets a token count for a minute longer than it says. Source: go-jose v4 jwt/validation.go `DefaultLeeway`. */
const leeway = 60_000;
/** How many times faster time runs for a reflector: what it waits for would keep everybody waiting. */
const speed = 30;

const fastTime: ReflectorTime = {
  now: () => Date.now() * speed,
  random: machineTime.random,
  wait: (milliseconds, own) => machineTime.wait(milliseconds / speed, own),
};

/** What goes wrong between Strata and a real kube-apiserver, and how it gets over it. The users `jailed` and `holder` have no rights before. */
export function testFaults({ server, permit }: FaultRig): void {
  test('a server that has no room for somebody is asked again when it says, and not before', async () => {
    await permit('jailed', reading);
    await permit('holder', ['create']);
    const connection = server().connect('jailed');
    await until(async () => (await failing(connection)) === undefined);
    const jail = await jailOf('jailed', 'holder');
    await until(async () => (await failing(connection))?.kind === 'throttled');
    expect(await failing(connection)).toEqual({ kind: 'throttled', retryAfter: 1000 });
    const asked: number[] = [];
    const counting: Pick<KubeConnection, 'get' | 'lines'> = {
      get: (path, own) => {
        asked.push(performance.now());
        return connection.get(path, own);
      },
      lines: (path, own, opened) => connection.lines(path, own, opened),
    };
    const { reflector, stop } = follow(counting, machineTime);
    await until(() => Promise.resolve(asked.length >= 3));
    expect(reflector.state).toMatchObject({
      kind: 'stale',
      failure: { kind: 'throttled' },
      seenAt: undefined,
    });
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    // The clock of a pause may be a moment ahead of that of the test.
    for (const pause of pauses) expect(pause).toBeGreaterThan(990);
    await jail.open();
    await until(() => Promise.resolve(reflector.state.kind === 'live'));
    stop.abort();
    connection.dispose();
  });

  test('a token that has expired is replaced by the plugin, and nobody sees it', async () => {
    const plugin = await robotPlugin();
    const now = Date.now();
    plugin.hand(server().accountToken(plugin.account, now - leeway + 5000));
    await until(async () => (await failing(plugin.connection)) === undefined);
    const before = plugin.runs();
    plugin.hand(server().accountToken(plugin.account, now + 3_600_000));
    while (plugin.runs() === before) {
      expect(await failing(plugin.connection)).toBeUndefined();
      await sleep(250);
    }
    expect(plugin.runs()).toBe(before + 1);
    expect(await failing(plugin.connection)).toBeUndefined();
    // One that has nothing better to give is asked once more, and not in a circle.
    plugin.hand(server().accountToken(plugin.account, now - leeway - 3_600_000));
    const other = plugin.connect();
    expect(await failing(other)).toMatchObject({ kind: 'authRequired' });
    expect(plugin.runs()).toBe(before + 3);
  });

  test('plugins that hang keep nobody waiting who needs none, and ask the server for nothing', async () => {
    const script = 'sleep 40; true';
    const hanging = Array.from({ length: 3 }, (_, index) =>
      withPlugin(['/bin/sh', '-c', script, String(index)]),
    );
    const stop = new AbortController();
    const from = server().audit().length;
    const waiting = hanging.map((one) => one.get(list, stop.signal).then(() => 'got', failureOf));
    const connection = server().connect('admin');
    expect(await connection.get('/version', signal)).toContain('gitVersion');
    const first = Promise.race([...waiting, sleep(200).then(() => 'waits')]);
    expect(await first).toBe('waits');
    // In the long run they are waited for until they are ended.
    if (howMany({ fixed: 0, long: 1 }) === 0) stop.abort();
    for (const outcome of await Promise.all(waiting))
      expect(outcome).toMatchObject({ kind: stop.signal.aborted ? 'unreachable' : 'authRequired' });
    const asked = server()
      .audit()
      .slice(from)
      // The server asks itself as well.
      .filter(({ agent }) => agent === 'strata');
    expect(asked.map(({ uri }) => uri)).toEqual(['/version']);
    connection.dispose();
  });

  test('a connection that says nothing any more is given up, and what was missed is seen', async () => {
    const proxy = await BadProxy.open(server().url);
    const connection = through(proxy, 1000);
    const { reflector, stop } = follow(connection, fastTime);
    const news = await noisy();
    await until(() => Promise.resolve(isSeen(reflector, news.last())));
    proxy.swallow();
    await until(() => Promise.resolve(reflector.state.kind === 'stale'));
    expect(reflector.state).toMatchObject({ failure: { kind: 'unreachable' } });
    // What is opened meanwhile hangs as well.
    const missed = news.last();
    await until(() => Promise.resolve(news.last() > missed + 3));
    expect(reflector.state.kind).toBe('stale');
    expect(isSeen(reflector, news.last())).toBe(false);
    proxy.mend();
    await until(() => Promise.resolve(isSeen(reflector, news.last())));
    expect(reflector.state.kind).toBe('live');
    await news.stop();
    stop.abort();
    connection.dispose();
    await until(() => Promise.resolve(proxy.open === 0));
    proxy.close();
  });

  const kills = howMany({ fixed: 20, long: 100 });
  test(`${kills} watches that are killed, garbled or held up go on, and leave no connection`, async () => {
    const proxy = await BadProxy.open(server().url);
    const connection = through(proxy, 30_000);
    let stale = 0;
    let wasStale = false;
    const { reflector, stop } = follow(connection, fastTime, () => {
      const isStale = reflector.state.kind === 'stale';
      if (isStale && !wasStale) stale += 1;
      wasStale = isStale;
    });
    await until(() => Promise.resolve(reflector.state.kind === 'live'));
    let most = 0;
    for (let count = 0; count < kills; count++) {
      const before = stale;
      const fault = faults[count % faults.length] ?? 'kill';
      if (fault === 'hold') proxy.hold();
      else proxy[fault]();
      await say(count);
      if (fault === 'hold') {
        expect(isSeen(reflector, count)).toBe(false);
        proxy.release();
      } else await until(() => Promise.resolve(stale > before));
      await until(() => Promise.resolve(isSeen(reflector, count)));
      most = Math.max(most, proxy.open);
    }
    expect(reflector.state.kind).toBe('live');
    const { body } = await server().request('admin', 'GET', list);
    const { items } = JSON.parse(body) as { readonly items: readonly object[] };
    expect(reflector.items()).toHaveLength(items.length);
    // The watch, and a list beside it that is over.
    expect(most).toBeLessThanOrEqual(3);
    stop.abort();
    connection.dispose();
    await until(() => Promise.resolve(proxy.open === 0));
    proxy.close();
  });

  /** Most are kills. */
  const faults = ['kill', 'kill', 'corrupt', 'kill', 'hold'] as const;

  function follow(
    connection: Pick<KubeConnection, 'get' | 'lines'>,
    time: ReflectorTime,
    onChange: () => void = () => undefined,
  ): { readonly reflector: Reflector; readonly stop: AbortController } {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const options = { path: list, pageSize: undefined, watchesStatus: false };
    const reflector = new Reflector({ connection, onChange, time, ...options });
    void reflector.run(stop.signal);
    return { reflector, stop };
  }

  /** Writes a number into an object that everybody sees. */
  async function say(value: number): Promise<void> {
    const metadata = { name: 'news' };
    const data = { value: String(value) };
    const { status } = await server().request('admin', 'PATCH', `${list}/news`, { data }, merge);
    if (status === 404) {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
      expect((await server().request('admin', 'POST', list, body)).status).toBe(201);
    } else expect(status).toBe(200);
  }

  function isSeen(reflector: Reflector, value: number): boolean {
    return JSON.stringify(reflector.find('shop', 'news')?.['data']) === `{"value":"${value}"}`;
  }

  /** Says something new several times a second, so that a watch is never silent by itself. */
  async function noisy(): Promise<{
    readonly last: () => number;
    readonly stop: () => Promise<void>;
  }> {
    let value = 1000;
    const over = new AbortController();
    await say(value);
    const saying = (async () => {
      while (!over.signal.aborted) {
        await sleep(300);
        await say(value + 1);
        value += 1;
      }
    })();
    return {
      last: () => value,
      stop: async () => {
        over.abort();
        await saying;
      },
    };
  }

  /** A connection as the administrator by way of a proxy. */
  function through(proxy: BadProxy, patience: number): KubeConnection {
    const text = server().kubeconfigFor('admin').replaceAll(server().url, proxy.url);
    return connectionOf(text, patience);
  }

  /** A connection whose token comes from a program. */
  function withPlugin([command, ...args]: readonly string[]): KubeConnection {
    const kubeconfig = JSON.parse(server().kubeconfigFor('admin')) as Record<string, unknown>;
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command,
      args,
      interactiveMode: 'Never',
    };
    return connectionOf(JSON.stringify({ ...kubeconfig, users: [{ name: 'u', user: { exec } }] }));
  }

  /** A plugin that gives what it is handed for a ServiceAccount that may read ConfigMaps. */
  async function robotPlugin() {
    const path = '/api/v1/namespaces/shop/serviceaccounts';
    const account = { namespace: 'shop', name: 'robot' };
    const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: account };
    const made = await server().request('admin', 'POST', path, body);
    const { metadata } = JSON.parse(made.body) as { readonly metadata: { readonly uid: string } };
    await permit('system:serviceaccount:shop:robot', reading);
    const folder = temporaryTree('# file: runs\n');
    const [credential, runs] = [join(folder, 'credential'), join(folder, 'runs')];
    const script = 'echo >> "$1"; cat "$2"';
    const connect = (): KubeConnection =>
      withPlugin(['/bin/sh', '-c', script, 'plugin', runs, credential]);
    return {
      account: { ...account, uid: metadata.uid },
      connect,
      connection: connect(),
      runs: () => readFileSync(runs, 'utf8').length,
      hand: (token: string) => {
        writeFileSync(
          credential,
          JSON.stringify({
            apiVersion: 'client.authentication.k8s.io/v1',
            kind: 'ExecCredential',
            status: { token },
          }),
        );
      },
    };
  }

  /**
   * Leaves two users room for one request between them, as priority and fairness do, and lets the second one take it: with an
   * object about which a webhook does not answer.
   */
  async function jailOf(
    user: string,
    holder: string,
  ): Promise<{ readonly open: () => Promise<void> }> {
    const webhooks = await serveWebhooks(server());
    onTestFinished(() => webhooks.close());
    const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
    const metadata = { name: 'jail' };
    const limited = {
      nominalConcurrencyShares: 0,
      lendablePercent: 0,
      borrowingLimitPercent: 0,
      limitResponse: { type: 'Reject' },
    };
    const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
    const rules = [
      {
        subjects: [user, holder].map((name) => ({ kind: 'User', user: { name } })),
        resourceRules: [{ ...everything, namespaces: ['*'], clusterScope: true }],
      },
    ];
    const level = { priorityLevelConfiguration: metadata, matchingPrecedence: 2, rules };
    for (const [path, kind, spec] of [
      ['prioritylevelconfigurations', 'PriorityLevelConfiguration', { type: 'Limited', limited }],
      ['flowschemas', 'FlowSchema', level],
    ] as const) {
      const body = { apiVersion, kind, metadata, spec };
      const made = await server().request('admin', 'POST', `${flows}/${path}`, body);
      expect(made.status, made.body).toBe(201);
    }
    // The server says so once it goes by it.
    await until(async () => {
      const found = await server().request('admin', 'GET', `${flows}/flowschemas/jail`);
      return found.body.includes('"type":"Dangling","status":"False"');
    });
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'held-', labels: { df: 'held' } },
    };
    const holding: Promise<{ readonly status: number }>[] = [];
    // What is asked for before the webhook counts goes through.
    await until(async () => {
      holding.push(server().request(holder, 'POST', list, body));
      await sleep(200);
      return webhooks.held() > 0;
    });
    return {
      open: async () => {
        webhooks.release();
        await Promise.all(holding);
      },
    };
  }
}

function connectionOf(text: string, patience = 30_000): KubeConnection {
  const kubeconfig = parseKubeconfig([{ path: '/x', text }]);
  const [context] = kubeconfig.contexts;
  if (context === undefined) throw new Error('no context');
  const connection = new KubeConnection(kubeconfig, context, new ExecCredentials(() => true), {
    patience,
  });
  onTestFinished(() => connection.dispose());
  return connection;
}

/** Why ConfigMaps cannot be read; `undefined` where they can. */
async function failing(
  connection: KubeConnection,
): Promise<ReturnType<typeof failureOf> | undefined> {
  return connection.get(`${list}?limit=1`, signal).then(() => undefined, failureOf);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (await isSo()) return;
    await sleep(20);
  }
  throw new Error('it does not come to that');
}
