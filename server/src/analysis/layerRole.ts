import type { FileId } from '../text/sourcePointer.ts';
import type { Step } from '../yaml/fieldOrigin.ts';
import type { NodePath } from './fieldPath.ts';
import type { Layer } from '../layers/layers.ts';

/** The layers that people tell apart in what a root renders. */
export type StepRole = 'base' | 'component' | 'environment' | 'cluster' | 'generated';

/**
 * The role of the layer that a step belongs to, at a path of an object that `rendered` renders. It is told by the graph and by no name: a root
 * without bases is a base, the rendered root itself is the cluster's layer where its base has a base in turn, and every
 * overlay between is one of an environment.
 */
export function stepRole(
  { kind, root }: Step,
  { rendered, path }: { readonly rendered: FileId; readonly path: NodePath },
  layerOf: ReadonlyMap<FileId, Layer>,
): StepRole {
  // What a controller adds, it adds for one application on one cluster: also what a template of applications says.
  const isAdded = root === undefined && !made.has(kind) && kind !== 'base';
  if (isAdded || kind === 'substitution') return 'cluster';
  if (isMade(kind, path)) return 'generated';
  const layer = layerOf.get(root ?? rendered);
  if (layer?.role === 'component') return 'component';
  if (layer === undefined || !hasBase(layer, layerOf)) return 'base';
  const bases = layer.bases.flatMap((base) => layerOf.get(base) ?? []);
  const isTop = layer.root === rendered && bases.some((base) => hasBase(base, layerOf));
  return isTop ? 'cluster' : 'environment';
}

/** Nobody wrote it as it stands there. An entry of a generated object was written, in a file or a literal. */
function isMade(kind: Step['kind'], path: NodePath): boolean {
  const isEntry = path.length === 2 && /^(data|binaryData|stringData)$/.test(String(path[0]));
  return made.has(kind) || (kind === 'generator' && !isEntry);
}

const made: ReadonlySet<Step['kind']> = new Set(['hash', 'nameReference', 'buildMetadata']);

/** Components add to a root; they do not make an overlay of it. */
function hasBase(layer: Layer, layerOf: ReadonlyMap<FileId, Layer>): boolean {
  return layer.bases.some((base) => layerOf.get(base)?.role !== 'component');
}
