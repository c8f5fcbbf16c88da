import { problem, type Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { isTaggedNull, replaceItem, replaceValue, appendEntry } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { newOfKind, updateAt, type CreateKind } from './pathGetter.ts';
import type { FieldSpec } from './fieldSpecs.ts';

/** How the fields that a spec names are changed. */
export interface FieldUpdate {
  /** What a missing last field is made as, where the spec says `create`. */
  readonly createKind: CreateKind;
  /** The tag that a null last field takes. */
  readonly createTag: string;
  /** The origin of what is created. */
  readonly origin: FieldOrigin | undefined;
  /** Gives the new node for a field. */
  readonly set: (node: ResourceNode) => ResourceNode | Problem;
}

/**
 * Changes the fields that a field spec names in an object whose kind it selects; the same reference where none changed.
 * Source: kustomize api v0.21.1 filters/fieldspec/fieldspec.go.
 */
export function updateFieldSpec(
  object: ResourceNode,
  gvk: { readonly group: string; readonly version: string; readonly kind: string },
  spec: FieldSpec,
  update: FieldUpdate,
): ResourceNode | Problem {
  if (spec.kind !== '' && spec.kind !== gvk.kind) return object;
  if (spec.group !== '' && spec.group !== gvk.group) return object;
  if (spec.version !== '' && spec.version !== gvk.version) return object;
  return updateFieldPath(object, splitPath(spec.path, '/'), spec, update);
}

/** The same for a path that is split already, whatever the type of the object. */
export function updateFieldPath(
  object: ResourceNode,
  path: readonly string[],
  spec: FieldSpec,
  update: FieldUpdate,
): ResourceNode | Problem {
  return walk(object, path, 0, spec, update);
}

/** Splits a path at the delimiter, which a backslash before it escapes. Source: kyaml utils `PathSplitter`. */
export function splitPath(path: string, delimiter: string): readonly string[] {
  if (!path.includes('\\') && !path.startsWith(delimiter)) return path.split(delimiter);
  const pieces = path.split(delimiter);
  if (pieces.length > 1 && pieces[0] === '') pieces.shift();
  const result: string[] = [pieces[0] ?? ''];
  for (const piece of pieces.slice(1)) {
    const last = result[result.length - 1] ?? '';
    if (last.endsWith('\\')) result[result.length - 1] = last.slice(0, -1) + delimiter + piece;
    else result.push(piece);
  }
  return result;
}

function walk(
  node: ResourceNode,
  path: readonly string[],
  position: number,
  spec: FieldSpec,
  update: FieldUpdate,
): ResourceNode | Problem {
  if (position >= path.length) return update.set(node);
  switch (node.kind) {
    case 'map':
      return walkMap(node, path, position, spec, update);
    case 'sequence': {
      let result = node;
      for (let index = 0; index < node.items.length; index++) {
        const item = node.items[index];
        if (item === undefined) continue;
        const next = walk(item, path, position, spec, update);
        if (next.kind === 'problem') return next;
        result = replaceItem(result, index, next);
      }
      return result;
    }
    case 'scalar':
    case 'alias':
      return isTaggedNull(node)
        ? node
        : problem('kustomize.expected-collection', { path: spec.path });
  }
}

function walkMap(
  node: ResourceNode & { kind: 'map' },
  path: readonly string[],
  position: number,
  spec: FieldSpec,
  update: FieldUpdate,
): ResourceNode | Problem {
  const part = path[position] ?? '';
  const isSequence = part.endsWith('[]');
  const name = isSequence ? part.slice(0, -2) : part;
  if (name === '') return problem('kustomize.empty-field-name', { path: spec.path });
  const creates = spec.create && update.createKind !== undefined && !isSequence;
  const last = position + 1 >= path.length;
  let kind: CreateKind;
  if (isSequence) kind = 'sequence';
  else if (creates) kind = last ? update.createKind : 'map';
  const tag = creates ? (last ? update.createTag : '!!map') : '';
  const index = isPlainName(name) ? node.keys.indexOf(name) : -2;
  if (index === -2) return walkOddName(node, name, kind, creates, path, position, spec, update);
  const old = node.values[index];
  if (old === undefined) {
    if (!creates || kind === undefined) return node;
    const next = walk(newOfKind(kind, update.origin), path, position + 1, spec, update);
    return next.kind === 'problem' ? next : appendEntry(node, name, next);
  }
  const next = walk(nullAs(old, kind, tag), path, position + 1, spec, update);
  if (next.kind === 'problem') return next;
  return replaceValue(node, index, next);
}

/** A null field takes the kind that is asked for. */
function nullAs(node: ResourceNode, kind: CreateKind, tag: string): ResourceNode {
  if (kind === undefined || !isTaggedNull(node)) return node;
  switch (kind) {
    case 'scalar':
      return { ...node, tag };
    case 'map':
      return {
        kind: 'map',
        keys: node.hidden?.keys ?? [],
        values: node.hidden?.values ?? [],
        keyTags: node.hidden?.keyTags,
        tag,
        flow: false,
        ordinal: node.ordinal,
        origin: node.origin,
      };
    case 'sequence':
      return {
        kind: 'sequence',
        items: [],
        tag,
        flow: false,
        ordinal: node.ordinal,
        origin: node.origin,
      };
  }
}

/** Whether kyaml's `PathGetter` takes the text as a field's name and not as an index or a match. */
function isPlainName(name: string): boolean {
  const first = name.charCodeAt(0);
  const letter = (first >= 97 && first <= 122) || (first >= 65 && first <= 90);
  return letter && !/\s/.test(name);
}

/** Names that `PathGetter` may read as an index, a match or a wildcard go its whole way. */
function walkOddName(
  node: ResourceNode,
  name: string,
  kind: CreateKind,
  creates: boolean,
  path: readonly string[],
  position: number,
  spec: FieldSpec,
  update: FieldUpdate,
): ResourceNode | Problem {
  return updateAt(node, [name], {
    create: creates ? kind : undefined,
    origin: update.origin,
    set: (found) =>
      walk(
        nullAs(
          found,
          kind,
          creates ? (position + 1 >= path.length ? update.createTag : '!!map') : '',
        ),
        path,
        position + 1,
        spec,
        update,
      ),
  });
}
