/** The request for the clusters that plans can be made for, `strata/plannableClusters`. */
export const plannableClustersMethod = 'strata/plannableClusters';

/** The clusters of the opened folders. */
export interface PlannableClusters {
  readonly clusters: readonly PlannableCluster[];
}

/** A cluster of an opened folder. */
export interface PlannableCluster {
  /** The name of the opened folder's tree. */
  readonly tree: string;
  readonly name: string;
  readonly environment?: string;
}

/** The request for a plan that adds or retires a cluster, `strata/planCluster`; the answer is a `PlanAnswer`. */
export const planClusterMethod = 'strata/planCluster';

/** A new cluster like another one, or one that retires. */
export interface PlanClusterParams {
  readonly tree: string;
  readonly name: string;
  /** Absent for a cluster that retires. */
  readonly like?: string;
}
