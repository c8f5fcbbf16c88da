import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A text that changes with every commit, checkout and reset of a working tree: the age and the size of the log that git keeps
 * of its head. `undefined` where there is no such log, so that nothing can be kept.
 */
export function headStamp(top: string): string | undefined {
  try {
    const { mtimeMs, size } = statSync(join(gitFolder(top), 'logs', 'HEAD'));
    return `${mtimeMs} ${size}`;
  } catch {
    return undefined;
  }
}

/** The folder of git's own files: in a linked working tree, `.git` is a file that says where it is. Throws without git. */
export function gitFolder(top: string): string {
  const path = join(top, '.git');
  if (statSync(path).isDirectory()) return path;
  return resolve(top, /^gitdir: (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '');
}
