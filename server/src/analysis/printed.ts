import {
  writeCanonical,
  writeCanonicalWithLines,
  type CanonicalLines,
  type CanonicalYaml,
} from '../yaml/canonical.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/**
 * Printed objects by the identity of their node, which is the same as long as nothing in them changes: an object that an
 * edit did not touch is not printed again. What is no longer rendered goes with its node.
 */
export interface PrintedCache {
  readonly texts: WeakMap<ResourceNode, CanonicalYaml>;
  readonly lines: WeakMap<ResourceNode, CanonicalLines>;
}

/** An empty cache. */
export function newPrintedCache(): PrintedCache {
  return { texts: new WeakMap(), lines: new WeakMap() };
}

/** Prints an object in clear, or remembers it: for `secrets/redact.ts`, and for `reveal.ts` alone. */
export function printText(cache: PrintedCache, node: ResourceNode): CanonicalYaml {
  const known = cache.texts.get(node) ?? cache.lines.get(node);
  if (known !== undefined) return known;
  const text = writeCanonical(node);
  cache.texts.set(node, text);
  return text;
}

/** As `printText`, with the nodes that begin on each line. */
export function printLines(cache: PrintedCache, node: ResourceNode): CanonicalLines {
  const known = cache.lines.get(node);
  if (known !== undefined) return known;
  const lines = writeCanonicalWithLines(node);
  cache.lines.set(node, lines);
  return lines;
}
