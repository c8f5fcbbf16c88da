import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { textOfFile } from './completion/objectsBelow.ts';
import type { RangedEdit } from './moveFiles.ts';
import { rootFiles } from './rootFiles.ts';
import { positionAt, type SourceRange } from './sourceRange.ts';

/**
 * Texts of the files of roots that say a name as a host or as a part of one, and that a rename leaves alone: nothing tells
 * that they mean the object. In the order of the files, at most 100.
 */
export function oldMentions(
  analysis: Analysis,
  {
    edits,
    name,
  }: { readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>; readonly name: string },
  roots: readonly FileId[],
): Answer<readonly SourceRange[]> {
  return chainAnswer(rootFiles(analysis, roots), ({ files }) =>
    analysis.ask((reader) => {
      const found: SourceRange[] = [];
      const form = new RegExp(
        `(?<=//|@)${escape(name)}(?=[.:/"'\\s]|$)|(?<![\\w.-])${escape(name)}\\.[a-z0-9-]+\\.svc\\b`,
        'gm',
      );
      for (const file of [...files].sort()) {
        const text = textOfFile(reader, file) ?? '';
        if (!text.includes(name)) continue;
        const own = edits.get(file) ?? [];
        for (const match of text.matchAll(form)) {
          const [start, end] = [match.index, match.index + name.length];
          const isEdited = own.some((edit) => edit.start <= start && end <= edit.end);
          if (isEdited || found.length >= mostMentions) continue;
          found.push({ file, start: positionAt(text, start), end: positionAt(text, end) });
        }
      }
      return found;
    }),
  );
}

const mostMentions = 100;

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
