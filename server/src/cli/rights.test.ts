import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitFleet } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

interface Rights {
  readonly kind: string;
  readonly identities: readonly {
    readonly cluster: string | null;
    readonly account: { readonly name: string; readonly namespace: string };
    readonly rules: readonly {
      readonly namespace?: string;
      readonly resources: readonly string[];
      readonly verbs: readonly string[];
    }[];
    readonly unknownKinds: readonly string[];
    readonly incomplete: readonly object[];
    readonly repository: {
      readonly grants: number;
      readonly missing: readonly string[] | null;
      readonly excess: readonly { kind: string; what: string; file: string; line: number }[];
    };
  }[];
  readonly projects: readonly { readonly name: string; readonly excess: readonly object[] }[];
}

async function rights(name: string, folder?: string): Promise<Rights> {
  const { out, exitCode } = await strata(
    ['rights', name, '--workspace', '.', '--json'],
    folder === undefined ? {} : { folder },
  );
  expect(exitCode).toBe(0);
  const schema = join(import.meta.dirname, '../../../docs/schemas/rights.schema.json');
  const value = JSON.parse(out) as Rights;
  const ajv = new Ajv2020();
  expect(
    ajv.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value),
    ajv.errorsText(),
  ).toBe(true);
  return value;
}

const application = `
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
  namespace: argocd
spec:
  project: shop
  source:
    repoURL: https://example.com/fleet.git
    path: shop
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
  syncPolicy:
    automated:
      prune: true
`;

const shop = `
# file: argocd/application.yaml
${application.trim()}
# file: argocd/kustomization.yaml
resources:
- application.yaml
# file: shop/kustomization.yaml
resources:
- objects.yaml
# file: shop/objects.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
---
apiVersion: v1
kind: Secret
metadata:
  name: token
---
apiVersion: example.com/v1
kind: Policy
metadata:
  name: plain
`;

const rbac = (verbs: string, resources: string): string => `
# file: rbac/kustomization.yaml
resources:
- rbac.yaml
# file: rbac/rbac.yaml
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: deployer
rules:
- apiGroups: [""]
  resources: [${resources}]
  verbs: [${verbs}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: deployer
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: deployer
subjects:
- kind: ServiceAccount
  name: argocd-application-controller
  namespace: argocd
# file: argocd/rbac.yaml
${application.trim().replace('name: shop', 'name: rbac').replace('path: shop', 'path: rbac').replace('project: shop', 'project: default')}
`;

const withRbac = shop.replace('- application.yaml', '- application.yaml\n- rbac.yaml');

