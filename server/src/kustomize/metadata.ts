import { compareBytes } from '../util/compareBytes.ts';
import type { Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import {
  appendEntry,
  field,
  hideEntry,
  isNilOrEmpty,
  isTaggedNull,
  newMap,
  newScalar,
  rawText,
  replaceValue,
  withField,
  withoutEntry,
  withoutField,
  writeScalarInPlace,
} from '../yaml/nodes.ts';
import { readsAsYaml11NonString } from '../yaml/resolveTag.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { wrongKind } from './pathGetter.ts';

/*
 * Names, namespaces, labels and annotations of an object, read and written by kyaml's rules.
 * Source: kyaml v0.21.1 yaml/rnode.go, yaml/kfns.go.
 */

/** The `metadata` of an object, `undefined` where it is missing, null or empty. Source: `getMetaData`. */
export function metadataOf(object: ResourceNode | undefined): ResourceNode | undefined {
  const metadata = field(object, 'metadata');
  return isNilOrEmpty(metadata) ? undefined : metadata;
}

/** `metadata.name` or `metadata.namespace` as text, `''` where it is missing. Source: `getMetaStringField`. */
export function metadataText(object: ResourceNode | undefined, name: 'name' | 'namespace'): string {
  const value = field(metadataOf(object), name);
  return value?.kind === 'scalar' && value.tag !== '!!null' ? value.value : '';
}

/**
 * Labels or annotations as texts; a null counts with its own text, a collection as `''`; the last of equal keys counts.
 * Source: `getMapFromMeta`.
 */
export function metadataMap(
  object: ResourceNode | undefined,
  name: 'labels' | 'annotations',
): Map<string, string> {
  const result = new Map<string, string>();
  const node = field(metadataOf(object), name);
  if (node?.kind === 'sequence') return pairsOf(node.items);
  const map = entriesOf(node);
  if (map === undefined) return result;
  for (const [index, key] of map.keys.entries()) {
    const value = map.values[index];
    result.set(key, value?.kind === 'scalar' ? value.value : '');
  }
  return result;
}

/** The entries that kyaml finds in labels or annotations, also those of a null. */
function entriesOf(node: ResourceNode | undefined): MapNode | undefined {
  return node?.kind === 'scalar' ? node.hidden : node?.kind === 'map' ? node : undefined;
}

/** kyaml takes the items of a list two by two, as if they were keys and values. */
function pairsOf(items: readonly ResourceNode[]): Map<string, string> {
  const result = new Map<string, string>();
  for (let index = 0; index + 1 < items.length; index += 2)
    result.set(rawText(items[index]), rawText(items[index + 1]));
  return result;
}

/** One label or annotation as text, `undefined` where it is missing. */
export function metadataEntry(
  object: ResourceNode | undefined,
  name: 'labels' | 'annotations',
  key: string,
): string | undefined {
  const value = field(entriesOf(field(metadataOf(object), name)), key);
  if (value === undefined) return undefined;
  return value.kind === 'scalar' ? value.value : '';
}

/** A scalar that `FieldSetter` appends: quoted where YAML 1.1 would read it as something else than a string. */
export function appendedScalar(
  value: string,
  tag: string,
  origin: FieldOrigin | undefined,
): ScalarNode {
  const quoted = (tag === '' || tag === '!!str') && readsAsYaml11NonString(value);
  return newScalar(
    value,
    tag,
    quoted ? 'double' : value.includes('\n') && tag === '!!str' ? 'literal' : 'plain',
    origin,
  );
}

/** The old place of a value that a step writes again: same text, same place. */
function keepPlace(
  old: ResourceNode | undefined,
  value: string,
  origin: FieldOrigin | undefined,
): Pick<ScalarNode, 'origin' | 'ordinal'> {
  if (old?.kind === 'scalar' && old.value === value)
    return { origin: old.origin, ordinal: old.ordinal };
  return { origin, ordinal: -1 };
}

/**
 * Sets a text field of a mapping as `SetMapField(NewScalarRNode(value), …)` does: the value has no tag of its own and
 * keeps the old style. A value that is there already keeps its origin.
 */
export function withTextField(
  map: MapNode,
  name: string,
  value: string,
  origin: FieldOrigin | undefined,
): MapNode {
  const index = map.keys.indexOf(name);
  const old = map.values[index];
  if (old === undefined) return appendEntry(map, name, appendedScalar(value, '', origin));
  if (old.kind === 'scalar' && old.value === value && old.tag === '') return map;
  const place = keepPlace(old, value, origin);
  return replaceValue(map, index, writeScalarInPlace(old, { value, tag: '', ...place }));
}

/** Sets `kind` or `apiVersion`. Source: `SetKind`, `SetApiVersion`. */
export function withType(
  object: ResourceNode,
  name: 'kind' | 'apiVersion',
  value: string,
  origin: FieldOrigin | undefined,
): ResourceNode {
  return object.kind === 'map' ? withTextField(object, name, value, origin) : object;
}

/** Changes `metadata`, made where it is missing; what is no mapping stays. */
export function updateMetadata(
  object: ResourceNode,
  origin: FieldOrigin | undefined,
  update: (metadata: MapNode) => MapNode,
): ResourceNode {
  if (object.kind !== 'map') return object;
  const index = object.keys.indexOf('metadata');
  const old = object.values[index];
  if (old === undefined) return appendEntry(object, 'metadata', update(newMap(origin)));
  return old.kind === 'map' ? replaceValue(object, index, update(old)) : object;
}

/** Sets `metadata.name`. Source: `SetName`. */
export function withName(
  object: ResourceNode,
  name: string,
  origin: FieldOrigin | undefined,
): ResourceNode {
  return updateMetadata(object, origin, (metadata) =>
    withTextField(metadata, 'name', name, origin),
  );
}

/** Sets `metadata.namespace`, or removes it where the text is empty. Source: `SetNamespace`. */
export function withNamespace(
  object: ResourceNode,
  namespace: string,
  origin: FieldOrigin | undefined,
): ResourceNode {
  if (namespace !== '') {
    return updateMetadata(object, origin, (metadata) =>
      withTextField(metadata, 'namespace', namespace, origin),
    );
  }
  if (object.kind !== 'map' || field(object, 'metadata')?.kind !== 'map') return object;
  return updateMetadata(object, origin, (metadata) => withoutField(metadata, 'namespace'));
}

/**
 * Writes labels or annotations anew, all as texts, sorted by key; removes the field where there are none. Values that
 * were there keep their origins.
 * Source: `setMapInMetadata`.
 */
export function withMetadataMap(
  object: ResourceNode,
  name: 'labels' | 'annotations',
  entries: ReadonlyMap<string, string>,
  origin: FieldOrigin | undefined,
): ResourceNode {
  return updateMetadata(object, origin, (metadata) => {
    const old = field(metadata, name);
    const rest = withoutField(metadata, name);
    if (entries.size === 0) return rest;
    let map: MapNode = {
      ...newMap(old?.origin ?? (old === undefined || old.ordinal < 0 ? origin : undefined)),
      ordinal: old?.ordinal ?? -1,
    };
    for (const key of [...entries.keys()].sort(compareBytes)) {
      const value = entries.get(key) ?? '';
      map = appendEntry(map, key, {
        ...appendedScalar(value, '!!str', origin),
        ...keepPlace(field(entriesOf(old), key), value, origin),
      });
    }
    return appendEntry(rest, name, map);
  });
}

/**
 * Sets annotations one by one as `SetAnnotation` does: an empty `annotations` goes first, then each text is set or appended.
 */
export function withAnnotations(
  object: ResourceNode,
  entries: readonly (readonly [key: string, value: string])[],
): ResourceNode | Problem {
  if (entries.length === 0) return object;
  const cleared = withoutEmptyAnnotations(object);
  const metadata = field(cleared, 'metadata');
  if (metadata !== undefined) {
    const wrong = wrongKind(metadata, 'map') ?? wrongAnnotations(metadata);
    if (wrong !== undefined) return wrong;
  }
  return updateMetadata(cleared, undefined, (map) => {
    const old = field(map, 'annotations');
    if (old !== undefined && isTaggedNull(old)) {
      let hiding = old;
      for (const [key, value] of entries)
        hiding = hideEntry(hiding, key, newScalar(value, '!!str', 'single', undefined));
      return withField(map, 'annotations', hiding);
    }
    let annotations = old?.kind === 'map' ? old : newMap(undefined);
    for (const [key, value] of entries) annotations = withText(annotations, key, value);
    return withField(map, 'annotations', annotations);
  });
}

function wrongAnnotations(metadata: ResourceNode): Problem | undefined {
  const annotations = field(metadata, 'annotations');
  return annotations && wrongKind(annotations, 'map');
}

function withText(map: MapNode, key: string, value: string): MapNode {
  const index = map.keys.indexOf(key);
  const old = map.values[index];
  return old === undefined
    ? appendEntry(map, key, newScalar(value, '!!str', 'single', undefined))
    : replaceValue(map, index, writeScalarInPlace(old, { value, tag: '!!str', origin: undefined }));
}

/** Source: kyaml `ClearEmptyAnnotations`. */
function withoutEmptyAnnotations(object: ResourceNode): ResourceNode {
  if (object.kind !== 'map') return object;
  const cleared = updateMetadata(object, undefined, (metadata) =>
    withoutEmptyField(metadata, 'annotations'),
  );
  return cleared.kind === 'map' ? withoutEmptyField(cleared, 'metadata') : cleared;
}

/** Without the first field of this name that holds nothing; of two of one name that can be the second. */
function withoutEmptyField(map: MapNode, name: string): MapNode {
  const index = map.keys.findIndex(
    (key, position) => key === name && holdsNothing(map.values[position]),
  );
  return index < 0 ? map : withoutEntry(map, index);
}

/** Whether a node has no content of its own, as no scalar has. */
function holdsNothing(node: ResourceNode | undefined): boolean {
  switch (node?.kind) {
    case 'map':
      return node.keys.length === 0;
    case 'sequence':
      return node.items.length === 0;
    default:
      return entriesOf(node) === undefined;
  }
}
