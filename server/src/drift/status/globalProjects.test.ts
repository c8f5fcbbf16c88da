import { expect, test } from 'vitest';
import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';
import { withGlobalWindows } from './globalProjects.ts';

function project(name: string, labels: JsonMap = {}, namespace = 'argocd'): JsonMap {
  const syncWindows = [{ kind: 'deny', schedule: `${name} window` }];
  return { metadata: { name, namespace, labels }, spec: { syncWindows } };
}

function windowsOf(own: JsonMap, selector: string, projects: readonly JsonMap[]): unknown {
  const globalProjects = `- projectName: freeze\n  labelSelector: ${selector}\n`;
  const merged = withGlobalWindows(own, projects, { data: { globalProjects } });
  return itemsOf(below(merged, 'spec', 'syncWindows')).map((one) => textOf(at(one, 'schedule')));
}

test.each<[string, string, boolean]>([
  ['labels', '{ matchLabels: { tier: shop } }', true],
  ['other labels', '{ matchLabels: { tier: tools } }', false],
  [
    'a value among some',
    '{ matchExpressions: [{ key: tier, operator: In, values: [shop] }] }',
    true,
  ],
  [
    'no such value',
    '{ matchExpressions: [{ key: tier, operator: NotIn, values: [shop] }] }',
    false,
  ],
  ['a label that is there', '{ matchExpressions: [{ key: tier, operator: Exists }] }', true],
  ['a label that is not', '{ matchExpressions: [{ key: tier, operator: DoesNotExist }] }', false],
  ['an operator that nobody knows', '{ matchExpressions: [{ key: tier, operator: Odd }] }', false],
  ['nothing', '{}', true],
])('the windows of a global project hold for whom it selects by %s', (_what, selector, holds) => {
  const own = project('shop', { tier: 'shop' });
  const expected = holds ? ['shop window', 'freeze window'] : ['shop window'];
  expect(windowsOf(own, selector, [own, project('freeze')])).toEqual(expected);
});

test('a global project adds nothing to itself, where it is not known, and to those of another Argo CD', () => {
  const freeze = project('freeze');
  expect(windowsOf(freeze, '{}', [freeze])).toEqual(['freeze window']);
  const own = project('shop');
  expect(windowsOf(own, '{}', [own, project('freeze', {}, 'other')])).toEqual(['shop window']);
});
