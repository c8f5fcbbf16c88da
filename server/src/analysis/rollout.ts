import { standOf, type RolloutStand as Stand } from '../drift/status/rolloutStand.ts';
import type { ApplicationImpact } from './treeImpact.ts';
import type { LiveUnitStatus } from './liveStatus.ts';

/** Where a commit stands at one application. */
export type RolloutStand = Stand;

/** An application that a commit changed, on its cluster. */
export interface RolloutTarget {
  readonly cluster: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
  /** What the commit did to it. */
  readonly change: ApplicationImpact['status'];
}

/** The applications whose output a change really changed; `open` counts those of which nobody can tell. */
export function rolloutTargets(applications: readonly ApplicationImpact[]): {
  readonly targets: readonly RolloutTarget[];
  readonly open: number;
} {
  const changed = applications.filter(isReallyChanged);
  const targets = changed.flatMap(({ row, status }): readonly RolloutTarget[] => {
    const { cluster, name, namespace, kind } = row;
    return cluster === undefined ? [] : [{ cluster, name, namespace, kind, change: status }];
  });
  return { targets, open: changed.length - targets.length };
}

/** Whether a change did more to an application than touch what it is made of. */
export function isReallyChanged({ status, objectChanged, resources }: ApplicationImpact): boolean {
  if (objectChanged) return true;
  if (status === 'changed') return resources.some(({ change }) => change !== 'reordered');
  return status !== 'touched';
}

/** Where a change stands at a target; `isSeen` tells whether all that its cluster has was read. */
export function rolloutStand(
  { change }: Pick<RolloutTarget, 'change'>,
  status: LiveUnitStatus | undefined,
  {
    contains,
    isSeen,
  }: {
    readonly contains: (commit: string) => boolean | undefined;
    readonly isSeen: boolean;
  },
): RolloutStand {
  if (change !== 'deleted') return standOf(status, contains);
  if (status !== undefined) return { kind: 'waiting', for: 'removal' };
  return isSeen ? { kind: 'healthy' } : { kind: 'unknown', why: 'notSeen' };
}
