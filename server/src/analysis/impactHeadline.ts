import { environmentRank, isProduction } from '../layers/register/environment.ts';
import type { ApplicationRow, ClusterRow } from './impactApplicationRows.ts';
import type { ImpactDocument, RootRow } from './impactDocument.ts';

/** An impact in numbers. */
export interface ImpactCounts {
  /** Clusters that change. */
  readonly clusters: number;
  /** Those of them that are of production. */
  readonly production: number;
  /** Whether more clusters may change that only a controller knows. */
  readonly isOpen: boolean;
  /** Clusters where nothing changes until it is merged elsewhere. */
  readonly waiting: number;
  /** Roots that change and that nothing delivers. */
  readonly roots: number;
  /** Of how many applications and roots it cannot be told whether they change. */
  readonly open: number;
  /** How many objects change that somebody applies by hand. */
  readonly byHand: number;
  /** How many files differ. */
  readonly files: number;
}

/** The numbers of an impact; `roots` are those that nothing delivers or builds on. */
export function countImpact(
  {
    clusters,
    applications,
    handApplied = [],
  }: Pick<ImpactDocument, 'clusters' | 'applications' | 'handApplied'>,
  roots: readonly RootRow[],
  files: number,
): ImpactCounts {
  const changing = clusters.filter((one) => changes(one) && one.waitsFor === undefined);
  const somewhere = applications.filter(({ cluster, status }) => {
    return cluster === null && status !== 'touched';
  });
  return {
    clusters: changing.length,
    production: changing.filter(isOfProduction).length,
    isOpen: somewhere.length > 0,
    waiting: clusters.filter((one) => one.status !== 'touched' && one.waitsFor !== undefined)
      .length,
    roots: roots.filter(({ status }) => status !== 'touched' && status !== 'unknown').length,
    byHand: handApplied.reduce((sum, { resources }) => sum + resources.length, 0),
    open: [...applications, ...roots].filter(isUnknown).length,
    files,
  };
}

/** Whether a cluster is known to change. */
export function changes({ status }: Pick<ClusterRow, 'status'>): boolean {
  return status !== 'touched' && status !== 'unknown';
}

/** Whether a cluster is one of production, by its environment. */
export function isOfProduction({ environment }: Pick<ClusterRow, 'environment'>): boolean {
  return environment !== undefined && isProduction(environment);
}

/** Where a cluster comes among others: the higher, the sooner. Production is told first, then the way back from there. */
export function rankOfCluster(cluster: Pick<ClusterRow, 'environment'>): number {
  if (isOfProduction(cluster)) return Number.MAX_SAFE_INTEGER;
  return cluster.environment === undefined ? -1 : environmentRank(cluster.environment);
}

/** Whether it cannot be told, of all of it or of a part, what becomes of it. */
function isUnknown(row: Pick<ApplicationRow, 'status' | 'gaps'> | RootRow): boolean {
  const isElsewhere = 'cluster' in row && row.cluster === null && row.status !== 'touched';
  return row.status === 'unknown' || isElsewhere || row.gaps.some(({ changed }) => changed);
}
