import type { Problem } from '../text/problem.ts';
import {
  field,
  isEmptyMap,
  isMissingOrNull,
  isNilOrEmpty,
  rawText,
  withField,
  withoutField,
} from '../yaml/nodes.ts';
import type { ResourceNode, SequenceNode } from '../yaml/resourceNode.ts';
import { findElement, wrongKind } from './pathGetter.ts';
import type { Walked } from './walked.ts';

/*
 * Lists with merge keys, as kyaml merges them: element by element in the order of the patch, then the rest of the
 * target. Faithful also where the result surprises (an element with `$patch: replace` keeps its old content, elements
 * without the key can be lost), since the output must be what kustomize prints.
 * Source: kyaml v0.21.1 yaml/walk/associative_sequence.go, yaml/fns.go `ElementSetter`.
 */

/** Merges two elements of the same key. */
export type MergeElements = (
  target: ResourceNode | undefined,
  patch: ResourceNode | undefined,
) => Walked | Problem;

/** The items of the merged list; the same array where nothing changed. */
export interface MergedList {
  readonly kind: 'merged';
  readonly items: readonly ResourceNode[];
}

/**
 * Merges the items of `patch` into `target` by `keys`; without keys the elements are compared by their own text.
 * `adopt` makes an element of the patch one of the result, `newValue` makes a missing key's value.
 */
export function mergeLists(
  target: SequenceNode,
  patch: SequenceNode | undefined,
  keys: readonly string[],
  merge: MergeElements,
  adopt: (node: ResourceNode) => ResourceNode,
  newValue: (text: string) => ResourceNode,
): MergedList | Problem {
  const byText = keys.length === 0;
  const listKeys = byText ? [''] : keys;
  let values = byText ? textsOf(patch, target) : keyValuesOf(patch, target, keys);
  if (listKeys.length > 1) values = joinPartialValues(values);
  let items = target.items;
  let added: readonly ResourceNode[] = [];
  let valid: KeyValues = { keys: [], values: [] };
  for (const elementValues of values) {
    if (elementValues.length === 0) continue;
    valid = validKeys(values, elementValues, listKeys);
    const lookup = validKeys([valid.values], valid.values, valid.keys);
    const at = elementIndex(items, lookup);
    const own = items[at];
    // What is merged with itself loses on both sides what it loses.
    const theirItems = patch === target ? items : (patch?.items ?? []);
    const theirs = theirItems[elementIndex(theirItems, lookup)];
    const merged = merge(own, theirs);
    if (merged.kind === 'problem') return merged;
    let { node } = merged;
    if (node !== undefined && !merged.inPlace) node = adopt(node);
    if (node !== undefined && merged.inPlace && own !== undefined) items = items.with(at, node);
    // What is merged with itself loses its directive even where that deletes it, and its keys then find it no more.
    if (node === undefined && own !== undefined && own === theirs && own.kind === 'map')
      items = items.with(at, withoutField(own, '$patch'));
    if (isMissingOrNull(node) || isEmptyMap(node) || node === undefined) {
      const rest = setElement(items, undefined, valid);
      if ('kind' in rest) return rest;
      items = rest;
      continue;
    }
    const complete = addMissingKeys(node, valid, newValue);
    if ('problem' in complete) return complete.problem;
    const element = keepKeyOrigins(complete.node, own, keys);
    if (merged.inPlace && own !== undefined) items = items.with(at, element);
    const next = setElement(added, element, valid);
    if ('kind' in next) return next;
    added = next;
  }
  if (values.length === 0) return { kind: 'merged', items };
  const result = appendAll(added, items, valid.keys);
  if ('kind' in result) return result;
  return { kind: 'merged', items: sameItems(result, target.items) ? target.items : result };
}

/** Merge keys select an element: where a patch repeats them they still stand where the element does. */
function keepKeyOrigins(
  node: ResourceNode,
  own: ResourceNode | undefined,
  keys: readonly string[],
): ResourceNode {
  if (node.kind !== 'map' || own === undefined) return node;
  let result = node;
  for (const key of keys) {
    const [now, before] = [field(node, key), field(own, key)];
    if (now?.kind !== 'scalar' || before?.kind !== 'scalar' || now.value !== before.value) continue;
    const { origin, ordinal } = before;
    if (now.origin !== origin || now.ordinal !== ordinal)
      result = withField(result, key, { ...now, origin, ordinal });
  }
  return result;
}

interface KeyValues {
  readonly keys: readonly string[];
  readonly values: readonly string[];
}

