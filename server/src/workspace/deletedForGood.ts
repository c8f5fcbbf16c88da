import type { Draft } from '../analysis/promote.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';
import { gitTop } from './scan.ts';

/** The files that a plan deletes though the last commit does not hold them, so that git could not bring them back. */
export async function deletedForGood(
  texts: Draft['texts'],
  top: string,
  signal: AbortSignal,
): Promise<readonly FileId[]> {
  const files = [...texts].flatMap(([file, { after }]) => (after === undefined ? [file] : []));
  if (files.length === 0) return [];
  const words = ['ls-files', '--others', '--modified', '-z', '--', ...files];
  const found = await runGit(top, ['--literal-pathspecs', ...words], { signal });
  if (found.kind === 'ok') return [...new Set(splitNul(found.value))];
  // Who has a folder without git knows that nothing brings files back; where git is and does not answer, nobody can tell.
  return gitTop(top) === undefined ? [] : files;
}