describe('a cluster', () => {
  test.each([
    ['{}', false],
    ['{ argocd.argoproj.io/hook: PreSync }', true],
    ['{ helm.sh/hook: pre-install }', true],
    ['{ helm.sh/hook: crd-install }', false],
  ])('who does not prune deletes hooks alone: %s', async (annotations, deletes) => {
    const text = shop
      .replace('prune: true', 'prune: false')
      .replace('name: settings', `name: settings\n  annotations: ${annotations}`);
    const { identities } = await rights('in-cluster', temporaryTree(text));
    const verbs = identities.flatMap(({ rules }) => rules.flatMap((one) => one.verbs));
    expect(verbs.includes('delete')).toBe(deletes);
  });

  test('rules name exactly what is rendered, and what is guessed is said', async () => {
    const { kind, identities } = await rights('in-cluster', temporaryTree(shop));
    expect(kind).toBe('cluster');
    const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
    expect(identities).toMatchObject([
      {
        cluster: 'in-cluster',
        account: { name: 'argocd-application-controller', namespace: 'argocd' },
        applications: ['shop'],
        rules: [
          { namespace: 'shop', apiGroups: [''], resources: ['configmaps', 'secrets'], verbs },
          { namespace: 'shop', apiGroups: ['example.com'], resources: ['policies'], verbs },
        ],
        unknownKinds: ['Policy.example.com'],
        incomplete: [],
        repository: { grants: 0, excess: [] },
      },
    ]);
  });

  test.each([
    ['"*"', 'configmaps', 'wildcard', 'verbs *', 8],
    ['get, impersonate', 'users', 'impersonate', 'impersonate users', 8],
    ['get', 'secrets', 'secretsEverywhere', 'secrets in all namespaces', 7],
    ['get', 'nodes', 'unneeded', 'get nodes', 7],
    [
      'get, list',
      'configmaps',
      'everywhere',
      'get, list configmaps in all namespaces, needed in shop',
      7,
    ],
  ])('verbs %s on %s are told as %s at their line', async (verbs, resources, kind, what, line) => {
    const { identities } = await rights(
      'in-cluster',
      temporaryTree(withRbac + rbac(verbs, resources)),
    );
    expect(identities[0]?.repository.excess).toMatchObject([
      { kind, what, file: 'rbac/rbac.yaml', line },
    ]);
  });

  test('a cluster-admin is told at the line that binds it', async () => {
    const admin = rbac('get', 'pods').replace(
      '  kind: ClusterRole\n  name: deployer',
      '  kind: ClusterRole\n  name: cluster-admin',
    );
    const { identities } = await rights('in-cluster', temporaryTree(withRbac + admin));
    expect(identities[0]?.repository).toMatchObject({
      excess: [{ kind: 'clusterAdmin', file: 'rbac/rbac.yaml' }],
      missing: null,
      elsewhere: ['ClusterRole/cluster-admin'],
    });
  });

  test('what is needed and not granted is told', async () => {
    const { identities } = await rights(
      'in-cluster',
      temporaryTree(withRbac + rbac('get', 'configmaps')),
    );
    expect(identities[0]?.repository.missing).toContain('create configmaps in shop');
    expect(identities[0]?.repository.missing).not.toContain('get configmaps in shop');
  });

  test('whoever writes roles may raise and bind just these, unless it has the rules itself', async () => {
    const { identities } = await rights(
      'in-cluster',
      temporaryTree(withRbac + rbac('get', 'nodes')),
    );
    // Argo CD creates roles by a POST, for which a right by name is none; a server-side apply names what it writes.
    expect(identities[0]?.rules).toContainEqual({
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      resourceNames: ['deployer'],
      verbs: ['bind'],
    });
    const escalating = identities[0]?.rules.find(({ verbs }) => verbs.includes('escalate'));
    expect(escalating).toMatchObject({ resources: ['clusterroles'] });
    expect(escalating).not.toHaveProperty('resourceNames');
    const onServer = (withRbac + rbac('get', 'nodes')).replaceAll(
      'syncPolicy:',
      'syncPolicy:\n    syncOptions: [ServerSideApply=true]',
    );
    const named = await rights('in-cluster', temporaryTree(onServer));
    expect(named.identities[0]?.rules).toContainEqual({
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles'],
      resourceNames: ['deployer'],
      verbs: ['bind', 'escalate'],
    });
    const own = shop.replace('kind: ConfigMap', 'kind: Namespace');
    const covered =
      own.replace('- application.yaml', '- application.yaml\n- rbac.yaml') +
      rbac('get', 'namespaces');
    const { identities: enough } = await rights('in-cluster', temporaryTree(covered));
    expect(enough[0]?.rules.flatMap(({ verbs }) => verbs)).not.toContain('escalate');
  });
});

