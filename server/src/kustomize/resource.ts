import { gvkOf } from '../kubernetes/gvk.ts';
import { newResourceId, type ResourceId } from '../kubernetes/resourceId.ts';
import type { FileId, InnerPointer, SourcePointer } from '../text/sourcePointer.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { metadataEntry, metadataText, withAnnotations } from './metadata.ts';

/** Where the nodes of a resource stand that say nothing of their origin. */
export interface ResourceSource {
  readonly file: FileId;
  /**
   * The ordinals of the scalars whose text the resource was read from, the outermost first (an inline patch has one, a
   * patch inside an inline transformer two); empty for a whole file.
   */
  readonly inside: readonly number[];
  /** The kustomization root that read it. */
  readonly root: FileId;
  /** Set for a kustomization that a controller has edited: what it wrote stands somewhere else. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** Ordinals from `from` on are no nodes of the file: `places[ordinal - from]` is where each of them stands. */
export interface Elsewhere {
  readonly from: number;
  readonly places: readonly SourcePointer[];
}

/** What an object is called, to be compared: the text by its characters, the origins by being the same ones. */
export interface ResourceNames {
  readonly text: string;
  readonly later: readonly FieldOrigin[];
}

/** A text by which equal ids are found in a map. */
export function idKey(id: ResourceId): string {
  return `${id.kind}\u0000${id.group}\u0000${id.version}\u0000${id.effectiveNamespace}\u0000${id.name}`;
}

/** How an id is told to people: `Kind[.group]/[namespace/]name`. */
export function describeId(id: ResourceId): string {
  const type = id.group === '' ? id.kind : `${id.kind}.${id.group}`;
  return id.namespace === '' ? `${type}/${id.name}` : `${type}/${id.namespace}/${id.name}`;
}

const domain = 'internal.config.kubernetes.io';

/** The annotations that kustomize keeps its own account in. Source: kustomize api internal/utils/annotations.go. */
export const buildAnnotations = {
  previousKinds: `${domain}/previousKinds`,
  previousNames: `${domain}/previousNames`,
  previousNamespaces: `${domain}/previousNamespaces`,
  prefixes: `${domain}/prefixes`,
  suffixes: `${domain}/suffixes`,
  allowNameChange: `${domain}/allowNameChange`,
  allowKindChange: `${domain}/allowKindChange`,
  refBy: `${domain}/refBy`,
  generatorBehavior: `${domain}/generatorBehavior`,
  needsHashSuffix: `${domain}/needsHashSuffix`,
} as const;

/** The value of a build annotation that is switched on. */
export const enabled = 'enabled';

/**
 * An object on its way through a build. Immutable: a step gives a new one. Kustomize's own account of it (previous names,
 * prefixes, behavior) stands in annotations of the node, as kustomize keeps it, since patches can see and lose them.
 * Source: kustomize api v0.21.1 resource/resource.go.
 */
export class Resource {
  private cachedId: ResourceId | undefined;
  private cachedPrevious: readonly ResourceId[] | undefined;
  private cachedNames: ResourceNames | undefined;

  readonly node: ResourceNode;
  readonly source: ResourceSource;
  /** The names of the vars that refer to it. */
  readonly varNames: readonly string[];
  /** Whether one scalar of it may stand under several fields (see `ScalarNode.shared`). */
  readonly hasShared: boolean;

  constructor(
    node: ResourceNode,
    source: ResourceSource,
    varNames: readonly string[] = [],
    hasShared = false,
  ) {
    this.node = node;
    this.source = source;
    this.varNames = varNames;
    this.hasShared = hasShared;
  }

  /** The same resource with another node. */
  with(node: ResourceNode): Resource {
    if (node === this.node) return this;
    const result = new Resource(node, this.source, this.varNames, this.hasShared);
    if (this.cachedId !== undefined && sameIdentity(this.node, node))
      result.cachedId = this.cachedId;
    return result;
  }

  /** What it is called now. Source: `CurId`. */
  get id(): ResourceId {
    this.cachedId ??= currentId(this.node);
    return this.cachedId;
  }

