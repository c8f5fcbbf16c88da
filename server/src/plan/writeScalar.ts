import type { TextEdit } from '../text/textEdit.ts';
import { plainTag } from '../yaml/goScalar.ts';
import { outerOffset } from '../yaml/innerOffset.ts';
import type { ScalarNode } from '../yaml/resourceNode.ts';
import type { Frame } from './walkText.ts';

/** A part of a scalar's text: a half-open range of UTF-16 offsets. */
export interface ScalarPart {
  readonly start: number;
  readonly end: number;
}

/**
 * The edit that puts a text in the place of a part of a scalar; quotes, comments and everything around stay. What would
 * no longer be read as a text gets quotes. `undefined` where it cannot be written in this way.
 */
export function replacePart(
  frame: Frame,
  node: ScalarNode,
  { start, end }: ScalarPart,
  text: string,
): TextEdit | undefined {
  const range = frame.rangeOf(node.ordinal);
  const written = frame.text.slice(range.start, range.end);
  const isWhole = start === 0 && end === node.value.length;
  const value = node.value.slice(0, start) + text + node.value.slice(end);
  if (/[\n\r\t]/.test(text) || value === '') return undefined;
  if (isWhole && node.style === 'plain') {
    const all = { start: range.start, end: range.start + written.trimEnd().length };
    return written.trimEnd() === node.value ? placed(frame, all, quoted(frame, text)) : undefined;
  }
  if (!fits(node, value, text)) return undefined;
  const [from, to] = [outerOffset(written, node, start), outerOffset(written, node, end)];
  if (from === undefined || to === undefined) return undefined;
  const place = { start: range.start + from, end: range.start + to };
  const isSame = frame.text.slice(place.start, place.end) === node.value.slice(start, end);
  return isSame ? placed(frame, place, text) : undefined;
}

/** The edit that writes a number or a boolean as it stands, or a text as `replacePart` does. */
export function replaceScalar(
  frame: Frame,
  node: ScalarNode,
  text: string,
  { tag }: Pick<ScalarNode, 'tag'>,
): TextEdit | undefined {
  if (tag === '!!str' || node.style !== 'plain')
    return replacePart(frame, node, { start: 0, end: node.value.length }, text);
  const range = frame.rangeOf(node.ordinal);
  const written = frame.text.slice(range.start, range.end).trimEnd();
  const all = { start: range.start, end: range.start + written.length };
  return written === node.value && plainTag(text, 3) === tag ? placed(frame, all, text) : undefined;
}

function placed(frame: Frame, range: ScalarPart, newText: string): TextEdit | undefined {
  const inFile = frame.toFile(range);
  return inFile && { ...inFile, newText };
}

/** A text as a value that stands for itself: plain where every reader takes it for a text, else in quotes. */
export function quoted({ around }: Pick<Frame, 'around'>, text: string): string {
  if (readsAsText(text)) return text;
  // In a text that is quoted itself, the same quotes would end it.
  const quote = around.some(({ style }) => style === 'double') ? "'" : '"';
  return `${quote}${text}${quote}`;
}

function readsAsText(text: string): boolean {
  return (
    /^[A-Za-z0-9/_.$(][^\s#,[\]{}"'\\]*$/.test(text) &&
    !/:(?:\s|$)/.test(text) &&
    plainTag(text, 2) === '!!str' &&
    plainTag(text, 3) === '!!str' &&
    // Numbers to the base of 60, as old readers have them.
    !/^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?$/.test(text)
  );
}

function fits({ style }: ScalarNode, value: string, text: string): boolean {
  switch (style) {
    case 'plain':
      return /^[^\s#,[\]{}"'\\]*$/.test(text) && !/:(?:\s|$)/.test(value);
    case 'single':
      return !text.includes("'");
    case 'double':
      return !/["\\]/.test(text);
    case 'literal':
    case 'folded':
      return true;
  }
}
