import { at, below, itemsOf, textOf, type JsonMap } from '../json.ts';

/** An object that a controller says it has deployed. */
export interface InventoryEntry {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * What a unit has deployed, as its controller says: `status.resources` of an Application, `status.inventory` of Flux.
 * Source: argo-cd `ResourceStatus`; kustomize-controller `ResourceInventory`, cli-utils object.ObjMetadata.
 */
export function inventoryOf(object: JsonMap): readonly InventoryEntry[] {
  if (object['kind'] === 'Application') {
    return itemsOf(below(object, 'status', 'resources')).map((one) => ({
      group: textOf(at(one, 'group')),
      version: textOf(at(one, 'version')),
      kind: textOf(at(one, 'kind')),
      namespace: textOf(at(one, 'namespace')),
      name: textOf(at(one, 'name')),
    }));
  }
  return itemsOf(below(object, 'status', 'inventory', 'entries')).flatMap((one) => {
    const entry = readInventoryId(textOf(at(one, 'id')));
    return entry === undefined ? [] : [{ ...entry, version: textOf(at(one, 'v')) }];
  });
}

/** `namespace_name_group_Kind`: the first `_` ends the namespace, the last two begin group and kind; `__` is a colon. */
export function readInventoryId(id: string): Omit<InventoryEntry, 'version'> | undefined {
  const first = id.indexOf('_');
  const last = id.lastIndexOf('_');
  const middle = id.lastIndexOf('_', last - 1);
  if (first < 0 || middle <= first) return undefined;
  return {
    namespace: id.slice(0, first),
    name: id.slice(first + 1, middle).replaceAll('__', ':'),
    group: id.slice(middle + 1, last),
    kind: id.slice(last + 1),
  };
}
