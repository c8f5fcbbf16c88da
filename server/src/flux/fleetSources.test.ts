import { describe, expect, test } from 'vitest';
import { git, here, object, sources, trace, type Setting } from '../../test/tracedSource.ts';

/*
 * Which revision a source follows, which folder a path leads to, and what is known of it. No library answers this, so that
 * each case cites the code of Flux that it follows:
 *   git   fluxcd/pkg/git v0.52.0
 *   sc    source-controller v1.9.6
 *   kc    kustomize-controller v1.9.6
 *   hc    helm-controller v1.4.0
 *   sw    source-watcher v2.3
 */

describe('the revision of a GitRepository', () => {
  test.each([
    [
      'the default branch is master',
      'git git.go DefaultBranch',
      `{url: ${here}}`,
      '- apps/web source.other-revision',
    ],
    [
      'an empty ref is as none',
      'git gogit/client.go clone',
      git('{}'),
      '- apps/web source.other-revision',
    ],
    [
      'an empty branch is as none',
      'git gogit/client.go clone',
      git('{branch: ""}'),
      '- apps/web source.other-revision',
    ],
    [
      'a branch',
      'git gogit/client.go clone',
      git('{branch: main}'),
      'main apps/web followed source.found',
    ],
    [
      'another branch',
      'git gogit/clone.go cloneBranch',
      git('{branch: release}'),
      'release apps/web source.other-revision',
    ],
    [
      'a tag stays',
      'git gogit/clone.go cloneTag',
      git('{tag: v1}'),
      'v1 apps/web source.other-revision',
    ],
    [
      'a tag that is called as a branch stays',
      'git gogit/clone.go cloneTag',
      git('{tag: main}'),
      'main apps/web source.other-revision',
    ],
    [
      'a range of versions takes tags',
      'git gogit/clone.go cloneSemVer',
      git('{semver: ">=1"}'),
      '>=1 apps/web source.other-revision',
    ],
    [
      'a commit stays',
      'git gogit/clone.go cloneCommit',
      git('{commit: abc}'),
      'abc apps/web source.other-revision',
    ],
    [
      'a tag before a branch',
      'git gogit/client.go clone',
      git('{branch: main, tag: v1}'),
      'v1 apps/web source.other-revision',
    ],
    [
      'a tag before a range',
      'git gogit/client.go clone',
      git('{semver: ">=1", tag: v1}'),
      'v1 apps/web source.other-revision',
    ],
    [
      'a range before a branch',
      'git gogit/client.go clone',
      git('{branch: main, semver: 1.x}'),
      '1.x apps/web source.other-revision',
    ],
    [
      'a name before all but a commit',
      'git gogit/client.go clone',
      git('{name: refs/heads/main, tag: v1, semver: 1.x, branch: x}'),
      'refs/heads/main apps/web followed source.found',
    ],
    [
      'a name of a tag',
      'git gogit/clone.go cloneRefName',
      git('{name: refs/tags/main}'),
      'refs/tags/main apps/web source.other-revision',
    ],
    [
      'a name of a pull request',
      'git gogit/clone.go cloneRefName',
      git('{name: refs/pull/1/head}'),
      'refs/pull/1/head apps/web source.other-revision',
    ],
    [
      'a commit before all',
      'git gogit/client.go clone',
      git('{commit: abc, name: refs/heads/main, branch: main}'),
      'abc apps/web source.other-revision',
    ],
    [
      'a suspended source stays',
      'sc gitrepository_controller.go Reconcile',
      `{url: ${here}, ref: {branch: main}, suspend: true}`,
      'main apps/web source.suspended',
    ],
    [
      'another repository',
      'kc kustomization_controller.go getSource',
      '{url: https://example.com/x, ref: {branch: main}}',
      'main - elsewhere source.elsewhere',
    ],
  ])('%s (%s)', (_name, _cites, source, line) => {
    expect(trace({ source }).line).toBe(line);
  });
});

describe('the path of a Kustomization', () => {
  const secureJoin = 'kc kustomization_controller.go reconcile, securejoin.SecureJoin';
  test.each([
    ['./apps/web', 'apps/web'],
    ['apps/web/', 'apps/web'],
    ['/apps/web', 'apps/web'],
    ['apps//web', 'apps/web'],
    ['apps/./web', 'apps/web'],
    ['apps/x/../web', 'apps/web'],
    ['../../apps/web', 'apps/web'],
    ['apps/../../../apps/web', 'apps/web'],
    ['', ''],
    ['.', ''],
    ['..', ''],
    ['./', ''],
    ['/', ''],
    ['Apps/Mixed', 'Apps/Mixed'],
    ['apps/mixed', 'apps/mixed missing'],
    ['apps/${ENV}', 'apps/${ENV} missing'],
    ['apps/web/deploy.yaml', 'apps/web/deploy.yaml missing'],
    [' apps/web', ' apps/web missing'],
  ])(`%j is the folder %j (${secureJoin})`, (path, expected) => {
    const { source } = trace({ source: git('{branch: main}'), path });
    expect(`${source.path ?? '-'}${source.pathExists ? '' : ' missing'}`).toBe(expected);
  });

  test('without a path it is the whole source (kc kustomization_types.go Path)', () => {
    const spec = '{sourceRef: {kind: GitRepository, name: fleet}}';
    const traced = trace({
      source: git('{branch: main}'),
      object: object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'web', spec),
    });
    expect(traced.source).toMatchObject({ path: '', pathExists: true });
  });
});

