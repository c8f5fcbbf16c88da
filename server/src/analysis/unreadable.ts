import { isKustomizationFile } from '../layers/roots.ts';
import { fileObjectsQuery } from '../kustomize/objects.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/**
 * Whether one of some files cannot be read, as while it is being written: it is no YAML, or its objects have no names.
 * Kustomizations need no name, and what has no kind, such as values of charts, is no object.
 */
export function hasUnreadable(analysis: Analysis, files: readonly FileId[]): Answer<boolean> {
  return analysis.ask((reader) =>
    files
      .filter((file) => /\.ya?ml$/.test(file) && analysis.files.has(file))
      .some((file) =>
        reader.get(fileObjectsQuery, file).problems.some(({ problem: { code } }) => {
          if (code === 'kustomize.missing-kind') return false;
          return code !== 'kustomize.missing-name' || !isKustomizationFile(file);
        }),
      ),
  );
}
