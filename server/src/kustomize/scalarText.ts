import { writeCanonical } from '../yaml/canonical.ts';
import { resolvePlainTag } from '../yaml/resolveTag.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/**
 * The text of a scalar as go-yaml prints it in its own style, trimmed: with its quotes. For a collection its canonical text
 * stands in, in which the same words stand, if not always in the same order.
 * Source: kyaml v0.21.1 yaml/match.go, which matches expressions against `RNode.String()`.
 */
export function scalarText(node: ResourceNode): string {
  if (node.kind !== 'scalar') {
    const printed = writeCanonical(node);
    return 'text' in printed ? printed.text.trim() : '';
  }
  switch (node.style) {
    case 'single':
      return `'${node.value.replaceAll("'", "''")}'`;
    case 'double':
      return JSON.stringify(node.value);
    default:
      return node.value.trim();
  }
}

/** A text as go-yaml's encoder writes it in one line: plain where it can be, else quoted. */
export function scalarForYaml(text: string): string {
  return /^[A-Za-z0-9._/][A-Za-z0-9._/@+:-]*$/.test(text) &&
    resolvePlainTag(text) === '!!str' &&
    !text.includes(': ') &&
    !text.endsWith(':')
    ? text
    : JSON.stringify(text);
}
