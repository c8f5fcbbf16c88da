import { fleetQuery } from '../layers/fleet/fleet.ts';
import { isInFolders, openFolders } from '../layers/fleet/openFolders.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { readersOf } from './readersOf.ts';
import { chainAnswer } from './answer.ts';

/** Whether clusters that only a controller knows may read a file: an open generator makes applications of its folder. */
export function mayReachMore(analysis: Analysis, file: FileId): Answer<boolean> {
  return chainAnswer(readersOf(analysis, file), (readers) => {
    const paths = [file, ...readers.map(({ layer }) => layer.root)];
    return analysis.ask((reader) => {
      const { openGenerators } = reader.get(fleetQuery, '');
      const folders = openGenerators.flatMap(openFolders);
      return paths.some((path) => isInFolders(path, folders));
    });
  });
}
