import { styled, type Output } from './io.ts';

/** A table in columns that are as wide as their widest cell, below a header; without spaces at the ends of lines. */
export function columnsText(
  output: Output,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
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
