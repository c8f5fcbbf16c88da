import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { rightsOf, type Right, type ScopedRule } from '../../src/rights/rule.ts';
import { isSame } from '../cluster/rightsProbe.ts';
import { describeWith } from '../environment.ts';
import {
  grant,
  identitiesOf,
  namespacesOf,
  takeRight,
  type LostRight,
  type Subject,
} from './exactRights.ts';

const cluster = 'staging-eu-1';
const applications = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';
const names = ['crds', 'namespaces', 'monitoring', 'catalog', 'checkout', 'payments', 'storefront'];

describeWith(
  'exactly the rights that are told, for a real Argo CD',
  await argoPrograms(),
  { tests: 5 },
  (programs) => {
    let fleet: ArgoFleet;
    let namespaces: readonly string[] = [];
    let rules: readonly ScopedRule[] = [];
    const subject = { kind: 'User', name: 'exact' } as const;

    beforeAll(async () => {
      fleet = await startArgoFleet(programs.kube, programs.argo, {
        users: ['exact'],
        prepare: async (staging, { folder }) => {
          rules = (await identitiesOf(folder, cluster)).flatMap((one) => one.rules);
          namespaces = namespacesOf(rules);
          await grant(staging, rules, 'exact', subject);
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

    const overlay = 'apps/checkout/clusters/staging-eu-1/kustomization.yaml';
    const more = (text: string) => (folder: string) => {
      appendFileSync(join(folder, overlay), text);
    };
    const inCheckout = { namespace: 'checkout', name: undefined };
    const lost: readonly LostRight[] = [
      {
        ...inCheckout,
        ...{ group: 'apps', resource: 'deployments', verb: 'patch' },
        change: more('replicas:\n- name: checkout\n  count: 4\n'),
      },
      {
        ...inCheckout,
        ...{ group: '', resource: 'configmaps', verb: 'create' },
        change: more('configMapGenerator:\n- name: more\n  literals: [a=b]\n'),
      },
      {
        ...inCheckout,
        ...{ group: '', resource: 'configmaps', verb: 'delete' },
        change: (folder) => {
          const path = join(folder, overlay);
          const text = readFileSync(path, 'utf8');
          writeFileSync(path, text.slice(0, text.indexOf('configMapGenerator:\n- name: more')));
        },
      },
    ];

    test.each(lost)('without the right to $verb $resource the controller fails', async (right) => {
      const giveBack = await takeRight(fleet.staging, rules, 'exact', {
        ...{ subject, user: 'exact', right: plain(right) },
      });
      const { resource, verb } = right;
      fleet.repository.push(`Needs to ${verb} ${resource}`, right.change);
      let last = '';
      await eventually(
        `it is forbidden to ${verb} ${resource}`,
        async () => {
          const operation = below(await application('checkout'), 'status', 'operationState');
          last = JSON.stringify(operation ?? {}).slice(0, 3000);
          return /forbidden: User \\*"exact\\*" cannot /.test(last) &&
            last.includes(`cannot ${verb} `)
            ? true
            : undefined;
        },
        () => last,
      );
      await giveBack();
      const sync = `/api/v1/applications/checkout-${cluster}/sync`;
      await eventually('it is synced', async () => {
        await becomeHealthy(fleet.staging);
        await finishDeletions(fleet.staging);
        const { sync: state } = parseApplicationState(await application('checkout'));
        if (state === 'Synced') return true;
        // Argo CD does not try the same commit again by itself; while it still tries, this is refused.
        await fleet.argo.request(fleet.argo.tokens.admin, 'POST', sync, { prune: true });
        await sleep(1000);
        return undefined;
      });
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
  { tests: 5 },
  (programs) => {
    let fleet: FluxFleet;
    const granted = new Map<
      string,
      { readonly rules: readonly ScopedRule[]; readonly subject: Subject }
    >();

    beforeAll(async () => {
      fleet = await startFluxFleet(programs, {
        account: 'flux-reconciler',
        prepare: async (server, { folder }) => {
          for (const { account, rules } of await identitiesOf(folder, 'prod-eu')) {
            const title = `exact-${account.namespace}-${account.name}`;
            const subject = { ...account, kind: 'ServiceAccount' } as const;
            granted.set(title, { rules, subject });
            await grant(server, rules, title, subject);
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

    const overlay = 'apps/production/kustomization.yaml';
    const more = 'configMapGenerator:\n- name: more\n  literals: [a=b]\n';
    const inWeather = { namespace: 'weather', name: undefined };
    const lost: readonly LostRight[] = [
      {
        ...inWeather,
        ...{ group: 'apps', resource: 'deployments', verb: 'patch' },
        change: (folder) => {
          const path = join(folder, overlay);
          writeFileSync(path, readFileSync(path, 'utf8').replace('newTag: 2.4.0', 'newTag: 2.4.1'));
        },
      },
      {
        ...inWeather,
        ...{ group: '', resource: 'configmaps', verb: 'create' },
        change: (folder) => {
          appendFileSync(join(folder, overlay), more);
        },
      },
      {
        ...inWeather,
        ...{ group: '', resource: 'configmaps', verb: 'delete' },
        change: (folder) => {
          const path = join(folder, overlay);
          writeFileSync(path, readFileSync(path, 'utf8').replace(more, ''));
        },
      },
    ];

    test.each(lost)('without the right to $verb $resource the controller fails', async (right) => {
      const [title = '', own] =
        [...granted].find(([, { rules }]) =>
          rules.flatMap(rightsOf).some((one) => isSame(one, plain(right))),
        ) ?? [];
      if (own === undefined) throw new Error(`nobody has the right to ${right.verb}`);
      const { subject, rules } = own;
      const user = `system:serviceaccount:${subject.namespace ?? ''}:${subject.name}`;
      const giveBack = await takeRight(fleet.server, rules, title, {
        ...{ subject, user, right: plain(right) },
      });
      const { resource, verb } = right;
      fleet.repository.push(`Needs to ${verb} ${resource}`, right.change);
      await look();
      let last = '';
      await eventually(
        `it is forbidden to ${verb} ${resource}`,
        async () => {
          await becomeHealthy(fleet.server);
          last = await readiness(kustomization('apps'));
          return /forbidden/.test(last) && last.includes(`cannot ${verb} `) ? true : undefined;
        },
        () => last,
      );
      await giveBack();
      await isReady(kustomization('apps'));
    });

    /** Asks Flux to fetch, as `flux reconcile source` does. */
    async function look(): Promise<void> {
      const asked = { 'reconcile.fluxcd.io/requestedAt': `${Date.now()}` };
      const source =
        '/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system';
      await editObject(fleet.server, source, { metadata: { annotations: asked } }, 'flux');
    }

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
      await look();
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

/** The right alone. */
function plain({ namespace, group, resource, name, verb }: LostRight): Right {
  return { namespace, group, resource, name, verb };
}
