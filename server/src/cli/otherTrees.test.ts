import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { fluxSyncOf } from '../../test/fluxSync.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';
import type { ApplicationDocument } from '../analysis/applicationDocument.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

const address = 'https://git.example.com/acme/fleet.git';

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
}

function application(name: string, source: string, repository = address): string {
  return `
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}, namespace: argocd }
  spec:
    source: { repoURL: "${repository}", ${source} }
    destination: { name: ${name}-1 }`;
}

async function run(folder: string, ...words: readonly string[]): Promise<string> {
  const { out, err, exitCode } = await strata(words, { folder });
  expect([exitCode, err]).toEqual([0, '']);
  return out;
}

async function apps(
  folder: string,
  ...words: readonly string[]
): Promise<readonly ApplicationDocument[]> {
  const out = await run(folder, 'apps', '--json', ...words);
  return (JSON.parse(out) as { readonly applications: readonly ApplicationDocument[] })
    .applications;
}

async function impact(folder: string, ...words: readonly string[]): Promise<ImpactDocument> {
  return JSON.parse(
    await run(folder, 'impact', '--base', 'HEAD', '--json', ...words),
  ) as ImpactDocument;
}

const map = (value: string): string => `
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { key: ${value} } }`;

/** A fleet on `main` with an application of `release/prod`, where the map of `web` is another one. */
function withRelease(): string {
  const folder = gitRepository(`
  # file: apps/test.yaml${application('test', 'path: web')}
  # file: apps/prod.yaml${application('prod', 'path: web, targetRevision: release/prod')}
  # file: web/kustomization.yaml
  resources: [map.yaml]
  namespace: web
  # file: web/map.yaml${map('released')}`);
  git(folder, 'branch', '--move', 'main');
  git(folder, 'branch', 'release/prod');
  writeTree(folder, `# file: web/map.yaml${map('next')}`);
  commitAll(folder);
  return folder;
}

