import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { runGit, splitNul, type GitFailure } from './git.ts';

/** The word for what is staged, where a name of a commit may stand: `git rev-parse` takes it for none. */
export const stagedWord = ':index';

/** What stands at a path of git's: the mode in octal digits, and the id of the object. */
export interface TreeLine {
  readonly path: FileId;
  readonly mode: string;
  readonly id: string;
}

/**
 * What is staged below a folder, as the next commit would have it: of git's index, or of the one that git made for a
 * commit of single files and told its hook of. Files that only are intended to be added are no part of it.
 */
export async function listStaged(
  top: string,
  signal: AbortSignal,
): Promise<Result<readonly TreeLine[], GitFailure>> {
  const index = await indexOfHook(top, signal);
  const listed = await runGit(top, ['ls-files', '-s', '-z'], { signal, index });
  if (listed.kind === 'failed') return listed;
  const lines: TreeLine[] = [];
  for (const line of splitNul(listed.value)) {
    const tab = line.indexOf('\t');
    const [mode = '', id = '', stage] = line.slice(0, tab).split(' ');
    const path = line.slice(tab + 1);
    if (stage !== '0') {
      return failed({ command: 'ls-files', message: `${path} has a conflict: nothing is staged.` });
    }
    lines.push({ path, mode, id });
  }
  if (!lines.some(({ id }) => emptyBlobs.includes(id))) return ok(lines);
  const words = ['diff-files', '--diff-filter=A', '--name-only', '--relative', '--no-ext-diff'];
  const intended = await runGit(top, [...words, '-z'], { signal, index });
  if (intended.kind === 'failed') return intended;
  const intents = new Set(splitNul(intended.value));
  return ok(lines.filter(({ path, id }) => !(emptyBlobs.includes(id) && intents.has(path))));
}

/** The ids of a file without content, which stand also for what is intended to be added. */
const emptyBlobs: readonly string[] = [
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
];

/** The index that git has made for the commit whose hook runs us; `undefined` where it is that of another repository. */
async function indexOfHook(top: string, signal: AbortSignal): Promise<string | undefined> {
  const named = process.env['GIT_INDEX_FILE'];
  if (named === undefined || named === '') return undefined;
  const answer = await runGit(top, ['rev-parse', '--absolute-git-dir'], { signal });
  if (answer.kind === 'failed') return undefined;
  const home = realFolder(answer.value.toString('utf8').trim());
  // Git names it from the top of the working tree, where hooks run.
  return [resolve(named), resolve(top, named)]
    .map((path) => join(realFolder(dirname(path)), basename(path)))
    .find((path) => dirname(path) === home);
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
