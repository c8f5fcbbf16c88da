import type { Resource } from '../kustomize/resource.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { NodePath } from './fieldPath.ts';
import { means, type SourceTarget } from './sourceTarget.ts';

/** A rendered field whose chain cites a place in a source. */
export interface Citation {
  readonly resource: Resource;
  readonly path: NodePath;
  readonly node: ResourceNode;
  /** Whether the place is the winner of the chain; else other layers stand before it. */
  readonly wins: boolean;
}

/** The fields of an object that cite a target, in the order of the tree. */
export function citationsIn(resource: Resource, target: SourceTarget): readonly Citation[] {
  const found: Citation[] = [];
  visit(resource, resource.node, [], (node, path) => {
    const link = linkTo(resource, node, target);
    if (link !== undefined) found.push({ resource, path: [...path], node, wins: link === 0 });
  });
  return found;
}

/** Which link of a node's chain the target is, counted from the winner; `undefined` for none. */
function linkTo(resource: Resource, node: ResourceNode, target: SourceTarget): number | undefined {
  if (node.origin === undefined && resource.source.file !== target.file) return undefined;
  let index = 0;
  for (
    let one: FieldOrigin | undefined = resource.originOf(node);
    one !== undefined;
    one = one.previous
  ) {
    // A node that a step made for itself has no place in the file; the content of a generator is the file as a whole.
    const isPlace = one.writtenAt.kind !== 'file' || one.by.kind === 'generator';
    if (isPlace && means(one.writtenAt, target)) return index;
    index += 1;
  }
  return undefined;
}

function visit(
  resource: Resource,
  node: ResourceNode,
  path: (string | number)[],
  tell: (node: ResourceNode, path: NodePath) => void,
): void {
  tell(node, path);
  const children = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
  children.forEach((child, index) => {
    path.push(node.kind === 'map' ? (node.keys[index] ?? '') : index);
    visit(resource, child, path, tell);
    path.pop();
  });
}
