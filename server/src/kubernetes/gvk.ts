import { compareBytes } from '../util/compareBytes.ts';
import { isCertainlyClusterScoped, type ScopeTable } from './scope.ts';

/** Group, version and kind of a type; each may be ''. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * A type with its scope. `clusterScoped` is true only where the type was looked up (`newGvk`): kustomize makes many Gvks as
 * plain literals (field specs, selectors, the previous ids of a resource), and for those it is false whatever the kind.
 *
 * Source: kyaml resid/gvk.go (v0.21.1).
 */
export interface Gvk extends GroupVersionKind {
  readonly clusterScoped: boolean;
}

/** A type whose scope is looked up. Source: kyaml resid/gvk.go `NewGvk`. */
export function newGvk(group: string, version: string, kind: string, custom?: ScopeTable): Gvk {
  const gvk = { group, version, kind };
  return { ...gvk, clusterScoped: isCertainlyClusterScoped(apiVersionOf(gvk), kind, custom) };
}

/** The type of an object that says `apiVersion` and `kind`. Source: kyaml resid/gvk.go `GvkFromNode`. */
export function gvkOf(apiVersion: string, kind: string, custom?: ScopeTable): Gvk {
  const { group, version } = parseGroupVersion(apiVersion);
  return newGvk(group, version, kind, custom);
}

/** Splits an `apiVersion` at its first slash. Source: kyaml resid/gvk.go `ParseGroupVersion`. */
export function parseGroupVersion(apiVersion: string): {
  readonly group: string;
  readonly version: string;
} {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** The `apiVersion` of a type. Source: kyaml resid/gvk.go `ApiVersion`. */
export function apiVersionOf({ group, version }: GroupVersionKind): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Whether two types have the same names; the scope does not count. Source: kyaml resid/gvk.go `Equals`. */
export function gvkEquals(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

/** Whether a type has what a selector names; '' selects any. Source: kyaml resid/gvk.go `IsSelected`. */
export function isSelected(gvk: GroupVersionKind, selector: GroupVersionKind): boolean {
  return (
    (selector.group === '' || gvk.group === selector.group) &&
    (selector.version === '' || gvk.version === selector.version) &&
    (selector.kind === '' || gvk.kind === selector.kind)
  );
}

/** `Kind.version.group`, with words for what is missing. Source: kyaml resid/gvk.go `String`. */
export function gvkString({ group, version, kind }: GroupVersionKind): string {
  return [orElse(kind, NO_KIND), orElse(version, NO_VERSION), orElse(group, NO_GROUP)].join('.');
}

/**
 * Reads what `gvkString` writes. Other text with fewer than two dots gives a type whose names are the words for what is
 * missing, as in kustomize. Source: kyaml resid/gvk.go `GvkFromString`.
 */
export function gvkFromString(text: string, custom?: ScopeTable): Gvk {
  const [kind, version, ...group] = text.split('.');
  if (kind === undefined || version === undefined || group.length === 0) {
    return { group: NO_GROUP, version: NO_VERSION, kind: NO_KIND, clusterScoped: false };
  }
  return newGvk(
    withoutWord(group.join('.'), NO_GROUP),
    withoutWord(version, NO_VERSION),
    withoutWord(kind, NO_KIND),
    custom,
  );
}

/**
 * `group_version_Kind`, by which types of one rank are sorted. Source: kyaml resid/gvk.go `stableSortString`, kustomize
 * api/internal/builtins/SortOrderTransformer.go `legacyGVKSortString`.
 */
export function gvkSortString({ group, version, kind }: GroupVersionKind): string {
  return [orElse(group, '~G'), orElse(version, '~V'), orElse(kind, '~K')].join('_');
}

/** The kinds that come first, in this order. Source: kyaml resid/gvk.go and SortOrderTransformer.go. */
export const ORDER_FIRST: readonly string[] = [
  'Namespace',
  'ResourceQuota',
  'StorageClass',
  'CustomResourceDefinition',
  'ServiceAccount',
  'PodSecurityPolicy',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'Endpoints',
  'Service',
  'LimitRange',
  'PriorityClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
];

/** The kinds that come last, in this order. Source: kyaml resid/gvk.go and SortOrderTransformer.go. */
export const ORDER_LAST: readonly string[] = [
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];

/**
 * The rank of each kind by two lists; a kind in neither has the rank 0. Source: kyaml resid/gvk.go `typeOrders`,
 * SortOrderTransformer.go `newLegacyIDSorter`.
 */
export function kindRanks(
  first: readonly string[],
  last: readonly string[],
): ReadonlyMap<string, number> {
  return new Map([
    ...first.map((kind, index) => [kind, index - first.length] as const),
    ...last.map((kind, index) => [kind, index + 1] as const),
  ]);
}

/** Whether a type comes before another in field specs. Source: kyaml resid/gvk.go `IsLessThan`. */
export function gvkIsLess(a: GroupVersionKind, b: GroupVersionKind): boolean {
  const [left, right] = [defaultRanks.get(a.kind) ?? 0, defaultRanks.get(b.kind) ?? 0];
  return left === right ? compareBytes(gvkSortString(a), gvkSortString(b)) < 0 : left < right;
}

const defaultRanks = kindRanks(ORDER_FIRST, ORDER_LAST);

const NO_GROUP = '[noGrp]';
const NO_VERSION = '[noVer]';
const NO_KIND = '[noKind]';

function orElse(text: string, word: string): string {
  return text === '' ? word : text;
}

function withoutWord(text: string, word: string): string {
  return text === word ? '' : text;
}
