import { fileObjectsQuery } from '../kustomize/objects.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** Whether one of some files is YAML that cannot be read, as while it is being written. */
export function hasUnreadable(analysis: Analysis, files: readonly FileId[]): Answer<boolean> {
  return analysis.ask((reader) =>
    files
      .filter((file) => /\.ya?ml$/.test(file) && analysis.files.has(file))
      .some((file) => reader.get(fileObjectsQuery, file).problems.length > 0),
  );
}
