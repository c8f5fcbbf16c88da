import { samePointer, type FileId } from '../text/sourcePointer.ts';
import { joinPath, parentOf, resolvedQuery } from '../kustomize/files.ts';
import type { ConfigMapArgs, Patch } from '../kustomize/kustomization.ts';
import { holdsSecret, pointerTo, type Resource } from '../kustomize/resource.ts';
import { loadTarget, type Target } from '../kustomize/target.ts';
import { isKustomizationFile } from '../layers/roots.ts';
import type { Reader } from '../query/database.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { fieldText, type NodePath } from './fieldPath.ts';
import { rootsReading, type SourcePlace } from './hover.ts';
import { imageEntryAt, originsOf } from './links/imageUses.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { offsetsOf } from './sourceRange.ts';
import { nodeByOrdinal, sourceIndexOf } from './sourceIndex.ts';

/** What an entry of a kustomization file does to the objects that it meets. */
export interface ChangesHover {
  readonly kind: 'patch' | 'image' | 'generator';
  /** The root in which the changes were looked at; `undefined` where no root has any. */
  readonly root: FileId | undefined;
  /** How many roots read the entry. */
  readonly roots: number;
  readonly objects: readonly ChangedObject[];
}

/** What an entry does to one object. */
export interface ChangedObject {
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  readonly fields: readonly ChangedField[];
}

/** A field that an entry sets; a value is `undefined` where the field was not there, and for maps and lists. */
export interface ChangedField {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the values are those of a Secret: they are not told. */
  readonly isSecret: boolean;
}

/**
 * What the entry at a place of a kustomization file does: a patch, an entry of `images:`, a generator; `undefined` for
 * other places. Looked at in the nearest root in which it does something.
 */
export function changesHover(
  analysis: Analysis,
  place: SourcePlace,
): Answer<ChangesHover | undefined> {
  const found = analysis.ask((reader) => entryAt(reader, place));
  return chainAnswer(found, (entry): Answer<ChangesHover | undefined> => {
    if (entry === undefined) return { kind: 'complete', value: undefined };
    return chainAnswer(
      rootsReading(analysis, place.file),
      (roots): Answer<ChangesHover | undefined> => {
        const { kind } = entry;
        for (const root of roots) {
          const built = analysis.build(root);
          if (built.kind === 'needs') return built;
          const objects = built.value.resources.flatMap((one) => changedBy(one, entry));
          if (objects.length > 0) {
            return { kind: 'complete', value: { kind, root, roots: roots.length, objects } };
          }
        }
        return {
          kind: 'complete',
          value: { kind, root: undefined, roots: roots.length, objects: [] },
        };
      },
    );
  });
}

/** An entry, and which places it writes from. */
interface Entry {
  readonly kind: ChangesHover['kind'];
  readonly writes: (origin: FieldOrigin) => boolean;
}

function entryAt(reader: Reader, { file, offset }: SourcePlace): Entry | undefined {
  if (!isKustomizationFile(file)) return undefined;
  const target = loadTarget(reader, parentOf(file), 'none');
  if (target.kind !== 'target' || target.source.file !== file) return undefined;
  const image = imageEntryAt(reader, file, offset);
  if (image !== undefined) {
    const { places } = image;
    return {
      kind: 'image',
      writes: ({ by, writtenAt }) =>
        by.kind === 'images' && places.some((one) => samePointer(one, writtenAt)),
    };
  }
  return patchAt(reader, target, offset) ?? generatorAt(reader, target, offset);
}

/** The patch whose path, target or key stands at an offset; the text of an inline patch has places of its own. */
function patchAt(reader: Reader, target: Target, offset: number): Entry | undefined {
  const { patches, patchesJson6902, patchesStrategicMerge } = target.kustomization;
  const isHere = (ordinal: number): boolean => lineOf(reader, target, ordinal, offset);
  const found = [...patches, ...patchesJson6902].find((patch) =>
    ordinalsOf(reader, target, patch).some(isHere),
  );
  if (found !== undefined) return patchEntry(reader, target, found.path ?? found.patch);
  return patchEntry(
    reader,
    target,
    patchesStrategicMerge.find(({ ordinal }) => isHere(ordinal)),
  );
}

/** The ordinals of what an entry says beside the text of its patch. */
function ordinalsOf(
  reader: Reader,
  { source }: Target,
  { ordinal, patch }: Patch,
): readonly number[] {
  const roots = sourceIndexOf(reader, source.file)?.roots ?? [];
  const found: number[] = [];
  const visit = (node: ResourceNode | undefined): void => {
    if (node?.kind === 'map') node.values.forEach(visit);
    if (node?.kind === 'sequence') node.items.forEach(visit);
    if (node?.kind === 'scalar')
      found.push(node.ordinal === patch?.ordinal ? node.ordinal - 1 : node.ordinal);
  };
  visit(nodeByOrdinal(roots, ordinal));
  return found;
}

