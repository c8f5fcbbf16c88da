import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { layersQuery, type Layer } from '../layers/layers.ts';
import { directReadersQuery } from '../layers/namedFiles.ts';

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
  return analysis.ask((reader) => {
    const all = reader.get(layersQuery, '');
    const nearest = reader.get(directReadersQuery, '').get(file) ?? [];
    return climb(all, nearest);
  });
}

function climb(all: readonly Layer[], nearest: readonly FileId[]): readonly FileReader[] {
  const layerOf = new Map(all.map((layer) => [layer.root, layer]));
  const found = new Map<FileId, FileReader>();
  let level = nearest;
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
