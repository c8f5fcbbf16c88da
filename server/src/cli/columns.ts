import { withoutCredentials } from '../text/withoutCredentials.ts';
import { styled, type Output } from './io.ts';

/** A table in columns that are as wide as their widest cell, below a header; without spaces at the ends of lines. */
export function columnsText(
  output: Output,
  header: readonly string[],
  cells: readonly (readonly string[])[],
): string {
  // What the stream would take out or show as something longer is counted as it will stand there.
  const rows = cells.map((line) => line.map(cellText));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (line: readonly string[]): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [styled(output, 'dim', pad(header)), ...rows.map(pad), ''].join('\n');
}

/** A name with a line break would end its row. */
function cellText(text: string): string {
  return withoutCredentials(text).replaceAll(/\s*[\r\n]\s*/g, ' ');
}
