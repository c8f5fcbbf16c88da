import { isBeside, remotesFolder } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** Whether a path is that of a remote source, which stands in the tree and not on disk. */
export function isRemote(path: FileId): boolean {
  return path.startsWith(`${remotesFolder}/`);
}

/** A path as it is told to people: that of a file of a tree beside the one at hand says which tree that is. */
export function toldPath(path: FileId): string {
  if (!isBeside(path)) return path;
  const [, name = '', ...below] = path.split('/');
  const tree = decodeURIComponent(name.slice(1)).replace(/@[0-9a-f]+$/, '');
  return `${tree}:${below.join('/')}`;
}