  /** What it was called at earlier steps, the first one first. Source: `PrevIds`. */
  get previousIds(): readonly ResourceId[] {
    this.cachedPrevious ??= previousIds(this.node, this.id);
    return this.cachedPrevious;
  }

  /** Whether its earlier names, namespaces and kinds are not equally many, with which kustomize ends in a panic. */
  get hasBrokenHistory(): boolean {
    const { previousNamespaces, previousKinds } = buildAnnotations;
    const { length } = this.previousIds;
    return (
      length > 0 &&
      [previousNamespaces, previousKinds].some(
        (annotation) => Math.max(this.list(annotation).length, 1) !== length,
      )
    );
  }

  /**
   * All that it is and was called, with its prefixes and suffixes and where its names are written: as a text, and origins that
   * stand for themselves.
   */
  get names(): ResourceNames {
    if (this.cachedNames !== undefined) return this.cachedNames;
    const metadata = field(this.node, 'metadata');
    const later: FieldOrigin[] = [];
    const places = [field(metadata, 'name'), field(metadata, 'namespace')].map((node) =>
      placesOf(this, node ?? this.node, later),
    );
    const text = [
      idKey(this.id),
      JSON.stringify(places),
      ...this.previousIds.map(idKey),
      this.list(buildAnnotations.prefixes).join(','),
      this.list(buildAnnotations.suffixes).join(','),
    ].join('\u0001');
    this.cachedNames = { text, later };
    return this.cachedNames;
  }

  /** What it was called at first. Source: `OrgId`. */
  get originalId(): ResourceId {
    return this.previousIds[0] ?? this.id;
  }

  /** The texts of a build annotation that holds a list. */
  list(annotation: string): readonly string[] {
    const text = metadataEntry(this.node, 'annotations', annotation);
    return text === undefined ? [] : text.split(',');
  }

  /** Whether a build annotation is switched on. */
  isEnabled(annotation: string): boolean {
    return metadataEntry(this.node, 'annotations', annotation) === enabled;
  }

