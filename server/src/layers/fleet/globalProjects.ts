import type { Reader } from '../../query/database.ts';
import { filesMentioning } from '../mentions.ts';
import { treePathsInput } from '../treePaths.ts';

const globalFiles = filesMentioning('globalProjects');

/** Projects that give what they permit to others are named in a setting of Argo CD, which may be a file of a generator. */
export function hasGlobalProjects(reader: Reader): boolean {
  return (
    globalFiles(reader).length > 0 ||
    reader.read(treePathsInput, '').some((path) => path.endsWith('/globalProjects'))
  );
}
