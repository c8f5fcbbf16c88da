import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { fleetQuery, type OpenGenerator } from './fleet.ts';
import { isInFolders } from './openFolders.ts';
import type { UnitKey } from './unitKeys.ts';
import { setAtHandQuery } from './units.ts';

/**
 * The folders and files of the tree at hand that an ApplicationSet which reads another revision of it takes once that has
 * them: what its git generators find, and what applications are made of that it does not make yet.
 */
export function waitingPaths(reader: Reader, key: UnitKey): readonly FileId[] {
  const { found, waiting } = reader.get(setAtHandQuery, key);
  return [...found, ...waiting];
}

/** The ApplicationSets that read another revision of the repository, and take a file once that has it as it is here. */
export function setsWaitingFor(reader: Reader, file: FileId): readonly OpenGenerator[] {
  return reader
    .get(fleetQuery, '')
    .waitingGenerators.filter(({ key }) => isInFolders(file, waitingPaths(reader, key)));
}
