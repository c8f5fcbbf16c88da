import { expect, test } from 'vitest';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { excessOf, type Grant } from './grants.ts';
import type { ScopedRule } from './rule.ts';

const at: SourcePointer = { kind: 'file', file: 'role.yaml' };

function rule(resource: string, names: readonly string[]): ScopedRule {
  return {
    namespace: 'shop',
    groups: [''],
    resources: [resource],
    names,
    verbs: ['get'],
    paths: [],
  };
}

function granted(resource: string, names: readonly string[]): Grant {
  const places = { at, verbsAt: at, resourcesAt: at, groupsAt: at };
  return { ...rule(resource, names), ...places, role: 'Role/a', binding: 'RoleBinding/shop/a' };
}

test.each([
  ['of a name, where all are needed', ['a'], [], []],
  ['of a name, where it is needed', ['a'], ['a'], []],
  ['of a name, where another one is needed', ['a'], ['b'], ['get configmaps/a']],
  ['of any name, where one is needed', [], ['a'], []],
])('a grant %s', (_name, names, needed, expected) => {
  const grants = { rules: [granted('configmaps', names)], elsewhere: [] };
  const excess = excessOf(grants, [rule('configmaps', needed)]);
  expect(excess.map(({ what }) => what)).toEqual(expected);
});