function sameItems(a: readonly ResourceNode[], b: readonly ResourceNode[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function elementIndex(items: readonly ResourceNode[], { keys, values }: KeyValues): number {
  return findElement(
    { kind: 'sequence', items, tag: '', flow: false, ordinal: -1, origin: undefined },
    keys,
    values,
  );
}

/** The merge key of an element that a merge made gets its value. */
function addMissingKeys(
  node: ResourceNode,
  { keys, values }: KeyValues,
  newValue: (text: string) => ResourceNode,
): { readonly node: ResourceNode } | { readonly problem: Problem } {
  let result = node;
  for (const [index, key] of keys.entries()) {
    const value = values[index] ?? '';
    if (value === '' || field(result, key) !== undefined) continue;
    if (key === '') {
      const wrong = wrongKind(result, 'scalar');
      if (wrong !== undefined) return { problem: wrong };
      if (result.kind === 'scalar') result = { ...result, value, tag: '' };
      continue;
    }
    const wrong = wrongKind(result, 'map');
    if (wrong !== undefined) return { problem: wrong };
    if (result.kind === 'map') result = withField(result, key, newValue(value));
  }
  return { node: result };
}

/** The key texts of every element, the patch's first, each combination once. */
function keyValuesOf(
  patch: SequenceNode | undefined,
  target: SequenceNode,
  keys: readonly string[],
): readonly (readonly string[])[] {
  const result: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (const list of [patch, target]) {
    for (const item of list?.items ?? []) {
      const values = keys.map((key) => {
        const value = field(item, key);
        return isNilOrEmpty(value) ? '' : rawText(value);
      });
      const id = values.join('\u0000');
      if (seen.has(id)) continue;
      seen.add(id);
      result.push(values);
    }
  }
  return result;
}

function textsOf(
  patch: SequenceNode | undefined,
  target: SequenceNode,
): readonly (readonly string[])[] {
  const texts = [...(patch?.items ?? []), ...target.items].map(rawText);
  return [...new Set(texts)].map((text) => [text]);
}

/** Elements that name only some of the keys stand for those that agree with them. Source: `mergeValues`. */
function joinPartialValues(list: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const result = [...list];
  for (let i = 0; i < result.length; i++) {
    // What it was before it was joined with any other: it can stand for several, and ends as the last one.
    const values = result[i] ?? [];
    for (let j = 0; j < result.length; j++) {
      const joined = joinValues(values, result[j] ?? []);
      if (joined === undefined) continue;
      result[i] = joined;
      result[j] = joined;
    }
  }
  return result;
}

function joinValues(a: readonly string[], b: readonly string[]): readonly string[] | undefined {
  if (a.length !== b.length) return undefined;
  let common = false;
  const result: string[] = [];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? '';
    if (value === other) {
      common = true;
      result.push(value);
      continue;
    }
    if (value !== '' && other !== '') return undefined;
    result.push(value !== '' ? value : other);
  }
  return common ? result : undefined;
}

/** The keys that some element names; all of them where none does. Source: `validateKeys`. */
function validKeys(
  list: readonly (readonly string[])[],
  values: readonly string[],
  keys: readonly string[],
): KeyValues {
  const named = new Set<string>();
  for (const element of list) {
    for (const [index, value] of element.entries()) {
      if (value !== '') named.add(keys[index] ?? '');
    }
  }
  if (named.size === 0) return { keys, values };
  return {
    keys: keys.filter((key) => named.has(key)),
    values: values.filter((value, index) => value !== '' || named.has(keys[index] ?? '')),
  };
}

/** Source: kyaml `ElementSetter`; without an element the matching ones are removed. */
function setElement(
  items: readonly ResourceNode[],
  element: ResourceNode | undefined,
  { keys, values }: KeyValues,
): readonly ResourceNode[] | Problem {
  const setterKeys = keys.length === 0 ? [''] : keys;
  const forMaps = (setterKeys[0] ?? '') !== '' && (values[0] ?? '') !== '';
  const result: ResourceNode[] = [];
  let matched = false;
  for (const item of items) {
    if (isMissingOrNull(item) || isEmptyMap(item)) continue;
    if (item.kind !== 'map' && forMaps) {
      result.push(item);
      continue;
    }
    let found = true;
    let value: ResourceNode | undefined;
    for (const [index, key] of setterKeys.entries()) {
      if (index < values.length) {
        const match = matchField(item, key, values[index] ?? '');
        if (match !== undefined && match.kind === 'problem') return match;
        value = match;
      }
      if (value === undefined) {
        found = false;
        break;
      }
    }
    if (!found) {
      if (values.length > 0) result.push(item);
      continue;
    }
    matched = true;
    if (element !== undefined) result.push(element);
  }
  if (element !== undefined && !isMissingOrNull(element) && !matched) result.push(element);
  return result;
}

/** Source: kyaml `FieldMatcher` with a name and a `StringValue`. */
function matchField(
  item: ResourceNode,
  key: string,
  text: string,
): ResourceNode | Problem | undefined {
  if (key === '') {
    const wrong = wrongKind(item, 'scalar');
    if (wrong !== undefined) return wrong;
    return item.kind === 'scalar' && (item.tag === '!!null' ? '' : item.value) === text
      ? item
      : undefined;
  }
  const wrong = wrongKind(item, 'map');
  if (wrong !== undefined) return wrong;
  const value = field(item, key);
  if (value === undefined || (text !== '' && rawText(value) !== text)) return undefined;
  return value;
}

/** Source: `appendListNode`. */
function appendAll(
  added: readonly ResourceNode[],
  items: readonly ResourceNode[],
  keys: readonly string[],
): readonly ResourceNode[] | Problem {
  let result: readonly ResourceNode[] = added;
  for (const item of items) {
    const values: string[] = [];
    if (keys[0] === '') {
      values.push(rawText(item));
    } else {
      for (const key of keys) {
        const wrong = wrongKind(item, 'map');
        if (wrong !== undefined) return wrong;
        const value = field(item, key);
        if (value === undefined) result = [...result, item];
        else values.push(rawText(value));
      }
      if (keys.length > 1) {
        const cleared = setElement(result, undefined, { keys, values });
        if ('kind' in cleared) return cleared;
        result = cleared;
      }
    }
    const next = setElement(result, item, { keys, values });
    if ('kind' in next) return next;
    result = next;
  }
  return result;
}
