import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { mapAnswer, type Answer } from './answer.ts';
import { layers, type Layer } from './layers.ts';
import { namedFilesQuery } from './rootFiles.ts';

/** A root whose build reads a file. */
export interface FileReader {
  readonly layer: Layer;
  /** How many layers lie between: 0 for a root that names the file itself. */
  readonly distance: number;
}

/**
 * The roots whose build reads a file, told from kustomization files alone: the nearest first, then by folder. Files that
 * only a plugin's configuration names are not among them.
 */
export function readersOf(analysis: Analysis, file: FileId): Answer<readonly FileReader[]> {
  const all = layers(analysis);
  if (all.kind === 'needs') return all;
  const direct = analysis.ask((reader) =>
    all.value.filter(({ root }) => reader.get(namedFilesQuery, root).files.has(file)),
  );
  return mapAnswer(direct, (nearest) => climb(all.value, nearest));
}

function climb(all: readonly Layer[], nearest: readonly Layer[]): readonly FileReader[] {
  const layerOf = new Map(all.map((layer) => [layer.root, layer]));
  const found = new Map<FileId, FileReader>();
  let level = nearest.map(({ root }) => root);
  for (let distance = 0; level.length > 0; distance += 1) {
    const next = new Set<FileId>();
    for (const root of level.toSorted()) {
      const layer = layerOf.get(root);
      if (layer === undefined || found.has(root)) continue;
      found.set(root, { layer, distance });
      for (const user of layer.users) next.add(user);
    }
    level = [...next];
  }
  return [...found.values()];
}
