import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyRoot,
  startArgoFleet,
  type ArgoFleet,
} from '../../../scripts/controllers/argoFleet.ts';
import {
  applySync,
  fluxPrograms,
  startFluxFleet,
  type FluxFleet,
} from '../../../scripts/controllers/fluxFleet.ts';
import { argoPrograms } from '../../../scripts/controllers/argoPrograms.ts';
import { editObject, readObject } from '../../../scripts/controllers/kubeObjects.ts';
import { parseApplicationState } from '../../../scripts/controllers/parseObjects.ts';
import { eventually } from '../../../scripts/controllers/processes.ts';
import { becomeHealthy, finishDeletions } from '../../../scripts/controllers/standIns.ts';
import { below, type JsonMap } from '../../src/drift/json.ts';
import type { ScopedRule } from '../../src/rights/rule.ts';
import { describeWith } from '../environment.ts';
import { grant, identitiesOf, namespacesOf } from './exactRights.ts';

const cluster = 'staging-eu-1';
const applications = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';
const names = ['crds', 'namespaces', 'monitoring', 'catalog', 'checkout', 'payments', 'storefront'];

describeWith(
  'exactly the rights that are told, for a real Argo CD',
  await argoPrograms(),
  { tests: 2 },
  (programs) => {
    let fleet: ArgoFleet;
    let namespaces: readonly string[] = [];

    beforeAll(async () => {
      fleet = await startArgoFleet(programs.kube, programs.argo, {
        users: ['exact'],
        prepare: async (staging, { folder }) => {
          const rules = (await identitiesOf(folder, cluster)).flatMap((one) => one.rules);
          namespaces = namespacesOf(rules);
          await grant(staging, rules, 'exact', { kind: 'User', name: 'exact' });
          return { token: 'exact', namespaces };
        },
      });
      await applyRoot(fleet);
    });

    afterAll(async () => {
      await fleet.close();
    });

    async function application(name: string): Promise<JsonMap> {
      return (await readObject(fleet.hub, `${applications}/${name}-${cluster}`)) ?? {};
    }

    test('everything that is rendered is applied and gets healthy', async () => {
      for (const name of names) {
        let last: unknown;
        await eventually(
          name,
          async () => {
            await becomeHealthy(fleet.staging);
            const found = await application(name);
            last = JSON.stringify(below(found, 'status') ?? {}).slice(0, 3000);
            const { sync, health } = parseApplicationState(found);
            return (sync === 'Synced' && health === 'Healthy') || undefined;
          },
          () => String(last),
        );
      }
    });

    test('everything that is pruned is deleted once it is gone from Git', async () => {
      const left =
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nconfigMapGenerator:\n- name: left\n';
      const before = await Promise.all(['catalog', 'checkout', 'payments'].map(application));
      const objects = before.flatMap(
        (one) =>
          (below(one, 'status', 'resources') ?? []) as readonly { kind: string; name: string }[],
      );
      fleet.repository.push('Nothing is left', (folder) => {
        for (const path of [
          'apps/catalog/environments/staging',
          'apps/checkout/clusters/staging-eu-1',
          'apps/payments/clusters/staging-eu-1',
        ]) {
          writeFileSync(join(folder, path, 'kustomization.yaml'), left);
        }
      });
      for (const name of ['catalog', 'checkout', 'payments']) {
        let last: unknown;
        await eventually(
          `${name} is pruned`,
          async () => {
            await finishDeletions(fleet.staging);
            const found = await application(name);
            last = JSON.stringify(below(found, 'status') ?? {}).slice(0, 3000);
            const rest = (below(found, 'status', 'resources') ?? []) as readonly { kind: string }[];
            const isSynced = parseApplicationState(found).sync === 'Synced';
            return (isSynced && rest.length === 1) || undefined;
          },
          () => String(last),
        );
      }
      expect(objects.length).toBeGreaterThan(20);
      process.stdout.write(`${objects.length} objects pruned with exactly the rights\n`);
    });
  },
);

