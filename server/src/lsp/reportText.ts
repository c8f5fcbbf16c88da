import type { SourceRange } from '../analysis/sourceRange.ts';
import type { Report, ReportLink } from '../protocol/report.ts';
import { placeText } from './places.ts';
import { uriOf, type Tree } from './trees.ts';

/** The most characters of a text that a report shows. */
const mostCharacters = 100;

/** A part of a line, and where it leads to. */
export interface Piece {
  readonly text: string;
  readonly target?: string;
}

/** A line of a report. */
export type Line = readonly (Piece | string)[];

/** A report of lines; the first one says what it is about. */
export function reportOf(lines: readonly Line[]): Report {
  const links: ReportLink[] = [];
  const texts = lines.map((pieces, line) => {
    let text = '';
    for (const piece of pieces) {
      const part = typeof piece === 'string' ? piece : piece.text;
      if (typeof piece !== 'string' && piece.target !== undefined) {
        links.push({
          line,
          start: text.length,
          end: text.length + part.length,
          target: piece.target,
        });
      }
      text += part;
    }
    return text.trimEnd();
  });
  return { text: `${texts.join('\n')}\n`, links };
}

/** Rows in columns of one width, below the titles of the columns where there are some. */
export function columns(
  rows: readonly (readonly Piece[])[],
  { head = [], indent = 0 }: { readonly head?: readonly string[]; readonly indent?: number } = {},
): readonly Line[] {
  const all = [...(head.length === 0 ? [] : [head.map((text) => ({ text }))]), ...rows];
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...all.map((row) => widthOf(row[column]?.text ?? ''))),
  );
  return all.map((row): Line => [
    ' '.repeat(indent),
    ...row.flatMap((cell, column) => {
      return [cell, ' '.repeat((widths[column] ?? 0) - widthOf(cell.text) + 2)];
    }),
  ]);
}

/** A text of the repository in one line; long ones are cut. */
export function plain(text: string): Piece {
  const { text: line } = whole(text);
  return { text: line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line };
}

/** A text of the repository in one line, however long it is: for lists of which nothing may be missing. */
export function whole(text: string): Piece {
  return { text: text.replace(/\r?\n/g, '⏎').replace(/[\s\p{Cc}]/gu, ' ') };
}

/** A place as a link to it. */
export function placePiece(tree: Tree, range: SourceRange): Piece {
  const target = `${uriOf(tree, range.file)}#L${range.start.line + 1}`;
  return { text: placeText(range), target };
}

/** Columns on the screen: letters of East Asia take two. */
function widthOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;
