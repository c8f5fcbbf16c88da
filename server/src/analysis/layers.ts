import {
  layersQuery,
  type Layer as LayerOfTree,
  type Role as RoleOfLayer,
} from '../layers/layers.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A kustomization root in its role. */
export type Layer = LayerOfTree;

/** What a root is to the others. */
export type Role = RoleOfLayer;

/** All roots of the tree with their roles, sorted by folder. */
export function layers(analysis: Analysis): Answer<readonly Layer[]> {
  return analysis.ask((reader) => reader.get(layersQuery, ''));
}
