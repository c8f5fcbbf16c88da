import { rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** Keys and indices from the root of an object. */
export type NodePath = readonly (string | number)[];

/** Where a FIELD leads, or how far it led: `reached` is the last place that is there, `there` what it holds. */
export type FoundField =
  | { readonly kind: 'found'; readonly node: ResourceNode; readonly path: NodePath }
  | { readonly kind: 'missing'; readonly reached: string; readonly there: readonly string[] }
  | { readonly kind: 'malformed' };

/**
 * Follows a FIELD such as `/spec/template/spec/containers[name=app]/image`: keys after slashes (`~1` is a slash in a key,
 * `~0` a tilde), items by their index (`/rules/0`) or by what one of their keys says. `/` alone is the object.
 */
export function followField(root: ResourceNode, field: string): FoundField {
  const segments = splitField(field);
  if (segments === undefined) return { kind: 'malformed' };
  let node = root;
  const path: (string | number)[] = [];
  for (const segment of segments) {
    for (const step of stepsOf(node, segment)) {
      const next = childOf(node, step);
      if (next === undefined) {
        return { kind: 'missing', reached: fieldText(root, path), there: childrenOf(node) };
      }
      path.push(next.key);
      node = next.node;
    }
  }
  return { kind: 'found', node, path };
}

/** The FIELD that leads to a path: items by their name where all names differ, else by their index. */
export function fieldText(root: ResourceNode, path: NodePath): string {
  let text = '';
  let node: ResourceNode | undefined = root;
  for (const step of path) {
    text += typeof step === 'number' ? itemText(node, step) : `/${escapeKey(step)}`;
    node = typeof step === 'number' ? itemAt(node, step) : valueAt(node, step);
  }
  return text === '' ? '/' : text;
}

type FieldStep =
  | { readonly kind: 'key'; readonly text: string }
  | { readonly kind: 'match'; readonly conditions: readonly (readonly [string, string])[] };

const matches = /\[([^=\]]+)=([^\]]*)\]/g;

/** The texts between the slashes; slashes in brackets belong to the value. */
function splitField(field: string): readonly string[] | undefined {
  if (field === '/' || field === '') return [];
  if (!field.startsWith('/')) return undefined;
  const segments: string[] = [];
  let segment = '';
  let depth = 0;
  for (const character of field.slice(1)) {
    if (character === '[') depth += 1;
    if (character === ']') depth = Math.max(depth - 1, 0);
    if (character === '/' && depth === 0) {
      segments.push(segment);
      segment = '';
    } else {
      segment += character;
    }
  }
  return [...segments, segment];
}

/** A key with brackets in it is taken as it stands where the map has it. */
function stepsOf(node: ResourceNode, segment: string): readonly FieldStep[] {
  const whole: FieldStep = { kind: 'key', text: unescapeKey(segment) };
  const start = segment.search(/\[[^=\]]+=[^\]]*\]/);
  if (start < 0 || valueAt(node, whole.text) !== undefined) return [whole];
  const conditions = [...segment.slice(start).matchAll(matches)].map(
    ([, key = '', value = '']) => [key, value] as const,
  );
  const key: FieldStep = { kind: 'key', text: unescapeKey(segment.slice(0, start)) };
  return [...(start === 0 ? [] : [key]), { kind: 'match', conditions }];
}

interface Child {
  readonly key: string | number;
  readonly node: ResourceNode;
}

function childOf(node: ResourceNode, step: FieldStep): Child | undefined {
  if (step.kind === 'match') {
    if (node.kind !== 'sequence') return undefined;
    const index = node.items.findIndex((item) =>
      step.conditions.every(([key, value]) => hasText(valueAt(item, key), value)),
    );
    const item = node.items[index];
    return item === undefined ? undefined : { key: index, node: item };
  }
  if (node.kind === 'sequence') {
    const item = /^\d+$/.test(step.text) ? node.items[Number(step.text)] : undefined;
    return item === undefined ? undefined : { key: Number(step.text), node: item };
  }
  const value = valueAt(node, step.text);
  return value === undefined ? undefined : { key: step.text, node: value };
}

function hasText(node: ResourceNode | undefined, text: string): boolean {
  return node?.kind === 'scalar' && node.value === text;
}

/** What one can go on with, as one would write it after the field. */
function childrenOf(node: ResourceNode): readonly string[] {
  switch (node.kind) {
    case 'map':
      return node.keys.map((key) => `/${escapeKey(key)}`);
    case 'sequence':
      return node.items.map((_, index) => itemText(node, index));
    default:
      return [];
  }
}

function itemText(list: ResourceNode | undefined, index: number): string {
  if (list?.kind !== 'sequence') return `/${index}`;
  const names = list.items.map((item) => rawText(valueAt(item, 'name')));
  const name = names[index] ?? '';
  const isName = names.every((one) => one !== '') && new Set(names).size === names.length;
  return isName && !name.includes(']') ? `[name=${name}]` : `/${index}`;
}

function valueAt(node: ResourceNode | undefined, key: string): ResourceNode | undefined {
  if (node?.kind !== 'map') return undefined;
  const index = node.keys.indexOf(key);
  return index < 0 ? undefined : node.values[index];
}

function itemAt(node: ResourceNode | undefined, index: number): ResourceNode | undefined {
  return node?.kind === 'sequence' ? node.items[index] : undefined;
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapeKey(text: string): string {
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
