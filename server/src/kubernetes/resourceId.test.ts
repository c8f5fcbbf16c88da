import { describe, expect, test } from 'vitest';
import { kindRanks, newGvk, ORDER_FIRST, ORDER_LAST } from './gvk.ts';
import {
  isInDefaultNamespace,
  isSelectedBy,
  legacyIsLess,
  newResourceId,
  resourceIdEquals,
  resourceIdFromString,
  resourceIdString,
  type ResourceId,
} from './resourceId.ts';

function id(apiVersion: string, kind: string, name: string, namespace = ''): ResourceId {
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  return newResourceId(newGvk(group, version, kind), name, namespace);
}

// From kyaml v0.21.1, resid/resid_test.go.
test.each([
  [id('g/v', 'k', 'nm', 'ns'), 'k.v.g/nm.ns'],
  [id('v', 'k', 'nm', 'ns'), 'k.v.[noGrp]/nm.ns'],
  [id('', '', ''), '[noKind].[noVer].[noGrp]/[noName].[noNs]'],
  [
    id('rbac.authorization.k8s.io/v1', 'ClusterRole', 'my.name'),
    'ClusterRole.v1.rbac.authorization.k8s.io/my.name.[noNs]',
  ],
])('%o is written %s', (value, text) => {
  expect(resourceIdString(value)).toBe(text);
  expect(resourceIdFromString(text)).toEqual(value);
});

describe('namespaces', () => {
  test('none is the default one', () => {
    expect(resourceIdEquals(id('v1', 'Pod', 'a'), id('v1', 'Pod', 'a', 'default'))).toBe(true);
    expect(resourceIdEquals(id('v1', 'Pod', 'a'), id('v1', 'Pod', 'a', 'other'))).toBe(false);
    expect(isInDefaultNamespace(id('v1', 'Pod', 'a'))).toBe(true);
  });

  test('do not count for what is cluster-scoped', () => {
    expect(resourceIdEquals(id('v1', 'Node', 'a', 'x'), id('v1', 'Node', 'a', 'y'))).toBe(true);
    expect(isInDefaultNamespace(id('v1', 'Node', 'a'))).toBe(false);
  });

  test('count again where the scope was not looked up', () => {
    const literal = newResourceId(
      { group: '', version: 'v1', kind: 'Node', clusterScoped: false },
      'a',
      'x',
    );
    expect(resourceIdEquals(literal, id('v1', 'Node', 'a', 'x'))).toBe(false);
  });
});

test('a selector without a namespace selects every one', () => {
  const pod = id('v1', 'Pod', 'a', 'x');
  expect(isSelectedBy(pod, id('', 'Pod', ''))).toBe(true);
  expect(isSelectedBy(pod, id('', 'Pod', 'a', 'y'))).toBe(false);
  expect(isSelectedBy(id('v1', 'Pod', 'a'), id('', 'Pod', 'a', 'default'))).toBe(true);
});

describe('legacy order', () => {
  const ranks = kindRanks(ORDER_FIRST, ORDER_LAST);

  // From kustomize api v0.21.1, internal/builtins/SortOrderTransformer.go.
  test.each([
    [id('v1', 'Namespace', 'b'), id('v1', 'ConfigMap', 'a')],
    [id('apps/v1', 'Deployment', 'a'), id('example.com/v1', 'Anything', 'a')],
    [id('v1', 'Service', 'a', 'x'), id('v1', 'Service', 'a')],
    [id('v1', 'Namespace', 'a'), id('example.com/v1', 'Namespace', 'a')],
    [id('a.com/v1', 'Thing', 'a'), id('v1', 'Thing', 'a')],
  ])('%o comes before %o', (a, b) => {
    expect([legacyIsLess(a, b, ranks), legacyIsLess(b, a, ranks)]).toEqual([true, false]);
  });
});
