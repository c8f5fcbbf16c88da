import { isIgnored, readIgnorePatterns } from '../flux/ignorePattern.ts';
import { contentQuery, entryInput } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/**
 * Whether the `.gitignore` files of a tree leave a file out: for where git may not be asked. What git tracks all the same is
 * not known then, and neither are the patterns of the user and of the repository alone.
 *
 * Source: gitignore(5). Deviation: a pattern can keep a file of a folder that another leaves out.
 */
export function ignoredByFiles(analysis: Analysis, file: FileId): Answer<boolean> {
  return analysis.ask((reader) => {
    const path = file.split('/');
    const patterns = path.flatMap((_, depth) => {
      const domain = path.slice(0, depth);
      const ignoreFile = [...domain, '.gitignore'].join('/');
      if (reader.read(entryInput, ignoreFile)?.kind !== 'file') return [];
      const content = reader.get(contentQuery, ignoreFile);
      return content?.kind === 'text' ? readIgnorePatterns(content.text, domain) : [];
    });
    return isIgnored(patterns, path, false);
  });
}

/** Whether lines such as those of a `.gitignore` at the top leave a file out. */
export function ignoredByLines(text: string, file: FileId): boolean {
  return isIgnored(readIgnorePatterns(text, []), file.split('/'), false);
}
