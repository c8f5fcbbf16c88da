import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyRoot,
  startArgoFleet,
  type ArgoFleet,
} from '../../../scripts/controllers/argoFleet.ts';
import { argoPrograms } from '../../../scripts/controllers/argoPrograms.ts';
import { editObject, readObject } from '../../../scripts/controllers/kubeObjects.ts';
import { parseApplicationState } from '../../../scripts/controllers/parseObjects.ts';
import { eventually } from '../../../scripts/controllers/processes.ts';
import { becomeHealthy, finishDeletions } from '../../../scripts/controllers/standIns.ts';
import { describeWith } from '../environment.ts';
import { at, below, isMap, itemsOf, textOf } from '../../src/drift/json.ts';
import { ArgoServer } from '../../src/live/argoServer.ts';
import { ArgoWatch } from '../../src/live/argoWatch.ts';
import { liveStatuses } from '../../src/analysis/liveStatus.ts';
import type { JsonValue } from '../../src/yaml/decode.ts';
import { Asker, type DriftRow, type StatusRow } from './answers.ts';
import { makeEdits, toldOf, type LiveEdit } from './edits.ts';
import { Panel, stepsOf } from './panel.ts';
import { Writer, type WriterRoute } from './writer.ts';

const cluster = 'staging-eu-1';
const applications = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';
const checkout = '/apis/apps/v1/namespaces/checkout/deployments/checkout';
const ledger = '/apis/apps/v1/namespaces/payments/statefulsets/ledger';

/** What each word of Argo CD is in Strata, where nothing else tells more. */
const syncs: Readonly<Record<string, readonly string[]>> = {
  Synced: ['inSync', 'applying', 'suspended'],
  OutOfSync: ['pendingChange', 'drifted', 'pruneOnly', 'applying', 'failed', 'suspended'],
  Unknown: ['failed', 'unknown'],
};

