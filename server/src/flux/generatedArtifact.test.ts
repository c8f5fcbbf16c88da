import { describe, expect, test } from 'vitest';
import { git, here, object, sources, trace, type Setting } from '../../test/tracedSource.ts';
import type { SourceContext } from './fleetSources.ts';

/* Cases cite the code of Flux that they follow, as in fleetSources.test.ts. */

describe('an OCI artifact that the configuration tells of', () => {
  const oci = (ref: string): Setting => ({
    kind: 'OCIRepository',
    source: `{url: oci://r/x, ref: ${ref}}`,
  });
  const of = (tag: string | undefined): SourceContext['artifacts'] =>
    new Map([['oci://r/x', { path: './apps', tag }]]);
  test.each([
    ['the tag is latest by default', '{}', 'latest', '- apps/web followed artifact.mapped'],
    ['and not another', '{}', 'main', '- apps/web artifact.mapped'],
    [
      'every tag where none is said',
      '{tag: main}',
      undefined,
      'main apps/web followed artifact.mapped',
    ],
    [
      'a range may come to it',
      '{semver: 1.x, tag: main}',
      undefined,
      '1.x apps/web followed inferred artifact.mapped',
    ],
    [
      'a digest stays',
      '{digest: "sha256:a", semver: 1.x, tag: main}',
      undefined,
      'sha256:a apps/web artifact.mapped',
    ],
  ])('%s (sc ocirepository_controller.go getArtifactRef)', (_name, ref, tag, line) => {
    expect(trace({ ...oci(ref), path: './web', artifacts: of(tag) }).line).toBe(line);
  });

  test('nothing above its folder is in it (sc ocirepository_controller.go reconcileArtifact)', () => {
    const { source, scope } = trace({ ...oci('{}'), path: '../charts', artifacts: of(undefined) });
    expect([source.path, source.pathExists, scope?.folder]).toEqual(['apps/charts', false, 'apps']);
  });
});

describe('files of another repository that are included', () => {
  const include = (entry: string): string =>
    `{url: ${here}, ref: {branch: main}, include: [${entry}]}`;
  const lib = object(sources, 'GitRepository', 'lib', '{url: https://example.com/lib}');
  const own = object(sources, 'GitRepository', 'own', git('{branch: main}'));
  test.each([
    [
      'stand below their name',
      '{repository: {name: lib}}',
      './lib/x',
      '- - elsewhere source.elsewhere',
    ],
    [
      'stand where it says',
      '{repository: {name: lib}, toPath: vendor/lib}',
      './vendor/lib',
      '- - elsewhere source.elsewhere',
    ],
    [
      'are not elsewhere',
      '{repository: {name: lib}, toPath: vendor/lib}',
      './apps/web',
      'main apps/web followed source.found',
    ],
    [
      'come from a folder',
      '{repository: {name: own}, fromPath: ./apps, toPath: copy}',
      './copy/web',
      'main apps/web followed source.found',
    ],
  ])(
    '%s (sc gitrepository_controller.go reconcileInclude, GetToPath)',
    (_name, entry, path, line) => {
      expect(trace({ source: include(entry), objects: `${lib}---\n${own}`, path }).line).toBe(line);
    },
  );
});

describe('an artifact that a generator makes', () => {
  const generator = (artifacts: string, pattern = ''): string =>
    object(
      'source.extensions.fluxcd.io/v1beta1',
      'ArtifactGenerator',
      'apps',
      `{sources: [{alias: repo, kind: GitRepository, name: main}], ${pattern}artifacts: [${artifacts}]}`,
    ) + `---\n${object(sources, 'GitRepository', 'main', git('{branch: main}'))}`;
  const copies = (...list: readonly string[]): string =>
    generator(`{name: fleet, copy: [${list.join(', ')}]}`);
  const kind = 'ExternalArtifact';
  test.each([
    [
      'the content of a folder',
      'calculateGlobDestination',
      copies('{from: "@repo/apps/web/**", to: "@artifact/"}'),
      '.',
      'main apps/web followed artifact.generated',
    ],
    [
      'a folder with its name',
      'applySingleDirectoryCopy',
      copies('{from: "@repo/apps/web", to: "@artifact/"}'),
      'web',
      'main apps/web followed artifact.generated',
    ],
    [
      'a folder into one',
      'applySingleDirectoryCopy',
      copies('{from: "@repo/apps/web", to: "@artifact/apps/"}'),
      'apps/web',
      'main apps/web followed artifact.generated',
    ],
    [
      'all of it',
      'calculateGlobDestination',
      copies('{from: "@repo/**", to: "@artifact/"}'),
      'apps/web',
      'main apps/web followed artifact.generated',
    ],
    [
      'what a pattern matches keeps its path',
      'calculateGlobDestination',
      copies('{from: "@repo/apps/*", to: "@artifact/"}'),
      'apps/web',
      'main apps/web followed artifact.generated',
    ],
    [
      'what is not copied is not there',
      'applyCopyOperation',
      copies('{from: "@repo/apps/web/**", to: "@artifact/apps/web/"}'),
      'apps/api',
      'main apps/api followed missing source.no-folder',
    ],
    [
      'copies into one',
      'applyCopyOperations',
      copies(
        '{from: "@repo/apps/web/**", to: "@artifact/apps/web/"}',
        '{from: "@repo/clusters/**", to: "@artifact/clusters"}',
      ),
      'apps/web',
      'main apps/web followed artifact.generated',
    ],
    [
      'a mixture',
      'applyCopyOperations',
      copies(
        '{from: "@repo/apps/web/**", to: "@artifact/a"}',
        '{from: "@repo/charts/**", to: "@artifact/"}',
      ),
      'a',
      'main apps/web followed inferred artifact.mixed',
    ],
    [
      'what is merged',
      'mergeFileWithRoots',
      copies('{from: "@repo/apps/web/**", to: "@artifact/", strategy: Merge}'),
      '.',
      'main apps/web followed inferred artifact.mixed',
    ],
    [
      'what is unpacked',
      'extractTarball',
      copies('{from: "@repo/x.tgz", to: "@artifact/", strategy: Extract}'),
      '.',
      '- - elsewhere open artifact.mixed',
    ],
    [
      'one that no generator makes',
      'buildArtifactRequests',
      '',
      '.',
      '- - elsewhere open source.missing',
    ],
  ])('%s (sw internal/builder/builder.go %s)', (_name, _cites, objects, path, line) => {
    expect(trace({ kind, objects, path }).line).toBe(line);
  });

  test('one for each folder of a pattern, in small letters (sw artifactgenerator_pathpattern.go)', () => {
    const objects = generator(
      '{name: "app-{app}", copy: [{from: "@repo/Apps/{app}/**", to: "@artifact/"}]}',
      'pathPattern: "@repo/Apps/{app}", ',
    );
    const sourceRef = '{kind: ExternalArtifact, name: app-mixed}';
    expect(trace({ objects, sourceRef, path: '.' }).line).toBe(
      'main Apps/Mixed followed artifact.generated',
    );
  });
});
