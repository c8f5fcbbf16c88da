import type { FileId } from '../text/sourcePointer.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { fieldText, type NodePath } from './fieldPath.ts';
import { citationsOf, type RootCitation, type SourcePlace } from './hover.ts';
import { renderedRoot, type RenderedRoot } from './renderedRoot.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** A place in the output of a root. Line and column count from 0, in the whole output and in characters. */
export interface RenderedPosition {
  readonly root: FileId;
  readonly resource: string;
  readonly field: string;
  readonly line: number;
  readonly column: number;
  /** Whether the source place is what the field is, or other layers override it. */
  readonly wins: boolean;
}

/** Every rendered position whose chain cites a place in a source, by root. */
export function renderedPositions(
  analysis: Analysis,
  place: SourcePlace,
  options: RenderOptions = defaultRenderOptions,
): Answer<readonly RenderedPosition[]> {
  return chainAnswer(citationsOf(analysis, place, options), (cited) => {
    const citations = cited?.citations ?? [];
    const roots = [...new Set(citations.map(({ root }) => root))];
    const rendered = allAnswers(roots.map((root) => renderedRoot(analysis, root, options)));
    return mapAnswer(rendered, (all) => {
      const byRoot = new Map(roots.map((root, index) => [root, all[index]] as const));
      return citations.flatMap((citation) => {
        const position = positionOf(byRoot.get(citation.root), citation);
        return position === undefined ? [] : [position];
      });
    });
  });
}

function positionOf(
  rendered: RenderedRoot | undefined,
  { root, resource, path, wins }: RootCitation,
): RenderedPosition | undefined {
  const label = resourceText(nameOf(resource));
  const object = rendered?.resources.find((one) => one.label === label);
  const node = object?.nodes.find((one) => samePath(one.path, path));
  if (object === undefined || node === undefined) return undefined;
  const { keyLine, line, column } = node;
  return {
    root,
    resource: label,
    field: fieldText(resource.node, path),
    line: object.line + Math.max(keyLine, 0),
    column: keyLine === line ? column : Math.max(column - 2, 0),
    wins,
  };
}

function samePath(a: NodePath, b: NodePath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}
