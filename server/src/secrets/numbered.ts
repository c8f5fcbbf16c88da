import type { ResourceNode } from '../yaml/resourceNode.ts';

/** The same tree with ordinals of its own: the node of each stands at its place in `nodes`. */
export function numbered(node: ResourceNode, nodes: ResourceNode[]): ResourceNode {
  const ordinal = nodes.push(node) - 1;
  switch (node.kind) {
    case 'scalar':
      return { ...node, ordinal };
    case 'map':
      return { ...node, ordinal, values: node.values.map((value) => numbered(value, nodes)) };
    case 'sequence':
      return { ...node, ordinal, items: node.items.map((item) => numbered(item, nodes)) };
    case 'alias':
      return { ...node, ordinal, target: numbered(node.target, nodes) };
  }
}
