import type { RenderedNode, RenderedResource, RenderedRoot } from '../analysis/renderedRoot.ts';

/** What a line of a rendered root shows. */
export interface RenderedLine {
  readonly resource: RenderedResource;
  /** The value that begins on the line or goes on there; for a key alone, the map or list below it. */
  readonly node: RenderedNode;
}

/** The lines of a rendered root, from 0; `undefined` for the `---` between objects. */
export function renderedLines({ resources }: RenderedRoot): readonly (RenderedLine | undefined)[] {
  const lines: (RenderedLine | undefined)[] = [];
  for (const resource of resources) {
    while (lines.length < resource.line) lines.push(undefined);
    const owners: RenderedNode[] = [];
    // Inner nodes come later and win; a map that begins the object has no key.
    for (const node of resource.nodes) owners[Math.max(node.keyLine, 0)] = node;
    let owner: RenderedNode | undefined;
    for (let line = 0; line < countLines(resource.yaml); line += 1) {
      owner = owners[line] ?? owner;
      lines.push(owner && { resource, node: owner });
    }
  }
  return lines;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
