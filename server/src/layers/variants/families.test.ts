import { expect, test } from 'vitest';
import type { Application } from '../../delivery/application.ts';
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
