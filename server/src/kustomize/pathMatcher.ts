import { compileGoRegexp } from '../text/goRegexp.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import {
  appendEntry,
  field,
  isMissingOrNull,
  newMap,
  newScalar,
  replaceItem,
  replaceValue,
} from '../yaml/nodes.ts';
import type { ResourceNode, SequenceNode } from '../yaml/resourceNode.ts';
import {
  isListIndex,
  kindForNextPart,
  newOfKind,
  parseIndex,
  splitListIndex,
  wrongKind,
  type CreateKind,
} from './pathGetter.ts';
import { scalarText } from './scalarText.ts';

/** How matched nodes are changed. */
export interface MatchUpdate {
  readonly create: CreateKind;
  /** The origin of what is created. */
  readonly origin: FieldOrigin | undefined;
  readonly set: (node: ResourceNode) => ResourceNode | Problem;
}

/** The tree after all matches were changed, and how many there were. */
export interface Matched {
  readonly kind: 'matched';
  readonly node: ResourceNode;
  readonly count: number;
}

/**
 * Changes every node that a path matches: fields, indexes, `*`, `[field=expression]` (an expression that need not match
 * as a whole), made where missing if `create` says so.
 * Source: kyaml v0.21.1 yaml/match.go `PathMatcher`.
 */
export function updateMatches(
  node: ResourceNode,
  path: readonly string[],
  update: MatchUpdate,
): Matched | Problem {
  return match(node, path, 0, update);
}

function matched(node: ResourceNode, count: number): Matched {
  return { kind: 'matched', node, count };
}

function match(
  node: ResourceNode,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  const part = path[position];
  if (part === undefined) {
    const next = update.set(node);
    return next.kind === 'problem' ? next : matched(next, 1);
  }
  const index = parseIndex(part);
  if (index !== undefined && index >= 0) return matchIndex(node, index, path, position, update);
  if (isListIndex(part)) return matchElements(node, part, path, position, update);
  if (part === '*') return matchEvery(node, path, position, update);
  return matchField(node, part, path, position, update);
}

function matchField(
  node: ResourceNode,
  name: string,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  if (isMissingOrNull(node)) return matched(node, 0);
  if (name === '') return wrongKind(node, 'scalar') ?? matched(node, 0);
  const wrong = wrongKind(node, 'map');
  if (wrong !== undefined || node.kind !== 'map') return wrong ?? matched(node, 0);
  const index = node.keys.indexOf(name);
  const old = node.values[index];
  if (old !== undefined) {
    // A text that is YAML itself is matched inside, but what is found there is not part of this tree.
    if (old.kind === 'scalar' && position + 1 < path.length)
      return problem('kustomize.path-into-text', { path: path.join('.') });
    const next = match(old, path, position + 1, update);
    return next.kind === 'problem'
      ? next
      : matched(replaceValue(node, index, next.node), next.count);
  }
  const kind =
    update.create === undefined ? undefined : kindForNextPart(path[position + 1], update.create);
  if (kind === undefined) return matched(node, 0);
  const next = match(newOfKind(kind, update.origin), path, position + 1, update);
  return next.kind === 'problem' ? next : matched(appendEntry(node, name, next.node), next.count);
}

/** The sequence; null counts as an empty one. */
function sequenceOf(node: ResourceNode): SequenceNode | Problem {
  const wrong = wrongKind(node, 'sequence');
  if (wrong !== undefined) return wrong;
  return node.kind === 'sequence'
    ? node
    : {
        kind: 'sequence',
        items: [],
        tag: '',
        flow: false,
        ordinal: node.ordinal,
        origin: node.origin,
      };
}

function matchIndex(
  node: ResourceNode,
  index: number,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem') return sequence;
  const kind =
    update.create === undefined ? undefined : kindForNextPart(path[position + 1], update.create);
  const old = sequence.items[index];
  if (old === undefined) {
    if (sequence.items.length !== index || kind === undefined || node.kind !== 'sequence') {
      return problem('kustomize.index-out-of-range', { index: String(index) });
    }
    const next = match(newOfKind(kind, update.origin), path, position + 1, update);
    return next.kind === 'problem'
      ? next
      : matched({ ...sequence, items: [...sequence.items, next.node] }, next.count);
  }
  const next = match(old, path, position + 1, update);
  return next.kind === 'problem'
    ? next
    : matched(replaceItem(sequence, index, next.node), next.count);
}

function matchEvery(
  node: ResourceNode,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem' || node.kind !== 'sequence')
    return sequence.kind === 'problem' ? sequence : matched(node, 0);
  return matchItems(sequence, () => true, path, position, update);
}

function matchItems(
  sequence: SequenceNode,
  takes: (item: ResourceNode) => boolean,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  let result = sequence;
  let count = 0;
  for (const [index, item] of sequence.items.entries()) {
    if (!takes(item)) continue;
    const next = match(item, path, position + 1, update);
    if (next.kind === 'problem') return next;
    result = replaceItem(result, index, next.node);
    count += next.count;
  }
  return matched(result, count);
}

function matchElements(
  node: ResourceNode,
  part: string,
  path: readonly string[],
  position: number,
  update: MatchUpdate,
): Matched | Problem {
  const element = splitListIndex(part);
  if (element === undefined) return problem('kustomize.bad-list-element', { part });
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem') return sequence;
  const regexp =
    sequence.items.length > 0 || update.create !== undefined
      ? compileGoRegexp(element.value)
      : undefined;
  if (regexp !== undefined && 'problem' in regexp)
    return problem('kustomize.bad-expression', { field: part, pattern: element.value });
  const primitive = element.name === '';
  const takes = (item: ResourceNode): boolean => {
    const value = primitive ? item : field(item, element.name);
    return value !== undefined && (regexp?.test(scalarText(value)) ?? false);
  };
  // An element by its own text is a match itself, whatever the rest of the path says.
  const found = primitive
    ? matchItems(sequence, takes, [], -1, update)
    : matchItems(sequence, takes, path, position, update);
  if (
    found.kind === 'problem' ||
    found.count > 0 ||
    update.create === undefined ||
    node.kind !== 'sequence'
  )
    return found;
  const value = newScalar(element.value, '', 'plain', update.origin);
  const added = primitive ? value : appendEntry(newMap(update.origin), element.name, value);
  if (!takes(added)) return problem('kustomize.bad-list-element', { part });
  const next = primitive ? match(added, [], 0, update) : match(added, path, position + 1, update);
  return next.kind === 'problem'
    ? next
    : matched({ ...sequence, items: [...sequence.items, next.node] }, next.count);
}
