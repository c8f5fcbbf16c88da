import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applySync,
  fluxPrograms,
  startFluxFleet,
  type FluxFleet,
} from '../../../scripts/controllers/fluxFleet.ts';
import { applyObject, editObject, readObject } from '../../../scripts/controllers/kubeObjects.ts';
import { eventually } from '../../../scripts/controllers/processes.ts';
import { becomeHealthy } from '../../../scripts/controllers/standIns.ts';
import { at, below, itemsOf, textOf, type JsonMap } from '../../src/drift/json.ts';
import { describeWith } from '../environment.ts';
import { Asker, type DriftRow, type StatusRow } from './answers.ts';
import { makeEdits, toldOf, type LiveEdit } from './edits.ts';
import { Panel, stepsOf } from './panel.ts';

const cluster = 'prod-eu';
const kustomizations = '/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations';
const source =
  '/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system';
const api = '/apis/apps/v1/namespaces/weather/deployments/api';
const frontend = '/apis/apps/v1/namespaces/weather/deployments/frontend';

// The scenes follow each other on one cluster: each begins where the one before has ended.
describeWith(
  'the example fleet under a real Flux',
  await fluxPrograms(),
  { tests: 10 },
  (programs) => {
    let fleet: FluxFleet;
    let strata: Asker;

    beforeAll(async () => {
      fleet = await startFluxFleet(programs);
      strata = new Asker(fleet.repository.folder, fleet.kubeconfig);
      await applySync(fleet);
    });

    afterAll(async () => {
      await fleet.close();
    });

    /** Waits until Strata says something of a unit, while workloads do well. */
    async function strataSays(name: string, isSo: (row: StatusRow) => boolean): Promise<StatusRow> {
      let last: StatusRow | undefined;
      return eventually(
        name,
        async () => {
          await becomeHealthy(fleet.server);
          last = await strata.unit(name);
          return last !== undefined && isSo(last) ? last : undefined;
        },
        () => JSON.stringify(last),
      );
    }

    /** Asks a controller to look at an object now, as `flux reconcile` does, and waits until it has. */
    async function reconciled(path: string): Promise<void> {
      const asked = `${Date.now()}`;
      const annotations = { 'reconcile.fluxcd.io/requestedAt': asked };
      await editObject(fleet.server, path, { metadata: { annotations } }, 'flux');
      await eventually(`${path} is looked at`, async () => {
        await becomeHealthy(fleet.server);
        const found = await readObject(fleet.server, path);
        const ready = readyOf(found);
        const seen = below(found ?? {}, 'status', 'lastHandledReconcileAt') === asked;
        return (seen && ready !== 'Unknown') || undefined;
      });
    }

    function readyOf(object: JsonMap | undefined): string {
      const conditions = (below(object ?? {}, 'status', 'conditions') ?? []) as readonly {
        type: string;
        status: string;
      }[];
      return conditions.find(({ type }) => type === 'Ready')?.status ?? '';
    }

    const edit = (file: string, change: (text: string) => string) => (folder: string) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = change(text);
      if (changed === text) throw new Error(`${file} stays as it was`);
      writeFileSync(path, changed);
    };

    const ready = ['infrastructure-controllers', 'infrastructure-configs', 'apps', 'dashboards'];

    test('a first sync: what is ready is in sync and does not differ, and a source that cannot be had is told', async () => {
      for (const name of [...ready, 'cache', 'frontend'])
        await strataSays(name, ({ sync }) => sync === 'inSync');
      const head = `main@sha1:${fleet.repository.head()}`;
      const rows = await strata.status();
      for (const { name, kind, sync, revision } of rows.filter((row) => row.name !== 'maps')) {
        const group = kind === 'HelmRelease' ? 'helm.toolkit.fluxcd.io/v2/helmreleases' : '';
        const path = group === '' ? `${kustomizations}/${name}` : '';
        if (path !== '') expect(readyOf(await readObject(fleet.server, path)), name).toBe('True');
        expect(sync, name).toBe('inSync');
        if (kind === 'Kustomization') expect(revision.deployed, name).toEqual([head]);
        const drift = await strata.drift(cluster, name);
        expect(
          drift.filter((one) => one.verdict !== 'notComparable'),
          name,
        ).toEqual([]);
      }
      expect(rows.length).toBeGreaterThan(9);
      expect(rows.find((row) => row.name === 'maps')).toMatchObject({
        sync: 'failed',
        failure: { stage: 'source', reason: 'ArtifactFailed' },
      });
    });

    test('a new commit is pending once it is fetched, and applied', async () => {
      await fleet.processes.stop('kustomize-controller');
      const commit = fleet.repository.push(
        'More replicas',
        edit('clusters/prod-eu/apps.yaml', (text) =>
          text.replace("api_replicas: '6'", "api_replicas: '4'"),
        ),
      );
      const other = fleet.repository.push(
        'A new API',
        edit('apps/production/kustomization.yaml', (text) =>
          text.replace('newTag: 2.4.0', 'newTag: 2.4.1'),
        ),
      );
      await reconciled(source);
      const pending = await strataSays('apps', ({ sync }) => sync !== 'inSync');
      expect(pending).toMatchObject({ sync: 'pendingChange', certain: true });
      expect(pending.revision.desired).toEqual([`main@sha1:${other}`]);
      expect(pending.behind).toMatchObject({ all: 2 });
      expect(await strata.rollout(other)).toContain('apps waiting');
      fleet.flux.start('kustomize-controller');
      await strataSays(
        'apps',
        ({ sync, revision }) =>
          sync === 'inSync' && revision.deployed?.[0] === `main@sha1:${other}`,
      );
      expect(await strata.rollout(other)).toContain('apps healthy');
      await reconciled(`${kustomizations}/flux-system`);
      await reconciled(`${kustomizations}/apps`);
      expect(below((await readObject(fleet.server, api)) ?? {}, 'spec', 'replicas')).toBe(4);
      expect(commit).not.toBe(other);

      // The way of the last commit is what happened: the controller wrote it after it was fetched, and before it was healthy.
      const panel = await Panel.open(fleet.repository.folder, fleet.kubeconfig);
      const unit = { cluster, kind: 'Kustomization', namespace: 'flux-system', name: 'apps' };
      const way = await panel.way(unit);
      await panel.close();
      expect(way.revision).toBe(other.slice(0, 7));
      expect(way).toMatchObject({
        committedAt: expect.any(String) as string,
        fetchedAt: expect.any(String) as string,
        appliedAt: expect.any(String) as string,
      });
      const steps = stepsOf(way);
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
      const written = below(
        (await readObject(fleet.server, api)) ?? {},
        'metadata',
        'managedFields',
      );
      const times = itemsOf(written)
        .filter((one) => textOf(at(one, 'manager')) === 'kustomize-controller')
        .map((one) => Date.parse(textOf(at(one, 'time'))));
      expect(Math.max(...times)).toBeGreaterThanOrEqual(Date.parse(way.fetchedAt ?? ''));
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(way.appliedAt ?? ''));
      expect((await strata.drift(cluster, 'apps')).filter(({ counts }) => counts)).toEqual([]);
    });

    /** Edits of what is live, and what is at a place of each object. */
    const edits: readonly LiveEdit[] = [
      {
        what: 'replicas',
        path: api,
        patch: { spec: { replicas: 9 } },
        at: ['spec', 'replicas'],
        found: '/spec/replicas',
      },
      {
        what: 'a label of Git',
        path: api,
        patch: { metadata: { labels: { environment: 'mine' } } },
        at: ['metadata', 'labels', 'environment'],
        found: 'labels/environment',
      },
      {
        what: 'a label of nobody',
        path: api,
        patch: { metadata: { labels: { mine: 'yes' } } },
        at: ['metadata', 'labels', 'mine'],
        found: 'labels/mine',
      },
      {
        what: 'a field of nobody',
        path: api,
        patch: { spec: { template: { spec: { hostNetwork: true } } } },
        at: ['spec', 'template', 'spec', 'hostNetwork'],
        found: 'hostNetwork',
      },
      {
        what: 'a selector of a Service',
        path: '/api/v1/namespaces/weather/services/api',
        patch: { spec: { selector: { mine: 'yes' } } },
        at: ['spec', 'selector', 'mine'],
        found: 'selector',
      },
      {
        what: 'a label by another tool',
        path: '/apis/networking.k8s.io/v1/namespaces/weather/ingresses/api',
        patch: { metadata: { labels: { other: 'yes' } } },
        at: ['metadata', 'labels', 'other'],
        found: 'labels/other',
        manager: 'k9s',
      },
      {
        what: 'replicas of a chart',
        path: frontend,
        patch: { spec: { replicas: 9 } },
        at: ['spec', 'replicas'],
        found: '/spec/replicas',
      },
    ];

    test('what is edited is drift with its owner, and what would be put back is what Flux puts back', async () => {
      const made = await makeEdits(fleet.server, edits);
      const found: DriftRow[] = [];
      for (const name of ['apps', 'frontend']) found.push(...(await strata.drift(cluster, name)));
      const told = toldOf(edits, found);
      await reconciled(`${kustomizations}/apps`);
      await reconciled('/apis/helm.toolkit.fluxcd.io/v2/namespaces/weather/helmreleases/frontend');
      await reconciled(`${kustomizations}/apps`);
      const really = await made.really();
      expect(really).toEqual(told);
      expect(new Set(really.values())).toEqual(new Set([true, false]));
      expect(await strata.unit('apps')).toMatchObject({ sync: 'inSync' });
    });

    test('what is suspended is not touched, and is healed once it goes on', async () => {
      // The parent would take the suspension away.
      for (const name of ['flux-system', 'apps'])
        await editObject(fleet.server, `${kustomizations}/${name}`, { spec: { suspend: true } });
      await editObject(fleet.server, api, { spec: { replicas: 8 } });
      expect(await strata.unit('apps')).toMatchObject({
        sync: 'suspended',
        suspendedBy: 'spec.suspend',
      });
      const row = (await strata.drift(cluster, 'apps')).find(
        ({ path }) => path === '/spec/replicas',
      );
      expect(row).toMatchObject({ verdict: 'drift', willRevert: false });
      await reconciled(`${kustomizations}/observability`);
      const replicas = async (): Promise<unknown> =>
        below((await readObject(fleet.server, api)) ?? {}, 'spec', 'replicas');
      expect(await replicas()).toBe(8);
      for (const name of ['apps', 'flux-system'])
        await editObject(fleet.server, `${kustomizations}/${name}`, { spec: { suspend: false } });
      await reconciled(`${kustomizations}/apps`);
      expect(await replicas()).toBe(4);
      expect(await strata.unit('apps')).toMatchObject({ sync: 'inSync' });
    });

    test('what is gone from Git is pruned as it is said to be', async () => {
      await fleet.processes.stop('kustomize-controller');
      fleet.repository.push(
        'No ingress',
        edit('apps/base/api/kustomization.yaml', (text) =>
          text.replace(/^\s*- ingress\.yaml\n/m, ''),
        ),
      );
      const gone = (await strata.drift(cluster, 'apps')).find(
        (one) => one.verdict === 'pruneCandidate',
      );
      expect(gone).toMatchObject({ willRevert: true });
      expect(gone?.resource).toContain('Ingress');
      await reconciled(source);
      fleet.flux.start('kustomize-controller');
      await reconciled(`${kustomizations}/apps`);
      const head = `main@sha1:${fleet.repository.head()}`;
      await strataSays(
        'apps',
        ({ sync, revision }) => sync === 'inSync' && revision.deployed?.[0] === head,
      );
      const ingress = '/apis/networking.k8s.io/v1/namespaces/weather/ingresses/api';
      expect(await readObject(fleet.server, ingress)).toBeUndefined();
      expect((await strata.drift(cluster, 'apps')).filter(({ counts }) => counts)).toEqual([]);
    });

    test('a render that fails is a failure with its stage and message', async () => {
      const file = 'infrastructure/observability/kustomization.yaml';
      const good = readFileSync(join(fleet.repository.folder, file), 'utf8');
      fleet.repository.push(
        'A slip',
        edit(file, (text) => text.replace('dashboards.yaml', 'dashboard.yaml')),
      );
      await reconciled(source);
      await reconciled(`${kustomizations}/observability`);
      const row = await strataSays('observability', ({ sync }) => sync === 'failed');
      expect(row.failure).toMatchObject({ stage: 'render', reason: 'BuildFailed' });
      expect(row.failure?.message).toContain('dashboard.yaml');
      fleet.repository.push('Mended', (folder) => {
        writeFileSync(join(folder, file), good);
      });
      await reconciled(source);
      await reconciled(`${kustomizations}/observability`);
      expect(await strata.unit('observability')).toMatchObject({ sync: 'inSync' });
    });

    test('what does not get healthy is told as applied and unhealthy', async () => {
      const commit = fleet.repository.push(
        'A bad API',
        edit('apps/production/kustomization.yaml', (text) =>
          text.replace('newTag: 2.4.1', 'newTag: 2.4.2'),
        ),
      );
      const asked = await readObject(fleet.server, source);
      expect(asked).toBeDefined();
      const annotations = { 'reconcile.fluxcd.io/requestedAt': `${Date.now()}` };
      await editObject(fleet.server, source, { metadata: { annotations } }, 'flux');
      // Nobody says of the new pods that they run.
      let row: StatusRow | undefined;
      await eventually(
        'apps is unhealthy',
        async () => {
          row = await strata.unit('apps');
          return row?.sync === 'failed' || undefined;
        },
        () => JSON.stringify(row),
      );
      expect(row).toMatchObject({
        health: 'degraded',
        failure: { stage: 'health', reason: 'HealthCheckFailed' },
      });
      expect(row?.revision.attempted).toEqual([`main@sha1:${commit}`]);
      expect(row?.revision.deployed).not.toEqual([`main@sha1:${commit}`]);
      expect(await strata.rollout(commit)).toContain('apps unhealthy');
      await reconciled(`${kustomizations}/apps`);
      await strataSays('apps', ({ sync }) => sync === 'inSync');
      expect(await strata.rollout(commit)).toContain('apps healthy');
    });

    test('a drill is healed as it is said to be once Flux looks, with two writes and nothing left', async () => {
      const words = ['drill', cluster, '--confirm', cluster, '--wait', '120'];
      const writes = (): readonly string[] =>
        fleet.server
          .audit()
          .filter(({ uri }) => uri.includes('fieldManager=strata-drill'))
          .map(({ verb }) => verb);
      const planned = await strata.ask(['drill', cluster, '--kubeconfig', fleet.kubeconfig]);
      expect(planned).toMatchObject({ controller: 'flux', willRevert: true });
      const name = String(planned['application']);
      // Flux looks when its interval is over; this is what `flux reconcile` does in the middle of it.
      const look = async (): Promise<void> => {
        await eventually('the drill has begun', () =>
          Promise.resolve(writes().length > 0 || undefined),
        );
        await reconciled(`${kustomizations}/${name}`);
      };
      const [answer] = await Promise.all([
        strata.ask([...words, '--kubeconfig', fleet.kubeconfig]),
        look(),
      ]);
      expect(answer).toMatchObject({
        application: name,
        run: { outcome: 'healed', asExpected: true, writes: 2 },
      });
      expect(writes()).toEqual(['patch', 'patch']);
      expect((await strata.drift(cluster, name)).filter(({ counts }) => counts)).toEqual([]);
    });

    test('what this Flux delivers to another cluster is told of that one, and is never green once it does not answer', async () => {
      const { clusters } = JSON.parse(fleet.remote.kubeconfigFor('admin')) as {
        clusters: readonly [{ cluster: { 'certificate-authority': string; server: string } }];
      };
      const { 'certificate-authority': authority, server } = clusters[0].cluster;
      const inline = {
        clusters: [
          {
            name: 'c',
            cluster: { server, 'certificate-authority-data': readFileSync(authority, 'base64') },
          },
        ],
        users: [{ name: 'u', user: { token: 'admin' } }],
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'c',
      };
      await applyObject(fleet.server, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'edge-kubeconfig', namespace: 'flux-system' },
        stringData: { value: JSON.stringify(inline) },
      });
      fleet.repository.push('Deliver dashboards to the edge', (folder) => {
        const remote = {
          apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
          kind: 'Kustomization',
          metadata: { name: 'edge', namespace: 'flux-system' },
          spec: {
            interval: '10s',
            timeout: '30s',
            path: './infrastructure/edge',
            prune: true,
            sourceRef: { kind: 'GitRepository', name: 'flux-system' },
            kubeConfig: { secretRef: { name: 'edge-kubeconfig' } },
          },
        };
        writeFileSync(join(folder, 'clusters/prod-eu/edge.yaml'), JSON.stringify(remote));
        const map = { apiVersion: 'v1', kind: 'ConfigMap' };
        mkdirSync(join(folder, 'infrastructure/edge'), { recursive: true });
        writeFileSync(
          join(folder, 'infrastructure/edge/settings.yaml'),
          JSON.stringify({
            ...map,
            metadata: { name: 'settings', namespace: 'default' },
            data: { mode: 'edge' },
          }),
        );
        writeFileSync(
          join(folder, 'infrastructure/edge/kustomization.yaml'),
          'resources:\n- settings.yaml\n',
        );
      });
      await reconciled(source);
      await reconciled(`${kustomizations}/flux-system`);
      const settings = '/api/v1/namespaces/default/configmaps/settings';
      await eventually('it is applied', () => readObject(fleet.remote, settings));
      const row = await strataSays('edge', ({ sync }) => sync === 'inSync');
      expect(row).toMatchObject({ cluster: 'edge', certain: true });
      await editObject(fleet.remote, settings, { data: { mode: 'mine' } });
      const drift = await strata.drift('edge', 'edge');
      expect(drift.find(({ path }) => path === '/data/mode')).toMatchObject({
        owner: 'kubectl-edit',
        willRevert: true,
      });
      await eventually('it is healed', async () => {
        const found = await readObject(fleet.remote, settings);
        return below(found ?? {}, 'data', 'mode') === 'edge' || undefined;
      });
      fleet.remote.kill();
      const dead = await strata.unit('edge');
      expect(dead).toMatchObject({ cluster: 'edge', certain: false, health: 'unknown' });
      // Flux itself says so once it has looked.
      const failed = await strataSays('edge', ({ sync }) => sync === 'failed');
      expect(failed.failure?.stage).toBe('apply');
      expect(await strata.driftFailure('edge')).toBe('unreachable');
      await fleet.remote.restart();
      await strataSays('edge', ({ sync, certain }) => sync === 'inSync' && certain);
    });

    test('where its Kustomization is deleted, nobody puts anything back', async () => {
      for (const name of ['flux-system', 'apps'])
        await editObject(fleet.server, `${kustomizations}/${name}`, { spec: { suspend: true } });
      // Without its finalizer nothing is pruned.
      await editObject(fleet.server, `${kustomizations}/apps`, { metadata: { finalizers: null } });
      const { status } = await fleet.server.request('admin', 'DELETE', `${kustomizations}/apps`);
      expect(status).toBe(200);
      await editObject(fleet.server, api, { spec: { replicas: 2 } });
      expect(await strata.unit('apps')).toBeUndefined();
      const row = (await strata.drift(cluster, 'apps')).find(
        ({ path }) => path === '/spec/replicas',
      );
      // Its parent would bring it back, were it not suspended.
      expect(row).toMatchObject({ verdict: 'drift', willRevert: 'unknown' });
      await reconciled(`${kustomizations}/observability`);
      expect(below((await readObject(fleet.server, api)) ?? {}, 'spec', 'replicas')).toBe(2);
    });
  },
);
