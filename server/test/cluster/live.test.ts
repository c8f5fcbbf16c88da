import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import type { DriftNeeds } from '../../src/analysis/driftTypes.ts';
import { failureOf } from '../../src/live/apiFailure.ts';
import { applicationPath, mayPatch, writeByKube } from '../../src/live/argoWrite.ts';
import { reviewCredential } from '../../src/live/credentials.ts';
import type { KubeConnection } from '../../src/live/kubeConnection.ts';
import { Live } from '../../src/live/live.ts';
import { LiveCluster } from '../../src/live/liveCluster.ts';
import { LiveWatch } from '../../src/live/liveWatch.ts';
import type { KubeContext } from '../../src/live/parseKubeconfig.ts';
import { machineTime, Reflector } from '../../src/live/reflector.ts';
import { strataRights } from '../../src/live/strataRights.ts';
import { strata } from '../commandLine.ts';
import { customDefinition, definitionsPath } from '../customDefinition.ts';
import { describeWith } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';
import { temporaryTree } from '../temporaryTree.ts';
import { testFaults } from './faults.ts';

const { signal } = new AbortController();

describeWith(
  'reading a real kube-apiserver',
  await kubeBinaries({ build: false }),
  { tests: 16 },
  (programs) => {
    let server: KubeServer;

    beforeAll(async () => {
      // The watch cache hides that etcd has forgotten something.
      server = await startKubeServer(
        programs,
        ['reader', 'getter', 'runner', 'least', 'session', 'looker', 'syncer', 'jailed', 'holder'],
        ['--watch-cache=false'],
      );
      await create('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'shop' },
      });
      await grant('reader', ['get', 'list', 'watch'], ['configmaps']);
      await grant('getter', ['get'], ['configmaps']);
    });

    afterAll(() => {
      server.close();
    });

    async function create(path: string, body: object): Promise<void> {
      const { status } = await server.request('admin', 'POST', path, body);
      expect(status).toBe(201);
    }

    async function grant(
      user: string,
      verbs: readonly string[],
      resources: readonly string[],
    ): Promise<void> {
      await bind(user, [{ apiGroups: [''], resources, verbs }]);
    }

    async function bind(user: string, rules: readonly object[]): Promise<void> {
      const group = '/apis/rbac.authorization.k8s.io/v1';
      const apiVersion = 'rbac.authorization.k8s.io/v1';
      await create(`${group}/clusterroles`, {
        apiVersion,
        kind: 'ClusterRole',
        metadata: { name: user },
        rules,
      });
      await create(`${group}/clusterrolebindings`, {
        apiVersion,
        kind: 'ClusterRoleBinding',
        metadata: { name: user },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
      });
    }

    const configMap = (name: string, data: object): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data,
    });

    function needs(...objects: readonly (readonly [string, string, string])[]): DriftNeeds {
      return {
        objects: objects.map(([apiVersion, kind, name]) => ({
          apiVersion,
          kind,
          namespace: '',
          name,
        })),
        namespace: 'shop',
        controller: undefined,
      };
    }

    async function until(isDone: () => boolean): Promise<void> {
      for (let tries = 0; tries < 600 && !isDone(); tries++) await sleep(50);
      expect(isDone()).toBe(true);
    }

    async function untilAsync(isDone: () => Promise<boolean>): Promise<void> {
      for (let tries = 0; tries < 300; tries++) {
        if (await isDone()) return;
        await sleep(100);
      }
      throw new Error('it does not come true');
    }

    /** Follows ConfigMaps of the namespace with pages of so many. */
    function follow(connection: Pick<KubeConnection, 'get' | 'lines'>, pageSize: number) {
      const stop = new AbortController();
      const reflector = new Reflector({
        connection,
        path: '/api/v1/namespaces/shop/configmaps',
        pageSize,
        watchesStatus: false,
        onChange: () => undefined,
        time: machineTime,
      });
      void reflector.run(stop.signal);
      return { reflector, stop };
    }

    test('a long list comes in pages, and the watch goes on where it ended', async () => {
      const path = '/api/v1/namespaces/shop/configmaps';
      for (let start = 0; start < 240; start += 20) {
        await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            create(path, configMap(`page-${start + index}`, {})),
          ),
        );
      }
      const connection = server.connect('reader');
      const { reflector, stop } = follow(connection, 100);
      await until(() => reflector.state.kind === 'live' && reflector.items().length === 240);
      expect(reflector.pages).toBe(3);
      await create(path, configMap('after', { a: '1' }));
      await until(() => reflector.items().length === 241);
      await server.request('admin', 'DELETE', `${path}/after`);
      await until(() => reflector.items().length === 240);
      stop.abort();
      connection.dispose();
    });

    test('a version that the server has forgotten leads to a new list', async () => {
      await server.compact();
      const connection = server.connect('reader');
      let watches = 0;
      const forgetful: Pick<KubeConnection, 'get' | 'lines'> = {
        get: (path, own) => connection.get(path, own),
        lines: (path, own, opened) => {
          watches += 1;
          const asked =
            watches === 1 ? path.replace(/resourceVersion=\d+/, 'resourceVersion=1') : path;
          return connection.lines(asked, own, opened);
        },
      };
      const { reflector, stop } = follow(forgetful, 500);
      await until(() => watches >= 2 && reflector.state.kind === 'live');
      expect(reflector.items().length).toBe(240);
      stop.abort();
      connection.dispose();
    });

    test('who may not read a kind is told so, and the rest is read', async () => {
      const cluster = new LiveCluster(server.connect('reader'));
      const asked = needs(
        ['v1', 'ConfigMap', 'page-1'],
        ['apps/v1', 'Deployment', 'web'],
        ['v1', 'ConfigMap', 'none'],
        ['example.com/v1', 'Odd', 'x'],
      );
      const { answers } = await cluster.unit(asked, undefined, { secrets: false }, signal);
      expect(answers.map((one) => (one.kind === 'unavailable' ? one.reason : one.kind))).toEqual([
        'found',
        'forbidden',
        'missing',
        'missing',
      ]);
      cluster.dispose();
    });

    test('who may get and not list gets one by one', async () => {
      const cluster = new LiveCluster(server.connect('getter'));
      const names = Array.from(
        { length: 8 },
        (_, index) => ['v1', 'ConfigMap', `page-${index}`] as const,
      );
      const { answers } = await cluster.unit(
        needs(...names),
        undefined,
        { secrets: false },
        signal,
      );
      expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['found']));
      cluster.dispose();
    });

    test('a token that nobody knows is not a cluster without drift', async () => {
      const cluster = new LiveCluster(server.connect('stranger'));
      const asked = cluster.unit(
        needs(['v1', 'ConfigMap', 'page-1']),
        undefined,
        { secrets: false },
        signal,
      );
      expect(await asked.then(() => undefined, failureOf)).toMatchObject({ kind: 'authRequired' });
      cluster.dispose();
    });

    test('a server that is killed is stale within 30 seconds, and followed again once it is back', async () => {
      const target = new LiveCluster(server.connect('reader'));
      const watch = new LiveWatch({ target, hub: undefined, onChange: () => undefined });
      watch.start();
      await until(() => watch.state.kind === 'live');
      const asked = needs(['v1', 'ConfigMap', 'page-1']);
      await watch.unit('app', asked, signal);
      const killed = Date.now();
      server.kill();
      await until(() => watch.state.kind === 'stale');
      expect(Date.now() - killed).toBeLessThan(30_000);
      await server.restart();
      await until(() => watch.state.kind === 'live');
      await server.request(
        'admin',
        'PATCH',
        '/api/v1/namespaces/shop/configmaps/page-1',
        { data: { new: '1' } },
        { 'Content-Type': 'application/merge-patch+json' },
      );
      for (let tries = 0; ; tries++) {
        const [answer] = (await watch.unit('app', asked, signal)).answers;
        if (answer?.kind === 'found' && JSON.stringify(answer.object['data']) === '{"new":"1"}')
          break;
        expect(tries).toBeLessThan(600);
        await sleep(100);
      }
      watch.dispose();
      target.dispose();
    });

    test('a dry run is asked for only where it is allowed, and changes nothing', async () => {
      await grant('runner', ['get', 'list', 'patch'], ['configmaps']);
      const path = '/api/v1/namespaces/shop/configmaps/page-2';
      const body = JSON.stringify({ ...configMap('page-2', { a: '1' }) });
      const reading = server.connect('runner');
      await expect(reading.dryRun(path, body, 'argocd-controller', signal)).rejects.toThrow(
        'dry runs are not allowed',
      );
      const cluster = new LiveCluster(server.connect('runner', { mayDryRun: true }));
      const asked = needs(['v1', 'ConfigMap', 'page-2']);
      const dryRun = { manager: 'argocd-controller', bodies: [body] };
      const { dryRuns } = await cluster.unit(asked, undefined, { secrets: false, dryRun }, signal);
      expect(dryRuns).toMatchObject([{ kind: 'predicted', object: { data: { a: '1' } } }]);
      expect((await server.request('admin', 'GET', path)).body).not.toContain('"a":"1"');
      const patches = server
        .audit()
        .filter(({ user, verb }) => user === 'runner' && verb === 'patch');
      expect(patches).toHaveLength(1);
      expect(patches[0]?.uri).toContain('dryRun=All');
      reading.dispose();
      cluster.dispose();
    });

    test('the least rights are enough, and what a credential may do is told without trying it', async () => {
      const admin = new LiveCluster(server.connect('admin'));
      const kinds = [
        { apiVersion: 'v1', kind: 'ConfigMap' },
        { apiVersion: 'v1', kind: 'Secret' },
        { apiVersion: 'apps/v1', kind: 'Deployment' },
        { apiVersion: 'example.com/v1', kind: 'Odd' },
      ];
      const rights = await strataRights(admin.gatherer, kinds, { dryRun: false }, signal);
      expect(rights.notServed).toEqual(['Odd (example.com/v1)']);
      expect(JSON.stringify(rights)).not.toMatch(/secrets|\*|patch|create/);
      await bind(
        'least',
        rights.rules.map(({ group, resources, verbs }) => ({
          apiGroups: [group],
          resources,
          verbs,
        })),
      );
      const least = new LiveCluster(server.connect('least'));
      // Rights are known a moment after they were given.
      await untilAsync(
        async () => (await reviewCredential(least.connection, signal)).level !== 'none',
      );
      const asked = needs(['v1', 'ConfigMap', 'page-1'], ['apps/v1', 'Deployment', 'web']);
      const { answers } = await least.unit(asked, undefined, { secrets: false }, signal);
      expect(answers.map(({ kind }) => kind)).toEqual(['found', 'missing']);
      expect(await reviewCredential(least.connection, signal)).toEqual({
        user: 'least',
        level: 'reader',
        readsSecrets: false,
        because: ['list deployments.apps', 'list configmaps'],
      });
      expect(await reviewCredential(admin.connection, signal)).toMatchObject({
        level: 'admin',
        readsSecrets: true,
      });
      const done = server.audit().filter(({ user }) => user === 'least');
      const written = done.filter(({ verb }) => !['get', 'list', 'watch'].includes(verb));
      expect(written.length).toBeGreaterThan(20);
      for (const { verb, uri } of written) {
        expect(verb).toBe('create');
        expect(uri).toMatch(/^\/apis\/auth\w+\.k8s\.io\/v1\/selfsubject\w*reviews$/);
      }
      for (const one of [admin, least]) one.dispose();
    });

    test('a whole session of the command line reads, and asks for its own rights, and nothing else', async () => {
      await bind('session', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
      const folder = temporaryTree('');
      const kubeconfig = join(folder, 'kubeconfig');
      writeFileSync(kubeconfig, server.kubeconfigFor('session'));
      const context = ['--context', 'prod-eu-1=c', '--context', 'in-cluster=c'];
      const how = ['--workspace', '.', '--kubeconfig', kubeconfig, ...context];
      const record = ['--record', join(folder, 'record.json')];
      const sessions = [
        ['status', ...record],
        ['drift', '--all', ...record],
        ['credentials'],
        ['credentials', 'prod-eu-1', '--rbac'],
      ];
      for (const words of sessions) {
        const { out, exitCode } = await strata([...words, ...how]);
        expect({ words, exitCode }).toEqual({ words, exitCode: 0 });
        expect(out).not.toBe('');
      }
      const done = server.audit().filter(({ user }) => user === 'session');
      expect(done.length).toBeGreaterThan(50);
      const others = done.filter(({ verb }) => !['get', 'list', 'watch'].includes(verb));
      for (const { verb, uri } of others) {
        expect(`${verb} ${uri}`).toMatch(
          /^create \/apis\/auth\w+\.k8s\.io\/v1\/selfsubject\w*reviews$/,
        );
      }
      expect(done.filter(({ uri }) => /\/secrets\b/.test(uri))).toEqual([]);
    });

    test('a refresh and a sync are each exactly one write, which only who may patch can do', async () => {
      const kind = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };
      const definition = customDefinition({ ...kind, plural: 'applications', scope: 'Namespaced' });
      await create(definitionsPath, definition);
      const named = { namespace: 'shop', name: 'web' };
      const path = applicationPath(named);
      const list = path.slice(0, path.lastIndexOf('/'));
      for (let tries = 0; tries < 100; tries++) {
        if ((await server.request('admin', 'GET', list)).status === 200) break;
        await sleep(100);
      }
      const apiVersion = 'argoproj.io/v1alpha1';
      const spec = { project: 'shop', syncPolicy: { retry: { limit: 2 } } };
      const status = { operationState: { phase: 'Succeeded' } };
      await create(list, { apiVersion, kind: 'Application', metadata: named, spec, status });
      const rule = { apiGroups: ['argoproj.io'], resources: ['applications'] };
      await bind('looker', [{ ...rule, verbs: ['get'] }]);
      await bind('syncer', [{ ...rule, verbs: ['get', 'patch'] }]);
      const folder = temporaryTree('');
      const asUser = async <T>(
        user: string,
        ask: (live: Live, context: KubeContext) => Promise<T>,
      ) => {
        const kubeconfig = join(folder, user);
        writeFileSync(kubeconfig, server.kubeconfigFor(user));
        const live = new Live({ kubeconfig, contexts: {}, consent: () => false });
        const [context] = live.contexts;
        if (context === undefined) throw new Error('no context');
        try {
          return await ask(live, context);
        } finally {
          live.dispose();
        }
      };
      const refused = await asUser('looker', async (live, context) =>
        mayPatch(live.cluster(context).connection, named, signal),
      );
      expect(refused).toEqual({ allowed: false, user: 'looker' });
      const confirmed = { ...named, spec: JSON.stringify(spec) };
      const outcomes = await asUser('syncer', async (live, context) => {
        const { allowed, user } = await mayPatch(live.cluster(context).connection, named, signal);
        expect(allowed).toBe(true);
        const results: string[] = [];
        for (const action of ['refresh', 'sync', 'sync'] as const) {
          const connection = live.writeConnection(context, path);
          const maySync = (): Promise<boolean> => Promise.resolve(true);
          const how = { action, user, maySync };
          results.push(await writeByKube(connection, confirmed, how, signal));
          connection.dispose();
        }
        return results;
      });
      // The second sync meets the first, which nobody has done yet.
      expect(outcomes).toEqual(['written', 'written', 'busy']);
      const { body } = await server.request('admin', 'GET', path);
      expect(JSON.parse(body)).toMatchObject({
        metadata: { annotations: { 'argocd.argoproj.io/refresh': 'normal' } },
        spec,
        operation: {
          initiatedBy: { username: 'syncer' },
          sync: { prune: false },
          retry: { limit: 2 },
        },
        status: {},
      });
      const log = (own: string): readonly string[] =>
        server
          .audit()
          .filter(({ user }) => user === own)
          .map(({ verb, uri }) => `${verb} ${uri}`);
      const reviews = [
        'create /apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        'create /apis/authentication.k8s.io/v1/selfsubjectreviews',
      ];
      expect(log('looker')).toEqual(reviews);
      const write = [`get ${path}`, `patch ${path}?fieldManager=strata`];
      expect(log('syncer')).toEqual([...reviews, ...write, ...write, `get ${path}`]);
    });

    testFaults({
      server: () => server,
      permit: (user, verbs) => grant(user, verbs, ['configmaps']),
    });

    test('the audit log holds reads alone', () => {
      const own = server.audit().filter(({ user }) => ['reader', 'getter'].includes(user));
      expect(own.length).toBeGreaterThan(20);
      expect([...new Set(own.map(({ verb }) => verb))].sort()).toEqual(['get', 'list', 'watch']);
      expect(own.filter(({ uri }) => uri.includes('/secrets'))).toEqual([]);
    });
  },
);
