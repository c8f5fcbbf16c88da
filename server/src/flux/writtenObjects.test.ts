import { expect, test } from 'vitest';
import { object, sources } from '../../test/tracedSource.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import { fleetObjects } from './fleetObjects.ts';
import { isSourceLike, startFolders, withWritten, writtenObjects } from './writtenObjects.ts';

function written(file: string, text: string): readonly Resource[] {
  return readResourceText(text, { file, inside: [], root: '' }).resources;
}

const git = (url: string): string => object(sources, 'GitRepository', 'fleet', `{url: ${url}}`);
const type = { group: 'source.toolkit.fluxcd.io', kind: 'GitRepository' };

test('what is built counts first, then what is written nearest', () => {
  const eu = written('clusters/eu/sources.yaml', git('eu'));
  const us = written('clusters/us/sources.yaml', git('us'));
  const near = (file: string, around: readonly Resource[] = []): string | undefined =>
    withWritten(fleetObjects(around), writtenObjects([...eu, ...us]), file).find(
      type,
      'flux-system',
      'fleet',
    )?.source.file;
  expect(near('clusters/us/apps.yaml')).toBe('clusters/us/sources.yaml');
  expect(near('clusters/eu/deep/apps.yaml')).toBe('clusters/eu/sources.yaml');
  expect(near('clusters/eu/apps.yaml', us)).toBe('clusters/us/sources.yaml');
});

test('an object without a namespace stands for any', () => {
  const [plain] = written('a.yaml', git('x').replace(', namespace: flux-system', ''));
  const find = (namespace: string): Resource | undefined =>
    withWritten(fleetObjects([]), writtenObjects(plain === undefined ? [] : [plain]), '').find(
      type,
      namespace,
      'fleet',
    );
  expect(find('flux-system')).toBe(plain);
  const named = written('a.yaml', git('x'));
  expect(
    withWritten(fleetObjects([]), writtenObjects(named), '').find(type, 'other', 'fleet'),
  ).toBeUndefined();
});

test.each([
  [git('x'), true],
  [object('source.extensions.fluxcd.io/v1beta1', 'ArtifactGenerator', 'a', '{}'), true],
  [object('fluxcd.controlplane.io/v1', 'FluxInstance', 'flux', '{}'), true],
  [object('fluxcd.controlplane.io/v1', 'ResourceSet', 'a', '{}'), false],
  [object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'flux-instance', '{}'), false],
  [object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'a', '{}'), false],
])('%s gives sources: %s', (text, expected) => {
  expect(written('a.yaml', text).map(isSourceLike)).toEqual([expected]);
});

test('the folders that Flux is started with', () => {
  const bootstrap = object(
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    'flux-system',
    '{path: ./clusters/eu}',
  );
  const other = object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'a', '{path: ./apps}');
  const sync = '{sync: {kind: GitRepository, url: x, path: clusters/us}}';
  const instance = object('fluxcd.controlplane.io/v1', 'FluxInstance', 'flux', sync);
  const release = object(
    'helm.toolkit.fluxcd.io/v2',
    'HelmRelease',
    'flux',
    '{chart: {spec: {chart: flux-instance}}, values: {instance: {sync: {path: clusters/as}}}}',
  );
  const text = [bootstrap, other, instance, release].join('---\n');
  expect(startFolders(written('a.yaml', text))).toEqual([
    'clusters/as',
    'clusters/eu',
    'clusters/us',
  ]);
});
