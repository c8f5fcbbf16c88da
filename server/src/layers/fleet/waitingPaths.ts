import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
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
