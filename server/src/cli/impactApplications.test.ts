import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSync } from '../../test/fluxSync.ts';
import { commitAll, gitFleet, gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

async function impact(folder: string): Promise<ImpactDocument> {
  const { out } = await strata(['impact', '--json'], { folder });
  return JSON.parse(out) as ImpactDocument;
}

/** `name@cluster status`, with `object` where the object itself changed. */
function applications(document: ImpactDocument): readonly string[] {
  return document.applications.map(({ name, cluster, status, object }) =>
    [`${name}@${cluster ?? '?'}`, status, ...(object ? ['object'] : [])].join(' '),
  );
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

test('a field that production overrides changes on the other clusters alone', async () => {
  const folder = gitFleet();
  edit(folder, 'apps/checkout/base/deployment.yaml', (text) =>
    text.replace('replicas: 1', 'replicas: 2'),
  );
  const document = await impact(folder);
  expect(applications(document)).toEqual([
    'checkout-dev-eu-1@dev-eu-1 changed',
    'checkout-prod-ap-1@prod-ap-1 touched',
    'checkout-prod-eu-1@prod-eu-1 touched',
    'checkout-prod-us-1@prod-us-1 touched',
    'checkout-prod-us-2@prod-us-2 touched',
    'checkout-staging-eu-1@staging-eu-1 touched',
  ]);
  expect(document.clusters.filter(({ status }) => status === 'changed')).toEqual([
    {
      name: 'dev-eu-1',
      environment: 'dev',
      releaseDomain: 'dev',
      status: 'changed',
      applications: 1,
    },
  ]);
  expect(document.applications[0]?.approvals).toEqual([
    { owners: ['@acme/checkout'], from: 'CODEOWNERS:5' },
  ]);
  expect(document.crossings).toEqual([]);
});

test('an owner whom several lines name is named once, with the lines', async () => {
  const folder = gitRepository(`
  # file: CODEOWNERS
  /web/base/ @acme/web
  /web/one/ @acme/web
  # file: apps/one.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: one, namespace: argocd }
  spec: { source: { repoURL: https://git.example.com/acme/fleet, path: web/one }, destination: { name: one } }
  # file: web/base/kustomization.yaml
  configMapGenerator: [{ name: base, literals: [a=b] }]
  # file: web/one/kustomization.yaml
  resources: [../base]
  namePrefix: a-`);
  edit(folder, 'web/base/kustomization.yaml', (text) => text.replace('a=b', 'a=c'));
  edit(folder, 'web/one/kustomization.yaml', (text) => text.replace('a-', 'b-'));
  const told = async (...words: readonly string[]): Promise<string> =>
    (await strata(['impact', '--base', 'HEAD', ...words], { folder })).out;
  expect(await told()).toContain('  needs @acme/web (CODEOWNERS:1, CODEOWNERS:2)\n');
  expect(await told('--format', 'markdown')).toMatch(/ \| @\u200b?acme\/web \|\n/);
});

test('values files of another source, and components of an Application, need their owners', async () => {
  const folder = gitFleet();
  edit(folder, 'apps/storefront/clusters/prod-us-1/values.yaml', (text) =>
    text.replace('USD', 'CAD'),
  );
  edit(folder, 'clusters/dev-eu-1/kustomization.yaml', (text) => text.replace('eu', 'xx'));
  const { applications: rows } = await impact(folder);
  const owners = rows.map(({ name, approvals }) => [name, approvals.map(({ from }) => from)]);
  expect(Object.fromEntries(owners)).toEqual({
    'catalog-dev-eu-1': ['CODEOWNERS:2'],
    'checkout-dev-eu-1': ['CODEOWNERS:2'],
    'storefront-prod-us-1': ['CODEOWNERS:11'],
  });
});

test.each([
  [
    'a template that asks for what no generator gives',
    'argocd/control/applicationsets/checkout.yaml',
    (text: string) => text.replaceAll('.path.basename', '.path.nothing'),
  ],
  [
    'a file that cannot be read',
    'argocd/control/applicationsets/checkout.yaml',
    (text: string) => `${text}  : {[\n`,
  ],
  ['an entry that cannot be read', 'argocd/root.yaml', (text: string) => `${text}  : {[\n`],
])('%s takes no application away', async (_, file, change) => {
  const folder = gitFleet();
  edit(folder, file, change);
  const document = await impact(folder);
  const found = applications(document);
  expect(found.filter((one) => one.includes('deleted'))).toEqual([]);
  const failing = document.applications.filter(({ status }) => status === 'fails');
  expect(failing.map(({ failures }) => failures?.[0]?.origin?.file)).toEqual(
    failing.map(() => file),
  );
  const lost = file === 'argocd/root.yaml' ? 'root@in-cluster' : 'checkout-prod-eu-1@prod-eu-1';
  expect(found).toContain(`${lost} fails`);
});

test('another revision is not equal because the files at hand are', async () => {
  const folder = gitFleet();
  edit(folder, 'argocd/control/applicationsets/checkout.yaml', (text) =>
    text.replace('targetRevision: main', 'targetRevision: release'),
  );
  const document = await impact(folder);
  expect(applications(document)).toContain('checkout-prod-eu-1@prod-eu-1 unknown object');
  const row = document.applications.find(({ name }) => name === 'checkout-prod-eu-1');
  expect(row?.gaps).toEqual([
    {
      kind: 'remote',
      detail: 'https://git.example.com/acme/fleet.git?ref=release',
      changed: true,
    },
  ]);
});

test('what a folder beside a chart loses is told also where the chart turns to another version', async () => {
  const folder = gitRepository(`
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    destination: { name: one }
    sources:
    - { repoURL: https://charts.example.com, chart: web, targetRevision: 1.0.0 }
    - { repoURL: https://git.example.com/acme/fleet, path: web }
  # file: web/kustomization.yaml
  resources: [map.yaml, claim.yaml]
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
  # file: web/claim.yaml
  { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data } }`);
  edit(folder, 'apps/web.yaml', (text) => text.replace('1.0.0', '2.0.0'));
  const told = async (): Promise<unknown> => {
    const [one] = (await impact(folder)).applications;
    return [one?.status, one?.resources.map(({ kind, change }) => [kind, change]), one?.gaps];
  };
  const gap = { kind: 'remote', detail: 'https://charts.example.com?ref=2.0.0', changed: true };
  expect(await told()).toMatchObject(['unknown', [], expect.arrayContaining([gap]) as object]);
  edit(folder, 'web/kustomization.yaml', (text) => text.replace(', claim.yaml', ''));
  expect(await told()).toMatchObject([
    'changed',
    [['PersistentVolumeClaim', 'deleted']],
    expect.arrayContaining([gap]) as object,
  ]);
});

test('an application that takes its files from elsewhere now is not told as one that waits', async () => {
  const folder = gitFleet();
  edit(folder, 'argocd/control/applicationsets/checkout.yaml', (text) =>
    text.replace('targetRevision: main', 'targetRevision: release'),
  );
  const { out } = await strata(['impact'], { folder });
  expect(out).toContain(
    'unknown  its Application itself changes, takes its files from release now, where nobody looks from here',
  );
  expect(out).not.toContain('not until');
  expect(out).toMatch(/\nunknown: the files here do not tell whether it changes; .*\n$/);
});

test('a register that is gone leaves open what is generated from it, and deletes nothing', async () => {
  const folder = gitFleet();
  rmSync(join(folder, '.strata/clusters.yaml'));
  const { applications: rows } = await impact(folder);
  const own = rows.filter(({ name }) => name.startsWith('monitoring-'));
  expect(own).toHaveLength(6);
  for (const row of own) {
    expect(row).toMatchObject({ status: 'unknown', certainty: 'open', resources: [], dangers: [] });
    expect(row.why).toMatch(/which are not all known here\.$/);
  }
  const sets = rows.filter(({ cluster }) => cluster === null);
  expect(sets.map(({ name, status, object }) => [name, status, object])).toEqual([
    ['catalog', 'unknown', false],
    ['platform-addons', 'unknown', false],
    ['platform-crds', 'unknown', false],
  ]);
});

test('a project that no longer permits a cluster refuses what is delivered there, until it does again', async () => {
  const folder = gitFleet();
  const project = 'argocd/control/projects/shop.yaml';
  const text = readFileSync(join(folder, project), 'utf8');
  const only = text.replace("'*-*-*', namespace: checkout", "'prod-eu-*', namespace: checkout");
  writeFileSync(join(folder, project), only);
  const refused = await impact(folder);
  const found = applications(refused).filter((one) => one.startsWith('checkout'));
  expect(found).toHaveLength(5);
  expect(found).not.toContain('checkout-prod-eu-1@prod-eu-1 fails');
  expect(refused.applications.find(({ name }) => name === 'checkout-prod-us-1')).toMatchObject({
    ...{ status: 'fails', object: false, resources: [] },
    failures: [
      {
        code: 'argocd.destination-not-permitted',
        message: 'The project `shop` does not deliver to the namespace `checkout` of `prod-us-1`.',
        origin: { file: 'argocd/control/applicationsets/checkout.yaml' },
      },
    ],
  });
  const { out } = await strata(['impact'], { folder });
  expect(out).toContain('checkout-prod-us-1  refused by its project\n');
  commitAll(folder);
  writeFileSync(join(folder, project), text);
  const permitted = applications(await impact(folder));
  expect(permitted.filter((one) => one.endsWith('fixed'))).toEqual(
    found.map((one) => one.replace('fails', 'fixed')),
  );
});

test('equal changes of a chart are told once, whatever checksums come with them', async () => {
  const folder = gitFleet();
  edit(folder, 'charts/storefront/Chart.yaml', (text) =>
    text.replace(/^version: .*$/m, 'version: 9'),
  );
  const { out } = await strata(['impact'], { folder });
  expect(out).toContain(
    'storefront-prod-ap-1 on prod-ap-1  changed\n  as storefront-prod-eu-1 on prod-eu-1, storefront-prod-us-1 on prod-us-1\n',
  );
});

test('what Flux fills in is told as it arrives, and not as it is written', async () => {
  const folder = gitRepository(`${fluxSync}
    # file: clusters/eu/apps.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec:
      path: ./apps
      prune: true
      sourceRef: { kind: GitRepository, name: flux-system }
      postBuild: { substitute: { stations: "9" } }
    # file: apps/kustomization.yaml
    resources: [a.yaml]
    # file: apps/a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a }
    data: { stations: "\${stations:=1}", towns: "\${towns:=1}" }
  `);
  edit(folder, 'apps/a.yaml', (text) => text.replaceAll('=1}', '=2}'));
  const { out } = await strata(['impact'], { folder });
  expect(out).toContain(
    '\napps on eu  changed\n  ~ ConfigMap/a\n      /data/towns  1 → 2  apps/a.yaml:4\n',
  );
  expect(out).not.toContain('${');
});

test('another tag of a source of Flux changes what is made of it', async () => {
  const folder = gitRepository(`${fluxSync}
    # file: clusters/eu/apps.yaml
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: apps, namespace: flux-system }
    spec: { url: https://git.example.com/acme/fleet, ref: { tag: v1 } }
    ---
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec: { path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: apps } }
    # file: apps/kustomization.yaml
    resources: [a.yaml]
    # file: apps/a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
  `);
  edit(folder, 'clusters/eu/apps.yaml', (text) => text.replace('v1 }', 'v2 }'));
  expect(applications(await impact(folder))).toEqual([
    'apps@eu unknown object',
    'flux-system@eu changed',
  ]);
});

test.each([
  ['a file of the folder', 'apps/b.yaml', 'apps@eu fails'],
  ['the folder', 'apps', 'apps@eu fails'],
  ['something else', 'docs', 'apps@eu touched'],
])('a source of Flux that leaves out %s', async (_, ignored, expected) => {
  const folder = gitRepository(`
    # file: clusters/eu/flux-system/gotk-sync.yaml
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: flux-system, namespace: flux-system }
    spec: { url: https://git.example.com/acme/fleet, ref: { branch: main } }
    ---
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec: { path: ./apps, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }
    # file: apps/kustomization.yaml
    resources: [a.yaml, b.yaml]
    # file: apps/a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    # file: apps/b.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
  `);
  writeFileSync(join(folder, '.sourceignore'), `/${ignored}\n`);
  expect(applications(await impact(folder))).toEqual([expected]);
});

test('a chart that refuses its values takes no object away', async () => {
  const folder = gitFleet();
  edit(
    folder,
    'apps/storefront/clusters/dev-eu-1/values.yaml',
    (text) => `${text}autoscaling: { maxReplicas: 0 }\n`,
  );
  const document = await impact(folder);
  expect(applications(document)).toEqual(['storefront-dev-eu-1@dev-eu-1 unknown']);
  expect(document.applications[0]?.resources).toEqual([]);
  expect(document.applications[0]?.gaps[0]?.detail).toContain('"/autoscaling/maxReplicas"');
});

test('an ApplicationSet that is gone takes its applications away', async () => {
  const folder = gitFleet();
  edit(folder, 'argocd/control/kustomization.yaml', (text) =>
    text.replace('  - applicationsets/storefront.yaml\n', ''),
  );
  rmSync(join(folder, 'argocd/control/applicationsets/storefront.yaml'));
  const found = applications(await impact(folder));
  expect(found).toContain('storefront-prod-eu-1@prod-eu-1 deleted object');
});

test('a change of staging and production crosses release domains, and can fail', async () => {
  const folder = gitFleet();
  edit(folder, 'platform/namespaces/namespaces.yaml', (text) =>
    text.replace('name: checkout', 'name: checkout-two'),
  );
  const document = await impact(folder);
  expect(document.crossings.map(({ code }) => code)).toEqual([
    'impact.crosses-into-production',
    'impact.crosses-release-domains',
  ]);
  const words = ['impact', '--fail-on', 'domain-crossing'];
  expect((await strata(words, { folder })).exitCode).toBe(1);
});

test('a folder that goes away takes the application of a git generator with it', async () => {
  const folder = gitFleet();
  rmSync(join(folder, 'apps/checkout/clusters/prod-us-2'), { recursive: true });
  expect(applications(await impact(folder))).toEqual([
    'checkout-prod-us-2@prod-us-2 deleted object',
  ]);
});

test('an application that appears, moves and goes away', async () => {
  const one = (name: string, path: string, cluster: string): string => `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata:
    name: ${name}
    namespace: argocd
    finalizers: [resources-finalizer.argocd.argoproj.io]
  spec:
    source: { repoURL: https://git.example.com/acme/fleet, path: ${path} }
    destination: { name: ${cluster} }`;
  const folder = gitRepository(`
  # file: old.yaml${one('old', 'a', 'one')}
  # file: moving.yaml${one('moving', 'a', 'one')}
  # file: a/kustomization.yaml
  resources: [object.yaml]
  # file: a/object.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object } }
  `);
  rmSync(join(folder, 'old.yaml'));
  edit(folder, 'moving.yaml', (text) => text.replace('name: one', 'name: two'));
  writeFileSync(join(folder, 'new.yaml'), one('new', 'a', 'one').replaceAll(/^ {2}/gm, ''));
  const document = await impact(folder);
  expect(applications(document)).toEqual([
    'new@one created object',
    'old@one deleted object',
    'moving@two moved object',
  ]);
  const [, old, moving] = document.applications;
  expect(old?.dangers.map(({ code }) => code)).toEqual(['impact.deletes-application']);
  expect(moving?.previousCluster).toBe('one');
});

test('a variable of one cluster changes the applications of that cluster alone', async () => {
  const sync = (cluster: string): string => `
  # file: clusters/${cluster}/flux-system/kustomization.yaml
  resources: [gotk-sync.yaml]
  # file: clusters/${cluster}/flux-system/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: https://git.example.com/acme/fleet.git, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec:
    path: ./clusters/${cluster}
    sourceRef: { kind: GitRepository, name: flux-system }
  # file: clusters/${cluster}/vars.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: vars, namespace: flux-system }
  data: { size: small }
  # file: clusters/${cluster}/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec:
    path: ./apps
    sourceRef: { kind: GitRepository, name: flux-system }
    postBuild: { substituteFrom: [{ kind: ConfigMap, name: vars }] }`;
  const folder = gitRepository(`${sync('eu')}${sync('us')}
  # file: apps/kustomization.yaml
  resources: [object.yaml]
  # file: apps/object.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object }, data: { size: "\${size}" } }
  `);
  edit(folder, 'clusters/us/vars.yaml', (text) => text.replace('small', 'large'));
  const document = await impact(folder);
  expect(applications(document)).toEqual(['apps@us changed', 'flux-system@us changed']);
  expect(document.applications[0]?.resources[0]?.fields).toMatchObject([
    { path: '/data/size', before: 'small', after: 'large' },
  ]);
});

test('values of one cluster change the chart there alone, and a template changes it everywhere', async () => {
  const folder = gitFleet();
  const file = 'apps/storefront/clusters/prod-eu-1/values.yaml';
  edit(folder, file, (text) => `${text}\nunused: true\n`);
  const told = async (): Promise<readonly string[]> =>
    applications(await impact(folder)).filter((row) => !row.endsWith('touched'));
  expect(await told()).toEqual([]);
  edit(folder, file, (text) => text.replace('storefront.eu', 'shop.eu'));
  expect(await told()).toEqual(['storefront-prod-eu-1@prod-eu-1 changed']);
  edit(folder, 'charts/storefront/templates/service.yaml', (text) =>
    text.replace(/^kind: Service$/m, 'kind: Service\n# {{ .Values.none }}'),
  );
  expect(await told()).toEqual(['storefront-prod-eu-1@prod-eu-1 changed']);
  edit(folder, 'charts/storefront/templates/service.yaml', (text) =>
    text.replace('port: 80', 'port: 81'),
  );
  expect(await told()).toHaveLength(5);
});

test('another version of a chart that is elsewhere is unknown; when it is synced is not', async () => {
  const folder = gitRepository(`
  # file: app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: cache, namespace: argocd }
  spec:
    source: { repoURL: https://charts.example.com, chart: cache, targetRevision: 1.2.3 }
    destination: { name: one }
    syncPolicy: { automated: { prune: false } }
  `);
  edit(folder, 'app.yaml', (text) => text.replace('prune: false', 'prune: true'));
  expect(applications(await impact(folder))).toEqual(['cache@one touched object']);
  edit(folder, 'app.yaml', (text) => text.replace('1.2.3', '1.2.4'));
  expect(applications(await impact(folder))).toEqual(['cache@one unknown object']);
});

test('what an open generator may make of a folder is unknown', async () => {
  const folder = gitRepository(`
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set, namespace: argocd }
  spec:
    generators: [{ clusters: {} }]
    template:
      metadata: { name: 'app-{{name}}' }
      spec:
        source: { repoURL: https://git.example.com/acme/fleet, path: 'apps/{{name}}' }
        destination: { server: '{{server}}' }
  # file: apps/one/kustomization.yaml
  namePrefix: one-
  resources: [object.yaml]
  # file: apps/one/object.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object } }
  # file: other/kustomization.yaml
  namePrefix: other-
  `);
  edit(folder, 'other/kustomization.yaml', (text) => text.replace('other-', 'another-'));
  expect(applications(await impact(folder))).toEqual([]);
  edit(folder, 'apps/one/object.yaml', (text) => `# A comment\n${text}`);
  expect(applications(await impact(folder))).toEqual(['set@? touched']);
  // One of several parts does not know what became of the roots of the others.
  const { out } = await strata(['impact', '--json', '--shard', '1/2'], { folder });
  expect(applications(JSON.parse(out) as ImpactDocument)).toEqual(['set@? unknown']);
  edit(folder, 'apps/one/kustomization.yaml', (text) => text.replace('one-', 'two-'));
  expect(applications(await impact(folder))).toEqual(['set@? unknown']);
});

test('a pull request reads of clusters, approvals and borders; SARIF of the borders', async () => {
  const folder = gitFleet();
  edit(folder, 'platform/namespaces/namespaces.yaml', (text) =>
    text.replace('name: checkout', 'name: checkout-two'),
  );
  const markdown = (await strata(['impact', '--format', 'markdown'], { folder })).out;
  expect(markdown).toContain('| prod-eu-1 | production, prod-eu | namespaces-prod-eu-1 | changed');
  expect(markdown).toMatch(/> - it changes 5 release domains at once: dev, /);
  const { runs } = JSON.parse((await strata(['impact', '--format', 'sarif'], { folder })).out) as {
    runs: { results: { ruleId: string }[] }[];
  };
  expect(runs[0]?.results.map(({ ruleId }) => ruleId)).toContain('impact.crosses-release-domains');
});

test('a plain folder that an application is made of counts as a root', async () => {
  const folder = gitRepository(`
  # file: app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: app, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet, path: plain }
    destination: { name: one }
  # file: plain/one.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one }, data: { a: b } }
  # file: other/two.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: two } }
  `);
  edit(folder, 'other/two.yaml', (text) => text.replace('two', 'three'));
  expect((await impact(folder)).roots).toEqual([]);
  edit(folder, 'plain/one.yaml', (text) => text.replace('a: b', 'a: c'));
  const { roots, applications: rows } = await impact(folder);
  expect(roots).toMatchObject([
    { root: 'plain', status: 'changed', resources: [{ fields: [{ path: '/data/a' }] }] },
  ]);
  expect(rows.map(({ status }) => status)).toEqual(['changed']);
});

test('other values of Secrets have other masks, in roots and in applications', async () => {
  const folder = gitRepository(`
  # file: app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: app, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet, path: plain }
    destination: { name: one }
  # file: plain/one.yaml
  { apiVersion: v1, kind: Secret, metadata: { name: one }, stringData: { a: first } }
  # file: root/kustomization.yaml
  resources: [two.yaml]
  # file: root/two.yaml
  { apiVersion: v1, kind: Secret, metadata: { name: two }, stringData: { a: second } }
  `);
  edit(folder, 'plain/one.yaml', (text) => text.replace('first', 'third'));
  edit(folder, 'root/two.yaml', (text) => text.replace('second', 'fourth'));
  const { roots, applications: rows } = await impact(folder);
  const shown = [...roots, ...rows].flatMap(({ resources }) =>
    resources.flatMap(({ fields = [] }) => fields.flatMap(({ before, after }) => [before, after])),
  );
  // The plain folder is told as a root and as an application.
  expect(shown).toHaveLength(6);
  expect(new Set(shown).size).toBe(4);
});
