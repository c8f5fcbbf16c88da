import {
  SymbolKind,
  type TypeHierarchyItem,
  type TypeHierarchyPrepareParams,
  type TypeHierarchySubtypesParams,
  type TypeHierarchySupertypesParams,
} from 'vscode-languageserver';
import { layerAt, layersAround } from '../analysis/layerHierarchy.ts';
import type { Layer } from '../analysis/layers.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';
import { uriOf, type Tree } from './trees.ts';

/** `textDocument/prepareTypeHierarchy`: the layer that a path leads to, or that reads the file. */
export async function prepareTypeHierarchy(
  session: Session,
  { textDocument: { uri }, position }: TypeHierarchyPrepareParams,
  signal: AbortSignal,
): Promise<TypeHierarchyItem[] | null> {
  const found = await askAt(session, { uri, position }, layerAt, signal);
  return found?.value === undefined ? null : [itemOf(session, found.tree, found.value)];
}

/** `typeHierarchy/supertypes`: the layers that a layer is made of, in their order. */
export async function supertypes(
  session: Session,
  { item }: TypeHierarchySupertypesParams,
  signal: AbortSignal,
): Promise<TypeHierarchyItem[] | null> {
  return around(session, item, 'bases', signal);
}

/** `typeHierarchy/subtypes`: the layers that build on a layer. */
export async function subtypes(
  session: Session,
  { item }: TypeHierarchySubtypesParams,
  signal: AbortSignal,
): Promise<TypeHierarchyItem[] | null> {
  return around(session, item, 'users', signal);
}

async function around(
  session: Session,
  { uri }: TypeHierarchyItem,
  which: 'bases' | 'users',
  signal: AbortSignal,
): Promise<TypeHierarchyItem[] | null> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return null;
  const { tree, path } = place;
  const layers = await tree.workspace.complete((one) => layersAround(one, path, which), signal);
  return layers.map((layer) => itemOf(session, tree, layer));
}

function itemOf({ words }: Session, tree: Tree, { root, file, role }: Layer): TypeHierarchyItem {
  const start = { line: 0, character: 0 };
  return {
    name: root === '' ? '.' : root,
    kind: SymbolKind.Class,
    detail: words.hovers.roles[role],
    uri: uriOf(tree, file),
    range: { start, end: start },
    selectionRange: { start, end: start },
  };
}
