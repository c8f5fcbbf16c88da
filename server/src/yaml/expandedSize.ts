import type { ResourceNode } from './resourceNode.ts';

/** How many nodes a document may have when its aliases are expanded: beyond, it is an attack and not a document. */
export const maxExpandedNodes = 1_000_000;

/** How many nodes a tree has when every alias counts as what it means; quick also where that is a very large number. */
export function expandedSize(root: ResourceNode): number {
  return measure(root, new Map());
}

function measure(node: ResourceNode, sizes: Map<ResourceNode, number>): number {
  switch (node.kind) {
    case 'scalar':
      return 1;
    case 'alias': {
      const known = sizes.get(node.target);
      if (known !== undefined) {
        return known;
      }
      const size = measure(node.target, sizes);
      sizes.set(node.target, size);
      return size;
    }
    case 'map':
      return node.values.reduce((sum, value) => sum + 1 + measure(value, sizes), 1);
    case 'sequence':
      return node.items.reduce((sum, item) => sum + measure(item, sizes), 1);
  }
}
