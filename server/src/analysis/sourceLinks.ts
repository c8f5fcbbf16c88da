import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { filesBehind, placedLinks } from './links/linkTargets.ts';
import { positionAt, type SourceRange } from './sourceRange.ts';
import { sourceIndexOf } from './sourceIndex.ts';

/** A path of a file that leads to another file of the tree. */
export interface SourceLink {
  readonly range: SourceRange;
  readonly target: FileId;
}

/** The paths of a file that lead to one other file, in the order of the text. */
export function sourceLinks(analysis: Analysis, file: FileId): Answer<readonly SourceLink[]> {
  return analysis.ask((reader) => {
    const text = sourceIndexOf(reader, file)?.text ?? '';
    return placedLinks(reader, file).flatMap(({ link, range }) => {
      const [target, ...more] = filesBehind(reader, link);
      if (target === undefined || more.length > 0) return [];
      const start = positionAt(text, range.start);
      return [{ range: { file, start, end: positionAt(text, range.end) }, target }];
    });
  });
}
