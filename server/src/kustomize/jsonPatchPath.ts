import { assertNever } from '../util/assertNever.ts';
import type { JsonMap, JsonSequence, JsonTree } from './jsonTree.ts';

/** What has children: an object or an array. */
export type Container = JsonMap | JsonSequence;

/** The container that a path leads to, the key in it, and the way there. */
export interface Found {
  readonly container: Container;
  readonly key: string;
  /** True where json-patch holds a map that cannot be written to: one that it made of a copied null. */
  readonly isNil: boolean;
  readonly trail: readonly Step[];
}

interface Step {
  readonly container: Container;
  readonly key: string;
}

/** What is done to a container at a key. */
export type Edit =
  | { readonly kind: 'add'; readonly value: JsonTree }
  | { readonly kind: 'set'; readonly value: JsonTree }
  | { readonly kind: 'remove' };

/** Whether this has children. */
export function isContainer(tree: JsonTree): tree is Container {
  return tree.kind !== 'scalar';
}

/**
 * Follows a JSON pointer to the container of its last key. `undefined` where a part on the way is missing, null or a scalar,
 * and where the path has no `/`; what stands before the first one does not matter.
 *
 * Source: json-patch v4.13.0 patch.go `findObject`.
 */
export function findContainer(tree: Container, path: string): Found | undefined {
  const parts = path.split('/').map(unescape);
  const key = parts.at(-1);
  if (parts.length < 2 || key === undefined) {
    return undefined;
  }
  const trail: Step[] = [];
  let container = tree;
  let isNil = false;
  for (const part of parts.slice(1, -1)) {
    const child = isNil ? undefined : childAt(container, part);
    if (child === undefined || child === 'wrongIndex') {
      return undefined;
    }
    trail.push({ container, key: part });
    if (isContainer(child)) {
      container = child;
    } else if (child.heldNull === 'text') {
      container = emptyMap;
      isNil = true;
    } else {
      return undefined;
    }
  }
  return { container, key, isNil, trail };
}

/**
 * The child at a key: `undefined` where an object has none, `wrongIndex` where the key is no index of the array.
 *
 * Source: json-patch v4.13.0 patch.go `get`.
 */
export function childAt(container: Container, key: string): JsonTree | 'wrongIndex' | undefined {
  if (container.kind === 'map') {
    return container.entries.get(key);
  }
  const index = indexIn(key, container.items.length);
  return index === undefined ? 'wrongIndex' : container.items[index];
}

/** Does the edit, and gives the document with all that it changes on the way. */
export function applyEdit(
  found: Found,
  edit: Edit,
): Container | 'keyNotFound' | 'wrongIndex' | 'wouldCrash' {
  const edited =
    found.container.kind === 'map'
      ? editMap(found.container, found.key, edit, found.isNil)
      : editSequence(found.container, found.key, edit);
  if (typeof edited === 'string') {
    return edited;
  }
  return found.trail.reduceRight<Container>(
    (child, { container, key }) => withChild(container, key, child),
    edited,
  );
}

const emptyMap: JsonMap = {
  kind: 'map',
  entries: new Map(),
  node: {
    kind: 'map',
    keys: [],
    values: [],
    keyTags: undefined,
    tag: '!!map',
    flow: true,
    ordinal: -1,
    origin: undefined,
  },
};

/** Undoes `~1` and `~0` of RFC 6901 in one pass. */
function unescape(part: string): string {
  return part.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~'));
}

function editMap(
  map: JsonMap,
  key: string,
  edit: Edit,
  isNil: boolean,
): Container | 'keyNotFound' | 'wouldCrash' {
  switch (edit.kind) {
    case 'add':
    case 'set':
      return isNil ? 'wouldCrash' : withChild(map, key, edit.value);
    case 'remove': {
      const entries = new Map(map.entries);
      return entries.delete(key) ? { ...map, entries } : 'keyNotFound';
    }
    default:
      return assertNever(edit);
  }
}

function editSequence(sequence: JsonSequence, key: string, edit: Edit): Container | 'wrongIndex' {
  const { items } = sequence;
  if (edit.kind === 'add') {
    const at = key === '-' ? items.length : indexIn(key, items.length + 1);
    return at === undefined
      ? 'wrongIndex'
      : { ...sequence, items: items.toSpliced(at, 0, edit.value) };
  }
  const index = indexIn(key, items.length);
  if (index === undefined) {
    return 'wrongIndex';
  }
  return {
    ...sequence,
    items: edit.kind === 'set' ? items.with(index, edit.value) : items.toSpliced(index, 1),
  };
}

function withChild(container: Container, key: string, child: JsonTree): Container {
  if (container.kind === 'map') {
    return { ...container, entries: new Map(container.entries).set(key, child) };
  }
  const index = indexIn(key, container.items.length) ?? 0;
  return { ...container, items: container.items.with(index, child) };
}

/** Reads an index as Go's `Atoi` does; negative ones count from the end. `undefined` where it is none of `length`. */
function indexIn(key: string, length: number): number | undefined {
  if (!/^[-+]?[0-9]+$/.test(key)) {
    return undefined;
  }
  const given = Number(key);
  const index = given < 0 ? given + length : given;
  return index >= 0 && index < length ? index + 0 : undefined;
}
