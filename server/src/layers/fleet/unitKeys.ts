import type { ResourceId } from '../../kubernetes/resourceId.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { Entry } from './declaring.ts';

/**
 * The key of something that yields objects: an entry (`root:FOLDER`, `file:PATH`, or `values:CHART CLUSTER NAME` for a release
 * that only names of values files tie to a cluster), or an object that another unit yields (the key of that unit, a line
 * break, `Kind.group/namespace/name`). It names the way from what is applied by hand, so it
 * stays the same as long as names do.
 */
export type UnitKey = string;

/** The key of an entry. */
export function entryKey({ kind, place }: Entry): UnitKey {
  return `${kind}:${place}`;
}

/** The key of a release that only names of values files tie to a cluster. */
export function conventionKey({
  chart,
  place,
  name,
}: Readonly<Record<'chart' | 'place' | 'name', string>>): UnitKey {
  return `values:${chart}\t${place}\t${name}`;
}

/** The key of an object that a unit yields. */
export function childKey(parent: UnitKey, object: string): UnitKey {
  return `${parent}\n${object}`;
}

/** How a unit calls an object: `Kind.group/namespace/name`. */
export function objectName({ kind, group, namespace, name }: ResourceId): string {
  return `${kind}.${group}/${namespace}/${name}`;
}

/** A key taken apart: an entry, or an object of another unit. */
export type ParsedKey =
  | { readonly kind: 'root' | 'file'; readonly place: FileId }
  /** `chart` is its folder. */
  | { readonly kind: 'values'; readonly place: string; readonly chart: FileId }
  | { readonly kind: 'object'; readonly parent: UnitKey; readonly object: string };

/** Takes a key apart. */
export function parseKey(key: UnitKey): ParsedKey {
  const end = key.lastIndexOf('\n');
  if (end >= 0) return { kind: 'object', parent: key.slice(0, end), object: key.slice(end + 1) };
  const colon = key.indexOf(':');
  const [kind, place] = [key.slice(0, colon), key.slice(colon + 1)];
  if (kind === 'values') return { kind, place, chart: place.slice(0, place.indexOf('\t')) };
  return { kind: kind === 'file' ? 'file' : 'root', place };
}

/** The unit whose output an object came out of; the unit itself for an entry. */
export function parentKey(key: UnitKey): UnitKey {
  const parsed = parseKey(key);
  return parsed.kind === 'object' ? parsed.parent : key;
}

/** The unit itself and those whose output it came out of, from the entry on. */
export function lineage(key: UnitKey): readonly UnitKey[] {
  const parts = key.split('\n');
  return parts.map((_, index) => parts.slice(0, index + 1).join('\n'));
}
