import { describe, expect, test } from 'vitest';
import { applicationOf, here, isHere, treeOf } from '../../test/argoTree.ts';
import type { ApplicationSource } from '../delivery/application.ts';
import { sourcesOf, type SourceContext } from './sources.ts';

/** The sources of an Application with one source in the tree's repository, or with this whole `spec`. */
function sources(
  files: Readonly<Record<string, string>>,
  source: string,
  more: Partial<SourceContext> & { readonly metadata?: string } = {},
): readonly ApplicationSource[] {
  const spec = source.includes('source') ? source : `source: {repoURL: ${here}, ${source}}`;
  const context = { reader: treeOf(files), isHere, ...more };
  return sourcesOf(applicationOf(spec, more.metadata), context);
}

const root = { 'apps/web/kustomization.yaml': 'resources: []' };

// Source: Argo CD 3.2.0 util/app/path/path.go `Path`; Go path/filepath `Join`.
describe('the path of a source', () => {
  test.each([
    ['plain', 'path: apps/web', 'apps/web', true],
    ['with a dot', 'path: ./apps/web', 'apps/web', true],
    ['with slashes', 'path: apps//web/', 'apps/web', true],
    ['with a way back', 'path: other/../apps/web', 'apps/web', true],
    ['of the repository itself', 'path: .', '', true],
    ['of the repository itself, long', "path: './'", '', true],
    ['that does not exist', 'path: apps/api', 'apps/api', false],
    ['that is a file', 'path: apps/web/kustomization.yaml', 'apps/web/kustomization.yaml', false],
    ['in other letters', 'path: Apps/web', 'Apps/web', false],
    ['that is absolute', 'path: /apps/web', undefined, false],
    ['outside of the repository', 'path: ../fleet/apps/web', undefined, false],
    ['that is not named', 'targetRevision: main', undefined, false],
  ])('%s', (_, source, path, pathExists) => {
    expect(sources(root, source)).toMatchObject([{ path, pathExists }]);
  });

  test.each([
    ['a link on the way', { 'live -> apps': '', ...root }, 'live/web', true, 'kustomize'],
    // Go walks no link: nothing is found behind it, and the folder counts as a plain one without files.
    ['a link at its end', { 'live -> apps/web': '', ...root }, 'live', true, 'directory'],
    ['a link to nothing', { 'live -> gone': '' }, 'live', false, 'unknown'],
  ])('%s', (_, files, path, pathExists, build) => {
    expect(sources(files, `path: ${path}`)).toMatchObject([{ path, pathExists, build }]);
  });
});

// Source: Argo CD 3.2.0 util/git/client.go `lsRemote`; util/argo/argo.go `GetRefSources`.
describe('the revision of a source', () => {
  test.each([
    ['none', 'path: apps/web', undefined, true],
    ['HEAD', 'path: apps/web, targetRevision: HEAD', undefined, true],
    ['an empty one', "path: apps/web, targetRevision: ''", undefined, true],
    ['a branch', 'path: apps/web, targetRevision: main', 'main', true],
    ['another branch', 'path: apps/web, targetRevision: release/prod', 'release/prod', false],
    ['a tag', 'path: apps/web, targetRevision: v1.2.3', 'v1.2.3', false],
    ['a range of versions', 'path: apps/web, targetRevision: 1.2.*', '1.2.*', false],
    ['a commit', `path: apps/web, targetRevision: '${'0'.repeat(40)}'`, '0'.repeat(40), false],
    ['head in small letters', 'path: apps/web, targetRevision: head', 'head', false],
  ])('%s', (_, source, revision, isFollowed) => {
    expect(sources(root, source)).toMatchObject([{ isHere: true, revision, isFollowed }]);
  });

  test('another repository is not here', () => {
    const [source] = sources(root, 'source: {repoURL: https://git.example.com/x, path: apps/web}');
    expect(source).toMatchObject({ isHere: false, pathExists: false, build: 'unknown' });
  });

  // Source: types.go `IsHelm`, `IsOCI`.
  test('a chart or an artifact is not here, whatever its address', () => {
    const charts = `
sources:
- {repoURL: ${here}, chart: web, targetRevision: 1.2.3}
- {repoURL: oci://registry.example.com/web, path: .}`;
    expect(sources(root, charts)).toMatchObject([
      { isHere: false, chart: 'web', build: 'helm', path: undefined },
      { isHere: false, chart: undefined, build: 'unknown' },
    ]);
  });

  // Source: Argo CD 3.2.0 types.go `GetSyncSource`, `GetDrySource`.
  test('what is hydrated comes from the dry source, unless the tree is the branch that is synced', () => {
    const hydrated = (branch: string): string => `
sourceHydrator:
  drySource: {repoURL: ${here}, targetRevision: HEAD, path: apps/web}
  syncSource: {targetBranch: ${branch}, path: hydrated/web}`;
    expect(sources(root, hydrated('env/prod'))).toMatchObject([
      { path: 'apps/web', revision: undefined, build: 'kustomize' },
    ]);
    expect(sources(root, hydrated('main'))).toMatchObject([
      { path: 'hydrated/web', revision: 'main' },
    ]);
  });
});

