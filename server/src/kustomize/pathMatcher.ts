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
  type Place,
} from './pathGetter.ts';
import { scalarText } from './scalarText.ts';

/** What is made where it is missing. */
export interface Missing {
  readonly create: CreateKind;
  /** The origin of what is created. */
  readonly origin: FieldOrigin | undefined;
}

/** The tree with what was missing, and where the matches stand in it. */
export interface Matched {
  readonly kind: 'matched';
  readonly node: ResourceNode;
  readonly places: readonly Place[];
}

/**
 * Finds every node that a path matches: fields, indexes, `*`, `[field=expression]` (an expression that need not match as a
 * whole), made where missing if `create` says so.
 * Source: kyaml v0.21.1 yaml/match.go `PathMatcher`.
 */
export function findMatches(
  node: ResourceNode,
  path: readonly string[],
  missing: Missing,
): Matched | Problem {
  return match(node, path, 0, missing);
}

function matched(node: ResourceNode, places: readonly Place[]): Matched {
  return { kind: 'matched', node, places };
}

function below(index: number, places: readonly Place[]): readonly Place[] {
  return places.map((place) => [index, ...place]);
}

function match(
  node: ResourceNode,
  path: readonly string[],
  position: number,
  missing: Missing,
): Matched | Problem {
  const part = path[position];
  if (part === undefined) return matched(node, [[]]);
  const index = parseIndex(part);
  if (index !== undefined && index >= 0) return matchIndex(node, index, path, position, missing);
  if (isListIndex(part)) return matchElements(node, part, path, position, missing);
  if (part === '*') return matchEvery(node, path, position, missing);
  return matchField(node, part, path, position, missing);
}

function matchField(
  node: ResourceNode,
  name: string,
  path: readonly string[],
  position: number,
  missing: Missing,
): Matched | Problem {
  if (isMissingOrNull(node)) return matched(node, []);
  if (name === '') return wrongKind(node, 'scalar') ?? matched(node, []);
  const wrong = wrongKind(node, 'map');
  if (wrong !== undefined || node.kind !== 'map') return wrong ?? matched(node, []);
  const index = node.keys.indexOf(name);
  const old = node.values[index];
  if (old !== undefined) {
    // A text that is YAML itself is matched inside, but what is found there is not part of this tree.
    if (old.kind === 'scalar' && position + 1 < path.length)
      return problem('kustomize.path-into-text', { path: path.join('.') });
    const next = match(old, path, position + 1, missing);
    return next.kind === 'problem'
      ? next
      : matched(replaceValue(node, index, next.node), below(index, next.places));
  }
  const kind =
    missing.create === undefined ? undefined : kindForNextPart(path[position + 1], missing.create);
  if (kind === undefined) return matched(node, []);
  const next = match(newOfKind(kind, missing.origin), path, position + 1, missing);
  return next.kind === 'problem'
    ? next
    : matched(appendEntry(node, name, next.node), below(node.keys.length, next.places));
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
  missing: Missing,
): Matched | Problem {
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem') return sequence;
  const kind =
    missing.create === undefined ? undefined : kindForNextPart(path[position + 1], missing.create);
  const old = sequence.items[index];
  if (old === undefined) {
    if (sequence.items.length !== index || kind === undefined || node.kind !== 'sequence') {
      return problem('kustomize.index-out-of-range', { index: String(index) });
    }
    const next = match(newOfKind(kind, missing.origin), path, position + 1, missing);
    return next.kind === 'problem'
      ? next
      : matched(
          { ...sequence, items: [...sequence.items, next.node] },
          below(sequence.items.length, next.places),
        );
  }
  const next = match(old, path, position + 1, missing);
  return next.kind === 'problem'
    ? next
    : matched(replaceItem(sequence, index, next.node), below(index, next.places));
}

function matchEvery(
  node: ResourceNode,
  path: readonly string[],
  position: number,
  missing: Missing,
): Matched | Problem {
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem' || node.kind !== 'sequence')
    return sequence.kind === 'problem' ? sequence : matched(node, []);
  return matchItems(sequence, () => true, path, position, missing);
}

function matchItems(
  sequence: SequenceNode,
  takes: (item: ResourceNode) => boolean,
  path: readonly string[],
  position: number,
  missing: Missing,
): Matched | Problem {
  let result = sequence;
  const places: Place[] = [];
  for (const [index, item] of sequence.items.entries()) {
    if (!takes(item)) continue;
    const next = match(item, path, position + 1, missing);
    if (next.kind === 'problem') return next;
    result = replaceItem(result, index, next.node);
    places.push(...below(index, next.places));
  }
  return matched(result, places);
}

function matchElements(
  node: ResourceNode,
  part: string,
  path: readonly string[],
  position: number,
  missing: Missing,
): Matched | Problem {
  const element = splitListIndex(part);
  if (element === undefined) return problem('kustomize.bad-list-element', { part });
  const sequence = sequenceOf(node);
  if (sequence.kind === 'problem') return sequence;
  const regexp =
    sequence.items.length > 0 || missing.create !== undefined
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
    ? matchItems(sequence, takes, [], -1, missing)
    : matchItems(sequence, takes, path, position, missing);
  if (
    found.kind === 'problem' ||
    found.places.length > 0 ||
    missing.create === undefined ||
    node.kind !== 'sequence'
  )
    return found;
  const value = newScalar(element.value, '', 'plain', missing.origin);
  const added = primitive ? value : appendEntry(newMap(missing.origin), element.name, value);
  if (!takes(added)) return problem('kustomize.bad-list-element', { part });
  const next = primitive ? match(added, [], 0, missing) : match(added, path, position + 1, missing);
  return next.kind === 'problem'
    ? next
    : matched(
        { ...sequence, items: [...sequence.items, next.node] },
        below(sequence.items.length, next.places),
      );
}
