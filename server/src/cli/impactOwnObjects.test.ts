import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

async function told(folder: string, ...words: readonly string[]): Promise<string> {
  return (await strata(['impact', '--base', 'HEAD', ...words], { folder })).out;
}

async function impact(folder: string): Promise<ImpactDocument> {
  return JSON.parse(await told(folder, '--json')) as ImpactDocument;
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

const flux = `
  # file: clusters/prod/apps.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: fleet, namespace: flux-system }
  spec: { url: https://git.example.com/acme/fleet.git, ref: { branch: main }, interval: 1m }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec:
    sourceRef: { kind: GitRepository, name: fleet }
    path: ./web
    interval: 10m
    prune: false
  # file: web/kustomization.yaml
  configMapGenerator: [{ name: web, literals: [a=b] }]`;

test('fields of an object of Flux that somebody applied by hand are told, each with its line', async () => {
  const folder = gitRepository(flux);
  edit(folder, 'clusters/prod/apps.yaml', (text) =>
    text
      .replace('interval: 10m', 'interval: 5m')
      .replace('prune: false', 'prune: true\n  suspend: true\n  serviceAccountName: web'),
  );
  const text = await told(folder);
  expect(text.replace(/^\w{12}/, 'HEAD')).toMatchInlineSnapshot(`
    "HEAD → working tree: 1 cluster changed · 1 object that somebody applies by hand changed

    prod  prod
        web  output equal  its Kustomization itself changes
          ! Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web is suspended: nothing that changes arrives through it any more
          ! Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web prunes from now on: what it has deployed and is in Git no more is deleted
          ! Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web is applied with the rights of the service account web from now on

    clusters/prod/apps.yaml  changed
      ~ Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web
          /spec/interval            10m → 5m  clusters/prod/apps.yaml:12
          /spec/prune               false → true  clusters/prod/apps.yaml:13
          /spec/suspend             + true  clusters/prod/apps.yaml:14
          /spec/serviceAccountName  + web  clusters/prod/apps.yaml:15
    "
  `);
});

test('JSON and Markdown tell them as well, and dangers have codes of their own', async () => {
  const folder = gitRepository(flux);
  edit(folder, 'clusters/prod/apps.yaml', (text) => text.replace('prune: false', 'prune: true'));
  const { applications, handApplied, clusters } = await impact(folder);
  expect(applications.map(({ status, object, dangers }) => ({ status, object, dangers }))).toEqual([
    {
      status: 'touched',
      object: true,
      dangers: [
        {
          code: 'impact.starts-pruning',
          message:
            'Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web prunes from now on: what it has deployed and is in Git no more is deleted',
          resource: 'Kustomization.kustomize.toolkit.fluxcd.io/flux-system/web',
          origin: { file: 'clusters/prod/apps.yaml', line: 13 },
        },
      ],
    },
  ]);
  expect(applications[0]?.ownObject?.fields).toEqual([
    {
      path: '/spec/prune',
      before: false,
      after: true,
      origin: { file: 'clusters/prod/apps.yaml', line: 13 },
    },
  ]);
  expect(handApplied?.map(({ file, resources }) => [file, resources])).toEqual([
    ['clusters/prod/apps.yaml', [applications[0]?.ownObject]],
  ]);
  expect(clusters.map(({ name, status }) => [name, status])).toEqual([['prod', 'changed']]);
  const markdown = await told(folder, '--format', 'markdown');
  expect(markdown).toContain('/spec/prune: false → true  # clusters/prod/apps.yaml:13\n');
  expect(markdown).toContain('prunes from now on');
});

const argo = `
  # file: argocd/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    project: shop
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
    destination: { name: one }
    syncPolicy: { automated: { selfHeal: true } }
  # file: argocd/project.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop, namespace: argocd }
  spec: { sourceRepos: ["*"], destinations: [{ server: "*", name: "*", namespace: "*" }] }
  # file: web/kustomization.yaml
  configMapGenerator: [{ name: web, literals: [a=b] }]`;

/** `FILE: FIELD before → after`, of what somebody applies by hand. */
function fields({ handApplied = [] }: ImpactDocument): readonly string[] {
  return handApplied.flatMap(({ file, resources }) =>
    resources.flatMap((one) =>
      (one.fields ?? []).map(
        ({ path, before, after }) =>
          `${file}: ${path} ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
      ),
    ),
  );
}

function dangers({ applications }: ImpactDocument): readonly string[] {
  return applications.flatMap((one) => one.dangers.map(({ code }) => `${one.name} ${code}`));
}

test('an Application that stops to sync by itself, or prunes from now on, is a danger', async () => {
  const folder = gitRepository(argo);
  edit(folder, 'argocd/web.yaml', (text) => text.replace('selfHeal: true', 'prune: true'));
  expect(dangers(await impact(folder))).toEqual(['web impact.starts-pruning']);
  edit(folder, 'argocd/web.yaml', (text) => text.replace('prune: true', 'enabled: false'));
  const stopped = await impact(folder);
  expect(dangers(stopped)).toEqual(['web impact.stops-syncing']);
  expect(fields(stopped)).toEqual([
    'argocd/web.yaml: /spec/syncPolicy/automated/selfHeal true → undefined',
    'argocd/web.yaml: /spec/syncPolicy/automated/enabled undefined → false',
  ]);
});

test('a project and a source that nothing delivers are told by their fields', async () => {
  const folder = gitRepository(argo);
  edit(folder, 'argocd/project.yaml', (text) =>
    text.replace('spec: {', 'spec: { description: ours,'),
  );
  const document = await impact(folder);
  expect(fields(document)).toEqual(['argocd/project.yaml: /spec/description undefined → "ours"']);
  expect(await told(folder)).toContain(': 1 object that somebody applies by hand changed\n');
});

test('an object that only moved to another file has not changed', async () => {
  const folder = gitRepository(argo);
  const text = readFileSync(join(folder, 'argocd/web.yaml'), 'utf8');
  rmSync(join(folder, 'argocd/web.yaml'));
  writeFileSync(join(folder, 'argocd/shop.yaml'), text);
  expect((await impact(folder)).handApplied).toBeUndefined();
  edit(folder, 'argocd/shop.yaml', (one) => one.replace('name: one', 'name: one, namespace: web'));
  expect(fields(await impact(folder))).toEqual([
    'argocd/shop.yaml: /spec/destination/namespace undefined → "web"',
  ]);
});

test('objects of one name in two files are each compared with what stood in the same file', async () => {
  const project = (file: string): string => `
  # file: clusters/${file}/project.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop, namespace: argocd }
  spec: { description: ${file}, sourceRepos: ["*"], destinations: [] }`;
  const folder = gitRepository(`${project('eu')}${project('us')}`);
  for (const one of ['eu', 'us'])
    edit(folder, `clusters/${one}/project.yaml`, (text) =>
      text.replace(`: ${one}`, `: new ${one}`),
    );
  expect(fields(await impact(folder))).toEqual([
    'clusters/eu/project.yaml: /spec/description "eu" → "new eu"',
    'clusters/us/project.yaml: /spec/description "us" → "new us"',
  ]);
  // One of them moves, too: it is compared with the one that no file has any more.
  const text = readFileSync(join(folder, 'clusters/us/project.yaml'), 'utf8');
  rmSync(join(folder, 'clusters/us/project.yaml'));
  writeFileSync(join(folder, 'clusters/a.yaml'), text);
  expect(fields(await impact(folder))).toEqual([
    'clusters/a.yaml: /spec/description "us" → "new us"',
    'clusters/eu/project.yaml: /spec/description "eu" → "new eu"',
  ]);
});

test('a project that is new is told, and one that is gone stays on its cluster', async () => {
  const folder = gitRepository(argo);
  const project = readFileSync(join(folder, 'argocd/project.yaml'), 'utf8');
  rmSync(join(folder, 'argocd/project.yaml'));
  writeFileSync(join(folder, 'argocd/more.yaml'), project.replace('name: shop', 'name: more'));
  const text = await told(folder);
  expect(text.slice(text.indexOf('argocd/more.yaml  changed'))).toMatchInlineSnapshot(`
    "argocd/more.yaml  changed
      + AppProject.argoproj.io/argocd/more

    argocd/project.yaml  changed
      - AppProject.argoproj.io/argocd/shop  stays on the cluster, as nothing prunes it
    "
  `);
});

test('what a set makes of its own parameters is told once for all that it makes alike', async () => {
  const folder = gitRepository(`
  # file: argocd/set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: web, namespace: argocd }
  spec:
    goTemplate: true
    generators:
    - git:
        repoURL: https://git.example.com/acme/fleet.git
        revision: HEAD
        files: [{ path: clusters/*.yaml }]
    template:
      metadata: { name: "web-{{.name}}" }
      spec:
        project: default
        source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
        destination: { name: "{{.name}}" }
        syncPolicy: { automated: { prune: false, selfHeal: false } }
    templatePatch: |
      spec: { syncPolicy: { automated: { prune: {{ .prune }} } } }
  # file: clusters/one.yaml
  { name: one, prune: false }
  # file: clusters/two.yaml
  { name: two, prune: false }
  # file: web/kustomization.yaml
  configMapGenerator: [{ name: web, literals: [a=b] }]`);
  for (const one of ['one', 'two'])
    edit(folder, `clusters/${one}.yaml`, (text) => text.replace('false', 'true'));
  const document = await impact(folder);
  expect(dangers(document)).toEqual([
    'web-one impact.starts-pruning',
    'web-two impact.starts-pruning',
  ]);
  const text = await told(folder);
  expect(text.slice(text.indexOf('web-one on one'))).toMatchInlineSnapshot(`
    "web-one on one  changed
      as web-two on two
      ~ Application.argoproj.io/argocd/web-one
          /spec/syncPolicy/automated/prune  + true  argocd/set.yaml:17
    "
  `);
});

test('where a root delivers the object, the root tells its fields, and the application its dangers', async () => {
  const folder = gitRepository(`${flux}
  # file: clusters/prod/kustomization.yaml
  resources: [apps.yaml]`);
  edit(folder, 'clusters/prod/apps.yaml', (text) =>
    text.replace('prune: false', 'prune: false\n  suspend: true'),
  );
  const document = await impact(folder);
  expect(dangers(document)).toEqual(['web impact.suspends-application']);
  expect(document.handApplied).toBeUndefined();
  expect(document.applications.map(({ ownObject }) => ownObject)).toEqual([undefined]);
  expect(document.roots.map(({ root, status }) => [root, status])).toEqual([
    ['clusters/prod', 'changed'],
  ]);
});

test.each(['GitRepository', 'OCIRepository', 'HelmRepository', 'Bucket'])(
  'a %s that is suspended is a danger, by its own name',
  async (kind) => {
    const folder = gitRepository(flux.replace('kind: GitRepository\n', `kind: ${kind}\n`));
    edit(folder, 'clusters/prod/apps.yaml', (text) =>
      text.replace('interval: 1m', 'interval: 1m, suspend: true'),
    );
    const words = ['impact', '--base', 'HEAD', '--fail-on', 'danger'];
    const { exitCode, out } = await strata(words, { folder });
    expect(exitCode).not.toBe(0);
    expect(out).toContain(`${kind}.source.toolkit.fluxcd.io/flux-system/fleet is suspended`);
  },
);

test('who owns a patch of an Application approves of what it changes', async () => {
  const folder = gitRepository(`
  # file: CODEOWNERS
  /argocd/common.yaml @acme/platform
  /argocd/web.yaml @acme/web
  # file: argocd/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
    destination: { name: in-cluster, namespace: web }
  # file: argocd/common.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: any }
  spec: { syncPolicy: { automated: { prune: false, selfHeal: true } } }
  # file: argocd/kustomization.yaml
  resources: [web.yaml]
  patches: [{ path: common.yaml, target: { kind: Application } }]
  # file: web/kustomization.yaml
  configMapGenerator: [{ name: web, literals: [a=b] }]`);
  edit(folder, 'argocd/common.yaml', (text) => text.replace('prune: false', 'prune: true'));
  const document = await impact(folder);
  expect(dangers(document)).toEqual(['web impact.starts-pruning']);
  const [web] = document.applications;
  expect(web?.approvals).toEqual([{ owners: ['@acme/platform'], from: 'CODEOWNERS:1' }]);
});

test('dangers of objects that somebody applies by hand are findings, each once', async () => {
  const folder = gitRepository(flux);
  edit(folder, 'clusters/prod/apps.yaml', (text) =>
    text.replace('interval: 1m }', 'interval: 1m, suspend: true }'),
  );
  const sarif = JSON.parse(await told(folder, '--format', 'sarif')) as {
    readonly runs: readonly {
      readonly results: readonly {
        readonly ruleId: string;
        readonly message: { readonly text: string };
      }[];
    }[];
  };
  expect(sarif.runs.flatMap(({ results }) => results.map((one) => one.ruleId))).toEqual([
    'impact.suspends-application',
  ]);
  const markdown = await told(folder, '--format', 'markdown');
  expect(markdown.split('is suspended').length - 1).toBe(1);
  expect(markdown).not.toContain('(2 roots)');
});
