import { contentIdOf } from '../kustomize/files.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { treePathsInput } from './treePaths.ts';

/** Finds the files of the tree that mention something, sorted; an edit looks at the edited file again, and at no other. */
export type MentioningFiles = (reader: Reader) => readonly FileId[];

/** The files with names that match `names`, of whose contents `mentions` says that they mention it. */
export function filesMentioning(
  mentions: Query<string, boolean>,
  names: RegExp = /\.ya?ml$/,
): MentioningFiles {
  const ofFile: Query<FileId, boolean> = {
    name: `${mentions.name}InFile`,
    compute: (path, reader) => {
      const content = contentIdOf(reader, path);
      return content !== undefined && reader.get(mentions, content);
    },
  };
  return (reader) =>
    reader.read(treePathsInput, '').filter((path) => names.test(path) && reader.get(ofFile, path));
}
