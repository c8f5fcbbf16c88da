import { Uri, l10n } from 'vscode';
import type {
  ImpactApplication,
  ImpactCluster,
  ImpactCrossing,
  ImpactDanger,
  ImpactFailure,
  ImpactField,
  ImpactLooseEnd,
  ImpactOfTree,
  ImpactPart,
  ImpactPartOwner,
  ImpactRefusal,
  ImpactResource,
  ImpactRoot,
  ImpactTouched,
} from '../../../server/src/protocol/impact.ts';
import {
  applicationsOn,
  distinctOwners,
  groupClusters,
  type ClusterGroup,
  type ClusterGrouping,
} from './impactGroups.ts';

/** Clusters that change as one that is told before them share a row where they are more than this. */
const mostAlike = 3;

/** Where so few things change, or fewer, their objects are to be seen without a click. */
const mostOpen = 3;

/** A row of the Impact view. `id` stays the same as long as the row means the same. */
export type ImpactNode =
  | { readonly kind: 'tree'; readonly id: string; readonly tree: ImpactOfTree }
  | { readonly kind: 'refusal'; readonly id: string; readonly refusal: ImpactRefusal }
  | { readonly kind: 'quiet'; readonly id: string; readonly text: string }
  | { readonly kind: 'crossing'; readonly id: string; readonly crossing: ImpactCrossing }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly tree: ImpactOfTree;
      readonly group: ClusterGroup;
    }
  | {
      readonly kind: 'cluster';
      readonly id: string;
      readonly tree: ImpactOfTree;
      readonly cluster: ImpactCluster;
      /** The cluster that changes in the same way and stands before it, in whatever group. */
      readonly like?: string;
    }
  | {
      readonly kind: 'alike';
      readonly id: string;
      readonly tree: ImpactOfTree;
      readonly clusters: readonly ImpactCluster[];
      readonly like: string;
    }
  | ApplicationNode
  | RootNode
  | { readonly kind: 'somewhere'; readonly id: string; readonly tree: ImpactOfTree }
  | { readonly kind: 'roots'; readonly id: string; readonly tree: ImpactOfTree }
  | { readonly kind: 'touched'; readonly id: string; readonly tree: ImpactOfTree }
  | {
      readonly kind: 'equal';
      readonly id: string;
      readonly touched: ImpactTouched;
      readonly rendered?: Uri;
    }
  | { readonly kind: 'looseEnd'; readonly id: string; readonly end: ImpactLooseEnd }
  | { readonly kind: 'gap'; readonly id: string; readonly text: string }
  | { readonly kind: 'failure'; readonly id: string; readonly failure: ImpactFailure }
  | { readonly kind: 'danger'; readonly id: string; readonly danger: ImpactDanger }
  | ResourceNode
  | {
      readonly kind: 'field';
      readonly id: string;
      readonly field: ImpactField;
      readonly resource: ResourceNode;
    };

/** An application that changes; it stands for its rendered document, too. */
export interface ApplicationNode {
  readonly kind: 'application';
  /** `undefined` where it is gone. */
  readonly rendered?: Uri;
  readonly id: string;
  readonly tree: string;
  readonly application: ImpactApplication;
  /** Whether its objects are to be seen at once. */
  readonly isOpen: boolean;
}

/** A root that changes and that nothing delivers. */
export interface RootNode {
  readonly kind: 'root';
  readonly rendered: Uri;
  readonly id: string;
  readonly tree: string;
  readonly root: ImpactRoot;
}

/** An object that differs. */
export interface ResourceNode {
  readonly kind: 'resource';
  readonly id: string;
  readonly tree: string;
  /** What the object is of. */
  readonly owner: ImpactPartOwner;
  /** The cluster, or the root, for the title of a comparison. */
  readonly where: string;
  readonly resource: ImpactResource;
}

/** The first rows: those of the one tree, or one for each. */
export function rootNodes(
  trees: readonly (ImpactOfTree | ImpactRefusal)[],
  grouping: ClusterGrouping,
): readonly ImpactNode[] {
  const [only, ...others] = trees;
  if (only?.kind === 'compared' && others.length === 0) return treeNodes(only, grouping);
  return trees.map((tree): ImpactNode => {
    const id = `tree ${tree.tree}`;
    return tree.kind === 'refused'
      ? { kind: 'refusal', id, refusal: tree }
      : { kind: 'tree', id, tree };
  });
}

