import { compareBytes } from '../util/compareBytes.ts';
import { gvkEquals, gvkFromString, gvkSortString, gvkString, isSelected, type Gvk } from './gvk.ts';
import type { ScopeTable } from './scope.ts';

/**
 * What identifies an object. `effectiveNamespace` is the namespace by which ids are compared: a word of its own for types
 * that are certainly cluster-scoped, `default` where there is none.
 *
 * Source: kyaml resid/resid.go (v0.21.1).
 */
export interface ResourceId extends Gvk {
  readonly name: string;
  readonly namespace: string;
  readonly effectiveNamespace: string;
}

/** The effective namespace of what has none. Source: kyaml resid/resid.go `TotallyNotANamespace`. */
export const NOT_A_NAMESPACE = '_non_namespaceable_';

/** The effective namespace of what says none. Source: kyaml resid/resid.go `DefaultNamespace`. */
export const DEFAULT_NAMESPACE = 'default';

/** Makes an id; see `Gvk.clusterScoped`. Source: kyaml resid/resid.go `NewResIdWithNamespace`, `EffectiveNamespace`. */
export function newResourceId(gvk: Gvk, name: string, namespace: string): ResourceId {
  const { group, version, kind, clusterScoped } = gvk;
  const effectiveNamespace = clusterScoped
    ? NOT_A_NAMESPACE
    : namespace === ''
      ? DEFAULT_NAMESPACE
      : namespace;
  return { group, version, kind, clusterScoped, name, namespace, effectiveNamespace };
}

/** Whether type, name and effective namespace are the same. Source: kyaml resid/resid.go `Equals`. */
export function resourceIdEquals(a: ResourceId, b: ResourceId): boolean {
  return a.effectiveNamespace === b.effectiveNamespace && gvknEquals(a, b);
}

/** Whether type and name are the same. Source: kyaml resid/resid.go `GvknEquals`. */
export function gvknEquals(a: ResourceId, b: ResourceId): boolean {
  return a.name === b.name && gvkEquals(a, b);
}

/** Whether an id has what a selector names; '' selects any. Source: kyaml resid/resid.go `IsSelectedBy`. */
export function isSelectedBy(id: ResourceId, selector: ResourceId): boolean {
  return (
    (selector.name === '' || selector.name === id.name) &&
    (selector.namespace === '' || selector.effectiveNamespace === id.effectiveNamespace) &&
    isSelected(id, selector)
  );
}

/** Whether an object stands in the default namespace. Source: kyaml resid/resid.go `IsInDefaultNs`. */
export function isInDefaultNamespace(id: ResourceId): boolean {
  return !id.clusterScoped && id.effectiveNamespace === DEFAULT_NAMESPACE;
}

/** `Kind.version.group/name.namespace`, with words for what is missing. Source: kyaml resid/resid.go `String`. */
export function resourceIdString(id: ResourceId): string {
  return `${gvkString(id)}/${orElse(id.name, NO_NAME)}.${orElse(id.namespace, NO_NAMESPACE)}`;
}

/**
 * Reads what `resourceIdString` writes; text without a slash, for which kustomize panics, has no name.
 * Source: kyaml resid/resid.go `FromString`.
 */
export function resourceIdFromString(text: string, custom?: ScopeTable): ResourceId {
  const [type = '', rest = ''] = text.split('/');
  const words = rest.split('.');
  const namespace = words.pop() ?? '';
  const name = words.join('.');
  return newResourceId(
    gvkFromString(type, custom),
    name === NO_NAME ? '' : name,
    namespace === NO_NAMESPACE ? '' : namespace,
  );
}

/**
 * The text by which objects of one type are sorted in the legacy order.
 * Source: kustomize api/internal/builtins/SortOrderTransformer.go `legacyResIDSortString`.
 */
export function legacySortString(id: ResourceId): string {
  return [gvkString(id), orElse(id.namespace, '~X'), orElse(id.name, '~N')].join('|');
}

/**
 * Whether an object comes before another in the legacy order, with the ranks of `kindRanks`.
 * Source: kustomize api/internal/builtins/SortOrderTransformer.go `Less`, `gvkLessThan`.
 */
export function legacyIsLess(
  a: ResourceId,
  b: ResourceId,
  ranks: ReadonlyMap<string, number>,
): boolean {
  if (gvkEquals(a, b)) {
    return compareBytes(legacySortString(a), legacySortString(b)) < 0;
  }
  const [left, right] = [ranks.get(a.kind) ?? 0, ranks.get(b.kind) ?? 0];
  if (left !== right) {
    return left < right;
  }
  const order = compareBytes(gvkSortString(a), gvkSortString(b));
  const namespaces = a.kind === 'Namespace' && b.kind === 'Namespace';
  return namespaces && (a.group === '' || b.group === '') ? order > 0 : order < 0;
}

const NO_NAME = '[noName]';
const NO_NAMESPACE = '[noNs]';

function orElse(text: string, word: string): string {
  return text === '' ? word : text;
}
