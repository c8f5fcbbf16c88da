import { describe, expect, test } from 'vitest';
import { coversRule, fewestRules, permits, rightsOf, type ScopedRule } from './rule.ts';

function rule(text: string, namespace?: string): ScopedRule {
  const [verbs = '', resources = '', groups = '', names = ''] = text.split(' ');
  const list = (one: string): readonly string[] => (one === '' ? [] : one.split(','));
  return {
    namespace,
    groups: groups === '' ? [''] : list(groups),
    resources: list(resources),
    names: list(names),
    verbs: list(verbs),
    paths: [],
  };
}

describe('what a rule permits', () => {
  const right = {
    namespace: 'shop',
    group: 'apps',
    resource: 'deployments',
    name: undefined,
    verb: 'get',
  };

  test.each([
    ['get deployments apps', undefined, true],
    ['get deployments apps', 'shop', true],
    ['get deployments apps', 'other', false],
    ['* * *', undefined, true],
    ['get deployments *', 'shop', true],
    ['list deployments apps', 'shop', false],
    ['get deployments', 'shop', false],
    ['get deployments apps web', 'shop', false],
    ['get */deployments apps', 'shop', false],
  ])('%s in %s: %s', (text, namespace, expected) => {
    expect(permits(rule(text, namespace), right)).toBe(expected);
  });

  test('a name, and a part of a resource', () => {
    expect(
      permits(
        { ...rule('get secrets', 'shop'), names: ['a', 'b'] },
        { ...right, group: '', resource: 'secrets', name: 'b' },
      ),
    ).toBe(true);
    expect(
      permits(rule('get */scale apps', 'shop'), { ...right, resource: 'deployments/scale' }),
    ).toBe(true);
  });
});

test.each([
  ['get,list pods', ['get pods', 'list pods'], true],
  ['get,delete pods', ['get,list pods'], false],
  ['* pods', ['get,list,watch,create,patch,update,delete pods'], false],
  ['* pods', ['* *'], true],
  ['get pods,secrets', ['get pods'], false],
])('who has %s covers it by %j: %s', (text, own, expected) => {
  const rules = own.map((one) => rule(one));
  expect(coversRule(rules, rule(text))).toBe(expected);
});

test('paths that are no resources are covered by nothing that Strata makes', () => {
  expect(coversRule([rule('* *')], { ...rule('get pods'), paths: ['/metrics'] })).toBe(false);
});

test('resources with the same verbs stand in one rule, by scope and group; names stay with their resource', () => {
  const rules = [
    rule('get,list services', 'shop'),
    rule('list,get configmaps', 'shop'),
    rule('get deployments apps', 'shop'),
    rule('get,list services', 'other'),
    { ...rule('bind clusterroles rbac'), names: ['view'] },
    { ...rule('bind clusterroles rbac'), names: ['edit'] },
  ];
  const fewest = fewestRules(rules.flatMap(rightsOf));
  expect(
    fewest.map(({ namespace, groups, resources, names, verbs }) => [
      namespace ?? '*',
      ...groups,
      resources.join(),
      names.join(),
      verbs.join(' '),
    ]),
  ).toEqual([
    ['*', 'rbac', 'clusterroles', 'edit,view', 'bind'],
    ['other', '', 'services', '', 'get list'],
    ['shop', '', 'configmaps,services', '', 'get list'],
    ['shop', 'apps', 'deployments', '', 'get'],
  ]);
});