function patchEntry(
  reader: Reader,
  { root, source }: Target,
  text: Patch['path'],
): Entry | undefined {
  if (text === undefined) return undefined;
  if (text.value.includes('\n') || /^\s*[[{]/.test(text.value)) {
    return {
      kind: 'patch',
      writes: ({ by, writtenAt }) =>
        by.kind === 'patch' &&
        writtenAt.file === source.file &&
        writtenAt.kind === 'inside' &&
        writtenAt.ordinal === text.ordinal,
    };
  }
  const joined = joinPath(root, text.value);
  const path = joined === undefined ? undefined : reader.get(resolvedQuery, joined)?.path;
  return {
    kind: 'patch',
    writes: ({ by, writtenAt }) => by.kind === 'patch' && writtenAt.file === path,
  };
}

function generatorAt(reader: Reader, target: Target, offset: number): Entry | undefined {
  const { configMapGenerator, secretGenerator } = target.kustomization;
  const all: readonly ConfigMapArgs[] = [...configMapGenerator, ...secretGenerator];
  const found = all.find(
    ({ name }) => name !== undefined && lineOf(reader, target, name.ordinal, offset),
  );
  if (found?.name === undefined) return undefined;
  const name = pointerTo(target.source, found.name.ordinal);
  return {
    kind: 'generator',
    writes: ({ by, writtenAt }) => by.kind === 'generator' && samePointer(name, writtenAt),
  };
}

/** Whether an offset stands on the line of a node, up to its end. */
function lineOf(reader: Reader, { source }: Target, ordinal: number, offset: number): boolean {
  const index = sourceIndexOf(reader, source.file);
  if (index === undefined || ordinal < 0) return false;
  const { start, end } = offsetsOf(index, pointerTo(source, ordinal));
  const line = index.text.lastIndexOf('\n', start - 1) + 1;
  return line <= offset && offset <= end;
}

function changedBy(resource: Resource, { kind, writes }: Entry): readonly ChangedObject[] {
  const fields: ChangedField[] = [];
  const visit = (node: ResourceNode, path: NodePath, above: 'made' | 'other'): void => {
    const origins = originsOf(resource, node);
    const own = origins.findIndex(writes);
    const isNew = own >= 0 && own === origins.length - 1;
    if (own >= 0 && above === 'other' && (node.kind === 'scalar' || isNew)) {
      fields.push(changedField(resource, path, origins, own));
    }
    const below = own >= 0 && isNew ? 'made' : above;
    if (node.kind === 'map') {
      for (const [index, value] of node.values.entries())
        visit(value, [...path, node.keys[index] ?? ''], below);
    }
    if (node.kind === 'sequence') {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index], below);
    }
  };
  if (kind === 'generator') {
    const origins = metadataOrigins(resource);
    if (!origins.some(writes)) return [];
    return [{ resource: resourceText(nameOf(resource)), fields: dataOf(resource) }];
  }
  visit(resource.node, [], 'other');
  return fields.length === 0 ? [] : [{ resource: resourceText(nameOf(resource)), fields }];
}

function changedField(
  resource: Resource,
  path: NodePath,
  origins: readonly FieldOrigin[],
  own: number,
): ChangedField {
  const field = fieldText(resource.node, path);
  const [after, before] = [origins[own]?.gave?.value, origins[own + 1]?.gave?.value];
  const names = path.map(String);
  const isSecret = origins.some(carriesSecret) || holdsSecret(resource, names, resource.node);
  return { field, before, after, isSecret };
}

function metadataOrigins(resource: Resource): readonly FieldOrigin[] {
  const { node } = resource;
  const index = node.kind === 'map' ? node.keys.indexOf('metadata') : -1;
  const metadata = node.kind === 'map' ? node.values[index] : undefined;
  const name =
    metadata?.kind === 'map' ? metadata.values[metadata.keys.indexOf('name')] : undefined;
  return name === undefined ? [] : originsOf(resource, name);
}

function dataOf({ node }: Resource): readonly ChangedField[] {
  if (node.kind !== 'map') return [];
  return node.keys.flatMap((key, index) => {
    const value = node.values[index];
    if (!/^(?:data|binaryData|stringData)$/.test(key) || value?.kind !== 'map') return [];
    return value.keys.map((name) => ({
      field: name,
      before: undefined,
      after: undefined,
      isSecret: true,
    }));
  });
}
