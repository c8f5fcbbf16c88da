import { describe, expect, test } from 'vitest';
import {
  apiVersionOf,
  gvkFromString,
  gvkIsLess,
  gvkOf,
  gvkString,
  isSelected,
  newGvk,
  parseGroupVersion,
  type GroupVersionKind,
} from './gvk.ts';

function type(group: string, version: string, kind: string): GroupVersionKind {
  return { group, version, kind };
}

// From kyaml v0.21.1, resid/gvk_test.go.
describe('apiVersion', () => {
  test.each([
    ['', '', ''],
    ['v1', '', 'v1'],
    ['apps/v1', 'apps', 'v1'],
    ['/v1', '', 'v1'],
    ['apps/', 'apps', ''],
    ['/apps/', '', 'apps/'],
  ])('%s', (apiVersion, group, version) => {
    expect(parseGroupVersion(apiVersion)).toEqual({ group, version });
  });

  test('a group without a version keeps its slash', () => {
    expect(apiVersionOf(type('g', '', 'k'))).toBe('g/');
    expect(apiVersionOf(type('', 'v', 'k'))).toBe('v');
  });
});

describe('text', () => {
  test.each([
    ['', '', '', '[noKind].[noVer].[noGrp]'],
    ['', 'v', 'k', 'k.v.[noGrp]'],
    ['g', '', 'k', 'k.[noVer].g'],
    ['rbac.authorization.k8s.io', 'v1', 'ClusterRole', 'ClusterRole.v1.rbac.authorization.k8s.io'],
  ])('%s/%s %s', (group, version, kind, text) => {
    expect(gvkString(type(group, version, kind))).toBe(text);
    expect(gvkFromString(text)).toEqual(newGvk(group, version, kind));
  });

  test('text that is no type gives the words for what is missing', () => {
    expect(gvkFromString('Pod.v1')).toEqual({
      ...type('[noGrp]', '[noVer]', '[noKind]'),
      clusterScoped: false,
    });
  });
});

test('only a looked-up type has a scope', () => {
  expect(gvkOf('v1', 'Node').clusterScoped).toBe(true);
  expect(gvkOf('example.com/v1', 'Node').clusterScoped).toBe(false);
});

test('an empty name in a selector selects any', () => {
  const deployment = type('apps', 'v1', 'Deployment');
  expect(isSelected(deployment, type('', '', 'Deployment'))).toBe(true);
  expect(isSelected(deployment, type('extensions', '', 'Deployment'))).toBe(false);
});

// From kyaml v0.21.1, resid/gvk_test.go.
test.each([
  ['a_b_CustomResourceDefinition', 'a_b_RoleBinding'],
  ['a_b_a', 'a_b_b'],
  ['a_b_Namespace', 'a_c_Namespace'],
  ['b_c_Namespace', 'a_c_ClusterRole'],
  ['a_b_PodDisruptionBudget', 'a_b_CustomKindX'],
  ['a_b_CustomKindX', 'a_b_MutatingWebhookConfiguration'],
  ['a_b_MutatingWebhookConfiguration', 'a_b_ValidatingWebhookConfiguration'],
  ['a_b_Endpoints', 'a_b_Service'],
  ['apps_v1_Deployment', '_v1_Deployment'],
])('%s comes before %s', (first, second) => {
  const [a, b] = [first, second].map((text) => {
    const [group = '', version = '', kind = ''] = text.split('_');
    return type(group, version, kind);
  });
  expect(a && b && [gvkIsLess(a, b), gvkIsLess(b, a)]).toEqual([true, false]);
});
