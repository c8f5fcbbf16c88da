import type { JsonValue } from '../yaml/decode.ts';
import type { FieldPath, FieldStep } from './fieldPath.ts';
import { below, isMap, itemsOf, sameJson, textOf, type JsonMap } from './json.ts';

/** Who owns a field, as an entry of `metadata.managedFields` says. */
export interface FieldOwner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** `scale` for who changed the number of replicas through it; `''` for the object itself. */
  readonly subresource: string;
  /** When the manager last changed anything of the object; `undefined` where it is not told. */
  readonly time: string | undefined;
}

/** The entries of an object; what writes its status is left out. */
export interface Ownership {
  readonly entries: readonly OwnedFields[];
}

interface OwnedFields {
  readonly owner: FieldOwner;
  readonly fields: JsonMap;
}

/**
 * Reads `metadata.managedFields` of a live object.
 * Source: structured-merge-diff v6 fieldpath/serialize-pe.go; kubernetes.io "Server-Side Apply".
 */
export function readOwnership(live: JsonValue | undefined): Ownership {
  const entries = itemsOf(below(live, 'metadata', 'managedFields')).flatMap((entry) => {
    const fields = below(entry, 'fieldsV1');
    const subresource = textOf(below(entry, 'subresource'));
    if (!isMap(fields) || subresource === 'status') return [];
    const operation = textOf(below(entry, 'operation')) === 'Apply' ? 'Apply' : 'Update';
    const time = textOf(below(entry, 'time'));
    const owner: FieldOwner = {
      manager: textOf(below(entry, 'manager')),
      operation,
      subresource,
      time: time === '' ? undefined : time,
    };
    return [{ owner, fields }];
  });
  return { entries };
}

/** Who owns a field, or something in it, the latest first. An entry that owns what holds the field owns the field. */
export function ownersOf({ entries }: Ownership, path: FieldPath): readonly FieldOwner[] {
  return entries
    .filter(({ fields }) => owns(fields, path))
    .map(({ owner }) => owner)
    .sort(byTime);
}

/** ISO times of the server, in one form, compare as texts. */
function byTime(a: FieldOwner, b: FieldOwner): number {
  const [left, right] = [a.time ?? '', b.time ?? ''];
  return left === right ? 0 : left < right ? 1 : -1;
}

function owns(fields: JsonMap, path: FieldPath): boolean {
  let node = fields;
  for (const [index, step] of path.entries()) {
    const next = childOf(node, step);
    // A field without parts in the entry is owned as a whole: an atomic list or map, or a text.
    if (next === undefined) return index > 0 && Object.keys(node).length === 0;
    node = next;
  }
  return true;
}

function childOf(node: JsonMap, step: FieldStep): JsonMap | undefined {
  switch (step.kind) {
    case 'key':
      return mapAt(node, `f:${step.key}`);
    case 'index':
      return mapAt(node, `i:${step.index}`);
    case 'value':
      return mapAt(node, `v:${JSON.stringify(step.value, bigintText)}`);
    case 'item': {
      const name = Object.keys(node).find(
        (key) => key.startsWith('k:') && isKey(key.slice(2), step.key),
      );
      return name === undefined ? undefined : mapAt(node, name);
    }
  }
}

function mapAt(node: JsonMap, key: string): JsonMap | undefined {
  const value = Object.hasOwn(node, key) ? node[key] : undefined;
  return isMap(value) ? value : undefined;
}

function isKey(json: string, key: Readonly<Record<string, JsonValue>>): boolean {
  try {
    const parsed = JSON.parse(json) as JsonValue;
    return isMap(parsed) && sameJson(parsed, key);
  } catch {
    return false;
  }
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