describe('an application that follows another branch', () => {
  test('is rendered from it', async () => {
    const folder = withRelease();
    expect(await run(folder, 'render', '--app', 'prod', '--cluster', 'prod-1')).toContain(
      'key: released',
    );
    expect(await run(folder, 'render', '--app', 'test', '--cluster', 'test-1')).toContain(
      'key: next',
    );
    const words = ['ConfigMap/map', '/data/key', '--app', 'prod', '--cluster', 'prod-1'];
    const explained = await run(folder, 'explain', ...words);
    expect(explained).toContain('= released');
    expect(explained).toMatch(/ fleet@release\/prod:web\/map\.yaml:1/);
  });

  test('is told as what it is', async () => {
    const [prod] = (await apps(withRelease())).filter(({ name }) => name === 'prod');
    expect(prod).toMatchObject({
      path: 'web',
      pathExists: true,
      followsRevision: 'release/prod',
      certainty: 'inferred',
      why: 'It follows release/prod, and its files are read there.',
    });
  });

  test('is checked as it is there', async () => {
    const folder = withRelease();
    writeTree(
      folder,
      `
  # file: web/pod.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: pod }
  spec: { hostNetwork: true, containers: [{ name: one, image: "registry.example.com/one:1.0.0" }] }
  ---
  apiVersion: v1
  kind: Namespace
  metadata: { name: web, labels: { pod-security.kubernetes.io/enforce: baseline } }
  # file: web/kustomization.yaml
  resources: [pod.yaml]
  namespace: web`,
    );
    git(folder, 'branch', '--force', 'release/prod', commitAll(folder));
    git(folder, 'reset', '--quiet', '--hard', 'HEAD~1');
    const { out } = await strata(['check', '--json'], { folder });
    const { findings, notEvaluated } = JSON.parse(out) as CheckDocument;
    const told = findings.filter(({ message }) => message.includes('hostNetwork'));
    expect(told.map(({ file, objects }) => [file, objects])).toMatchObject([
      ['apps/prod.yaml', [{ cluster: 'prod-1', application: 'prod', resource: 'Pod/web/pod' }]],
    ]);
    expect(notEvaluated).toEqual([]);
  });

  test('waits for a change, of which it is told what it would do there', async () => {
    const folder = withRelease();
    edit(folder, 'web/map.yaml', (text) => text.replace('next', 'later'));
    const { clusters, applications } = await impact(folder);
    expect(clusters.map(({ name, waitsFor }) => [name, waitsFor])).toEqual([
      ['prod-1', 'release/prod'],
      ['test-1', undefined],
    ]);
    const [prod] = applications;
    expect(prod?.resources[0]?.fields).toMatchObject([{ before: 'next', after: 'later' }]);
  });

  test('waits for a change that comes with another one of its own object', async () => {
    const folder = withRelease();
    edit(folder, 'apps/prod.yaml', (text) =>
      text.replace('{ name: prod,', '{ labels: { a: b }, name: prod,'),
    );
    edit(folder, 'web/map.yaml', (text) => text.replace('next', 'later'));
    const { applications } = await impact(folder);
    const [prod] = applications;
    expect(prod).toMatchObject({
      name: 'prod',
      status: 'changed',
      followsRevision: 'release/prod',
    });
    expect(prod?.resources[0]?.fields).toMatchObject([{ before: 'next', after: 'later' }]);
  });

  test('changes at once by what its own object says', async () => {
    const folder = withRelease();
    git(folder, 'tag', 'v2', 'main');
    edit(folder, 'apps/prod.yaml', (text) => text.replace('release/prod', 'v2'));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([['prod', 'changed']]);
    expect(applications[0]?.resources[0]?.fields).toMatchObject([
      { before: 'released', after: 'next' },
    ]);
  });

  test('is unknown where git does not have the branch that it turns to', async () => {
    const folder = withRelease();
    edit(folder, 'apps/prod.yaml', (text) => text.replace('release/prod', 'v9'));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([['prod', 'unknown']]);
  });

  test('is read as what is checked out where a partial clone lacks contents of its branch', async () => {
    const origin = withRelease();
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    const folder = temporaryTree('');
    git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.');
    git(folder, 'remote', 'set-url', 'origin', address);
    const [prod] = (await apps(folder)).filter(({ name }) => name === 'prod');
    expect(prod?.why).toBe('It follows release/prod, not what is checked out.');
    edit(folder, 'web/map.yaml', (text) => text.replace('next', 'later'));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([
      ['prod', 'changed'],
      ['test', 'changed'],
    ]);
  });

  test('follows what the remote has, as far as it was fetched', async () => {
    const folder = withRelease();
    git(folder, 'remote', 'add', 'upstream', 'git@git.example.com:acme/fleet.git');
    git(folder, 'update-ref', 'refs/remotes/upstream/release/prod', 'main');
    expect(await run(folder, 'render', '--app', 'prod', '--cluster', 'prod-1')).toContain(
      'key: next',
    );
  });

  test('does not follow the branch of a fork', async () => {
    const folder = withRelease();
    git(folder, 'branch', '--delete', '--force', 'release/prod');
    git(folder, 'remote', 'add', 'upstream', address);
    git(folder, 'remote', 'add', 'origin', 'https://git.example.com/somebody/fleet');
    git(folder, 'update-ref', 'refs/remotes/origin/release/prod', 'main');
    const [prod] = (await apps(folder)).filter(({ name }) => name === 'prod');
    expect(prod?.why).toBe('It follows release/prod, not what is checked out.');
  });

  test('counts once, also where the tree at hand holds its parts', async () => {
    const folder = gitRepository(`
  # file: apps/root.yaml${application('root', 'path: children, targetRevision: live')}
  # file: children/one.yaml${application('one', 'path: web')}
  # file: web/map.yaml${map('one')}`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'branch', 'live');
    edit(folder, 'children/one.yaml', (text) => text.replace('one-1', 'one-2'));
    writeTree(folder, `# file: children/two.yaml${application('two', 'path: web')}`);
    commitAll(folder);
    expect((await apps(folder)).map(({ name, cluster }) => `${name} ${cluster ?? ''}`)).toEqual([
      'one one-1',
      'root root-1',
    ]);
    edit(folder, 'children/two.yaml', (text) => text.replace('two-1', 'two-2'));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, followsRevision }) => [name, followsRevision])).toEqual([
      ['root', 'live'],
    ]);
  });

  test('makes applications of folders and files as they are there', async () => {
    const set = `
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: all, namespace: argocd }
  spec:
    generators:
    - git: { repoURL: "${address}", revision: live, directories: [{ path: "apps/*" }] }
    - git: { repoURL: "${address}", revision: live, files: [{ path: "list/*.json" }] }
    template:
      metadata: { name: "{{path.basename}}" }
      spec:
        project: default
        source: { repoURL: "${address}", targetRevision: live, path: "{{path}}" }
        destination: { name: one }`;
    const folder = gitRepository(`
  # file: sets/all.yaml${set}
  # file: apps/web/map.yaml${map('web')}
  # file: list/db.json
  {}`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'branch', 'live');
    git(folder, 'remote', 'add', 'origin', address);
    git(folder, 'rm', '-r', '--quiet', 'apps', 'list');
    commitAll(folder);
    expect((await apps(folder)).map(({ name, path }) => `${name} ${path ?? ''}`)).toEqual([
      'list list',
      'web apps/web',
    ]);
  });

  test.each([true, false])(
    'is told of where a set finds it once its branch has it; the branch is there: %s',
    async (hasBranch) => {
      const set = (name: string, path: string, generator: string): string => `
  # file: sets/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: ${name}, namespace: argocd }
  spec:
    generators:
    - git: { repoURL: "${address}", revision: live, ${generator} }
    template:
      metadata: { name: "${name}-{{path.basename}}{{name}}" }
      spec:
        project: default
        source: { repoURL: "${address}", path: "${path}" }
        destination: { name: one }`;
      const folder = gitRepository(
        `${set('folders', '{{path}}', 'directories: [{ path: "apps/*" }]')}${set('files', 'charts/{{name}}', 'files: [{ path: "clusters/*.json" }]')}
  # file: apps/web/map.yaml${map('web')}
  # file: charts/db/map.yaml${map('db')}
  # file: clusters/db.json
  { "name": "db" }`,
      );
      git(folder, 'branch', '--move', 'main');
      git(folder, 'remote', 'add', 'origin', address);
      if (hasBranch) git(folder, 'branch', 'live');
      const told = async (): Promise<unknown> => {
        const { applications } = await impact(folder);
        return applications.map(({ name, status, why }) => [name, status, why]);
      };
      const waits = (name: string): unknown => [
        name,
        'unknown',
        'A git generator reads live, not what is checked out.',
      ];
      writeTree(folder, `# file: apps/new/map.yaml${map('new')}`);
      expect(await told()).toEqual([waits('folders')]);
      expect(await run(folder, 'impact', '--base', 'HEAD')).not.toContain('nothing delivers');
      expect(await run(folder, 'why', 'apps/new/map.yaml')).toContain('folders');
      commitAll(folder);
      edit(folder, 'apps/new/map.yaml', (text) => text.replace('new', 'newer'));
      expect(await told()).toEqual([waits('folders')]);
      commitAll(folder);
      edit(folder, 'clusters/db.json', (text) => text.replace('"db"', '"other"'));
      // Without the branch, all of the tree may be what the other set makes applications of.
      expect(await told()).toEqual(hasBranch ? [waits('files')] : ['files', 'folders'].map(waits));
      expect(await run(folder, 'why', 'clusters/db.json')).toContain('files');
      commitAll(folder);
      writeTree(folder, '# file: README.md\n  nothing of it\n');
      expect(await told()).toEqual(hasBranch ? [] : [waits('folders')]);
    },
  );

  test('is unknown with all below it where its set turns to a revision that is not there', async () => {
    const folder = gitRepository(`
  # file: sets/all.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: all, namespace: argocd }
  spec:
    generators:
    - git: { repoURL: "${address}", revision: live, directories: [{ path: "teams/*" }] }
    template:
      metadata: { name: "{{path.basename}}" }
      spec:
        project: default
        source: { repoURL: "${address}", targetRevision: live, path: "{{path}}" }
        destination: { name: one }
  # file: teams/team/web.yaml${application('web', 'path: web, targetRevision: live')}
  # file: teams/team/broken.yaml${application('broken', 'path: broken, targetRevision: live')}
  # file: web/map.yaml${map('web')}
  # file: broken/kustomization.yaml
  resources: [nowhere.yaml]`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'branch', 'live');
    git(folder, 'remote', 'add', 'origin', address);
    edit(folder, 'sets/all.yaml', (text) => text.replaceAll('live', 'nowhere'));
    const told = async (): Promise<unknown> => {
      const { applications, clusters } = await impact(folder);
      expect(clusters.map(({ waitsFor }) => waitsFor)).toEqual(clusters.map(() => undefined));
      return applications.map(({ name, status }) => `${name} ${status}`);
    };
    expect(await told()).toEqual(['broken unknown', 'team unknown', 'web unknown', 'all unknown']);
    // The set makes the same applications; only what they are made of is not there.
    edit(folder, 'sets/all.yaml', (text) => text.replace('revision: nowhere', 'revision: live'));
    edit(folder, 'teams/team/web.yaml', (text) => text.replace('name: web,', 'name: other,'));
    expect(await told()).toEqual(['team unknown', 'other unknown', 'web unknown']);
  });

  test('of Flux is read where a hydrator reads what it writes to its branch', async () => {
    const folder = gitRepository(`${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/web.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: written, namespace: flux-system }
  spec: { url: "https://git.example.com/acme/fleet", ref: { branch: env/eu } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec: { path: ./out/web, prune: true, sourceRef: { kind: GitRepository, name: written } }
  # file: .strata/config.yaml
  version: 1
  hydrator:
  - dry: { branch: main, path: "apps/{app}/{cluster}" }
    hydrated: { branch: "env/{cluster}", path: "out/{app}" }
  # file: apps/web/eu/map.yaml${map('one')}`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'branch', 'env/eu');
    const [web] = (await apps(folder)).filter(({ name }) => name === 'web');
    expect(web).toMatchObject({
      path: 'apps/web/eu',
      pathExists: true,
      hydratedTo: 'env/eu',
    });
    edit(folder, 'apps/web/eu/map.yaml', (text) => text.replace('one', 'two'));
    const { applications } = await impact(folder);
    expect(applications.map(({ name, status, hydratedTo }) => [name, status, hydratedTo])).toEqual([
      ['web', 'changed', 'env/eu'],
    ]);
  });

  test('of a range of versions is rendered from the newest tag in it', async () => {
    const folder = gitRepository(`
  # file: apps/web.yaml${application('web', 'path: web, targetRevision: v1.*')}${fluxSyncOf('clusters/eu')}
  # file: clusters/eu/web.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: release, namespace: flux-system }
  spec: { url: "${address}", ref: { semver: ">=1.0.0 <2.0.0" } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec: { path: ./web, prune: true, sourceRef: { kind: GitRepository, name: release } }
  # file: web/map.yaml${map('v1')}`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'remote', 'add', 'origin', address);
    git(folder, 'tag', 'v1.9.0');
    for (const tag of ['v1.10.0', 'v2.0.0']) {
      writeTree(folder, `# file: web/map.yaml${map(tag)}`);
      commitAll(folder);
      git(folder, 'tag', tag);
    }
    for (const cluster of ['web-1', 'eu'])
      expect(await run(folder, 'render', '--app', 'web', '--cluster', cluster)).toContain(
        'key: v1.10.0',
      );
    edit(folder, 'apps/web.yaml', (text) => text.replace('v1.*', '^2'));
    edit(folder, 'clusters/eu/web.yaml', (text) => text.replace('<2.0.0', '<3.0.0'));
    const { applications } = await impact(folder);
    const told = applications.filter(({ name }) => name === 'web');
    expect(told.map(({ resources }) => resources[0]?.fields)).toMatchObject([
      [{ before: 'v1.10.0', after: 'v2.0.0' }],
      [{ before: 'v1.10.0', after: 'v2.0.0' }],
    ]);
    edit(folder, 'apps/web.yaml', (text) => text.replace('^2', '^3'));
    const [web] = (await impact(folder)).applications.filter(({ cluster }) => cluster === 'web-1');
    expect(web?.status).toBe('unknown');
  });

  test('of Flux is rendered from the branch or tag of its source', async () => {
    const folder = gitRepository(`${fluxSyncOf('clusters/prod')}
  # file: clusters/prod/web.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: release, namespace: flux-system }
  spec: { url: "${address}", ref: { tag: v1 } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web, namespace: flux-system }
  spec: { path: ./web, prune: true, sourceRef: { kind: GitRepository, name: release } }
  # file: web/map.yaml${map('v1')}
  # file: web/.sourceignore
  left-out.yaml
  # file: web/left-out.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: left-out } }`);
    git(folder, 'branch', '--move', 'main');
    git(folder, 'tag', 'v1');
    writeTree(folder, `# file: web/map.yaml${map('v2')}`);
    commitAll(folder);
    git(folder, 'tag', 'v2');
    const rendered = await run(folder, 'render', '--app', 'web', '--cluster', 'prod');
    expect(rendered).toContain('key: v1');
    expect(rendered).not.toContain('left-out');
    edit(folder, 'clusters/prod/web.yaml', (text) => text.replace('tag: v1', 'tag: v2'));
    const { applications } = await impact(folder);
    const [web] = applications.filter(({ name }) => name === 'web');
    expect(web?.resources[0]?.fields).toMatchObject([{ before: 'v1', after: 'v2' }]);
  });
});

