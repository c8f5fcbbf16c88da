import { expect, test } from 'vitest';
import { isCertainlyClusterScoped, scopeKey } from './scope.ts';

// Recorded from kyaml v0.21.1, openapi.IsCertainlyClusterScoped.
test.each([
  ['v1', 'Namespace', true],
  ['v1', 'Node', true],
  ['v1', 'Pod', false],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', true],
  ['rbac.authorization.k8s.io/v1', 'Role', false],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', true],
  ['networking.k8s.io/v1', 'IngressClass', true],
  ['networking.k8s.io/v1', 'NetworkPolicy', false],
  ['scheduling.k8s.io/v1', 'PriorityClass', true],
  ['example.com/v1', 'ClusterThing', false],
  ['', 'Namespace', false],
])('%s %s is cluster-scoped: %s', (apiVersion, kind, expected) => {
  expect(isCertainlyClusterScoped(apiVersion, kind)).toBe(expected);
});

test('a custom table counts only for types that are not built in', () => {
  const custom = new Map([
    [scopeKey('example.com/v1', 'ClusterThing'), false],
    [scopeKey('v1', 'Pod'), false],
  ]);
  expect(isCertainlyClusterScoped('example.com/v1', 'ClusterThing', custom)).toBe(true);
  expect(isCertainlyClusterScoped('v1', 'Pod', custom)).toBe(false);
});
