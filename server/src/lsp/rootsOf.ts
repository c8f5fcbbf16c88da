import { readersOf } from '../analysis/readersOf.ts';
import type { RootsOf, RootsOfParams } from '../protocol/rootsOf.ts';
import { renderedUri } from './renderedUri.ts';
import type { Session } from './session.ts';

/** `strata/rootsOf`: the roots whose build reads a file, the nearest first. */
export async function rootsOf(
  session: Session,
  { uri }: RootsOfParams,
  signal: AbortSignal,
): Promise<RootsOf> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return { roots: [] };
  const { tree, path } = place;
  const readers = await tree.workspace.complete((analysis) => readersOf(analysis, path), signal);
  const roots = readers.map(({ distance, layer: { root, role } }) => {
    return { path: root, role, distance, uri: renderedUri({ tree: tree.name, root }) };
  });
  return { roots };
}