// Source: Argo CD 3.2.0 util/app/discovery/discovery.go `Discover`; types.go `ExplicitType`.
describe('what is made of a source', () => {
  const folder = (...names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [`a/${name}`, '']));

  test.each<[string, Readonly<Record<string, string>>, string, ApplicationSource['build']]>([
    ['kustomization.yaml', folder('kustomization.yaml'), 'path: a', 'kustomize'],
    ['kustomization.yml', folder('kustomization.yml'), 'path: a', 'kustomize'],
    ['Kustomization', folder('Kustomization'), 'path: a', 'kustomize'],
    ['another name', folder('kustomize.yaml'), 'path: a', 'directory'],
    ['a chart', folder('Chart.yaml', 'values.yaml'), 'path: a', 'helm'],
    ['a name that ends like a chart', folder('OldChart.yaml'), 'path: a', 'helm'],
    ['no chart', folder('Chart.yml'), 'path: a', 'directory'],
    [
      'both: the last name counts',
      folder('Chart.yaml', 'kustomization.yaml'),
      'path: a',
      'kustomize',
    ],
    [
      'both, named the other way round',
      folder('zChart.yaml', 'kustomization.yaml'),
      'path: a',
      'helm',
    ],
    ['deeper down', folder('b/kustomization.yaml'), 'path: a', 'directory'],
    ['a folder of that name', folder('kustomization.yaml/x'), 'path: a', 'directory'],
    ['a link of that name', { 'a/Kustomization -> ../b': '', b: '' }, 'path: a', 'kustomize'],
    ['options win', folder('Chart.yaml'), 'path: a, kustomize: {}', 'kustomize'],
    [
      'options of a folder',
      folder('kustomization.yaml'),
      'path: a, directory: {recurse: true}',
      'directory',
    ],
    ['options of charts', folder('kustomization.yaml'), 'path: a, helm: {}', 'helm'],
    ['a plugin', folder('kustomization.yaml'), 'path: a, plugin: {name: cue}', 'plugin'],
    ['several kinds of options', folder('x'), 'path: a, helm: {}, kustomize: {}', 'unknown'],
  ])('%s', (_, files, source, build) => {
    expect(sources(files, source)).toMatchObject([{ build }]);
  });

  // Source: Argo CD 3.2.0 util/settings/settings.go `GetEnabledSourceTypes`; discovery.go `IsManifestGenerationEnabled`.
  test('what is switched off is read as a plain folder', () => {
    const disabled = new Set(['kustomize'] as const);
    const files = folder('kustomization.yaml');
    expect(sources(files, 'path: a', { disabled })).toMatchObject([{ build: 'directory' }]);
    expect(sources(files, 'path: a, kustomize: {}', { disabled })).toMatchObject([
      { build: 'directory' },
    ]);
  });

  test('a plugin that the configuration knows', () => {
    const plugins = new Map([['cue', 'kustomize']] as const);
    const [source] = sources(folder('x'), 'path: a, plugin: {name: cue}', { plugins });
    expect(source?.build).toBe('kustomize');
  });
});

// Source: Argo CD 3.2.0 reposerver/repository/repository.go `GenerateManifest`, `runManifestGenAsync`.
describe('several sources', () => {
  test('one that only others refer to gives nothing itself', () => {
    const spec = `
sources:
- {repoURL: ${here}, path: apps/web}
- {repoURL: ${here}, ref: values}
- {repoURL: ${here}, ref: both, path: apps/web}
- {repoURL: ${here}}`;
    expect(sources(root, spec).map(({ ref, build }) => [ref, build])).toEqual([
      [undefined, 'kustomize'],
      ['values', 'files'],
      ['both', 'kustomize'],
      [undefined, 'files'],
    ]);
  });

  test('a single source without a path is refused', () => {
    expect(sources(root, 'ref: values')).toMatchObject([{ build: 'unknown', path: undefined }]);
  });
});

// Source: Argo CD 3.2.0 reposerver/repository/repository.go `mergeSourceParameters`; types.go `InstanceName`.
describe('files that override a source', () => {
  const build = (
    name: string,
    more: Partial<SourceContext> & { readonly metadata?: string } = {},
  ): string | undefined => {
    const files = { 'a/x.yaml': '', [`a/${name}`]: 'plugin: {name: cue}\npath: elsewhere\n' };
    const [source] = sources(files, 'path: a', more);
    expect(source?.path).toBe('a');
    return source?.build;
  };

  test.each([
    ['.argocd-source.yaml', 'plugin'],
    ['.argocd-source-web.yaml', 'plugin'],
    ['.argocd-source-api.yaml', 'directory'],
    ['.argocd-source-argocd_web.yaml', 'directory'],
    ['.argocd-source.yml', 'directory'],
  ])('%s', (name, expected) => {
    expect(build(name)).toBe(expected);
  });

  test('an Application in another namespace is named with it', () => {
    const argocdNamespace = 'platform';
    expect(build('.argocd-source-web.yaml', { argocdNamespace })).toBe('directory');
    expect(build('.argocd-source-argocd_web.yaml', { argocdNamespace })).toBe('plugin');
  });
});
