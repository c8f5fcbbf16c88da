import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSyncOf } from '../../test/fluxSync.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

/** What uncommitted changes change. */
async function impact(folder: string, ...words: readonly string[]): Promise<ImpactDocument> {
  const { out, exitCode } = await strata(['impact', '--base', 'HEAD', '--json', ...words], {
    folder,
  });
  expect(exitCode).toBe(0);
  return JSON.parse(out) as ImpactDocument;
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

function application(name: string, path: string, destination = 'name: one'): string {
  return `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source: { repoURL: "https://git.example.com/acme/fleet.git", path: ${path} }
    destination: { ${destination} }`;
}

test('what builds on neither side is unknown where nothing known delivers it, and is told once where something does', async () => {
  const folder = gitRepository(`
  # file: apps/web.yaml${application('web', 'web')}
  # file: web/kustomization.yaml
  resources: [nowhere.yaml]
  # file: lost/kustomization.yaml
  resources: [nowhere.yaml]`);
  const unknown = async (root: string): Promise<readonly unknown[]> => {
    edit(folder, `${root}/kustomization.yaml`, (text) => `${text}namePrefix: a-\n`);
    const words = ['impact', '--base', 'HEAD', '--fail-on', 'unknown'];
    const { exitCode, err } = await strata(words, { folder });
    commitAll(folder);
    return [exitCode, err];
  };
  expect(await unknown('lost')).toEqual([
    1,
    'strata: --fail-on unknown: lost (There is no file `nowhere.yaml`)\n',
  ]);
  expect(await unknown('web')).toEqual([
    1,
    'strata: --fail-on unknown: web on one (There is no file `nowhere.yaml`)\n',
  ]);
});

test('another way to build reaches all that Argo CD builds', async () => {
  const folder = gitRepository(`
  # file: apps/web.yaml${application('web', 'web')}
  # file: web/kustomization.yaml
  resources: [../web.yaml]
  # file: web.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
  # file: argocd.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: argocd-cm, namespace: argocd }
  data: { kustomize.buildOptions: "--load-restrictor=none" }`);
  edit(folder, 'argocd.yaml', (text) => text.replace('=none', '=LoadRestrictionsRootOnly'));
  const { applications } = await impact(folder);
  expect(applications.map(({ name, status }) => [name, status])).toEqual([['web', 'fails']]);
});

describe('two applications own one object', () => {
  const tree = (name: string, cluster = 'one'): string => `
  # file: apps/web.yaml${application('web', 'web', 'name: one, namespace: shop')}
  # file: apps/shop.yaml${application('shop', 'shop', `name: ${cluster}, namespace: shop`)}
  # file: apps/other.yaml${application('other', 'other', 'name: one, namespace: shop')}
  # file: web/kustomization.yaml
  resources: [map.yaml]
  namePrefix: web-
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
  # file: shop/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: ${name}, namespace: shop } }
  # file: other/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: unlike } }`;

  /** The dangers by application. */
  async function dangers(folder: string): Promise<readonly string[]> {
    const { applications } = await impact(folder);
    return applications.flatMap((one) =>
      one.dangers.map(({ message }) => `${one.name}: ${message}`),
    );
  }

  const danger =
    'shop: ConfigMap/shop/web-one belongs to web on this cluster as well: two applications own it';

  test('where a change gives one of them another name', async () => {
    const folder = gitRepository(tree('shop-one'));
    edit(folder, 'shop/map.yaml', (text) => text.replace('shop-one', 'web-one'));
    expect(await dangers(folder)).toEqual([danger]);
  });

  test('where a change brings one of them to the cluster', async () => {
    const folder = gitRepository(tree('web-one', 'two'));
    edit(folder, 'apps/shop.yaml', (text) => text.replace('name: two', 'name: one'));
    expect(await dangers(folder)).toEqual([danger]);
  });

  test('not where they did before, and not on another cluster', async () => {
    const shared = gitRepository(tree('web-one'));
    edit(shared, 'shop/map.yaml', (text) => text.replace('metadata', 'data: {a: b}, metadata'));
    expect(await dangers(shared)).toEqual([]);
    const apart = gitRepository(tree('shop-one', 'two'));
    edit(apart, 'shop/map.yaml', (text) => text.replace('shop-one', 'web-one'));
    expect(await dangers(apart)).toEqual([]);
  });
});

describe('what leads nowhere', () => {
  const tree = `
  # file: apps/web.yaml${application('web', 'web/prod')}
  # file: apps/shop.yaml${application('shop', 'shop')}
  # file: apps/more.yaml${application('more', 'more')}
  # file: shop/kustomization.yaml
  namePrefix: shop-
  # file: more/kustomization.yaml
  namePrefix: more-
  # file: web/base/kustomization.yaml
  resources: [map.yaml]
  # file: web/base/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }
  # file: web/prod/kustomization.yaml
  resources: [../base]
  # file: web/old/kustomization.yaml
  resources: [../base]
  # file: archive/kustomization.yaml
  namePrefix: old-`;

  /** What is told, with a star where it is new. */
  async function ends(folder: string): Promise<readonly string[]> {
    const { looseEnds } = await impact(folder);
    return looseEnds.map((one) => `${one.new ? '* ' : ''}${one.message}`);
  }

  test('is told where the change touches it', async () => {
    const folder = gitRepository(tree);
    edit(folder, 'apps/web.yaml', (text) => `${text}\n`);
    expect(await ends(folder)).toEqual([]);
    edit(folder, 'web/base/map.yaml', (text) => text.replace('}', ', namespace: a }'));
    expect(await ends(folder)).toEqual(['nothing delivers web/old']);
    const { out } = await strata(['impact', '--base', 'HEAD'], { folder });
    expect(out.split('\n')[1]).toBe('· nothing delivers web/old');
  });

  test('is told where the change makes it so', async () => {
    const folder = gitRepository(tree);
    git(folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/fleet');
    edit(folder, 'apps/web.yaml', (text) => text.replace('web/prod', 'web/prd'));
    expect(await ends(folder)).toEqual([
      '* web is made of web/prd, which is not there',
      '* nothing delivers web/prod',
    ]);
    const { out } = await strata(['impact', '--base', 'HEAD', '--format', 'markdown'], { folder });
    expect(out).toContain('> - nothing delivers web/prod\n');
  });

  test('a folder that is there and left out is told with the line that leaves it out', async () => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: infra, namespace: flux-system }
  spec: { path: ./infra, sourceRef: { kind: GitRepository, name: flux-system } }
  # file: infra/kustomization.yaml
  namePrefix: infra-`);
    writeTree(folder, '# file: .sourceignore\n/docs\n/infra');
    expect(await ends(folder)).toContain(
      '* infra is made of infra, which .sourceignore:2 leaves out',
    );
  });

  test('a new file that nobody lists is told, a file of another tool is not', async () => {
    const folder = gitRepository(tree);
    const manifest = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: two } }\n';
    mkdirSync(join(folder, '.github'));
    writeFileSync(join(folder, '.github/two.yaml'), manifest);
    writeFileSync(join(folder, 'web/base/two.yaml'), manifest);
    writeFileSync(join(folder, 'web/base/values.yaml'), 'name: two\n');
    const catalog = '{ apiVersion: backstage.io/v1alpha1, kind: API, metadata: { name: two } }\n';
    writeFileSync(join(folder, 'web/base/catalog.yaml'), catalog);
    expect(await ends(folder)).toEqual(['* nothing delivers web/base/two.yaml']);
    edit(folder, 'web/base/kustomization.yaml', (text) => text.replace(']', ', two.yaml]'));
    expect(await ends(folder)).toEqual(['nothing delivers web/old']);
  });

  test('can be there on purpose', async () => {
    const folder = gitRepository(`${tree}
  # file: .strata/config.yaml
  silence: [{ code: delivery.undelivered, path: web/old, reason: kept to look at }]`);
    edit(folder, 'web/base/map.yaml', (text) => text.replace('}', ', namespace: a }'));
    expect(await ends(folder)).toEqual([]);
  });
});

describe('a root that delivers its own object', () => {
  const sync = (path: string): string => `${fluxSyncOf(path)}
  # file: ${path}/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one, namespace: web } }
  # file: ${path}/web.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec: { path: ./web, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }`;
  const web = `
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web, namespace: web } }`;

  async function told(
    folder: string,
  ): Promise<readonly (readonly [string, string | null, string, readonly string[]])[]> {
    const { applications } = await impact(folder);
    return applications.map(({ name, cluster, status, failures }) => [
      name,
      cluster,
      status,
      failures?.map(({ message }) => message) ?? [],
    ]);
  }

  test('fails, and takes nothing away, where its folder is gone with it', async () => {
    const folder = gitRepository(sync('clusters/prod') + web);
    git(folder, 'rm', '-r', '--quiet', 'clusters');
    const gone = ['The path `clusters/prod` does not exist.'];
    expect(await told(folder)).toEqual([
      ['flux-system', 'prod', 'fails', gone],
      ['web', 'prod', 'fails', gone],
    ]);
    // What is elsewhere now comes to no cluster before somebody applies it there.
    writeTree(folder, sync('clusters/other'));
    expect(await told(folder)).toEqual([
      ['flux-system', 'other', 'created', []],
      ['web', 'other', 'created', []],
      ['flux-system', 'prod', 'fails', gone],
      ['web', 'prod', 'fails', gone],
    ]);
  });

  test('deletes what it has deployed, where only its object is gone', async () => {
    const folder = gitRepository(sync('clusters/prod') + web);
    git(folder, 'rm', '--quiet', 'clusters/prod/flux-system/gotk-sync.yaml');
    expect((await told(folder)).map(([name, , status]) => [name, status])).toEqual([
      ['flux-system', 'deleted'],
      ['web', 'deleted'],
    ]);
  });

  test('moves to another folder that its old one leads to', async () => {
    const folder = gitRepository(sync('clusters/prod') + web);
    edit(folder, 'clusters/prod/flux-system/gotk-sync.yaml', (text) =>
      text.replace('./clusters/prod', './web'),
    );
    const [root] = await told(folder);
    expect(root).toEqual(['flux-system', 'prod', 'moved', []]);
  });
});

describe('an Application that names another project', () => {
  const named = (project: string): string =>
    application('web', 'web').replace('source:', `project: ${project}\n    source:`);
  const project = (name: string): string => `
  # file: apps/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: ${name}, namespace: argocd }
  spec:
    sourceRepos: ['*']
    destinations: [{ server: '*', name: '*', namespace: '*' }]`;

  async function turned(text: string): Promise<readonly (readonly [string, readonly string[]])[]> {
    const folder = gitRepository(`
  # file: apps/web.yaml${named('one')}
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }${text}`);
    edit(folder, 'apps/web.yaml', (old) => old.replace('project: one', 'project: two'));
    const { applications } = await impact(folder);
    return applications.map(({ status, gaps }) => [status, gaps.map(({ detail }) => detail)]);
  }

  test('is unknown where only Argo CD knows the project', async () => {
    expect(await turned('')).toEqual([['unknown', ['AppProject/two']]]);
  });

  test('is refused where the project is not among those of the tree, and equal where it is', async () => {
    expect(await turned(project('one'))).toEqual([['fails', []]]);
    expect(await turned(project('one') + project('two'))).toEqual([['touched', []]]);
  });
});

test('what follows another revision waits for it', async () => {
  const folder = gitRepository(`
  # file: apps/one.yaml${application('one', 'web', 'name: test-1')}
  # file: apps/two.yaml${application('two', 'web', 'name: prod-1').replace('path: web', 'path: web, targetRevision: release/prod')}
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }`);
  git(folder, 'branch', '--move', 'main');
  edit(folder, 'web/map.yaml', (text) => text.replace('one', 'two'));
  const { clusters, mergesTo } = await impact(folder);
  expect(mergesTo).toBe('main');
  expect(clusters.map(({ name, status, waitsFor }) => [name, status, waitsFor])).toEqual([
    ['prod-1', 'changed', 'release/prod'],
    ['test-1', 'changed', undefined],
  ]);
  const { out } = await strata(['impact', '--base', 'HEAD'], { folder });
  expect(out.split('\n')[0]).toContain(
    'after merge to main: 1 cluster changed · 1 cluster follows release/prod: not until merged there',
  );
});

describe('a submodule', () => {
  /** A repository whose root and application are made of a submodule, and the commits of the submodule. */
  function withSubmodule(): { readonly folder: string; readonly commits: readonly string[] } {
    const bases = gitRepository(`
  # file: web/kustomization.yaml
  resources: [map.yaml]
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one }, data: { a: "1" } }
  # file: plain/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: two }, data: { a: "1" } }`);
    const first = git(bases, 'rev-parse', 'HEAD');
    edit(bases, 'web/map.yaml', (text) => text.replace('"1"', '"2"'));
    edit(bases, 'plain/map.yaml', (text) => text.replace('"1"', '"2"'));
    const second = commitAll(bases);
    const folder = gitRepository(`
  # file: apps/web.yaml${application('web', 'web')}
  # file: apps/plain.yaml${application('plain', 'bases/plain')}
  # file: web/kustomization.yaml
  resources: [../bases/web]`);
    git(folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/fleet');
    const local = ['-c', 'protocol.file.allow=always'];
    git(folder, ...local, 'submodule', 'add', '--quiet', bases, 'bases');
    git(join(folder, 'bases'), 'checkout', '--quiet', first);
    commitAll(folder);
    git(join(folder, 'bases'), 'checkout', '--quiet', second);
    return { folder, commits: [first, second] };
  }

  /** What became of applications and roots, and the fields that differ. */
  async function told(folder: string, ...words: readonly string[]): Promise<readonly string[]> {
    const { roots, applications } = await impact(folder, ...words);
    return [
      ...applications.map(({ name, status, gaps }) =>
        [name, status, ...gaps.map(({ detail }) => detail)].join(' '),
      ),
      ...roots.map(({ root, status }) => `${root} ${status}`),
    ];
  }

  const changed = [
    'plain changed',
    'web changed',
    'bases/plain changed',
    'bases/web changed',
    'web changed',
  ];

  test('is read at the commit that the tree names, and from its own files', async () => {
    const { folder } = withSubmodule();
    expect(await told(folder)).toEqual(changed);
    git(folder, 'add', 'bases');
    expect(await told(folder, '--head', ':index')).toEqual(changed);
    commitAll(folder);
    expect(await told(folder)).toEqual([]);
    const { out } = await strata(['impact', '--base', 'HEAD~1', '--head', 'HEAD', '--json'], {
      folder,
    });
    const { applications } = JSON.parse(out) as ImpactDocument;
    expect(applications.map(({ status }) => status)).toEqual(['changed', 'changed']);
  });

  test('that was not fetched is unknown where another commit of it is named', async () => {
    const { folder, commits } = withSubmodule();
    commitAll(folder);
    const clone = temporaryTree('');
    git(clone, 'clone', '--quiet', folder, '.');
    git(clone, 'remote', 'set-url', 'origin', 'https://git.example.com/acme/fleet');
    const [first = '', second = ''] = commits.map(
      (one) => `submodule bases at ${one.slice(0, 12)}`,
    );
    const { out } = await strata(['impact', '--base', 'HEAD~1', '--head', 'HEAD', '--json'], {
      folder: clone,
    });
    const { applications, roots } = JSON.parse(out) as ImpactDocument;
    expect(
      applications.map(({ name, status, gaps }) => [
        name,
        status,
        gaps.map(({ detail }) => detail),
      ]),
    ).toEqual([
      ['plain', 'unknown', [second, first]],
      ['web', 'unknown', [second, first]],
    ]);
    expect(roots.map(({ root, status }) => [root, status])).toEqual([['web', 'unknown']]);
  });
});

test('the branch of an environment stands for itself alone', async () => {
  const folder = gitRepository(`
  # file: apps/one.yaml${application('one', 'web', 'name: test-1')}
  # file: apps/two.yaml${application('two', 'web', 'name: prod-1').replace('path: web', 'path: web, targetRevision: release/prod')}
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }`);
  git(folder, 'branch', '--move', 'main');
  for (const [branch, waiting] of [
    ['release/prod', 'test-1'],
    ['topic', 'prod-1'],
  ]) {
    git(folder, 'checkout', '--quiet', '-b', branch ?? '', 'main');
    edit(folder, 'web/map.yaml', (text) => text.replace('name: one', `name: "${branch ?? ''}"`));
    const { clusters } = await impact(folder);
    expect(clusters.filter(({ waitsFor }) => waitsFor !== undefined)).toMatchObject([
      { name: waiting },
    ]);
    git(folder, 'checkout', '--quiet', '.');
  }
});
