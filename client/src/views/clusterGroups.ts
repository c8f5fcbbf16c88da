import type {
  ClusterApplication,
  ClusterNode,
  ClustersAnswer,
  OpenGenerator,
} from '../../../server/src/protocol/clusters.ts';

/** The facts that clusters are grouped by. */
export const groupings = ['environment', 'region', 'releaseDomain'] as const;

/** The fact that clusters are grouped by. */
export type Grouping = (typeof groupings)[number];

/** What the view shows, still without words. */
export type ClusterItem =
  | GroupItem
  | ClusterOfGroup
  | ApplicationItem
  | GeneratorItem
  | { readonly kind: 'unknown'; readonly children: readonly ApplicationItem[] }
  | { readonly kind: 'open'; readonly children: readonly GeneratorItem[] };

/** Clusters that have a fact in common; `name` is `undefined` for those that do not have it. */
export interface GroupItem {
  readonly kind: 'group';
  readonly grouping: Grouping;
  readonly name: string | undefined;
  readonly isProduction: boolean;
  readonly children: readonly ClusterOfGroup[];
}

/** A cluster with what is delivered to it. */
export interface ClusterOfGroup {
  readonly kind: 'cluster';
  readonly cluster: ClusterNode;
  readonly grouping: Grouping;
  readonly children: readonly ApplicationItem[];
}

/** An application on a cluster. */
export interface ApplicationItem {
  readonly kind: 'application';
  readonly application: ClusterApplication;
}

/** What may make more applications. */
export interface GeneratorItem {
  readonly kind: 'generator';
  readonly generator: OpenGenerator;
}

/** The clusters in groups: production first, then the later waves before the earlier; what is not known comes last. */
export function clusterGroups(
  { clusters, applications, open }: ClustersAnswer,
  grouping: Grouping,
): readonly ClusterItem[] {
  const byCluster = Map.groupBy(applications, ({ tree, cluster }) => keyOf(tree, cluster));
  const itemsOf = (tree: string, cluster: string | undefined): readonly ApplicationItem[] =>
    (byCluster.get(keyOf(tree, cluster)) ?? []).map((application) => {
      return { kind: 'application', application };
    });
  const known = new Set(clusters.map(({ tree, name }) => keyOf(tree, name)));
  const elsewhere = applications.filter(({ tree, cluster }) => !known.has(keyOf(tree, cluster)));
  const groups = [...Map.groupBy(clusters, (cluster) => cluster[grouping])]
    .map(([name, own]) => ({
      item: {
        kind: 'group' as const,
        grouping,
        name,
        isProduction: own.some((one) => one.isProduction),
        children: own.map((cluster) => ({
          kind: 'cluster' as const,
          cluster,
          grouping,
          children: itemsOf(cluster.tree, cluster.name),
        })),
      },
      wave: Math.max(...own.map(({ wave = -1 }) => wave)),
    }))
    .sort(
      (a, b) =>
        Number(a.item.name === undefined) - Number(b.item.name === undefined) ||
        Number(b.item.isProduction) - Number(a.item.isProduction) ||
        b.wave - a.wave,
    );
  return [
    ...groups.map(({ item }) => item),
    ...(elsewhere.length === 0
      ? []
      : [
          {
            kind: 'unknown' as const,
            children: elsewhere.map((application) => {
              return { kind: 'application' as const, application };
            }),
          },
        ]),
    ...(open.length === 0
      ? []
      : [
          {
            kind: 'open' as const,
            children: open.map((generator) => ({ kind: 'generator' as const, generator })),
          },
        ]),
  ];
}

function keyOf(tree: string, cluster: string | undefined): string {
  return JSON.stringify([tree, cluster]);
}