describe('an application of another repository', () => {
  const other = 'https://git.example.com/acme/Web.git';

  /** A fleet, and a checkout of the repository that its applications are made of. */
  function withOther(): readonly [fleet: string, web: string] {
    const web = gitRepository(`
  # file: deploy/base/map.yaml${map('one')}
  # file: deploy/base/kustomization.yaml
  resources: [map.yaml]
  # file: deploy/prod/kustomization.yaml
  resources: [../base]
  namespace: web
  # file: children/child.yaml${application('child', 'path: deploy/base', other)}`);
    git(web, 'branch', '--move', 'main');
    git(web, 'remote', 'add', 'origin', 'git@git.example.com:acme/web');
    git(web, 'tag', 'v1');
    writeTree(web, `# file: deploy/base/map.yaml${map('two')}`);
    commitAll(web);
    const fleet = gitRepository(`
  # file: apps/web.yaml${application('web', 'path: deploy/prod, targetRevision: v1', other)}
  # file: apps/next.yaml${application('next', 'path: deploy/prod', other)}
  # file: apps/children.yaml${application('children', 'path: children', other)}`);
    git(fleet, 'remote', 'add', 'origin', address);
    return [fleet, web];
  }

  test('is rendered where a checkout of it is named', async () => {
    const [fleet, web] = withOther();
    const render = (name: string): Promise<string> =>
      run(fleet, 'render', '--app', name, '--cluster', `${name}-1`, '--repository', web);
    expect(await render('web')).toContain('key: one');
    expect(await render('next')).toContain('key: two');
    const found = await apps(fleet, '--repository', `https://mirror.example.com/web=${web}`);
    expect(found.map(({ name, path, certainty }) => [name, path, certainty])).toEqual([
      ['child', 'deploy/base', 'known'],
      ['children', 'children', 'known'],
      ['next', 'deploy/prod', 'known'],
      ['web', 'deploy/prod', 'known'],
    ]);
    expect(found[3]?.why).toBe(
      `Its files are those of ${other}, as the checkout of it here has them.`,
    );
  });

  test('changes with the tag that it is delivered from', async () => {
    const [fleet, web] = withOther();
    edit(fleet, 'apps/web.yaml', (text) =>
      text.replace('targetRevision: v1', 'targetRevision: main'),
    );
    const { applications } = await impact(fleet, '--repository', web);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([['web', 'changed']]);
    expect(applications[0]?.resources[0]?.fields).toMatchObject([{ before: 'one', after: 'two' }]);
    const without = await impact(fleet);
    expect(without.applications.map(({ status }) => status)).toEqual(['unknown']);
  });

  test('changes with what is changed in the checkout, committed or not', async () => {
    const [fleet, web] = withOther();
    edit(web, 'deploy/base/map.yaml', (text) => text.replace('two', 'three'));
    const told = async (): Promise<unknown> => {
      const { applications } = await impact(fleet, '--repository', web);
      return applications.map(({ name, status, resources }) => [
        name,
        status,
        resources.flatMap(({ fields = [] }) =>
          fields.map(({ before, after, origin }) => [before, after, origin?.file]),
        ),
      ]);
    };
    const field = ['two', 'three', 'web:deploy/base/map.yaml'];
    const expected = [
      ['child', 'changed', [field]],
      ['next', 'changed', [field]],
    ];
    expect(await told()).toEqual(expected);
    git(web, 'update-ref', 'refs/remotes/origin/main', 'main');
    git(web, 'checkout', '--quiet', '-b', 'work');
    commitAll(web);
    // Beside HEAD, nothing is uncommitted in either.
    expect(await told()).toEqual([]);
    const all = JSON.parse(
      await run(fleet, 'impact', '--json', '--repository', web),
    ) as ImpactDocument;
    expect(all.applications.map(({ name, status }) => [name, status])).toEqual([
      ['child', 'changed'],
      ['next', 'changed'],
    ]);
    expect(all.clusters.map(({ name, waitsFor }) => [name, waitsFor])).toEqual([
      ['child-1', undefined],
      ['next-1', undefined],
    ]);
  });

  test('is as it was where nothing that it is made of is changed in the checkout', async () => {
    const [fleet, web] = withOther();
    writeTree(web, '# file: README.md\n  words\n');
    const { applications } = await impact(fleet, '--repository', web);
    expect(applications.map(({ name }) => name)).toEqual([]);
  });

  test('comes and goes with the file of a checkout that declares it', async () => {
    const [fleet, web] = withOther();
    git(web, 'rm', '--quiet', 'children/child.yaml');
    writeTree(web, `# file: children/new.yaml${application('new', 'path: deploy/prod', other)}`);
    const { applications } = await impact(fleet, '--repository', web);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([
      ['child', 'deleted'],
      ['children', 'changed'],
      ['new', 'created'],
    ]);
  });

  test('of a branch that somebody follows changes with the checkout of that branch alone', async () => {
    const [fleet, web] = withOther();
    edit(fleet, 'apps/web.yaml', (text) =>
      text.replace('targetRevision: v1', 'targetRevision: live'),
    );
    commitAll(fleet);
    git(web, 'checkout', '--quiet', '-b', 'live');
    edit(web, 'deploy/base/map.yaml', (text) => text.replace('two', 'three'));
    const { applications } = await impact(fleet, '--repository', web);
    expect(applications.map(({ name, status }) => [name, status])).toEqual([['web', 'changed']]);
  });

  test('is not looked for where no repository is', async () => {
    const [fleet] = withOther();
    const words = ['apps', '--repository', './nowhere'];
    const { exitCode, err } = await strata(words, { folder: fleet });
    expect([exitCode, err]).toEqual([
      2,
      'strata: error: there is no git repository in ./nowhere.\n',
    ]);
  });
});
