import type { Analysis } from '../analysis/analysis.ts';
import { mapAnswer, type Answer } from '../analysis/answer.ts';
import { lineOrigins } from '../analysis/lineOrigins.ts';
import type { RenderedNode } from '../analysis/renderedRoot.ts';
import { styled, type Output } from './io.ts';

/** The most characters that a line has for its comment to stand in the common column. */
const widest = 60;

/** A printed object with a comment after each line that says which file and line set it. */
export function withOrigins(
  analysis: Analysis,
  object: { readonly yaml: string; readonly nodes: readonly RenderedNode[] },
  output: Output,
): Answer<string> {
  return mapAnswer(lineOrigins(analysis, object), (origins) => {
    const lines = object.yaml.split('\n').slice(0, -1);
    const fitting = lines.map(({ length }) => length).filter((length) => length <= widest);
    const width = Math.max(...fitting, 0);
    const places = new Map(
      origins.map(({ line, range }) => [line, `# ${range.file}:${range.start.line + 1}`] as const),
    );
    const commented = lines.map((line, number) => {
      const place = places.get(number);
      return place === undefined ? line : `${line.padEnd(width)}  ${styled(output, 'dim', place)}`;
    });
    return `${commented.join('\n')}\n`;
  });
}
