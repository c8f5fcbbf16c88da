import { compareBytes } from '../util/compareBytes.ts';
import { replaceItem, replaceValue } from '../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { Resource } from './resource.ts';

/*
 * kustomize's label and annotation transformers put one node under every field that they add a key to. A later write in
 * place at one of these fields (a patch, another label, a replacement) therefore writes them all. That is a fault of
 * kustomize that users see (a patch of `metadata/labels` changes a selector), so the same must come out here.
 * Source: kustomize api v0.21.1 filters/filtersutil/setters.go `SetEntry`, kyaml yaml/fns.go `FieldSetter`.
 */

/** Brings the scalars that stand for one node to the one that was written last. */
export function settleShared(resource: Resource): Resource {
  // Nearly always all are one still, which any order tells.
  if (!resource.hasShared || areSettled(resource.node, new Map())) return resource;
  const latest = new Map<object, ScalarNode>();
  visit(resource.node, (node) => {
    const { shared } = node;
    if (shared === undefined) return;
    const known = latest.get(shared.group);
    // One patch may write several of them, in the order of its walk.
    if (known?.shared === undefined || shared.stamp >= known.shared.stamp)
      latest.set(shared.group, node);
  });
  return resource.with(settle(resource.node, latest));
}

/** Whether all scalars that stand for one node hold the same write; `seen` has one of each of their groups. */
function areSettled(node: ResourceNode, seen: Map<object, ScalarNode>): boolean {
  switch (node.kind) {
    case 'scalar': {
      if (node.shared === undefined) return true;
      const one = seen.get(node.shared.group);
      if (one === undefined) seen.set(node.shared.group, node);
      return one === undefined || isSameWrite(one, node);
    }
    case 'map':
      return node.values.every((value) => areSettled(value, seen));
    case 'sequence':
      return node.items.every((item) => areSettled(item, seen));
    case 'alias':
      return true;
  }
}

function isSameWrite(a: ScalarNode, b: ScalarNode): boolean {
  return a.shared?.stamp === b.shared?.stamp && a.value === b.value && a.tag === b.tag;
}

/** Sees the scalars in the order in which a patch is merged: fields by their names. */
function visit(node: ResourceNode, see: (node: ScalarNode) => void): void {
  switch (node.kind) {
    case 'scalar':
      see(node);
      return;
    case 'map':
      for (const index of [...node.keys.keys()].sort((a, b) =>
        compareBytes(node.keys[a] ?? '', node.keys[b] ?? ''),
      )) {
        const value = node.values[index];
        if (value !== undefined) visit(value, see);
      }
      return;
    case 'sequence':
      for (const item of node.items) visit(item, see);
      return;
    case 'alias':
      return;
  }
}

function settle(node: ResourceNode, latest: ReadonlyMap<object, ScalarNode>): ResourceNode {
  switch (node.kind) {
    case 'scalar': {
      const last = node.shared && latest.get(node.shared.group);
      if (last?.shared === undefined || isSameWrite(last, node)) return node;
      const origin = last.origin && {
        ...last.origin,
        previous: node.origin && { ...node.origin, gave: node },
      };
      return {
        ...node,
        value: last.value,
        tag: last.tag,
        style: last.style,
        origin,
        ordinal: last.ordinal,
        shared: last.shared,
      };
    }
    case 'map': {
      let result = node;
      for (const [index, value] of node.values.entries())
        result = replaceValue(result, index, settle(value, latest));
      return result;
    }
    case 'sequence': {
      let result = node;
      for (const [index, item] of node.items.entries())
        result = replaceItem(result, index, settle(item, latest));
      return result;
    }
    case 'alias':
      return node;
  }
}
