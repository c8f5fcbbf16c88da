import type { Range, SelectionRange, SelectionRangeParams } from 'vscode-languageserver';
import { rangesAround } from '../analysis/fileOutline.ts';
import { positionAt } from '../analysis/sourceRange.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';

/** `textDocument/selectionRange`: a value, its entry, and what that stands in, for each position. */
export async function selectionRange(
  session: Session,
  { textDocument: { uri }, positions }: SelectionRangeParams,
  signal: AbortSignal,
): Promise<SelectionRange[] | null> {
  const all: SelectionRange[] = [];
  for (const position of positions) {
    const found = await askAt(session, { uri, position }, rangesAround, signal);
    const text = session.documents.get(uri)?.text;
    if (found === undefined || text === undefined) return null;
    const ranges = found.value.map((range): Range => {
      const [start, end] = [positionAt(text, range.start), positionAt(text, range.end)];
      return {
        start: { line: start.line, character: start.column },
        end: { line: end.line, character: end.column },
      };
    });
    const empty: SelectionRange = { range: { start: position, end: position } };
    const chain = ranges.reduceRight<SelectionRange | undefined>(
      (parent, range) => (parent === undefined ? { range } : { range, parent }),
      undefined,
    );
    all.push(chain ?? empty);
  }
  return all;
}
