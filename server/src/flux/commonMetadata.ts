import type { PlacedEntry } from '../delivery/placed.ts';
import { updateMetadata } from '../kustomize/metadata.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { decodeScalar } from '../yaml/decodeScalar.ts';
import { formatGeneral } from '../yaml/goNumber.ts';
import { plainTag } from '../yaml/goScalar.ts';
import { appendEntry, field, newMap, newScalar, rawText, withField } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import type { CommonMetadata } from './kustomization.ts';

/**
 * Sets labels and annotations on every object after the build, on the object itself only. Labels of which one is no text
 * are lost, as the controller cannot read them. What has no name after substitution is left out without a word.
 * Source: fluxcd/pkg/ssa v0.78.0 utils/meta.go `SetCommonMetadata`, object.go `ReadObjects`; apimachinery unstructured
 * `GetLabels`. Without labels and annotations to set, such an object is kept, as the recorded case `place-name-empty` has it.
 */
export function setCommonMetadata(
  resources: readonly Resource[],
  { labels, annotations }: CommonMetadata,
  root: FileId,
): readonly Resource[] {
  if (labels.length === 0 && annotations.length === 0) return resources;
  return resources
    .filter(isObject)
    .map((resource) =>
      resource.with(
        setEntries(
          setEntries(withGoNumbers(resource.node), 'labels', labels, resource, root),
          'annotations',
          annotations,
          resource,
          root,
        ),
      ),
    );
}

function setEntries(
  object: ResourceNode,
  name: 'labels' | 'annotations',
  entries: readonly PlacedEntry[],
  resource: Resource,
  root: FileId,
): ResourceNode {
  const [first] = entries;
  const present = field(field(object, 'metadata'), name);
  const by = { kind: name, root } as const;
  const made = first && { writtenAt: first.at, by, previous: undefined };
  if (first === undefined && (present?.kind !== 'map' || !present.values.some(isNull)))
    return object;
  return updateMetadata(object, made, (metadata) => {
    const old = field(metadata, name);
    if (first === undefined && old?.kind === 'map' && !old.values.every(isTextOrNull))
      return metadata;
    let map = old?.kind === 'map' && old.values.every(isTextOrNull) ? asTexts(old) : newMap(made);
    for (const { key, value, at } of entries) {
      const before = field(map, key);
      const previous = before && resource.originOf(before);
      const scalar = newScalar(value, '!!str', 'plain', { writtenAt: at, by, previous });
      map = before === undefined ? appendEntry(map, key, scalar) : withField(map, key, scalar);
    }
    return withField(metadata, name, map);
  });
}

/**
 * An object as the controller holds it: a number is an int64, or else a float64, which is a whole number again where it is
 * printed without an exponent. Source: apimachinery util/json `ConvertInterfaceNumbers`; sigs.k8s.io/yaml `Marshal`.
 */
function withGoNumbers(node: ResourceNode): ResourceNode {
  switch (node.kind) {
    case 'map': {
      const values = node.values.map(withGoNumbers);
      return values.every((value, index) => value === node.values[index])
        ? node
        : { ...node, values };
    }
    case 'sequence': {
      const items = node.items.map(withGoNumbers);
      return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
    }
    case 'scalar': {
      const decoded = decodeScalar(node);
      if (decoded.kind !== 'integer' && decoded.kind !== 'float') return node;
      const value = goNumber(decoded.value, decoded.kind);
      return value === undefined ? node : { ...node, value, tag: plainTag(value, 3) };
    }
    case 'alias':
      return node;
  }
}

/** The text of a whole number that is no int64 as it is written; `undefined` for any other. */
function goNumber(value: number | bigint, kind: 'integer' | 'float'): string | undefined {
  const number = Number(value);
  if (!Number.isInteger(number)) return undefined;
  if (kind === 'integer' && BigInt.asIntN(64, BigInt(value)) === BigInt(value)) return undefined;
  // Without an exponent as long as JSON of Go writes none.
  return Math.abs(number) < 1e21 ? String(number) : formatGeneral(number);
}

/** A null is the empty text. Source: apimachinery unstructured/helpers.go `NestedNullCoercingStringMap`. */
function asTexts(map: MapNode): MapNode {
  return {
    ...map,
    values: map.values.map((value) =>
      isNull(value)
        ? { ...newScalar('', '!!str', 'double', value.origin), ordinal: value.ordinal }
        : value,
    ),
  };
}

function isTextOrNull(node: ResourceNode): boolean {
  return isText(node) || isNull(node);
}

function isNull(node: ResourceNode): boolean {
  return node.kind === 'scalar' && decodeScalar(node).kind === 'null';
}

/** Source: ssa utils/is.go `IsKubernetesObject`, `IsKustomization`. */
function isObject({ node }: Resource): boolean {
  const [name, kind, apiVersion] = [
    field(field(node, 'metadata'), 'name'),
    field(node, 'kind'),
    field(node, 'apiVersion'),
  ].map((value) => (value !== undefined && isText(value) ? rawText(value) : ''));
  const isConfiguration =
    kind?.toLowerCase() === 'kustomization' && apiVersion?.startsWith('kustomize.config.k8s.io/');
  return name !== '' && kind !== '' && apiVersion !== '' && isConfiguration !== true;
}

function isText(node: ResourceNode): boolean {
  return node.kind === 'scalar' && decodeScalar(node).kind === 'string';
}
