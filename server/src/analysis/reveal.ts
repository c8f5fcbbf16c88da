import type { RenderGap } from '../kustomize/step.ts';
import type { Problem } from '../text/problem.ts';
import { mapAnswer, type Answer } from './answer.ts';
import type { Analysis, RenderOptions, RenderSource } from './analysis.ts';
import { printLines, printText } from './printed.ts';
import { printAll, renderedNode, type RenderedNode } from './renderedRoot.ts';

/** What kustomize prints, to the byte, with the values of Secrets in clear; and where kustomize would fail. */
export interface RevealedText {
  readonly yaml: string;
  readonly failures: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/**
 * The text of a root with the values of Secrets. The one exception to redaction: lint lets only `cli/render.ts` import
 * this file, for `render --reveal`.
 */
export function revealedText(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions,
): Answer<RevealedText> {
  return mapAnswer(analysis.render(source, options), (built) => {
    const { parts, failures } = printAll(built, ({ node }) => printText(analysis.printed, node));
    return { yaml: parts.map(({ text }) => text).join('---\n'), failures, gaps: built.gaps };
  });
}

/** The objects of a root with the values of Secrets, each with the nodes of its lines. */
export interface RevealedRoot {
  readonly resources: readonly { readonly yaml: string; readonly nodes: readonly RenderedNode[] }[];
  readonly failures: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/** As `renderedRoot`, with the values of Secrets; the same exception. */
export function revealedRoot(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions,
): Answer<RevealedRoot> {
  return mapAnswer(analysis.render(source, options), (built) => {
    const { parts, failures } = printAll(built, (resource) => {
      const printed = printLines(analysis.printed, resource.node);
      if ('problem' in printed) return printed;
      const nodes = printed.nodes.map((node) => renderedNode(node, resource));
      return { yaml: printed.text, nodes };
    });
    return { resources: parts, failures, gaps: built.gaps };
  });
}
