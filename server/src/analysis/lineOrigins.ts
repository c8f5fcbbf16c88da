import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { RenderedNode } from './renderedRoot.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** What set a printed line. */
export interface LineOrigin {
  /** The line in the object's own text, from 0. */
  readonly line: number;
  readonly node: RenderedNode;
  /** Where the winner of its chain stands. */
  readonly range: SourceRange;
}

/**
 * The node that each line of a printed object belongs to, in order of lines: the innermost that has the line to itself. A
 * value of more lines stands at its last one, a block (`|`, `>`) at its header; the other lines of it have none.
 */
export function lineOrigins(
  analysis: Analysis,
  object: { readonly yaml: string; readonly nodes: readonly RenderedNode[] },
): Answer<readonly LineOrigin[]> {
  const owners = [...ownersOf(object.yaml.split('\n').slice(0, -1), object.nodes)];
  return analysis.ask((reader) => {
    const ranges = new Map<FieldOrigin, SourceRange>();
    const rangeOf = (origin: FieldOrigin): SourceRange => {
      const range = ranges.get(origin) ?? rangeOfPointer(reader, origin.writtenAt);
      ranges.set(origin, range);
      return range;
    };
    return owners
      .map(([line, node]) => ({ line, node, range: rangeOf(node.origin) }))
      .sort((a, b) => a.line - b.line);
  });
}

function ownersOf(
  lines: readonly string[],
  nodes: readonly RenderedNode[],
): ReadonlyMap<number, RenderedNode> {
  const owners = new Map<number, RenderedNode>();
  nodes.forEach((node, index) => {
    if (node.kind !== 'scalar') {
      // The first entry of an item shares its line; a key above its value has the line to itself.
      if (node.keyLine < node.line || !owners.has(node.keyLine)) owners.set(node.keyLine, node);
      return;
    }
    const isBlock = /^[|>]/.test((lines[node.line] ?? '').slice(node.column));
    const next = nodes.slice(index + 1).find((one) => one.keyLine > node.line)?.keyLine;
    owners.set(isBlock ? node.line : (next ?? lines.length) - 1, node);
  });
  return owners;
}
