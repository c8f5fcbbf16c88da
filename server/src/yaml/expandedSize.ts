import type { ResourceNode } from './resourceNode.ts';
import { nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** How many nodes a document may have when its aliases are expanded: beyond, it is an attack and not a document. */
export const maxExpandedNodes = 1_000_000;

/** How deep collections may nest, aliases expanded. go-yaml goes on to 10,000, which no file that means well comes near. */
export const maxDepth = 500;

/**
 * Why a tree is too large or too deep when every alias counts as what it means, `undefined` when it is not; quick also for
 * trees that would be immense.
 */
export function expansionProblem(root: ResourceNode): YamlProblem | undefined {
  const { nodes, depth } = measure(root, new Map());
  if (nodes > maxExpandedNodes) {
    const message = 'yaml: document contains excessive aliasing';
    return nodeProblem('yaml.too-many-aliases', message, root.ordinal);
  }
  return depth > maxDepth
    ? nodeProblem('yaml.too-deep', 'yaml: nested too deeply', root.ordinal)
    : undefined;
}

/** How many nodes a tree has when every alias counts as what it means; quick also where that is a very large number. */
export function expandedSize(root: ResourceNode): number {
  return measure(root, new Map()).nodes;
}

/** The number of nodes, and how many collections contain each other. */
interface Size {
  readonly nodes: number;
  readonly depth: number;
}

const scalarSize: Size = { nodes: 1, depth: 0 };

function measure(node: ResourceNode, sizes: Map<ResourceNode, Size>): Size {
  switch (node.kind) {
    case 'scalar':
      return scalarSize;
    case 'alias': {
      const size = sizes.get(node.target) ?? measure(node.target, sizes);
      sizes.set(node.target, size);
      return size;
    }
    case 'map':
      return around(node.values, sizes, node.keys.length);
    case 'sequence':
      return around(node.items, sizes, 0);
  }
}

function around(
  children: readonly ResourceNode[],
  sizes: Map<ResourceNode, Size>,
  keys: number,
): Size {
  let nodes = 1 + keys;
  let depth = 0;
  for (const child of children) {
    const size = measure(child, sizes);
    nodes += size.nodes;
    depth = Math.max(depth, size.depth);
  }
  return { nodes, depth: depth + 1 };
}
