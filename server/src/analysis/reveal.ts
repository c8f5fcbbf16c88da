import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { mapAnswer, type Answer } from './answer.ts';
import type { Analysis, RenderOptions } from './analysis.ts';
import { printText } from './printed.ts';
import { printAll } from './renderedRoot.ts';

/** What kustomize prints, to the byte, with the values of Secrets in clear; and where kustomize would fail. */
export interface RevealedText {
  readonly yaml: string;
  readonly failures: readonly Problem[];
}

/**
 * The text of a root with the values of Secrets. The one exception to redaction: lint lets only `cli/render.ts` import
 * this file, for `render --reveal`.
 */
export function revealedText(
  analysis: Analysis,
  root: FileId,
  options: RenderOptions,
): Answer<RevealedText> {
  return mapAnswer(analysis.build(root, options), (built) => {
    const { parts, failures } = printAll(built, ({ node }) => printText(analysis.printed, node));
    return { yaml: parts.map(({ text }) => text).join('---\n'), failures };
  });
}
