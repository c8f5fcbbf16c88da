import { relative, resolve, sep } from 'node:path';
import type { FileId } from '../text/sourcePointer.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The file that a word names: from the folder that one is in, else from the top, as it is printed; one that is not there counts
 * from the folder. `undefined` outside of the workspace.
 */
export function namedFile(
  { top, host, fileIdOf }: Pick<Workspace, 'top' | 'host' | 'fileIdOf'>,
  folder: string,
  word: string,
): FileId | undefined {
  const here = fileIdOf(resolve(folder, word));
  const { files } = host.analysis();
  const fromTop = relative(top, resolve(top, word)).split(sep).join('/');
  return here !== undefined && files.has(here) ? here : files.has(fromTop) ? fromTop : here;
}
