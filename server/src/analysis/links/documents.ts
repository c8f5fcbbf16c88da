import { loadTarget } from '../../kustomize/target.ts';
import { parentOf } from '../../kustomize/files.ts';
import { pointerTo, type ResourceSource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { indexObjects, sourceIndexOf } from '../sourceIndex.ts';

/** A YAML document of a file, or of a text inside of one (an inline patch); aliases are not expanded. */
export interface SourceDocument {
  readonly node: ResourceNode;
  readonly source: ResourceSource;
}

/** The pointer to a node of a document. */
export function pointerIn({ source }: SourceDocument, { ordinal }: ResourceNode): SourcePointer {
  return pointerTo(source, ordinal);
}

/**
 * The documents of a file that may be objects or patches: its own, and of a kustomization file the inline patches. Empty
 * where there is no such file.
 */
export function documentsOf(reader: Reader, file: FileId): readonly SourceDocument[] {
  const root = parentOf(file);
  if (isKustomizationFile(file)) return inlinePatches(reader, root, file);
  const index = sourceIndexOf(reader, file);
  const source = { file, inside: [], root };
  return (index?.roots ?? []).map((node) => ({ node, source }));
}

function inlinePatches(reader: Reader, root: FileId, file: FileId): readonly SourceDocument[] {
  const target = loadTarget(reader, root, 'none');
  if (target.kind !== 'target' || target.source.file !== file) return [];
  const { patches, patchesStrategicMerge, patchesJson6902 } = target.kustomization;
  const texts = [...patches, ...patchesJson6902].map(({ patch }) => patch);
  return [...texts, ...patchesStrategicMerge].flatMap((text) => {
    if (text === undefined || !text.value.includes('\n')) return [];
    const source = { file, inside: [text.ordinal], root };
    return indexObjects(text.value).roots.map((node) => ({ node, source }));
  });
}
