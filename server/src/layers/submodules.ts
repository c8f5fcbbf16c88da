import { contentIdOf } from '../kustomize/files.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { foldersBelow } from './reach.ts';
import { readsOfFolder } from './reachReads.ts';

/*
 * A submodule that was fetched is a folder of the tree, with the files of the commit that the tree names. One that was not
 * stands for itself: as a file whose content names the commit, so that another commit is a change.
 */

const mark = 'submodule:';

/** Before the id of a content that the clone of a tree beside the one at hand lacks. */
const absentMark = 'absent:';

/** The id that stands for a content that its clone does not have. */
export function absentContent(id: string): string {
  return `${absentMark}${id}`;
}

/** Whether a content stands for one that its clone does not have. */
export function isAbsentContent(id: string): boolean {
  return id.startsWith(absentMark);
}

/** The id of the content that stands behind an id. */
export function presentContent(id: string): string {
  return isAbsentContent(id) ? id.slice(absentMark.length) : id;
}

/** The id of a content that stands for a commit of a submodule. */
export function submoduleContent(commit: string): string {
  return `${mark}${commit}`;
}

/** Whether a content stands for a submodule that was not fetched. */
export function isSubmoduleContent(id: string): boolean {
  return id.startsWith(mark);
}

/** The submodules that were not fetched, and the files that a clone lacks, that a root, or what it builds on, looks for. */
export function submodulesOfRoot(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): readonly RenderGap[] {
  const paths = foldersBelow(reader, root, restrictions).flatMap(
    (folder) => readsOfFolder(reader, restrictions, folder).paths,
  );
  return gapsOf(reader, paths);
}

/** The submodule that was not fetched and that a path leads into. */
export function submodulesAround(reader: Reader, path: FileId): readonly RenderGap[] {
  const parts = path.split('/');
  return gapsOf(
    reader,
    parts.map((_, index) => parts.slice(0, index + 1).join('/')),
  );
}

function gapsOf(reader: Reader, paths: readonly FileId[]): readonly RenderGap[] {
  return [...new Set(paths)].flatMap((path): readonly RenderGap[] => {
    const content = contentIdOf(reader, path);
    if (content !== undefined && isAbsentContent(content)) {
      return [{ kind: 'content', detail: path, at: { kind: 'file', file: path } }];
    }
    if (content === undefined || !isSubmoduleContent(content)) return [];
    const commit = content.slice(mark.length, mark.length + 12);
    const detail = `submodule ${path} at ${commit}`;
    return [{ kind: 'remote', detail, at: { kind: 'file', file: path } }];
  });
}
