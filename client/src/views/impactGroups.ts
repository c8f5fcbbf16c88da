import type {
  ImpactApplication,
  ImpactCluster,
  ImpactOfTree,
} from '../../../server/src/protocol/impact.ts';

/** By what clusters are put together. */
export type ClusterGrouping = 'environment' | 'releaseDomain';

/** Clusters of one environment, or of one release domain. */
export interface ClusterGroup {
  /** `undefined` for clusters of which nobody says it. */
  readonly name: string | undefined;
  readonly isProduction: boolean;
  /** In the order of the impact; at least one. */
  readonly alike: readonly AlikeClusters[];
}

/** Clusters that change in the same way. */
export interface AlikeClusters {
  readonly first: ImpactCluster;
  readonly others: readonly ImpactCluster[];
}

/** The clusters of an impact in groups, production first, as they come. */
export function groupClusters(
  clusters: readonly ImpactCluster[],
  grouping: ClusterGrouping,
): readonly ClusterGroup[] {
  const groups = Map.groupBy(clusters, (cluster) => cluster[grouping]);
  return [...groups].map(([name, own]) => ({
    name,
    isProduction: own.some(({ isProduction }) => isProduction),
    alike: alikeOf(own),
  }));
}

function alikeOf(clusters: readonly ImpactCluster[]): readonly AlikeClusters[] {
  const found = Map.groupBy(clusters, ({ change, waitsFor }) => `${change} ${waitsFor ?? ''}`);
  return [...found.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}

/** How many clusters a group has. */
export function sizeOf({ alike }: ClusterGroup): number {
  return alike.reduce((sum, { others }) => sum + 1 + others.length, 0);
}

/** The applications that change on a cluster; those of no known cluster for `undefined`. */
export function applicationsOn(
  { applications }: Pick<ImpactOfTree, 'applications'>,
  cluster: string | undefined,
): readonly ImpactApplication[] {
  return applications.filter((one) => one.cluster === cluster);
}

/** One application or root for each way in which something changes: what is shown where all changes are opened. */
export function distinctOwners(tree: ImpactOfTree): readonly (readonly [string, string])[] {
  const seen = new Set<number>();
  const clusters = tree.clusters.filter(({ change }) => {
    const isNew = !seen.has(change);
    seen.add(change);
    return isNew;
  });
  return [
    ...clusters.flatMap(({ name }) =>
      applicationsOn(tree, name).map(({ id }) => [id, name] as const),
    ),
    ...tree.roots.map(({ id, path }) => [id, path === '' ? '.' : path] as const),
  ];
}
