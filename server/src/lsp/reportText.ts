import type { SourceRange } from '../analysis/sourceRange.ts';
import type { Report, ReportLink } from '../protocol/report.ts';
import { codeSpan } from './markdown.ts';
import { placeText } from './places.ts';
import { uriOf, type Tree } from './trees.ts';

/** A part of a line: Markdown, and where it leads to. */
export interface Piece {
  readonly text: string;
  readonly target?: string;
}

/** A line of a report. */
export type Line = readonly (Piece | string)[];

/** A report of lines. */
export function reportOf(lines: readonly Line[]): Report {
  const links: ReportLink[] = [];
  const texts = lines.map((pieces, line) => {
    let text = '';
    for (const piece of pieces) {
      const part = typeof piece === 'string' ? piece : piece.text;
      const target = typeof piece === 'string' ? undefined : piece.target;
      if (target !== undefined) {
        // A link begins and ends with the name, without the signs around it.
        const [inset] = /^`*/.exec(part) ?? [''];
        const [start, end] = [text.length + inset.length, text.length + part.length - inset.length];
        links.push({ line, start, end, target });
      }
      text += part;
    }
    return text.trimEnd();
  });
  return { text: `${texts.join('\n')}\n`, links };
}

/** A table with columns of one width, as it is read without a preview, too. */
export function table(
  head: readonly string[],
  rows: readonly (readonly Piece[])[],
): readonly Line[] {
  const widths = head.map((title, column) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(cellText(row[column])))),
  );
  const line = (cells: readonly Piece[]): Line => [
    '| ',
    ...widths.flatMap((width, column) => {
      const cell = cells[column] ?? { text: '' };
      const text = cellText(cell);
      const padding = ' '.repeat(width - widthOf(text));
      return [{ ...cell, text }, column === widths.length - 1 ? `${padding} |` : `${padding} | `];
    }),
  ];
  return [
    line(head.map((text) => ({ text }))),
    [`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`],
    ...rows.map(line),
  ];
}

/** A text of the repository, as it is and as nothing else. */
export function code(text: string): Piece {
  return { text: text === '' ? '' : codeSpan(text) };
}

/** A place as a link to it. */
export function placePiece(tree: Tree, range: SourceRange): Piece {
  const target = `${uriOf(tree, range.file)}#L${range.start.line + 1}`;
  return { ...code(placeText(range)), target };
}

function cellText(cell: Piece | undefined): string {
  return (cell?.text ?? '').replaceAll('|', '\\|');
}

/** Columns on the screen: letters of East Asia take two. */
function widthOf(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;
