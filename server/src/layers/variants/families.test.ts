import { expect, test } from 'vitest';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { reason } from '../../delivery/reason.ts';
import { familiesNamed, familiesOf } from './families.ts';

function application(name: string, cluster: string | undefined, kind = 'Application'): Application {
  return {
    key: `${kind}/${name}/${cluster ?? ''}`,
    controller: 'argocd',
    kind,
    name,
    namespace: '',
    destination: { cluster, server: undefined, namespace: '' },
    sources: [],
    declaredIn: 'a.yaml',
    declaredAt: { kind: 'file', file: 'a.yaml' },
    parent: undefined,
    certainty: 'known',
    why: reason('cluster.named'),
    object: undefined,
    prunes: false,
    cascades: false,
    suspended: false,
  };
}

const families = familiesOf([
  application('web-b', 'b'),
  application('web-a', 'a'),
  application('a.web', 'a'),
  application('open', undefined),
  application('cache', 'a', 'Kustomization'),
  application('cache', 'a', 'HelmRelease'),
  application('cache', 'b', 'HelmRelease'),
  application('a', 'a'),
]);

test('names of clusters are no part of the name; objects of two kinds are two', () => {
  const members = families.map(({ name, members: own }) => [
    name,
    own.map(({ cluster }) => cluster).join(),
  ]);
  expect(members).toEqual([
    ['a', 'a'],
    ['cache (HelmRelease)', 'a,b'],
    ['cache (Kustomization)', 'a'],
    ['web', 'a,b'],
  ]);
});

test.each([
  ['web', ['web']],
  ['web-b', ['web']],
  ['cache', ['cache (HelmRelease)', 'cache (Kustomization)']],
  ['cache (HelmRelease)', ['cache (HelmRelease)']],
  ['nothing', []],
])('%s means %j', (word, names) => {
  expect(familiesNamed(families, word).map(({ name }) => name)).toEqual(names);
});

test('several of one name on a cluster are told by their folders, and none is dropped', () => {
  const made = (cluster: string, path: string | undefined, namespace: string): Application => {
    const one = application('web', cluster);
    const source: ApplicationSource = {
      ...{ repository: '', isHere: true, revision: undefined, isFollowed: true, path },
      ...{ pathExists: true, build: 'kustomize', chart: undefined, ref: undefined },
    };
    return { ...one, namespace, sources: path === undefined ? [] : [source] };
  };
  const found = familiesOf([
    made('a', 'web/production', 'argocd'),
    made('a', 'web/staging', 'staging'),
    made('a', 'web/production', 'other'),
    made('b', 'web/production', 'argocd'),
    made('c', 'clusters/c', 'argocd'),
    made('d', 'web/d', 'argocd'),
    made('d', 'clusters/d', 'argocd'),
    made('d', undefined, 'argocd'),
    made('e', 'elsewhere', 'argocd'),
  ]);
  expect(
    found.map(({ name, members }) => [name, members.map(({ cluster }) => cluster).join()]),
  ).toEqual([
    ['web', 'e'],
    ['web (a.yaml in argocd)', 'd'],
    ['web (clusters/*)', 'c,d'],
    ['web (web/*)', 'd'],
    ['web (web/production)', 'a,b'],
    ['web (web/staging)', 'a'],
  ]);
  expect(familiesNamed(found, 'web')).toHaveLength(6);
  expect(familiesNamed(found, 'web/staging').map(({ name }) => name)).toEqual([
    'web (web/staging)',
  ]);
});
