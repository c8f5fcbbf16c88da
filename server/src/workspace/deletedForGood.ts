import type { Draft } from '../analysis/promote.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { runGit, splitNul } from './git.ts';

/**
 * The files that a plan deletes though the last commit does not hold them as they are, so that git could not bring them back.
 * Where there is no repository or no commit yet, and where git does not answer, that is all of them: nobody can tell.
 */
export async function deletedForGood(
  texts: Draft['texts'],
  top: string,
  signal: AbortSignal,
): Promise<readonly FileId[]> {
  const files = [...texts].flatMap(([file, { after }]) => (after === undefined ? [file] : []));
  if (files.length === 0) return [];
  const ask = async (...words: readonly string[]): Promise<ReadonlySet<FileId> | undefined> => {
    const found = await runGit(top, ['--literal-pathspecs', ...words, '--', ...files], { signal });
    return found.kind === 'ok' ? new Set(splitNul(found.value)) : undefined;
  };
  const kept = await ask('ls-tree', '-z', '--name-only', 'HEAD');
  // What is only staged, or changed since it was, is in no commit.
  const changed = await ask('diff', '--name-only', '--relative', '--no-ext-diff', '-z', 'HEAD');
  return files.filter((file) => kept?.has(file) !== true || changed?.has(file) !== false);
}
