import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { TreeChange } from './oracle/strata.ts';
import type { Change } from '../server/src/analysis/analysisHost.ts';

/** Reads a folder on disk into one change of an empty host: all files and links, but for `.git`. */
export function readRepository(folder: string): Change {
  const tree = new TreeChange();
  const readFolder = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const below = path === '' ? name : `${path}/${name}`;
      const place = join(folder, below);
      const status = lstatSync(place);
      if (status.isSymbolicLink()) {
        tree.addSymlink(below, readlinkSync(place));
      } else if (status.isFile()) {
        tree.addFile(below, readFileSync(place));
      } else if (status.isDirectory() && below !== '.git') {
        readFolder(below);
      }
    }
  };
  readFolder('');
  return tree.change();
}

/** A git repository on this machine. */
export interface GitRepository {
  /** Its git directory. */
  readonly gitFolder: string;
  /** The commit at HEAD, in full. */
  readonly commit: string;
}

/** The repositories, checkouts and git directories, that stand at most two folders below a folder. */
export function findRepositories(folder: string, depth = 2): readonly GitRepository[] {
  const gitFolder = gitFolderAt(folder);
  if (gitFolder !== undefined) {
    const words = [`--git-dir=${gitFolder}`, 'rev-parse', 'HEAD'];
    return [{ gitFolder, commit: execFileSync('git', words, { encoding: 'utf8' }).trim() }];
  }
  return depth === 0
    ? []
    : readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
        .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
        .flatMap((path) => findRepositories(path, depth - 1));
}

/** Whether a repository has a commit. */
export function hasCommit({ gitFolder }: GitRepository, commit: string): boolean {
  try {
    const words = [`--git-dir=${gitFolder}`, 'cat-file', '-e', `${commit}^{commit}`];
    execFileSync('git', words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The git directory of a checkout, or the folder itself where it is one; `undefined` for any other. */
export function gitFolderAt(folder: string): string | undefined {
  const candidates = [join(folder, '.git'), folder];
  return candidates.find(
    (path) => existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects')),
  );
}

/** Writes the tree of a commit into a new folder, with an index of its own: the repository stays as it is. */
export function checkOut(gitFolder: string, folder: string, commit = 'HEAD'): void {
  mkdirSync(folder);
  for (const command of [
    ['read-tree', commit],
    ['checkout-index', '--all'],
  ]) {
    execFileSync('git', [`--git-dir=${gitFolder}`, `--work-tree=${folder}`, ...command], {
      cwd: folder,
      env: { ...process.env, GIT_INDEX_FILE: `${folder}.index` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
