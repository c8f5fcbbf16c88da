import {
  layersQuery,
  prepareLayer,
  type Layer as LayerOfTree,
  type Role as RoleOfLayer,
} from '../layers/layers.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A kustomization root in its role. */
export type Layer = LayerOfTree;

/** What a root is to the others. */
export type Role = RoleOfLayer;

/** Makes a part of what `layers` is made of, so that nobody waits for all of it at once. */
export function prepareLayers(analysis: Analysis, roots: readonly FileId[]): Answer<null> {
  return analysis.ask((reader) => {
    for (const root of roots) prepareLayer(reader, root);
    return null;
  });
}

/** All roots of the tree with their roles, sorted by folder. */
export function layers(analysis: Analysis): Answer<readonly Layer[]> {
  return analysis.ask((reader) => reader.get(layersQuery, ''));
}
