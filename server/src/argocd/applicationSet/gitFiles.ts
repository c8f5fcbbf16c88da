import { compareBytes } from '../../util/compareBytes.ts';
import { cleanPath } from '../../template/functions/paths.ts';
import { ok } from '../../util/result.ts';
import { expansionError, type Expanded } from './failure.ts';
import { matchesDoubleStar } from './doubleStar.ts';
import { matchesGitWildcard } from './wildcards.ts';

/** How patterns of files are read: by Git, which is the default of the controller, or by its newer flag. */
export type FileGlobbing = 'old' | 'new';

/**
 * The files of a repository that fit a pattern, in no order that counts.
 * Source: Argo CD 3.2.0 util/git/client.go `LsFiles`; reposerver/repository/repository.go `GetGitFiles`.
 */
export function matchingFiles(
  pattern: string,
  files: readonly string[],
  globbing: FileGlobbing,
): Expanded<readonly string[]> {
  return globbing === 'old' ? gitFiles(pattern, files) : globbedFiles(pattern, files);
}

/** As `git ls-files -- PATTERN` lists them: a pathspec that is a folder stands for all in it. */
function gitFiles(pattern: string, files: readonly string[]): Expanded<readonly string[]> {
  const written = pattern === '' ? '.' : pattern;
  const cleaned = cleanPath(written);
  if (written.startsWith('/') || cleaned === '..' || cleaned.startsWith('../')) {
    return expansionError(
      `\`git ls-files --full-name -z -- ${written}\` failed exit status 128: fatal: ${written}: '${written}' is outside repository`,
    );
  }
  if (cleaned === '.') {
    return ok(files);
  }
  const spec = written.endsWith('/') ? `${cleaned}/` : cleaned;
  const folder = cleaned + '/';
  const hasWildcard = /[*?[\\]/.test(spec);
  return ok(
    files.filter(
      (file) =>
        file === spec || file.startsWith(folder) || (hasWildcard && matchesGitWildcard(spec, file)),
    ),
  );
}

/** As doublestar finds them; a folder that fits cannot be read as a file. */
function globbedFiles(pattern: string, files: readonly string[]): Expanded<readonly string[]> {
  const cleaned = cleanPath(`/${pattern}`).slice(1);
  const reachesOutside = cleanPath(pattern).startsWith('..');
  if (reachesOutside) {
    return ok([]);
  }
  const folder = foldersOf(files).find((each) => matchesDoubleStar(cleaned, each));
  if (folder !== undefined) {
    return expansionError(`unable to read files: read ${folder}: is a directory`);
  }
  return ok(files.filter((file) => matchesDoubleStar(cleaned, file)));
}

/**
 * All folders that hold files, in the order in which Go walks them; those whose name begins with a dot are left out with
 * all that is in them where `hidden` says so.
 */
export function foldersOf(
  files: readonly string[],
  hidden: 'included' | 'skipped' = 'included',
): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/').slice(0, -1);
    for (const [index, part] of parts.entries()) {
      if (hidden === 'skipped' && part.startsWith('.')) {
        break;
      }
      folders.add(parts.slice(0, index + 1).join('/'));
    }
  }
  return [...folders].sort(compareWalked);
}

/** Folder by folder, each in the order of the names. */
export function compareWalked(left: string, right: string): number {
  const [ours, theirs] = [left.split('/'), right.split('/')];
  for (const [index, part] of ours.entries()) {
    const other = theirs[index];
    if (other === undefined) {
      return 1;
    }
    const order = compareBytes(part, other);
    if (order !== 0) {
      return order;
    }
  }
  return ours.length - theirs.length;
}