describe('the source that a Kustomization names', () => {
  test.each([
    [
      'one that the repository does not hold, with a path that is here',
      'sc, flux bootstrap',
      {},
      '- apps/web followed inferred source.assumed',
    ],
    [
      'and with one that is not',
      'kc kustomization_controller.go getSource',
      { path: './gone' },
      '- - elsewhere open source.missing',
    ],
    [
      'one of another namespace',
      'kc kustomization_controller.go getSource',
      {
        source: git('{branch: main}'),
        sourceRef: '{kind: GitRepository, name: fleet, namespace: other}',
        path: './x',
      },
      '- - elsewhere open source.missing',
    ],
    [
      'its own namespace by default',
      'kc kustomization_controller.go getSource',
      {
        source: git('{branch: main}'),
        sourceRef: '{kind: GitRepository, name: fleet, namespace: ""}',
      },
      'main apps/web followed source.found',
    ],
    [
      'a kind that it cannot have',
      'kc kustomization_controller.go getSource',
      { source: '{url: x}', kind: 'HelmRepository' },
      '- - elsewhere source.elsewhere',
    ],
    [
      'a bucket',
      'sc bucket_controller.go',
      { source: '{endpoint: s3.example.com, bucketName: b}', kind: 'Bucket' },
      '- - elsewhere source.elsewhere',
    ],
    [
      'an OCI artifact that nothing tells of',
      'sc ocirepository_controller.go getArtifactRef',
      { source: '{url: oci://r/x}', kind: 'OCIRepository' },
      '- - elsewhere open artifact.unknown',
    ],
  ] as const)('%s (%s)', (_name, _cites, setting, line) => {
    expect(trace(setting).line).toBe(line);
  });

  test('a FluxInstance makes the source (flux-operator internal/builder/sync.go)', () => {
    const sync = `{kind: GitRepository, url: ${here}, ref: refs/heads/main, path: clusters/eu}`;
    const objects = object('fluxcd.controlplane.io/v1', 'FluxInstance', 'flux', `{sync: ${sync}}`);
    const sourceRef = '{kind: GitRepository, name: flux-system}';
    expect(trace({ objects, sourceRef }).line).toBe(
      'refs/heads/main apps/web followed source.found',
    );
    expect(trace({ object: objects }).line).toBe(
      'refs/heads/main clusters/eu followed source.found',
    );
  });
});

describe('the chart of a HelmRelease', () => {
  const release = (spec: string): Setting => ({
    object: object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'web', spec),
  });
  const charts = { kind: 'HelmRepository', source: '{url: https://charts.example.com}' };
  test.each([
    [
      'by name',
      'hc helmrelease_controller.go getSource',
      {
        ...charts,
        ...release(
          '{chart: {spec: {chart: web, version: 1.x, sourceRef: {kind: HelmRepository, name: fleet}}}}',
        ),
      },
      'web 1.x - elsewhere source.chart',
    ],
    [
      'by path',
      'sc helmchart_controller.go buildFromTarballArtifact',
      {
        source: git('{branch: main}'),
        ...release(
          '{chart: {spec: {chart: ./charts/web, sourceRef: {kind: GitRepository, name: fleet}}}}',
        ),
      },
      '- main charts/web followed source.found',
    ],
    [
      'by reference to an artifact',
      'hc helmrelease_controller.go getSourceFromOCIRef',
      {
        kind: 'OCIRepository',
        source: '{url: oci://r/x, ref: {tag: "1"}}',
        ...release('{chartRef: {kind: OCIRepository, name: fleet}}'),
      },
      'x 1 - elsewhere source.chart',
    ],
    [
      'by reference to a HelmChart',
      'hc helmrelease_controller.go getSource',
      {
        ...charts,
        objects: object(
          sources,
          'HelmChart',
          'c',
          '{chart: web, version: "2", sourceRef: {kind: HelmRepository, name: fleet}}',
        ),
        ...release('{chartRef: {kind: HelmChart, name: c}}'),
      },
      'web 2 - elsewhere source.chart',
    ],
    [
      'of a repository that is not here',
      'hc helmrelease_controller.go getSource',
      release('{chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: gone}}}}'),
      'web - - elsewhere open source.missing',
    ],
    [
      'that nothing names',
      'hc api v2/helmrelease_types.go',
      release('{}'),
      '- - - elsewhere open source.none',
    ],
  ] as const)('%s (%s)', (_name, _cites, setting, line) => {
    const traced = trace(setting);
    expect(`${traced.source.chart ?? '-'} ${traced.line}`).toBe(line);
    expect(traced.source.build).toBe('helm');
  });
});
