import type { PlanDraft } from '../plan/planTypes.ts';
import { readText } from '../plan/readText.ts';
import type { Reader } from '../query/database.ts';
import { isKustomizationPath, usesOf, withUse } from '../secrets/fileContexts.ts';
import { maskedLines } from '../secrets/maskedLines.ts';
import type { FileContext } from '../secrets/scanFile.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { changedLines, type ChangedLine } from '../text/textEdit.ts';
import { contextOf } from './secretFindings.ts';

/** A line of a plan's edits, as it may be shown. */
export interface MaskedEdit extends ChangedLine {
  readonly file: FileId;
}

/** Says what a plan may show of its files. */
export interface PlanMasks {
  /** The lines that change, sorted by file, without the values of Secrets. */
  readonly edits: readonly MaskedEdit[];
  /** Whether the line of a file, from 0, holds the value of a Secret, before the plan. */
  readonly hides: (at: { readonly file: FileId; readonly line: number }) => boolean;
}

/**
 * The edits of a plan without the values of Secrets. A file that only one side of the plan reads as a Secret is hidden on
 * both.
 */
export function planMasks(reader: Reader, texts: PlanDraft['texts']): PlanMasks {
  const linesOf = (file: FileId, text: string): readonly string[] =>
    maskedLines(file, text, contextWith(reader, texts, { file, text }));
  const edits: MaskedEdit[] = [];
  for (const [file, { before = '', after = '' }] of [...texts].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const [old, fresh] = [linesOf(file, before), linesOf(file, after)];
    let shift = 0;
    for (const one of changedLines(before, after)) {
      edits.push({
        file,
        line: one.line,
        before: one.before === undefined ? undefined : old[one.line],
        after: one.after === undefined ? undefined : fresh[one.line + shift],
      });
      shift += Number(one.after !== undefined) - Number(one.before !== undefined);
    }
  }
  const hiding = new Map<FileId, ReadonlySet<number>>();
  const hidingLines = (file: FileId): ReadonlySet<number> => {
    const text = readText(reader, file) ?? '';
    const shown = linesOf(file, text);
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    return new Set(lines.flatMap((line, index) => (line === shown[index] ? [] : [index])));
  };
  return {
    edits,
    hides: ({ file, line }) => {
      const lines = hiding.get(file) ?? hidingLines(file);
      hiding.set(file, lines);
      return lines.has(line);
    },
  };
}

/** What the tree makes of a file, and the kustomization files of the plan before and after. */
function contextWith(
  reader: Reader,
  texts: PlanDraft['texts'],
  { file, text }: { readonly file: FileId; readonly text: string },
): FileContext {
  let context = contextOf(reader, file, text);
  for (const [path, { before = '', after = '' }] of texts) {
    if (!isKustomizationPath(path)) continue;
    for (const side of [before, after])
      for (const one of usesOf(path, side))
        if (one.path === file) context = withUse(context, one.use);
  }
  return context;
}