// The scenes follow each other on one fleet: each begins where the one before has ended.
describeWith(
  'the example fleet under a real Argo CD',
  await argoPrograms(),
  { tests: 16 },
  (programs) => {
    let fleet: ArgoFleet;
    let strata: Asker;

    beforeAll(async () => {
      fleet = await startArgoFleet(programs.kube, programs.argo);
      strata = new Asker(fleet.repository.folder, fleet.kubeconfig);
      await applyRoot(fleet);
    });

    afterAll(async () => {
      await fleet.close();
    });

    /** What Argo CD itself says of an application, once it says so. */
    async function argoSays(name: string, sync: string, health?: string): Promise<void> {
      let last = '';
      await eventually(
        `${name} is ${sync} ${health ?? ''}`,
        async () => {
          await becomeHealthy(fleet.staging);
          const said = parseApplicationState(
            await readObject(fleet.hub, `${applications}/${name}`),
          );
          last = `${said.sync} ${said.health}`;
          return (said.sync === sync && (health ?? said.health) === said.health) || undefined;
        },
        () => last,
      );
    }

    /** The same of Strata. */
    async function strataSays(name: string, isSo: (row: StatusRow) => boolean): Promise<StatusRow> {
      let last: StatusRow | undefined;
      return eventually(
        name,
        async () => {
          last = await strata.unit(name);
          return last !== undefined && isSo(last) ? last : undefined;
        },
        () => JSON.stringify(last),
      );
    }

    /** Argo CD has compared an application after this moment. */
    async function compared(name: string): Promise<void> {
      const from = Date.now();
      const refresh = { 'argocd.argoproj.io/refresh': 'normal' };
      await editObject(fleet.hub, `${applications}/${name}`, {
        metadata: { annotations: refresh },
      });
      await eventually(`${name} is compared`, async () => {
        const found = await readObject(fleet.hub, `${applications}/${name}`);
        const annotations = below(
          found ?? {},
          'metadata',
          'annotations',
          'argocd.argoproj.io/refresh',
        );
        const at = Date.parse(textOf(below(found ?? {}, 'status', 'reconciledAt')));
        return (annotations === undefined && at >= Math.floor(from / 1000) * 1000) || undefined;
      });
    }

    const edit = (file: string, change: (text: string) => string) => (folder: string) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = change(text);
      if (changed === text) throw new Error(`${file} stays as it was`);
      writeFileSync(path, changed);
    };

    test('a first sync: all that the controller calls synced is in sync, and nothing differs', async () => {
      const names = [
        'crds',
        'namespaces',
        'monitoring',
        'catalog',
        'checkout',
        'payments',
        'storefront',
      ];
      for (const name of names) {
        await argoSays(`${name}-${cluster}`, 'Synced', 'Healthy');
        // The operation that has brought it there may still be running.
        await strataSays(`${name}-${cluster}`, ({ sync }) => sync === 'inSync');
      }
      const rows = await strata.status();
      for (const name of names) {
        const row = rows.find((one) => one.name === `${name}-${cluster}`);
        const head = fleet.repository.head();
        expect(row, name).toMatchObject({ cluster, sync: 'inSync', health: 'healthy' });
        expect(new Set(row?.revision.deployed), name).toEqual(new Set([head]));
        const drift = await strata.drift(cluster, `${name}-${cluster}`);
        expect(
          drift.filter((one) => one.verdict !== 'notComparable'),
          name,
        ).toEqual([]);
      }
    });

    test('every application has a state that fits the word of Argo CD, and none that cannot be seen is green', async () => {
      const rows = await strata.status();
      let compared = 0;
      for (const row of rows) {
        const said = parseApplicationState(
          await readObject(fleet.hub, `${applications}/${row.name}`),
        );
        expect(syncs[said.sync] ?? ['neverSeen'], `${row.name}: ${said.sync}`).toContain(row.sync);
        compared += 1;
      }
      expect(compared).toBeGreaterThan(15);
      const dead = rows.filter((row) => row.cluster === 'prod-us-1');
      expect(dead.length).toBeGreaterThan(5);
      for (const row of dead) {
        expect(row).toMatchObject({ sync: 'failed', health: 'unknown' });
        expect(row.failure).toMatchObject({ stage: 'compare', reason: 'ComparisonError' });
        expect(row.revision.deployed).toBeUndefined();
      }
      // A cluster that Argo CD has no Secret of.
      expect(rows.find((row) => row.name === 'payments-prod-eu-1')).toMatchObject({
        sync: 'failed',
        health: 'unknown',
        failure: { reason: 'InvalidSpecError' },
      });
    });

    test('a new commit is pending, is told apart from one that does not touch the unit, and is applied', async () => {
      const name = `payments-${cluster}`;
      const before = fleet.repository.push('Sync payments by hand', (folder) => {
        edit('argocd/payments/kustomization.yaml', (text) =>
          text.replace('/spec/syncPolicy/automated', '/metadata/annotations'),
        )(folder);
        edit('argocd/payments/kustomization.yaml', (text) =>
          text.replace(/prune: true\n\s*selfHeal: true/, 'by: hand'),
        )(folder);
      });
      await eventually('payments is synced by hand', async () => {
        await compared('payments');
        const found = await readObject(fleet.hub, `${applications}/${name}`);
        return below(found ?? {}, 'spec', 'syncPolicy', 'automated') === undefined || undefined;
      });
      await argoSays(name, 'Synced');
      const commit = fleet.repository.push(
        'A new ledger',
        edit('apps/payments/environments/staging/kustomization.yaml', (text) =>
          text.replace('newTag: 2.6.0', 'newTag: 2.7.0'),
        ),
      );
      await compared(name);
      const pending = await strataSays(name, ({ sync }) => sync !== 'inSync');
      expect(pending).toMatchObject({ sync: 'pendingChange', certain: true });
      expect(pending.revision.desired).toEqual([commit]);
      expect(pending.revision.deployed).not.toContain(commit);
      expect(pending.behind?.touching).toBe(1);
      expect(await strata.rollout(commit)).toContain(`${name} waiting`);
      // Others that the commit does not touch are still in sync.
      await compared(`catalog-${cluster}`);
      expect(await strata.unit(`catalog-${cluster}`)).toMatchObject({ sync: 'inSync' });
      expect(before).not.toBe(commit);

      const synced = await fleet.argo.request(
        fleet.argo.tokens.admin,
        'POST',
        `/api/v1/applications/${name}/sync`,
        { revision: commit },
      );
      expect(synced.status).toBe(200);
      await argoSays(name, 'Synced', 'Healthy');
      expect(await strata.unit(name)).toMatchObject({ sync: 'inSync', health: 'healthy' });
      expect(await strata.rollout(commit)).toContain(`${name} healthy`);

      // The way of the commit is what happened: the controller wrote the new image while it was applied, and not before.
      const panel = await Panel.open(fleet.repository.folder, fleet.kubeconfig);
      const way = await panel.way({ cluster, kind: 'Application', namespace: 'argocd', name });
      await panel.close();
      expect(way.revision).toBe(commit.slice(0, 7));
      const steps = stepsOf(way);
      expect(steps).toHaveLength(4);
      expect(steps).toEqual(steps.toSorted((a, b) => a - b));
      const written = below(
        (await readObject(fleet.staging, ledger)) ?? {},
        'metadata',
        'managedFields',
      );
      const times = itemsOf(written)
        .filter((one) => textOf(at(one, 'manager')) === 'argocd-controller')
        .map((one) => Date.parse(textOf(at(one, 'time'))));
      expect(Math.max(...times)).toBeGreaterThanOrEqual(Date.parse(way.startedAt ?? ''));
      expect(Math.max(...times)).toBeLessThanOrEqual(Date.parse(way.appliedAt ?? ''));
    });

    /** Edits of what is live, and what is at a place of each object. */
    const edits: readonly LiveEdit[] = [
      {
        what: 'replicas',
        path: checkout,
        patch: { spec: { replicas: 7 } },
        at: ['spec', 'replicas'],
        found: '/spec/replicas',
      },
      {
        what: 'a label of Git',
        path: checkout,
        patch: { metadata: { labels: { environment: 'mine' } } },
        at: ['metadata', 'labels', 'environment'],
        found: 'labels/environment',
      },
      {
        what: 'a label of nobody',
        path: checkout,
        patch: { metadata: { labels: { mine: 'yes' } } },
        at: ['metadata', 'labels', 'mine'],
        found: 'labels/mine',
      },
      {
        what: 'a field of nobody',
        path: checkout,
        patch: { spec: { template: { spec: { hostNetwork: true } } } },
        at: ['spec', 'template', 'spec', 'hostNetwork'],
        found: 'hostNetwork',
      },
      {
        what: 'a selector of a Service',
        path: '/api/v1/namespaces/checkout/services/checkout',
        patch: { spec: { selector: { mine: 'yes' } } },
        at: ['spec', 'selector', 'mine'],
        found: 'selector',
      },
      {
        what: 'a label of a definition',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/externalsecrets.external-secrets.io',
        patch: { metadata: { labels: { mine: 'yes' } } },
        at: ['metadata', 'labels', 'mine'],
        found: 'labels/mine',
      },
      {
        what: 'replicas where nobody heals',
        path: ledger,
        patch: { spec: { replicas: 5 } },
        at: ['spec', 'replicas'],
        found: '/spec/replicas',
      },
    ];

    test('what is edited is drift with its owner, and what would be put back is what Argo CD puts back', async () => {
      await fleet.processes.stop('application-controller');
      const names = ['checkout', 'crds', 'payments'].map((name) => `${name}-${cluster}`);
      const replicas = below((await readObject(fleet.staging, ledger)) ?? {}, 'spec', 'replicas');
      const made = await makeEdits(fleet.staging, edits);
      const found: DriftRow[] = [];
      for (const name of names) found.push(...(await strata.drift(cluster, name)));
      const told = toldOf(edits, found);
      await fleet.argo.restartController();
      // Long enough that whatever heals has healed: the first one is waited for, all others are given as long again.
      for (const one of edits.filter(({ what }) => told.get(what) === true))
        await eventually(
          `${one.what} is put back`,
          async () => (await made.isBack(one)) || undefined,
        );
      for (const name of names) await compared(name);
      for (const name of names) await compared(name);
      const really = await made.really();
      expect(really).toEqual(told);
      expect([...really.values()].filter(Boolean).length).toBeGreaterThan(1);
      expect(really.get('a label of nobody')).toBe(false);
      // Nobody heals it: Argo CD says so, and so does Strata.
      await argoSays(`payments-${cluster}`, 'OutOfSync');
      expect(await strata.unit(`payments-${cluster}`)).toMatchObject({ sync: 'drifted' });
      expect(await strata.unit(`checkout-${cluster}`)).toMatchObject({ sync: 'inSync' });
      await editObject(fleet.staging, ledger, { spec: { replicas: Number(replicas) } });
      await argoSays(`payments-${cluster}`, 'Synced');
    });

    const openWriter = (route: WriterRoute): Promise<Writer> => {
      const { repository, kubeconfig } = fleet;
      return Writer.open({ folder: repository.folder, kubeconfig, cluster }, route);
    };

    test('a refresh and a sync that are confirmed in the editor are done, by the cluster and by the own API of Argo CD', async () => {
      const name = `payments-${cluster}`;
      const { argo, hub, staging } = fleet;
      const found = async (...path: readonly string[]): Promise<JsonValue | undefined> =>
        below((await readObject(hub, `${applications}/${name}`)) ?? {}, ...path);
      const replicas = async (): Promise<unknown> =>
        below((await readObject(staging, ledger)) ?? {}, 'spec', 'replicas');
      const before = await replicas();
      const admin = { server: argo.url, token: argo.tokens.admin };
      for (const [route, user] of [
        ['cluster', 'admin'],
        [admin, 'admin-account'],
      ] as const) {
        const writer = await openWriter(route);
        await editObject(staging, ledger, { spec: { replicas: 9 } });
        const from = Math.floor(Date.now() / 1000) * 1000;
        expect(await writer.write(name, 'refresh')).toEqual({ outcome: 'written', user });
        await eventually('it is compared', async () => {
          const asked = await found('metadata', 'annotations', 'argocd.argoproj.io/refresh');
          const at = Date.parse(textOf(await found('status', 'reconciledAt')));
          return (asked === undefined && at >= from) || undefined;
        });
        await argoSays(name, 'OutOfSync');
        expect(await replicas()).toBe(9);
        expect(await writer.write(name, 'sync')).toEqual({ outcome: 'written', user });
        await argoSays(name, 'Synced');
        expect(await replicas()).toBe(before);
        // It is what Argo CD keeps of any sync, under the name that was confirmed.
        expect(await found('status', 'operationState')).toMatchObject({
          phase: 'Succeeded',
          operation: { initiatedBy: { username: user }, sync: {} },
        });
        expect(await found('status', 'operationState', 'operation', 'sync', 'prune')).not.toBe(
          true,
        );
        await writer.close();
      }
    });

    test('what the policy of Argo CD or a window refuses is refused in the editor, and by Argo CD itself', async () => {
      const { argo, hub, staging, repository } = fleet;
      const shop = `checkout-${cluster}`;
      const reading = await openWriter({ server: argo.url, token: argo.tokens.reader });
      expect(await reading.plan(shop, 'sync')).toEqual({
        kind: 'refused',
        name: shop,
        why: 'forbidden',
      });
      const syncBy = async (token: string, name: string): Promise<number> =>
        (await argo.request(token, 'POST', `/api/v1/applications/${name}/sync`, {})).status;
      expect(await syncBy(argo.tokens.reader, shop)).toBe(403);
      // Who may read may let it be compared.
      expect(await reading.write(shop, 'refresh')).toEqual({ outcome: 'written', user: 'reader' });
      await reading.close();

      const name = `payments-${cluster}`;
      const windows = 'argocd/control/projects/payments.yaml';
      const good = readFileSync(join(repository.folder, windows), 'utf8');
      const path = '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/payments';
      const hasWindows = (count: number): Promise<true> =>
        eventually(`there are ${count} windows`, async () => {
          await compared('root');
          const project = (await readObject(hub, path)) ?? {};
          return itemsOf(below(project, 'spec', 'syncWindows')).length === count || undefined;
        });
      repository.push(
        'Nothing moves in staging',
        edit(windows, (text) =>
          text.replace(
            '  syncWindows:\n',
            "  syncWindows:\n    - {kind: deny, schedule: '* * * * *', duration: 1h, timeZone: UTC, clusters: [staging-*]}\n",
          ),
        ),
      );
      await hasWindows(2);
      const admin = { server: argo.url, token: argo.tokens.admin };
      for (const route of ['cluster', admin] as const) {
        const writer = await openWriter(route);
        await eventually('the window is seen', async () => {
          const answer = await writer.plan(name, 'sync');
          return (answer.kind === 'refused' && answer.why === 'window') || undefined;
        });
        expect(await writer.plan(name, 'refresh')).toMatchObject({ kind: 'plan' });
        await writer.close();
      }
      await eventually('Argo CD refuses it', async () => {
        return (await syncBy(argo.tokens.admin, name)) === 403 || undefined;
      });
      // Who asks for it by the cluster has it waiting, and it comes once nobody thinks of it any more.
      const replicas = async (): Promise<unknown> =>
        below((await readObject(staging, ledger)) ?? {}, 'spec', 'replicas');
      const before = await replicas();
      await editObject(staging, ledger, { spec: { replicas: 9 } });
      await editObject(hub, `${applications}/${name}`, {
        operation: { initiatedBy: { username: 'tester' }, sync: {} },
      });
      await eventually('it waits', async () => {
        const found = (await readObject(hub, `${applications}/${name}`)) ?? {};
        const message = textOf(below(found, 'status', 'operationState', 'message'));
        return message.includes('sync window') || undefined;
      });
      expect(await replicas()).toBe(9);
      repository.push('It moves again', (folder) => {
        writeFileSync(join(folder, windows), good);
      });
      await hasWindows(1);
      await eventually('what waited comes', async () => {
        const found = (await readObject(hub, `${applications}/${name}`)) ?? {};
        const state = below(found, 'status', 'operationState');
        const by = textOf(below(state, 'operation', 'initiatedBy', 'username'));
        return (by === 'tester' && textOf(below(state, 'phase')) === 'Succeeded') || undefined;
      });
      // An operation that has waited may end well and leave what differs: it is put back by hand.
      await editObject(staging, ledger, { spec: { replicas: Number(before) } });
      await argoSays(name, 'Synced');
    });

    test('what is gone from Git is pruned exactly where it is said to be', async () => {
      await fleet.processes.stop('application-controller');
      fleet.repository.push('No ingress and no collectors', (folder) => {
        edit('apps/checkout/base/kustomization.yaml', (text) =>
          text.replace(/^\s*- ingress\.yaml\n/m, ''),
        )(folder);
        edit('platform/namespaces/kustomization.yaml', (text) =>
          text.replace(/^\s*- priorities\.yaml\n/m, ''),
        )(folder);
      });
      const ingress = '/apis/networking.k8s.io/v1/namespaces/checkout/ingresses/checkout';
      const pruned = (await strata.drift(cluster, `checkout-${cluster}`)).find(
        (one) => one.verdict === 'pruneCandidate',
      );
      expect(pruned).toMatchObject({ willRevert: true });
      expect(pruned?.resource).toContain('Ingress');
      const kept = (await strata.drift(cluster, `namespaces-${cluster}`)).find(
        (one) => one.verdict === 'pruneCandidate',
      );
      expect(kept).toMatchObject({ willRevert: false });
      expect(kept?.resource).toContain('PriorityClass');
      await fleet.argo.restartController();
      await compared(`checkout-${cluster}`);
      await compared(`namespaces-${cluster}`);
      await eventually('the ingress is pruned', async () => {
        await finishDeletions(fleet.staging);
        return (await readObject(fleet.staging, ingress)) === undefined || undefined;
      });
      await strataSays(`checkout-${cluster}`, ({ sync }) => sync === 'inSync');
      await strataSays(`namespaces-${cluster}`, ({ sync }) => sync === 'pruneOnly');
      const name = kept?.resource.slice(kept.resource.lastIndexOf('/') + 1) ?? '';
      expect(
        await readObject(fleet.staging, `/apis/scheduling.k8s.io/v1/priorityclasses/${name}`),
      ).toBeDefined();
    });

    test('what is suspended is not touched, and is healed once it goes on', async () => {
      const name = 'root';
      const skip = (value: string | null): Promise<void> =>
        editObject(fleet.hub, `${applications}/${name}`, {
          metadata: { annotations: { 'argocd.argoproj.io/skip-reconcile': value } },
        });
      await skip('true');
      const project = '/apis/argoproj.io/v1alpha1/namespaces/argocd/appprojects/shop';
      await editObject(fleet.hub, project, { spec: { description: 'mine' } });
      expect(await strata.unit(name)).toMatchObject({
        suspendedBy: 'argocd.argoproj.io/skip-reconcile',
        sync: 'suspended',
      });
      const isMine = async (): Promise<boolean> =>
        below((await readObject(fleet.hub, project)) ?? {}, 'spec', 'description') === 'mine';
      const [row] = await strata.drift('in-cluster', name);
      expect(row).toMatchObject({ path: '/spec/description', willRevert: false });
      // Its neighbor is compared twice meanwhile.
      await compared('payments');
      await compared('payments');
      expect(await isMine()).toBe(true);
      await skip(null);
      await eventually('it is healed', async () => !(await isMine()) || undefined);
      // The operation that healed it may still be running.
      await strataSays(name, ({ sync }) => sync === 'inSync');
    });

    test('a render that fails is a failure with its message, and what runs goes on being known', async () => {
      const file = 'apps/catalog/environments/staging/kustomization.yaml';
      const name = `catalog-${cluster}`;
      const good = readFileSync(join(fleet.repository.folder, file), 'utf8');
      fleet.repository.push(
        'A slip',
        edit(file, (text) => text.replace('- ../../base', '- ../../bass')),
      );
      await compared(name);
      const row = await strataSays(name, ({ sync }) => sync === 'failed');
      expect(row.failure).toMatchObject({ stage: 'compare', reason: 'ComparisonError' });
      expect(row.failure?.message).toContain('bass');
      fleet.repository.push('Mended', (folder) => {
        writeFileSync(join(folder, file), good);
      });
      await compared(name);
      await strataSays(name, ({ sync }) => sync === 'inSync');
    });

    test('what does badly is told so while it is in sync', async () => {
      const status = {
        conditions: [
          {
            type: 'Progressing',
            status: 'False',
            reason: 'ProgressDeadlineExceeded',
            message: 'no',
          },
        ],
      };
      // Everything has to be as it should be before, or it would be on its way up.
      await argoSays(`checkout-${cluster}`, 'Synced', 'Healthy');
      await editObject(fleet.staging, `${checkout}/status`, { status }, 'kube-controller-manager');
      await eventually('Argo CD sees it', async () => {
        const found = await readObject(fleet.hub, `${applications}/checkout-${cluster}`);
        return parseApplicationState(found).health === 'Degraded' || undefined;
      });
      expect(await strata.unit(`checkout-${cluster}`)).toMatchObject({
        sync: 'inSync',
        health: 'degraded',
      });
      await argoSays(`checkout-${cluster}`, 'Synced', 'Healthy');
    });

    test('a drill is healed as it is said to be, with two writes and nothing left', async () => {
      const words = ['drill', cluster, `checkout-${cluster}`, '--confirm', cluster, '--wait', '90'];
      const answer = await strata.ask([...words, '--kubeconfig', fleet.kubeconfig]);
      expect(answer).toMatchObject({
        controller: 'argocd',
        willRevert: true,
        run: { outcome: 'healed', asExpected: true, writes: 2 },
      });
      await compared(`checkout-${cluster}`);
      expect(await strata.unit(`checkout-${cluster}`)).toMatchObject({ sync: 'inSync' });
      // Where nobody heals, that is expected, and Argo CD only says that it differs.
      const byHand = [
        'drill',
        cluster,
        `payments-${cluster}`,
        '--confirm',
        cluster,
        '--wait',
        '20',
      ];
      expect(await strata.ask([...byHand, '--kubeconfig', fleet.kubeconfig])).toMatchObject({
        willRevert: false,
        run: { outcome: 'noticed', asExpected: true, writes: 2 },
      });
      await argoSays(`payments-${cluster}`, 'Synced');
    });

    test('an account sees in Argo CD what its policy lets it, and who may not is refused', async () => {
      const { argo } = fleet;
      const statusOf = async (token: string, path: string): Promise<number> =>
        (await argo.request(token, 'GET', path)).status;
      const one = `/api/v1/applications/checkout-${cluster}`;
      expect(await statusOf(argo.tokens.reader, one)).toBe(200);
      expect(await statusOf(argo.tokens.nobody, one)).toBe(403);
      // Missing and forbidden are told apart only where the project is named, and may be read.
      expect(await statusOf(argo.tokens.reader, '/api/v1/applications/none')).toBe(403);
      expect(await statusOf(argo.tokens.reader, '/api/v1/applications/none?project=shop')).toBe(
        404,
      );
      expect(await statusOf('', one)).toBe(401);
      const sync = await argo.request(argo.tokens.reader, 'POST', `${one}/sync`, {});
      expect(sync.status).toBe(403);
    });

    test('the own API of Argo CD tells the same as the cluster that it runs on, and to each account what it may see', async () => {
      const { argo, hub } = fleet;
      const { signal } = new AbortController();
      const ask = (token: string): ArgoServer => new ArgoServer({ server: argo.url, token });
      const admin = ask(argo.tokens.admin);
      expect(await admin.probe(10_000, signal)).toBeUndefined();
      expect(await ask(`${argo.tokens.nobody}x`).probe(10_000, signal)).toMatchObject({
        kind: 'authRequired',
      });
      const stands = (
        units: Parameters<typeof liveStatuses>[0],
        projects: Parameters<typeof liveStatuses>[0],
      ): readonly string[] =>
        liveStatuses(units, [], new Date().toISOString(), { projects })
          .map(({ name, sync, certain, health, deployed, failure }) =>
            [
              name,
              sync,
              certain,
              health,
              failure?.reason,
              ...deployed.map(({ text }) => text),
            ].join(' '),
          )
          .sort();
      const lists = ['applications', 'appprojects'].map(
        (kind) => `/apis/argoproj.io/v1alpha1/${kind}`,
      );
      const read = async (): Promise<readonly [readonly string[], readonly string[]]> => {
        const [units = [], projects = []] = await Promise.all(
          lists.map(async (path) =>
            itemsOf(below((await readObject(hub, path)) ?? {}, 'items')).filter(isMap),
          ),
        );
        const told = await admin.controllers(signal);
        return [stands(told.units, told.projects), stands(units, projects)];
      };
      // What happens between the two questions is asked once more.
      const [byServer, byCluster] = await eventually('both tell the same', async () => {
        const both = await read();
        return JSON.stringify(both[0]) === JSON.stringify(both[1]) ? both : undefined;
      });
      expect(byServer.length).toBeGreaterThan(15);
      expect(byServer).toEqual(byCluster);
      const shop = await ask(argo.tokens.reader).controllers(signal);
      const projects = new Set(shop.units.map((one) => below(one, 'spec', 'project')));
      expect(projects).toEqual(new Set(['shop']));
      expect((await ask(argo.tokens.nobody).controllers(signal)).units).toEqual([]);
      const one = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', namespace: 'argocd' };
      const name = `checkout-${cluster}`;
      expect(await admin.object({ ...one, name }, signal)).toMatchObject({ metadata: { name } });
      expect(await ask(argo.tokens.nobody).object({ ...one, name }, signal)).toBeUndefined();
      const clusters = JSON.parse(await admin.clusters(signal)) as readonly { name: string }[];
      expect(clusters.map((own) => own.name).sort()).toEqual(['in-cluster', 'prod-us-1', cluster]);
    });

    test('its stream tells an account of a change of what it may see, and of nothing else', async () => {
      const { argo } = fleet;
      const stop = new AbortController();
      const answer = await fetch(`${argo.url}/api/v1/stream/applications`, {
        headers: { Authorization: `Bearer ${argo.tokens.reader}`, Accept: 'text/event-stream' },
        signal: stop.signal,
      });
      expect(answer.status).toBe(200);
      const names = new Set<string>();
      const changed = new Set<string>();
      const reading = (async () => {
        let text = '';
        for await (const part of answer.body ?? []) {
          text += Buffer.from(part as Uint8Array).toString('utf8');
          const lines = text.split('\n');
          text = lines.pop() ?? '';
          for (const line of lines.filter((own) => own.startsWith('data:'))) {
            const { result } = JSON.parse(line.slice(5)) as {
              result: {
                application: { metadata: { name: string; labels?: Record<string, string> } };
              };
            };
            const { name, labels } = result.application.metadata;
            names.add(name);
            // Whoever makes the Application takes it away at once.
            if (labels?.['seen'] === 'yes') changed.add(name);
          }
        }
      })().catch(() => undefined);
      const followed = new Set<string>();
      const watch = new ArgoWatch({
        servers: [new ArgoServer({ server: argo.url, token: argo.tokens.reader })],
        isHere: ({ destination }) => destination.name === cluster,
        onChange: () => {
          for (const { metadata } of watch.controllers().units) {
            if (textOf(below(metadata, 'labels', 'seen')) === 'yes')
              followed.add(textOf(below(metadata, 'name')));
          }
        },
      });
      watch.start();
      await eventually('the cluster is followed', () =>
        Promise.resolve(watch.state.kind === 'live' || undefined),
      );
      const label = { metadata: { labels: { seen: 'yes' } } };
      await editObject(fleet.hub, `${applications}/root`, label);
      await editObject(fleet.hub, `${applications}/checkout-${cluster}`, label);
      await eventually('the change is told', () =>
        Promise.resolve(changed.has(`checkout-${cluster}`) || undefined),
      );
      await eventually('the change is followed', () =>
        Promise.resolve(followed.has(`checkout-${cluster}`) || undefined),
      );
      watch.dispose();
      stop.abort();
      await reading;
      expect([...changed]).toEqual([`checkout-${cluster}`]);
      expect([...names].filter((one) => !/^(?:catalog|checkout|storefront)-/.test(one))).toEqual(
        [],
      );
    });

    test('a cluster that does not answer any more is never green, whatever Argo CD goes on saying of it', async () => {
      const name = `checkout-${cluster}`;
      await argoSays(name, 'Synced', 'Healthy');
      fleet.staging.kill();
      expect(await strata.driftFailure(cluster)).toBe('unreachable');
      // It has compared it after the cluster was gone, and says that all is well.
      await compared(name);
      const said = parseApplicationState(await readObject(fleet.hub, `${applications}/${name}`));
      expect(said).toEqual({ sync: 'Synced', health: 'Healthy' });
      expect(await strata.unit(name)).toMatchObject({ certain: false, health: 'unknown' });
      await fleet.staging.restart();
      expect(await strata.driftFailure(cluster)).toBeUndefined();
      await strataSays(name, ({ certain, health }) => certain && health === 'healthy');
    });

    test('where its Application is deleted, nobody puts anything back', async () => {
      for (const name of ['root', 'payments', `payments-${cluster}`]) {
        const { status } = await fleet.hub.request('admin', 'DELETE', `${applications}/${name}`);
        expect(status).toBe(200);
      }
      await editObject(fleet.staging, ledger, { spec: { replicas: 4 } });
      expect(await strata.unit(`payments-${cluster}`)).toBeUndefined();
      const row = (await strata.drift(cluster, `payments-${cluster}`)).find(
        ({ path }) => path === '/spec/replicas',
      );
      expect(row).toMatchObject({ verdict: 'drift', willRevert: 'unknown' });
      await compared(`catalog-${cluster}`);
      expect(below((await readObject(fleet.staging, ledger)) ?? {}, 'spec', 'replicas')).toBe(4);
    });
  },
);
