import { remotesFolder } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** Whether a path is that of a remote source, which stands in the tree and not on disk. */
export function isRemote(path: FileId): boolean {
  return path.startsWith(`${remotesFolder}/`);
}
