import { samePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Resource } from './resource.ts';

/**
 * Whether two resources are made of nodes that go-yaml would hold to be the same: equal in content, style and in the place
 * that they were read from. A node that a step wrote has no place, so that it differs from the one that a file holds.
 * Source: kustomize api v0.21.1 resmap/reswrangler.go `ErrorIfNotEqualSets`, which compares with `reflect.DeepEqual`.
 */
export function haveSameNodes(a: Resource, b: Resource): boolean {
  return isSame(a.node, b.node);

  function isSame(left: ResourceNode, right: ResourceNode | undefined): boolean {
    if (left === right) return true;
    if (right === undefined || left.ordinal !== right.ordinal) return false;
    const isPlaced = left.ordinal >= 0;
    if (isPlaced && !samePointer(a.originOf(left).writtenAt, b.originOf(right).writtenAt))
      return false;
    switch (left.kind) {
      case 'scalar':
        return (
          right.kind === 'scalar' &&
          left.value === right.value &&
          left.tag === right.tag &&
          left.style === right.style
        );
      case 'map':
        return (
          right.kind === 'map' &&
          left.flow === right.flow &&
          left.keys.length === right.keys.length &&
          left.keys.every(
            (key, index) =>
              key === right.keys[index] && isSamePart(left.values[index], right.values[index]),
          )
        );
      case 'sequence':
        return (
          right.kind === 'sequence' &&
          left.flow === right.flow &&
          left.items.length === right.items.length &&
          left.items.every((item, index) => isSamePart(item, right.items[index]))
        );
      case 'alias':
        return false;
    }
  }

  function isSamePart(left: ResourceNode | undefined, right: ResourceNode | undefined): boolean {
    return left !== undefined && isSame(left, right);
  }
}