  /** Where a node of this resource comes from, with what it is now: for the chain of what overrides it. */
  originOf(node: ResourceNode): FieldOrigin {
    const gave = node.kind === 'scalar' ? node : undefined;
    if (node.origin !== undefined) return { ...node.origin, gave };
    return {
      writtenAt: pointerTo(this.source, node.ordinal),
      by: { kind: 'base', root: this.source.root },
      previous: undefined,
      gave,
    };
  }
}

/** Whether a field holds a value of a Secret: its own, or one that was copied to it. */
export function holdsSecret(
  resource: Resource,
  path: readonly string[],
  { origin }: ResourceNode,
): boolean {
  const isOwn = path[0] === 'data' || path[0] === 'stringData';
  return (isOwn && rawText(field(resource.node, 'kind')) === 'Secret') || carriesSecret(origin);
}

/** The pointer to a node of what was read from a source. */
export function pointerTo(source: ResourceSource, ordinal: number): SourcePointer {
  const [outer, ...rest] = source.inside;
  const { elsewhere } = source;
  const place = elsewhere && elsewhere.places[(outer ?? ordinal) - elsewhere.from];
  if (place !== undefined) return outer === undefined ? place : insideOf(place, [...rest, ordinal]);
  if (outer !== undefined) {
    const inner = innerPointer([...rest, ordinal]);
    return {
      kind: 'inside',
      file: source.file,
      ordinal: outer,
      inner: inner ?? { ordinal, inner: undefined },
    };
  }
  return ordinal < 0
    ? { kind: 'file', file: source.file }
    : { kind: 'node', file: source.file, ordinal };
}

/** The way into the texts of scalars, from the outermost. */
function innerPointer(ordinals: readonly number[]): InnerPointer | undefined {
  return ordinals.reduceRight<InnerPointer | undefined>(
    (deeper, ordinal) => ({ ordinal, inner: deeper }),
    undefined,
  );
}

/** A place inside the text of the scalar that stands at another place. */
function insideOf(place: SourcePointer, ordinals: readonly number[]): SourcePointer {
  const inner = innerPointer(ordinals);
  if (inner === undefined) return place;
  switch (place.kind) {
    case 'node':
      return { kind: 'inside', file: place.file, ordinal: place.ordinal, inner };
    case 'inside':
      return { ...place, inner: appendInner(place.inner, inner) };
    case 'line':
    case 'file':
    case 'offset':
      return place;
  }
}

function appendInner(outer: InnerPointer, inner: InnerPointer): InnerPointer {
  return { ...outer, inner: outer.inner === undefined ? inner : appendInner(outer.inner, inner) };
}

/**
 * Where a value and all that it overrode were written. What a chart made is worked out when somebody asks for it, which is
 * dear: it stands for itself.
 */
function placesOf(
  { source }: Resource,
  { origin, ordinal }: ResourceNode,
  later: FieldOrigin[],
): readonly SourcePointer[] {
  if (origin === undefined) return [pointerTo(source, ordinal)];
  const places: SourcePointer[] = [];
  for (let link: FieldOrigin | undefined = origin; link !== undefined; link = link.previous) {
    if (link.by.kind === 'chart') {
      later.push(link);
      break;
    }
    places.push(link.writtenAt);
  }
  return places;
}

/** Whether the nodes that make the id are the same in two versions of an object. */
function sameIdentity(a: ResourceNode, b: ResourceNode): boolean {
  if (field(a, 'apiVersion') !== field(b, 'apiVersion') || field(a, 'kind') !== field(b, 'kind'))
    return false;
  const [left, right] = [field(a, 'metadata'), field(b, 'metadata')];
  return (
    left === right ||
    (field(left, 'name') === field(right, 'name') &&
      field(left, 'namespace') === field(right, 'namespace'))
  );
}

function currentId(node: ResourceNode): ResourceId {
  const gvk = gvkOf(rawText(field(node, 'apiVersion')), rawText(field(node, 'kind')));
  return newResourceId(gvk, metadataText(node, 'name'), metadataText(node, 'namespace'));
}

function previousIds(node: ResourceNode, id: ResourceId): readonly ResourceId[] {
  const names = metadataEntry(node, 'annotations', buildAnnotations.previousNames)?.split(',');
  if (names === undefined) return [];
  const namespaces = (
    metadataEntry(node, 'annotations', buildAnnotations.previousNamespaces) ?? ''
  ).split(',');
  const kinds = (metadataEntry(node, 'annotations', buildAnnotations.previousKinds) ?? '').split(
    ',',
  );
  // The types of previous ids are not looked up: none of them counts as cluster-scoped.
  return names.map((name, index) =>
    newResourceId(
      { group: id.group, version: id.version, kind: kinds[index] ?? '', clusterScoped: false },
      name,
      namespaces[index] ?? '',
    ),
  );
}

/**
 * Appends to build annotations that hold lists; an empty text is not appended. Source: `appendCsvAnnotation`.
 */
export function appendToAnnotations(
  resource: Resource,
  texts: readonly (readonly [annotation: string, text: string])[],
): Resource {
  const entries = texts
    .filter(([, text]) => text !== '')
    .map(
      ([annotation, text]) => [annotation, [...resource.list(annotation), text].join(',')] as const,
    );
  const next = withAnnotations(resource.node, entries);
  return next.kind === 'problem' ? resource : resource.with(next);
}

/** Remembers the present name, namespace and kind. Source: `StorePreviousId`. */
export function storePreviousId(resource: Resource): Resource {
  return appendToAnnotations(resource, previousIdTexts(resource));
}

/** What `storePreviousId` appends. */
export function previousIdTexts({ id }: Resource): readonly (readonly [string, string])[] {
  return [
    [buildAnnotations.previousNames, id.name],
    [buildAnnotations.previousNamespaces, id.effectiveNamespace],
    [buildAnnotations.previousKinds, id.kind],
  ];
}
