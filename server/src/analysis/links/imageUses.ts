import { parentOf } from '../../kustomize/files.ts';
import type { Image } from '../../kustomize/kustomization.ts';
import { pointerTo, type Resource } from '../../kustomize/resource.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import type { ResourceNode, ScalarNode } from '../../yaml/resourceNode.ts';
import type { NodePath } from '../fieldPath.ts';
import { offsetsOf } from '../sourceRange.ts';
import { sourceIndexOf } from '../sourceIndex.ts';

/** An entry of `images:` with the places that it is written at. */
export interface ImageEntry {
  readonly image: Image;
  readonly places: readonly SourcePointer[];
}

/** The entries of `images:` of a kustomization file. */
export function imageEntries(reader: Reader, file: FileId): readonly ImageEntry[] {
  if (!isKustomizationFile(file)) return [];
  const target = loadTarget(reader, parentOf(file), 'none');
  if (target.kind !== 'target' || target.source.file !== file) return [];
  return target.kustomization.images.map((image) => {
    const { name, newName, newTag, tagSuffix, digest, ordinal } = image;
    const ordinals = [name, newName, newTag, tagSuffix, digest].flatMap((one) =>
      one === undefined ? [] : [one.ordinal],
    );
    return { image, places: [ordinal, ...ordinals].map((one) => pointerTo(target.source, one)) };
  });
}

/** The entry of `images:` whose fields stand at an offset. */
export function imageEntryAt(reader: Reader, file: FileId, offset: number): ImageEntry | undefined {
  const index = sourceIndexOf(reader, file);
  if (index === undefined) return undefined;
  return imageEntries(reader, file).find(({ places }) =>
    places.slice(1).some((at) => {
      const value = offsetsOf(index, at);
      const line = index.text.lastIndexOf('\n', value.start - 1) + 1;
      return line <= offset && offset <= value.end;
    }),
  );
}

/** An image of a container of a rendered object. */
export interface RunningImageField {
  readonly resource: Resource;
  readonly path: NodePath;
  readonly node: ScalarNode;
  /** Who wrote it, the last one first. */
  readonly origins: readonly FieldOrigin[];
}

/** The images of the containers of an object, at any depth. */
export function imageFields(resource: Resource): readonly RunningImageField[] {
  const found: RunningImageField[] = [];
  const visit = (node: ResourceNode, path: NodePath): void => {
    if (node.kind === 'sequence') {
      for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    }
    if (node.kind !== 'map') return;
    for (const [index, value] of node.values.entries()) {
      const key = node.keys[index] ?? '';
      const isImage = key === 'image' && value.kind === 'scalar' && isOfContainer(path);
      if (isImage)
        found.push({
          resource,
          path: [...path, key],
          node: value,
          origins: originsOf(resource, value),
        });
      else visit(value, [...path, key]);
    }
  };
  if (resource.id.kind !== 'CustomResourceDefinition') visit(resource.node, []);
  return found;
}

function isOfContainer(path: NodePath): boolean {
  const list = String(path.at(-2) ?? '');
  return /containers$/i.test(list);
}

/** Who wrote a node, the last one first. */
export function originsOf(resource: Resource, node: ResourceNode): readonly FieldOrigin[] {
  const origins: FieldOrigin[] = [];
  for (
    let one: FieldOrigin | undefined = resource.originOf(node);
    one !== undefined;
    one = one.previous
  )
    origins.push(one);
  return origins;
}
