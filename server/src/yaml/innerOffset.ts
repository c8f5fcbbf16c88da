import { quotedOffsets } from './quotedOffsets.ts';
import type { ScalarNode } from './resourceNode.ts';

/*
 * Offsets in a scalar's text and in how the scalar is written: the two have lines in common where the scalar is a literal
 * block, and characters where it is in quotes, or not folded.
 */

/** From an offset in a scalar's text to one in how it is written; `undefined` where the two have too little in common. */
export function outerOffset(written: string, node: ScalarNode, offset: number): number | undefined {
  if (node.style !== 'literal') {
    const at = written.indexOf(node.value);
    return at < 0 ? offsetsOf(written, node)?.[offset] : at + offset;
  }
  const { lines, indent } = blockLines(written, node.value);
  const before = node.value.slice(0, offset).split('\n');
  const start = lines.slice(0, before.length).reduce((sum, line) => sum + line.length + 1, 0);
  return start + indent + (before.at(-1) ?? '').length;
}

/** From an offset in how a scalar is written to one in its text; `undefined` outside of the text. */
export function innerOffset(written: string, node: ScalarNode, offset: number): number | undefined {
  if (node.style !== 'literal') {
    const at = written.indexOf(node.value);
    if (at < 0) return innerOfQuoted(offsetsOf(written, node) ?? [], offset);
    const inner = offset - at;
    return inner < 0 || inner > node.value.length ? undefined : inner;
  }
  const { indent } = blockLines(written, node.value);
  const before = written.slice(0, offset).split('\n').slice(1);
  if (before.length === 0) return undefined;
  const texts = node.value.split('\n');
  const start = texts.slice(0, before.length - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return start + Math.max((before.at(-1) ?? '').length - indent, 0);
}

function offsetsOf(written: string, { style, value }: ScalarNode): readonly number[] | undefined {
  return style === 'double' || style === 'single' ? quotedOffsets(written, value) : undefined;
}

/** The last character that begins at an offset or before it. */
function innerOfQuoted(offsets: readonly number[], offset: number): number | undefined {
  const [first = Infinity] = offsets;
  if (offset < first || offset > (offsets.at(-1) ?? -1)) return undefined;
  return offsets.findLastIndex((at) => at <= offset);
}

/** The lines of a block with its header, and how far they are indented beyond the text itself. */
function blockLines(
  written: string,
  text: string,
): { readonly lines: readonly string[]; readonly indent: number } {
  const lines = written.split('\n');
  const indent = leadingSpaces(lines.slice(1)) - leadingSpaces(text.split('\n'));
  return { lines, indent: Math.max(indent, 0) };
}

function leadingSpaces(lines: readonly string[]): number {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return first.length - first.trimStart().length;
}
