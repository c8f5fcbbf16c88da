import { textOfFile } from '../analysis/secretFindings.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { newLines } from '../text/textEdit.ts';
import type { Workspace } from './workspace.ts';

/** The numbers, from 0, of the lines of a file that its last commit does not have. */
export async function changedLines(
  { complete, committedText }: Pick<Workspace, 'complete' | 'committedText'>,
  file: FileId,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const before = (await committedText(file, signal)) ?? '';
  const after = await complete((one) => textOfFile(one, file), signal);
  return newLines(before, after ?? '');
}

/** Whether a range touches one of some lines. */
export function isOnLines(
  range: Pick<SourceRange, 'start' | 'end'> | undefined,
  lines: ReadonlySet<number> | undefined,
): boolean {
  for (let line = range?.start.line ?? 0; line <= (range?.end.line ?? 0); line += 1)
    if (lines?.has(line) === true) return true;
  return false;
}