describeWith(
  'exactly the rights that are told, for a real Flux',
  await fluxPrograms(),
  { tests: 2 },
  (programs) => {
    let fleet: FluxFleet;

    beforeAll(async () => {
      fleet = await startFluxFleet(programs, {
        account: 'flux-reconciler',
        prepare: async (server, { folder }) => {
          for (const { account, rules } of await identitiesOf(folder, 'prod-eu')) {
            const title = `exact-${account.namespace}-${account.name}`;
            await grant(server, rules, title, { ...account, kind: 'ServiceAccount' });
          }
          // Charts that are not in the repository are said to need more: here each is one ConfigMap.
          for (const namespace of ['cert-manager', 'ingress-nginx', 'weather']) {
            const subject = { kind: 'ServiceAccount', name: 'flux-reconciler', namespace } as const;
            await grant(server, [ofStrangers(namespace)], 'strangers', subject);
          }
        },
      });
      await applySync(fleet);
    });

    afterAll(async () => {
      await fleet.close();
    });

    const ofStrangers = (namespace: string): ScopedRule => ({
      namespace,
      groups: [''],
      resources: ['configmaps'],
      names: [],
      verbs: ['get', 'create', 'patch', 'update', 'delete'],
      paths: [],
    });

    /** What Flux says of a unit: whether it is ready, and why not. */
    async function readiness(path: string): Promise<string> {
      const found = (await readObject(fleet.server, path)) ?? {};
      const conditions = (below(found, 'status', 'conditions') ?? []) as readonly {
        type: string;
        status: string;
        message: string;
      }[];
      const ready = conditions.find(({ type }) => type === 'Ready');
      return ready === undefined ? '' : `${ready.status} ${ready.message}`;
    }

    const kustomization = (name: string): string =>
      `/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations/${name}`;
    const releases = '/apis/helm.toolkit.fluxcd.io/v2/namespaces';

    async function isReady(path: string): Promise<void> {
      let last = '';
      await eventually(
        path,
        async () => {
          await becomeHealthy(fleet.server);
          last = await readiness(path);
          return last.startsWith('True') || undefined;
        },
        () => last,
      );
    }

    test('everything that is rendered is applied and gets ready', async () => {
      const units = [
        'flux-system',
        'tenants',
        'infrastructure-controllers',
        'infrastructure-configs',
      ];
      for (const name of [...units, 'apps', 'observability', 'dashboards'])
        await isReady(kustomization(name));
      await isReady(`${releases}/weather/helmreleases/frontend`);
      await isReady(`${releases}/cert-manager/helmreleases/cert-manager`);
    });

    test('everything that is pruned is deleted once it is gone from Git', async () => {
      const inventory = async (name: string): Promise<readonly unknown[]> =>
        (below(
          (await readObject(fleet.server, kustomization(name))) ?? {},
          'status',
          'inventory',
          'entries',
        ) ?? []) as readonly unknown[];
      const before = (await inventory('apps')).length + (await inventory('tenants')).length;
      const left = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
      fleet.repository.push('Nothing is left', (folder) => {
        const namespace = `${left}resources:\n- ../base/namespace.yaml\n`;
        writeFileSync(join(folder, 'apps/production/kustomization.yaml'), namespace);
        const tenant = `${left}resources:\n- namespace.yaml\n`;
        writeFileSync(join(folder, 'tenants/maps/kustomization.yaml'), tenant);
      });
      const asked = { 'reconcile.fluxcd.io/requestedAt': `${Date.now()}` };
      const source =
        '/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system';
      await editObject(fleet.server, source, { metadata: { annotations: asked } }, 'flux');
      for (const name of ['apps', 'tenants']) {
        await eventually(
          `${name} is pruned`,
          async () => ((await inventory(name)).length === 1 ? true : undefined),
          () => name,
        );
        await isReady(kustomization(name));
      }
      expect(before).toBeGreaterThan(15);
      process.stdout.write(`${before - 2} objects pruned with exactly the rights\n`);
    });
  },
);
