import type { Application } from '../../delivery/application.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import { folderOfPath } from '../../flux/sourcePath.ts';
import { resolvedQuery } from '../../kustomize/files.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { ownAddressesQuery } from './here.ts';

/** A folder of the tree that an application may be made of. */
interface PerhapsHere {
  readonly path: FileId;
  /** The address that would be that of the tree. */
  readonly repository: string;
}

/**
 * The folders of the tree that an application may be made of although nothing says that the address that it names is that of
 * the tree: where no address is known to be, as in a fork or a mirror of which most folders are elsewhere.
 */
export function perhapsHere(
  reader: Reader,
  { sources, object }: Pick<Application, 'sources' | 'object'>,
): readonly PerhapsHere[] {
  if (reader.get(ownAddressesQuery, '').by !== 'nothing') return [];
  return sources.flatMap((source): readonly PerhapsHere[] => {
    const { isHere, tree, chart, repository } = source;
    if (isHere || tree !== undefined || chart !== undefined) return [];
    const path = source.path ?? fluxPath(object);
    return path !== '' && reader.get(resolvedQuery, path) !== undefined
      ? [{ path, repository }]
      : [];
  });
}

/** The folder that an object of Flux names; `''` where it names none. */
function fluxPath(object: Application['object']): FileId {
  const read = object && readFluxApplication(object);
  if (read === undefined) return '';
  return folderOfPath(read.kind === 'Kustomization' ? read.path?.value : read.chart?.chart?.value);
}
