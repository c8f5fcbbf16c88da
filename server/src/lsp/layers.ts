import { posix } from 'node:path';
import type { Analysis } from '../analysis/analysis.ts';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { layers as layersOfTree, type Layer } from '../analysis/layers.ts';
import type { LayerApplication, LayerNode, LayersAnswer } from '../protocol/layers.ts';
import { renderedUri } from './renderedUri.ts';
import { applicationOf } from './rootsOf.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';
import { hasUnreadableInAny } from './unreadableOpen.ts';

/** `strata/layers`: the roots of all trees, how they build on each other, and the applications made of them. */
export async function layers(
  session: Session,
  _parameters: unknown,
  signal: AbortSignal,
): Promise<LayersAnswer> {
  await session.trees.ready();
  const nodes: LayerNode[] = [];
  const applications: LayerApplication[] = [];
  for (const tree of session.trees.all) {
    const { complete } = tree.workspace;
    const roots = await complete(layersOfTree, signal);
    const delivered = await complete(deliveredApplications, signal);
    const files = await complete(({ files: all }) => ({ kind: 'complete', value: all }), signal);
    const offset = nodes.length;
    const places = placesOf(roots, delivered, offset);
    const known = new Set(roots.map(({ root }) => root));
    nodes.push(...roots.map((layer) => layerNode(tree, layer, places)));
    for (const path of places.keys())
      if (!known.has(path)) nodes.push(folderNode(tree, path, files));
    applications.push(...delivered.map((one) => applicationNode(tree, one, places)));
  }
  const isBeingWritten = await hasUnreadableInAny(session, signal);
  return { layers: nodes, applications, isBeingWritten };
}

/** Where each layer comes to stand: roots first, then other folders that applications are made of. */
function placesOf(
  roots: readonly Layer[],
  applications: readonly DeliveredApplication[],
  offset: number,
): ReadonlyMap<string, number> {
  const folders = applications.flatMap((one) => one.folders).sort();
  const paths = new Set([...roots.map(({ root }) => root), ...folders]);
  return new Map([...paths].map((path, index) => [path, offset + index]));
}

function layerNode(
  tree: Tree,
  { root, file, role, bases, users }: Layer,
  places: ReadonlyMap<string, number>,
): LayerNode {
  const placed = (paths: readonly string[]): readonly number[] =>
    paths.flatMap((path) => places.get(path) ?? []);
  return {
    tree: tree.name,
    path: root,
    role,
    file: uriOf(tree, file),
    uri: renderedUri({ kind: 'root', tree: tree.name, root }),
    bases: placed(bases),
    users: placed(users),
  };
}

/** A folder without a kustomization: a chart, or manifests that are applied as they are. */
function folderNode(tree: Tree, path: string, files: Analysis['files']): LayerNode {
  const chart = posix.join(path, 'Chart.yaml');
  const isChart = files.has(chart);
  return {
    tree: tree.name,
    path,
    role: isChart ? 'chart' : 'folder',
    file: uriOf(tree, isChart ? chart : path),
    bases: [],
    users: [],
  };
}

function applicationNode(
  tree: Tree,
  application: DeliveredApplication,
  places: ReadonlyMap<string, number>,
): LayerApplication {
  const starts = application.folders.flatMap((path) => places.get(path) ?? []);
  return { ...applicationOf(tree, application), tree: tree.name, starts };
}
