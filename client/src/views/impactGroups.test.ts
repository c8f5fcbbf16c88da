import { expect, test } from 'vitest';
import type { ImpactCluster, ImpactOfTree } from '../../../server/src/protocol/impact.ts';
import { distinctOwners, groupClusters, sizeOf } from './impactGroups.ts';

function cluster(name: string, change: number): ImpactCluster {
  const [environment = ''] = name.split('-');
  const isProduction = environment === 'prod';
  return { name, environment, releaseDomain: 'all', isProduction, status: 'changed', change };
}

const clusters = [
  cluster('prod-eu', 0),
  cluster('prod-us', 1),
  cluster('prod-ap', 0),
  cluster('dev-eu', 0),
];

test('clusters that change alike are told by the first of them, within their group', () => {
  const groups = groupClusters(clusters, 'environment');
  expect(groups.map((group) => [group.name, sizeOf(group)])).toEqual([
    ['prod', 3],
    ['dev', 1],
  ]);
  const told = groups[0]?.alike.map(({ first, others }) => [
    first.name,
    others.map(({ name }) => name),
  ]);
  expect(told).toEqual([
    ['prod-eu', ['prod-ap']],
    ['prod-us', []],
  ]);
  expect(groupClusters(clusters, 'releaseDomain').map(sizeOf)).toEqual([4]);
});

test('clusters that wait for a merge elsewhere are not alike with those that do not', () => {
  const waits = { ...cluster('prod-ap', 0), waitsFor: 'release' };
  const [group] = groupClusters([cluster('prod-eu', 0), waits], 'environment');
  expect(group?.alike).toHaveLength(2);
});

test('all changes are each change once', () => {
  const applications = clusters.map(({ name }) => ({ id: `on ${name}`, cluster: name }));
  const roots = [{ id: 'root', path: '' }];
  const tree = { clusters, applications, roots } as unknown as ImpactOfTree;
  expect(distinctOwners(tree)).toEqual([
    ['on prod-eu', 'prod-eu'],
    ['on prod-us', 'prod-us'],
    ['root', '.'],
  ]);
});
