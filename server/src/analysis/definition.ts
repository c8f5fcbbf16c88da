import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { chainOf, type ChainLink } from './chain.ts';
import type { RenderedNode, RenderedResource, RenderedRoot } from './renderedRoot.ts';

/** A node of a rendered root. */
export interface RenderedPlace {
  readonly resource: RenderedResource;
  readonly node: RenderedNode;
}

/**
 * The node at a place of the whole output, both counted from 0: the last that begins at or before it on its line, else the
 * one whose text goes on there. `undefined` between objects.
 */
export function renderedPlaceAt(
  { resources }: RenderedRoot,
  { line, column }: { readonly line: number; readonly column: number },
): RenderedPlace | undefined {
  const resource = resources.findLast((one) => one.line <= line);
  if (resource === undefined) return undefined;
  const own = line - resource.line;
  if (own >= resource.yaml.split('\n').length - 1) return undefined;
  const begun = resource.nodes.filter((node) => node.keyLine <= own);
  const last = Math.max(...begun.map((node) => node.keyLine));
  const beside = begun.filter((node) => node.keyLine === last);
  const before = beside.filter((node) => node.line > own || node.column <= column);
  const node = (own > last ? beside : before).at(-1) ?? beside.at(-1);
  return node && { resource, node };
}

/** Where the field of a rendered node is written: the winner first, then what it overrides. */
export function definition(
  analysis: Analysis,
  { node }: RenderedPlace,
): Answer<readonly ChainLink['range'][]> {
  return analysis.ask((reader) =>
    chainOf(reader, node.origin, undefined).map(({ range }) => range),
  );
}
