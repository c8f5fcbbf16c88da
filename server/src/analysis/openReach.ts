import { fleetQuery } from '../layers/fleet/fleet.ts';
import { isInFolders, openFolders } from '../layers/fleet/openFolders.ts';
import { setsWaitingFor } from '../layers/fleet/waitingPaths.ts';
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

/** The keys of the ApplicationSets that take a file once another revision, which they read, has it as it is here. */
export function waitingReach(analysis: Analysis, file: FileId): Answer<readonly string[]> {
  return analysis.ask((reader) => setsWaitingFor(reader, file).map(({ key }) => key));
}
