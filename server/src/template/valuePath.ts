/** A place in a tree of values that templates read; the same place is the same object. Changed in place as it is read. */
export interface ValuePath {
  readonly parent: ValuePath | undefined;
  readonly key: string;
  readonly children: Map<string, ValuePath>;
  /** Whether a template asked for it by its name. */
  isRead: boolean;
  /** Whether all that is in it was used, as `toYaml` does. */
  isReadWhole: boolean;
}

/** A tree with nothing in it; `key` names it. */
export function rootPath(key: string): ValuePath {
  return { parent: undefined, key, children: new Map(), isRead: false, isReadWhole: false };
}

/** The place of a key, or of an index as a text, in another. */
export function childPath(parent: ValuePath, key: string): ValuePath {
  const known = parent.children.get(key);
  if (known !== undefined) {
    return known;
  }
  const child = { parent, key, children: new Map(), isRead: false, isReadWhole: false };
  parent.children.set(key, child);
  return child;
}

/** Keys and indices from the root, which is left out. */
export function keysOf(path: ValuePath): readonly string[] {
  const keys: string[] = [];
  for (let each = path; each.parent !== undefined; each = each.parent) {
    keys.unshift(each.key);
  }
  return keys;
}

/** The root that a place belongs to. */
export function rootOf(path: ValuePath): ValuePath {
  let each = path;
  while (each.parent !== undefined) {
    each = each.parent;
  }
  return each;
}
