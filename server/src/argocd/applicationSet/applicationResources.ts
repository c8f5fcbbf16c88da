import { Resource } from '../../kustomize/resource.ts';
import {
  booleanTree,
  nullTree,
  numberTree,
  stringTree,
  type NodePlace,
} from '../../kustomize/jsonTree.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { field } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { mapOfEntries } from '../jsonNodes.ts';
import { isArray, type Json, type JsonObject } from './json.ts';

/**
 * The applications of an ApplicationSet as objects. A value says where in the template it stands, with what stands there as
 * `{{…}}` before; what no template says (of a generator, a patch, or the controller itself) stands at the ApplicationSet.
 */
export function applicationResources(
  set: Resource,
  applications: readonly JsonObject[],
): readonly Resource[] {
  const spec = field(set.node, 'spec');
  const template = field(spec, 'template');
  const patch = field(spec, 'templatePatch');
  const root = newPlace(set, originAt(set, patch ?? template ?? set.node), template);
  const own = placeAt(set, set.node);
  const head = {
    apiVersion: stringTree('argoproj.io/v1alpha1', own).node,
    kind: stringTree('Application', own).node,
  };
  return applications.map((application) => {
    const entries = Object.entries(application).map(
      ([key, value]) => [key, nodeOf(value, childOf(root, key))] as const,
    );
    const node = mapOfEntries([...Object.entries(head), ...entries], own);
    return new Resource(node, set.source);
  });
}

/** A place in the template, with what was made for it already: applications have most of their parts in common. */
interface Place {
  readonly set: Resource;
  readonly origin: FieldOrigin;
  readonly node: ResourceNode | undefined;
  readonly children: Map<string | number, Place>;
  readonly scalars: Map<Json, ResourceNode>;
  /** The last list or object that stood here, and what was made of it. */
  last: { readonly value: Json; readonly node: ResourceNode } | undefined;
}

function newPlace(set: Resource, origin: FieldOrigin, node: ResourceNode | undefined): Place {
  return { set, origin, node, children: new Map(), scalars: new Map(), last: undefined };
}

function originAt(set: Resource, node: ResourceNode): FieldOrigin {
  return {
    writtenAt: set.originOf(node).writtenAt,
    by: { kind: 'generator', root: undefined },
    previous: undefined,
  };
}

function placeAt(set: Resource, node: ResourceNode): NodePlace {
  return { ordinal: -1, origin: originAt(set, node) };
}

function childOf(parent: Place, key: string | number): Place {
  const known = parent.children.get(key);
  if (known !== undefined) return known;
  const node =
    typeof key === 'string'
      ? field(parent.node, key)
      : parent.node?.kind === 'sequence'
        ? parent.node.items[key]
        : undefined;
  const origin = node === undefined ? parent.origin : originAt(parent.set, node);
  const child = newPlace(parent.set, origin, node);
  parent.children.set(key, child);
  return child;
}

function nodeOf(value: Json, place: Place): ResourceNode {
  const at: NodePlace = { ordinal: -1, origin: place.origin };
  if (typeof value === 'object' && value !== null) {
    if (place.last?.value === value) return place.last.node;
    const node = collectionOf(value, place, at);
    place.last = { value, node };
    return node;
  }
  const known = place.scalars.get(value);
  if (known !== undefined) return known;
  const made = scalarOf(value, at);
  place.scalars.set(value, made);
  return made;
}

function collectionOf(
  value: JsonObject | readonly Json[],
  place: Place,
  at: NodePlace,
): ResourceNode {
  if (isArray(value)) {
    const items = value.map((item, index) => nodeOf(item, childOf(place, index)));
    return { kind: 'sequence', items, tag: '!!seq', flow: items.length === 0, ...at };
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, nodeOf(item, childOf(place, key))] as const,
  );
  const earlier = place.last?.node;
  return mapOfEntries(entries, at, earlier?.kind === 'map' ? earlier.keys : undefined);
}

function scalarOf(value: Exclude<Json, JsonObject | readonly Json[]>, at: NodePlace): ResourceNode {
  switch (typeof value) {
    case 'string':
      return stringTree(value, at).node;
    case 'boolean':
      return booleanTree(value, at).node;
    case 'number':
      return numberTree(String(value), at).node;
    default:
      return nullTree(at).node;
  }
}
