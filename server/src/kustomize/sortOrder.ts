import { gvkEquals, gvkSortString, kindRanks, ORDER_FIRST, ORDER_LAST } from '../kubernetes/gvk.ts';
import { legacySortString } from '../kubernetes/resourceId.ts';
import { goSort } from '../util/goSort.ts';
import type { LegacySortOptions } from './kustomization.ts';
import { compareBytes } from '../util/compareBytes.ts';
import type { Resource } from './resource.ts';

/** As loaded. */
export function sortFifo(resources: readonly Resource[]): readonly Resource[] {
  return resources;
}

/**
 * By kind, then by type, namespace and name.
 * Source: kustomize api v0.21.1 internal/builtins/SortOrderTransformer.go.
 */
export function sortLegacy(
  resources: readonly Resource[],
  options: LegacySortOptions | undefined,
): readonly Resource[] {
  const ranks =
    options === undefined
      ? kindRanks(ORDER_FIRST, ORDER_LAST)
      : kindRanks(
          options.orderFirst.map((kind) => kind.value),
          options.orderLast.map((kind) => kind.value),
        );
  const entries = resources.map((resource) => ({
    resource,
    id: resource.id,
    rank: ranks.get(resource.id.kind) ?? 0,
    type: gvkSortString(resource.id),
    text: legacySortString(resource.id),
  }));
  const sorted = goSort(entries, (a, b) => {
    if (gvkEquals(a.id, b.id)) return compareBytes(a.text, b.text) < 0;
    if (a.rank !== b.rank) return a.rank < b.rank;
    const namespaces =
      a.id.kind === 'Namespace' &&
      b.id.kind === 'Namespace' &&
      (a.id.group === '' || b.id.group === '');
    return namespaces ? compareBytes(a.type, b.type) > 0 : compareBytes(a.type, b.type) < 0;
  });
  return sorted.map((entry) => entry.resource);
}