/** The rows of a tree. */
export function treeNodes(tree: ImpactOfTree, grouping: ClusterGrouping): readonly ImpactNode[] {
  const id = tree.tree;
  const somewhere = applicationsOn(tree, undefined);
  const groups = groupClusters(tree.clusters, grouping);
  const isQuiet = groups.length + somewhere.length + tree.roots.length === 0;
  return [
    ...tree.crossings.map((crossing): ImpactNode => {
      return { kind: 'crossing', id: `${id} ${crossing.text}`, crossing };
    }),
    ...(isQuiet && tree.touched.length > 0
      ? [{ kind: 'quiet', id: `${id} quiet`, text: tree.headline.text } as const]
      : []),
    ...groups.map((group): ImpactNode => ({
      kind: 'group',
      id: `${id} in ${group.name ?? ''}`,
      tree,
      group,
    })),
    ...tree.looseEnds.map((end): ImpactNode => {
      return { kind: 'looseEnd', id: `${id} ${end.text}`, end };
    }),
    ...(tree.roots.length > 0 ? [{ kind: 'roots', id: `${id} roots`, tree } as const] : []),
    ...(somewhere.length > 0 ? [{ kind: 'somewhere', id: `${id} open`, tree } as const] : []),
    ...(tree.touched.length > 0 ? [{ kind: 'touched', id: `${id} touched`, tree } as const] : []),
  ];
}

/** The rows of a group of clusters: those that change alike follow each other, or share a row. */
export function groupNodes(tree: ImpactOfTree, group: ClusterGroup): readonly ImpactNode[] {
  return group.alike.flatMap(({ first, others }): readonly ImpactNode[] => {
    const like = firstLike(tree, first);
    const own = clusterNode(tree, first);
    const alone = like === first.name ? own : { ...own, like };
    return others.length <= mostAlike
      ? [alone, ...others.map((cluster) => ({ ...clusterNode(tree, cluster), like }))]
      : [alone, { kind: 'alike', id: `${alone.id} and others`, tree, clusters: others, like }];
  });
}

/** The first of all clusters that change as one does. */
function firstLike({ clusters }: ImpactOfTree, { name, change, waitsFor }: ImpactCluster): string {
  const first = clusters.find((one) => one.change === change && one.waitsFor === waitsFor);
  return first?.name ?? name;
}

/** The row of a cluster. */
export function clusterNode(
  tree: ImpactOfTree,
  cluster: ImpactCluster,
): Extract<ImpactNode, { kind: 'cluster' }> {
  return { kind: 'cluster', id: `${tree.tree} on ${cluster.name}`, tree, cluster };
}

/** The rows of applications. */
export function applicationNodes(
  tree: ImpactOfTree,
  cluster: string | undefined,
): readonly ApplicationNode[] {
  const applications = applicationsOn(tree, cluster);
  const isFew = distinctOwners(tree).length <= mostOpen;
  return applications.map((application) => ({
    kind: 'application',
    id: `${tree.tree} ${application.id}`,
    tree: tree.tree,
    application,
    isOpen: isFew && cluster !== undefined,
    ...(application.uri !== undefined && { rendered: Uri.parse(application.uri) }),
  }));
}

/** The rows of roots. */
export function rootRows(tree: ImpactOfTree): readonly RootNode[] {
  return tree.roots.map((root) => ({
    kind: 'root',
    id: `${tree.tree} ${root.id}`,
    tree: tree.tree,
    root,
    rendered: Uri.parse(root.uri),
  }));
}

/** The rows of what renders to the same. */
export function equalNodes(tree: ImpactOfTree): readonly ImpactNode[] {
  return tree.touched.map((touched, index) => ({
    kind: 'equal',
    id: `${tree.tree} equal ${touched.name} ${touched.cluster ?? ''} ${index}`,
    touched,
    ...(touched.uri !== undefined && { rendered: Uri.parse(touched.uri) }),
  }));
}

/** The rows of what an application or a root is made of: dangers first. */
export function partNodes(
  { tree, owner, where }: Pick<ResourceNode, 'tree' | 'owner' | 'where'>,
  part: ImpactPart | undefined,
): readonly ImpactNode[] {
  const id = `${tree} ${owner.id}`;
  const { dangers = [], resources = [] } = part ?? {};
  return [
    ...(owner.failure === undefined
      ? []
      : [{ kind: 'failure', id: `${id} fails`, failure: owner.failure } as const]),
    ...dangers.map((danger): ImpactNode => ({
      kind: 'danger',
      id: `${id} ! ${danger.message}`,
      danger,
    })),
    ...owner.gaps.map((text): ImpactNode => ({ kind: 'gap', id: `${id} ? ${text}`, text })),
    ...resources.map((resource): ImpactNode => ({
      kind: 'resource',
      id: `${id} of ${resource.id} ${resource.change}`,
      tree,
      owner,
      where,
      resource,
    })),
  ];
}

/** The rows of the fields of an object. */
export function fieldNodes(resource: ResourceNode): readonly ImpactNode[] {
  return resource.resource.fields.map((field, index) => ({
    kind: 'field',
    id: `${resource.id} ${field.path} ${index}`,
    field,
    resource,
  }));
}

/** What a comparison of an object is called. */
export function comparisonTitle({ resource: { kind, name }, where }: ResourceNode): string {
  return l10n.t('{0} on {1}', `${kind}/${name}`, where);
}

/** Where an application is, for the title of a comparison. */
export function whereOf({ application }: ApplicationNode): string {
  return application.cluster ?? l10n.t('a cluster that only its controller knows');
}
