import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import { folderOfPath } from '../../flux/sourcePath.ts';
import type { Reader } from '../../query/database.ts';
import { ownAddressesQuery } from './here.ts';

/** An application as if addresses that may be that of the tree were. */
export interface PerhapsHere {
  /** Its sources, in order: those that may be here are. */
  readonly sources: readonly ApplicationSource[];
  /** The addresses that would be that of the tree. */
  readonly repositories: readonly string[];
}

/**
 * An application as it is if it is made of the tree, although nothing says that the addresses that it names are those of the
 * tree; `undefined` where none of them may be. It may be where no address is known to be the tree's own, as in a fork or a
 * mirror of which most folders are elsewhere; and an artifact or a bucket may hold what anybody put there.
 */
export function perhapsHere(
  reader: Reader,
  { sources, object }: Pick<Application, 'sources' | 'object'>,
): PerhapsHere | undefined {
  const mayBe = (one: ApplicationSource): boolean =>
    !one.isHere && one.tree === undefined && one.chart === undefined;
  if (!sources.some(mayBe)) return undefined;
  const isUnknown = reader.get(ownAddressesQuery, '').by === 'nothing';
  const flux = fluxPath(object);
  if (!isUnknown && flux?.isStore !== true) return undefined;
  const repositories = new Set<string>();
  const found = sources.map((source) => {
    const path = source.path ?? flux?.path;
    // Of what is all of a source nothing tells that it is the tree.
    if (!mayBe(source) || path === '') return source;
    repositories.add(source.repository);
    return { ...source, isHere: true, path };
  });
  return repositories.size === 0 ? undefined : { sources: found, repositories: [...repositories] };
}

/** The folder that an object of Flux names, and whether its source is a store that anything is put into. */
function fluxPath(
  object: Application['object'],
): { readonly path: string; readonly isStore: boolean } | undefined {
  const read = object && readFluxApplication(object);
  if (read === undefined) return undefined;
  const [path, source] =
    read.kind === 'Kustomization'
      ? [read.path, read.sourceRef]
      : [read.chart?.chart, read.chart?.sourceRef];
  const isStore = source?.kind === 'OCIRepository' || source?.kind === 'Bucket';
  return { path: folderOfPath(path?.value), isStore };
}
