import { expect, test } from 'vitest';
import type {
  ClusterApplication,
  ClusterNode,
  OpenGenerator,
} from '../../../server/src/protocol/clusters.ts';
import { clusterGroups } from './clusterGroups.ts';

function cluster(name: string, environment?: string, wave?: number): ClusterNode {
  return {
    tree: 't',
    name,
    ...(environment !== undefined && { environment }),
    ...(wave !== undefined && { wave }),
    isProduction: environment === 'production',
    certainty: 'known',
    facts: [],
  };
}

function application(name: string, on: string | undefined): ClusterApplication {
  return { tree: 't', name, ...(on !== undefined && { cluster: on }) } as ClusterApplication;
}

test('production comes first, then later waves, then what has no environment; the open comes last', () => {
  const answer = {
    clusters: [
      cluster('d', 'dev', 0),
      cluster('m'),
      cluster('p', 'production', 3),
      cluster('s', 'staging', 1),
    ],
    applications: [application('a', 'p'), application('b', undefined)],
    open: [{ name: 'set' } as OpenGenerator],
    isBeingWritten: false,
  };
  const groups = clusterGroups(answer, 'environment');
  expect(groups.map((one) => (one.kind === 'group' ? one.name : one.kind))).toEqual([
    'production',
    'staging',
    'dev',
    undefined,
    'unknown',
    'open',
  ]);
  const [production] = groups;
  expect(production).toMatchObject({
    children: [{ cluster: { name: 'p' }, children: [{ application: { name: 'a' } }] }],
  });
});