test('what Flux waits for is looked at, and not written', async () => {
  const folder = temporaryTree(`
# file: clusters/one/flux-system/kustomization.yaml
resources:
- sync.yaml
# file: clusters/one/flux-system/sync.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: flux-system
  namespace: flux-system
spec:
  url: https://example.com/fleet.git
  ref:
    branch: main
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: shop
  namespace: flux-system
spec:
  path: ./shop
  serviceAccountName: deployer
  sourceRef:
    kind: GitRepository
    name: flux-system
  healthChecks:
  - apiVersion: apps/v1
    kind: Deployment
    name: database
    namespace: data
# file: shop/kustomization.yaml
resources:
- settings.yaml
# file: shop/settings.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
`);
  const { kind, identities } = await rights('flux-system', folder);
  expect(kind).toBe('tenant');
  expect(identities.find(({ account }) => account.name === 'deployer')).toMatchObject({
    today: [],
    rules: [
      // Its health is told by what it owns.
      { namespace: 'data', apiGroups: [''], resources: ['pods'], verbs: ['list'] },
      {
        namespace: 'data',
        apiGroups: ['apps'],
        resources: ['deployments'],
        verbs: ['get', 'list', 'watch'],
      },
      { namespace: 'data', apiGroups: ['apps'], resources: ['replicasets'], verbs: ['list'] },
      {
        namespace: 'shop',
        resources: ['configmaps'],
        verbs: ['get', 'list', 'watch', 'create', 'patch'],
      },
    ],
  });
});

// FIXME: docs/known-gaps.md, Least rights, Impersonation by projects: Argo CD applies it as shop-deployer here.
test('service accounts that a project impersonates are not read', async () => {
  const project = `
# file: argocd/project.yaml
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata:
  name: shop
  namespace: argocd
spec:
  destinationServiceAccounts:
  - server: "*"
    namespace: shop
    defaultServiceAccount: shop-deployer
`;
  const folder = temporaryTree(
    shop.replace('- application.yaml', '- application.yaml\n- project.yaml') + project,
  );
  const { identities } = await rights('shop', folder);
  expect(identities.map(({ account }) => account.name)).toEqual(['argocd-application-controller']);
});

test('a project is compared over all its Applications', async () => {
  const { kind, identities, projects } = await rights('payments');
  expect(kind).toBe('project');
  expect(identities.map(({ cluster }) => cluster)).toEqual([
    'prod-eu-1',
    'prod-us-1',
    'prod-us-2',
    'staging-eu-1',
  ]);
  expect(projects).toMatchObject([
    {
      name: 'payments',
      excess: [
        {
          field: 'namespaceResourceWhitelist',
          what: 'all kinds in namespaces',
          file: 'argocd/control/projects/payments.yaml',
        },
      ],
    },
  ]);
});

test('roles and projects as YAML say what they do not know', async () => {
  const folder = temporaryTree(shop);
  const { out } = await strata(['rights', 'shop', '--workspace', '.', '--format', 'yaml'], {
    folder,
  });
  expect(out).toMatch(
    /^# in-cluster: nothing here defines Policy.example.com: its resource is guessed\./,
  );
  expect(out.match(/^kind: .*$/gm)).toEqual([
    'kind: Role',
    'kind: RoleBinding',
    'kind: AppProject',
  ]);
});

test('an unknown name is refused with the one that may be meant', async () => {
  expect(await strata(['rights', 'prod-eu-2', '--workspace', '.'])).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining(
      'there is no cluster, project or tenant prod-eu-2. Did you mean prod-eu-1?',
    ) as string,
  });
});

test('with the least project in the place of its own, the fleet is permitted all that it does, and no place less', async () => {
  const folder = gitFleet();
  const project = join(folder, 'argocd/control/projects/payments.yaml');
  const notPermitted = async (): Promise<readonly string[]> => {
    const { out } = await strata(['survey', '--json', '--workspace', '.'], { folder });
    const { findings } = JSON.parse(out) as { findings: readonly { code: string }[] };
    return findings.flatMap(({ code }) => (/-not-permitted$/.test(code) ? [code] : []));
  };
  const words = ['rights', 'payments', '--workspace', '.', '--format', 'yaml'];
  const { out } = await strata(words, { folder });
  const least = out.split('---\n').find((one) => one.includes('kind: AppProject')) ?? '';
  const place = '- name: prod-eu-1\n    namespace: payments\n';
  expect(least).toContain(place);
  writeFileSync(project, least);
  expect(await notPermitted()).toEqual([]);
  writeFileSync(project, least.replace(`  ${place}`, ''));
  expect(await notPermitted()).toEqual(['argocd.destination-not-permitted']);
}, 60_000);
