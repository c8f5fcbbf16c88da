import { problem, type Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import {
  appendEntry,
  isMissingOrNull,
  newMap,
  newScalar,
  newSequence,
  replaceItem,
  replaceValue,
} from '../yaml/nodes.ts';
import type { ResourceNode, SequenceNode } from '../yaml/resourceNode.ts';

/** What a missing field is made as; `undefined` makes nothing. */
export type CreateKind = 'scalar' | 'map' | 'sequence' | undefined;

/** The node of the expected kind, or the problem that kyaml reports; null passes any check. Source: `ErrorIfInvalid`. */
export function wrongKind(node: ResourceNode, expected: ResourceNode['kind']): Problem | undefined {
  if (isMissingOrNull(node) || node.kind === expected) return undefined;
  return problem('kustomize.wrong-node-kind', { expected, actual: node.kind });
}

/** kyaml's numeric path part (`strconv.Atoi`). */
export function parseIndex(part: string): number | undefined {
  return /^[+-]?[0-9]+$/.test(part) ? Number(part) : undefined;
}

/** `[name=value]` or `[=value]`. Source: `IsListIndex`. */
export function isListIndex(part: string): boolean {
  return part.startsWith('[') && part.endsWith(']');
}

/** Splits `[name=value]`; `undefined` where there is no `=`. Source: `SplitIndexNameValue`. */
export function splitListIndex(
  part: string,
): { readonly name: string; readonly value: string } | undefined {
  const text = part.slice(1, -1);
  const equals = text.indexOf('=');
  return equals < 0 ? undefined : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

/** The kind that a part's container must have. Source: `getPathPartKind`. */
export function kindForNextPart(nextPart: string | undefined, defaultKind: CreateKind): CreateKind {
  if (nextPart === undefined || nextPart === '') return defaultKind;
  if (isListIndex(nextPart)) return 'sequence';
  const index = parseIndex(nextPart);
  return index !== undefined && index >= 0 ? 'sequence' : 'map';
}

/** A node of a kind without content or tag, as kyaml makes it. */
export function newOfKind(
  kind: Exclude<CreateKind, undefined>,
  origin: FieldOrigin | undefined,
): ResourceNode {
  switch (kind) {
    case 'scalar':
      return newScalar('', '', 'plain', origin);
    case 'map':
      return newMap(origin);
    case 'sequence':
      return newSequence([], origin);
  }
}

/** Where a node stands: the indexes of the values and items on the way to it. */
export type Place = readonly number[];

/** How `updateAt` walks. */
export interface PathUpdate {
  readonly create: CreateKind;
  /** The origin of what is created. */
  readonly origin: FieldOrigin | undefined;
  /** Gives the new node for the one at the end of the path, which is told where that stands. */
  readonly set: (node: ResourceNode, place: Place) => ResourceNode | Problem;
}

/**
 * Changes the node at a path by kyaml's `PathGetter`: fields, indexes, `-`, `[name=value]`; makes what is missing where
 * `create` says so. Gives the same reference where the path is not there or nothing changed.
 * Source: kyaml v0.21.1 yaml/fns.go `PathGetter`.
 */
export function updateAt(
  root: ResourceNode,
  path: readonly string[],
  update: PathUpdate,
): ResourceNode | Problem {
  const parts = path.map((part) => part.trim()).filter((part) => part !== '');
  return updateFrom(root, parts, 0, update, []);
}

/** The node at a path, `undefined` where it is not there. Source: kyaml `Lookup`. */
export function lookup(
  root: ResourceNode,
  path: readonly string[],
): ResourceNode | Problem | undefined {
  const place = lookupPlace(root, path);
  return place === undefined || 'kind' in place ? place : nodeAt(root, place);
}

/** Where the node at a path stands, `undefined` where it is not there. */
export function lookupPlace(
  root: ResourceNode,
  path: readonly string[],
): Place | Problem | undefined {
  let found: Place | undefined;
  const result = updateAt(root, path, {
    create: undefined,
    origin: undefined,
    set: (node, place) => {
      found = place;
      return node;
    },
  });
  return result.kind === 'problem' ? result : found;
}

/** The node at a place, `undefined` where there is none. */
export function nodeAt(root: ResourceNode, place: Place): ResourceNode | undefined {
  let node: ResourceNode | undefined = root;
  for (const index of place) node = childAt(node, index);
  return node;
}

function childAt(node: ResourceNode | undefined, index: number): ResourceNode | undefined {
  if (node?.kind === 'map') return node.values[index];
  return node?.kind === 'sequence' ? node.items[index] : undefined;
}

/** The tree with another node at a place, where there is one. */
export function withNodeAt(root: ResourceNode, place: Place, node: ResourceNode): ResourceNode {
  const [index, ...rest] = place;
  if (index === undefined) return node;
  const child = childAt(root, index);
  if (child === undefined) return root;
  const next = withNodeAt(child, rest, node);
  if (root.kind === 'map') return replaceValue(root, index, next);
  return root.kind === 'sequence' ? replaceItem(root, index, next) : root;
}

function updateFrom(
  node: ResourceNode,
  parts: readonly string[],
  position: number,
  update: PathUpdate,
  place: Place,
): ResourceNode | Problem {
  const part = parts[position];
  if (part === undefined) return update.set(node, place);
  const index = parseIndex(part);
  if (index !== undefined) {
    if (index < 0) return problem('kustomize.negative-index', { index: part });
    return updateElement(node, index, parts, position, update, place);
  }
  if (part === '-') return updateElement(node, -1, parts, position, update, place);
  if (part === '*') return problem('kustomize.wildcard-not-supported');
  if (isListIndex(part)) return updateMatch(node, part, parts, position, update, place);
  return updateField(node, part, parts, position, update, place);
}

function updateField(
  node: ResourceNode,
  name: string,
  parts: readonly string[],
  position: number,
  update: PathUpdate,
  place: Place,
): ResourceNode | Problem {
  if (isMissingOrNull(node)) return node;
  const wrong = wrongKind(node, 'map');
  if (wrong !== undefined || node.kind !== 'map') return wrong ?? node;
  const index = node.keys.indexOf(name);
  const old = node.values[index];
  if (old !== undefined) {
    const next = updateFrom(old, parts, position + 1, update, [...place, index]);
    return next.kind === 'problem' ? next : replaceValue(node, index, next);
  }
  if (update.create === undefined) return node;
  const kind = kindForNextPart(parts[position + 1], update.create);
  if (kind === undefined) return node;
  const next = updateFrom(newOfKind(kind, update.origin), parts, position + 1, update, [
    ...place,
    node.keys.length,
  ]);
  return next.kind === 'problem' ? next : appendEntry(node, name, next);
}

function updateElement(
  node: ResourceNode,
  index: number,
  parts: readonly string[],
  position: number,
  update: PathUpdate,
  place: Place,
): ResourceNode | Problem {
  const wrong = wrongKind(node, 'sequence');
  if (wrong !== undefined) return wrong;
  if (node.kind !== 'sequence')
    return index < 0 ? problem('kustomize.index-out-of-range', { index: '-1' }) : node;
  const at = index < 0 ? node.items.length - 1 : index;
  const old = node.items[at];
  if (old === undefined)
    return index < 0 ? problem('kustomize.index-out-of-range', { index: '-1' }) : node;
  const next = updateFrom(old, parts, position + 1, update, [...place, at]);
  return next.kind === 'problem' ? next : replaceItem(node, at, next);
}

function updateMatch(
  node: ResourceNode,
  part: string,
  parts: readonly string[],
  position: number,
  update: PathUpdate,
  place: Place,
): ResourceNode | Problem {
  const match = splitListIndex(part);
  if (match === undefined) return problem('kustomize.bad-list-element', { part });
  const wrong = wrongKind(node, 'sequence');
  if (wrong !== undefined) return wrong;
  if (node.kind !== 'sequence') return node;
  const at = findElement(node, [match.name], [match.value]);
  const old = node.items[at];
  if (old !== undefined) {
    const next = updateFrom(old, parts, position + 1, update, [...place, at]);
    return next.kind === 'problem' ? next : replaceItem(node, at, next);
  }
  if (update.create === undefined) return node;
  const value = newScalar(match.value, '', 'plain', update.origin);
  const made = match.name === '' ? value : appendEntry(newMap(update.origin), match.name, value);
  const next = updateFrom(made, parts, position + 1, update, [...place, node.items.length]);
  return next.kind === 'problem' ? next : { ...node, items: [...node.items, next] };
}

/**
 * The index of the first element whose fields have these texts (a single key `''`: whose own text it is), −1 if none.
 * Source: kyaml `ElementMatcher`.
 */
export function findElement(
  node: SequenceNode,
  keys: readonly string[],
  values: readonly string[],
): number {
  const first = keys[0] ?? '';
  if (first === '') {
    const wanted = values[0] ?? '';
    return node.items.findIndex((item) => (item.kind === 'scalar' ? item.value : '') === wanted);
  }
  if (keys.length !== values.length) return -1;
  return node.items.findIndex((item) => {
    if (item.kind !== 'map') return false;
    return keys.every((key, index) => {
      const at = item.keys.indexOf(key);
      const value = item.values[at];
      return value !== undefined && (value.kind === 'scalar' ? value.value : '') === values[index];
    });
  });
}
