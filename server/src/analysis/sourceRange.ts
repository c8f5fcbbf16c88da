import type { Reader } from '../query/database.ts';
import type { FileId, InnerPointer, SourcePointer } from '../text/sourcePointer.ts';
import { outerOffset } from '../yaml/innerOffset.ts';
import { toldPath } from './remoteFiles.ts';
import {
  indexObjects,
  nodeByOrdinal,
  sourceIndexOf,
  type OffsetRange,
  type SourceIndex,
} from './sourceIndex.ts';

/** A range in a file. Lines and columns are UTF-16 and start at 0; ends are exclusive. */
export interface SourceRange {
  readonly file: FileId;
  readonly start: SourcePosition;
  readonly end: SourcePosition;
  /** Set for a file of another tree than the one at hand: no editor can open it. */
  readonly isElsewhere?: true;
}

/** A place in a text, counted from 0 in UTF-16 units. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/**
 * The range that a pointer means: a scalar's own text; the key of a map or a list, or its first line; a whole line; the
 * first line for a file as a whole.
 */
export function rangeOfPointer(reader: Reader, pointer: SourcePointer): SourceRange {
  const file = toldPath(pointer.file);
  const index = sourceIndexOf(reader, pointer.file);
  const place: Pick<SourceRange, 'file' | 'isElsewhere'> =
    file === pointer.file ? { file } : { file, isElsewhere: true };
  if (index === undefined) return { ...atStart(file), ...place };
  const range = offsetsOf(index, pointer);
  return {
    ...place,
    start: positionAt(index.text, range.start),
    end: positionAt(index.text, range.end),
  };
}

/** The place of an offset. */
export function positionAt(text: string, offset: number): SourcePosition {
  let line = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: Math.max(Math.min(offset, text.length) - start, 0) };
}

function atStart(file: FileId): SourceRange {
  return { file, start: { line: 0, column: 0 }, end: { line: 0, column: 0 } };
}

const nowhere: OffsetRange = { start: 0, end: 0 };

/** The UTF-16 offsets that a pointer means in the text of its file, as `rangeOfPointer` has them. */
export function offsetsOf(index: SourceIndex, pointer: SourcePointer): OffsetRange {
  switch (pointer.kind) {
    case 'node':
      return nodeRange(index, pointer.ordinal);
    case 'inside':
      return innerRange(index, { ordinal: pointer.ordinal, inner: pointer.inner });
    case 'line':
      return lineRange(index.text, pointer.line);
    case 'file':
      return lineRange(index.text, 0);
    case 'offset': {
      const rest = /^[^\n]*/.exec(index.text.slice(pointer.offset))?.[0].trimEnd() ?? '';
      return { start: pointer.offset, end: pointer.offset + rest.length };
    }
  }
}

/** A scalar's own text; of a map or a list the key, or without one its first line: its text is all that stands below. */
function nodeRange(index: SourceIndex, ordinal: number): OffsetRange {
  const range = index.rangeOf(ordinal) ?? nowhere;
  const node = nodeByOrdinal(index.roots, ordinal);
  const isCollection = node?.kind === 'map' || node?.kind === 'sequence';
  const key = isCollection ? index.rangeOf(ordinal - 1) : undefined;
  const hasKey = nodeByOrdinal(index.roots, ordinal - 1) === undefined;
  if (!isCollection) return withoutLastBreaks(index.text, range);
  return key !== undefined && hasKey ? key : firstLine(index.text, range);
}

/** A block has the line breaks at its end, which nobody looks at. */
function withoutLastBreaks(text: string, { start, end }: OffsetRange): OffsetRange {
  let last = end;
  while (last > start && /\s/.test(text.charAt(last - 1))) last -= 1;
  return { start, end: last };
}

function firstLine(text: string, { start, end }: OffsetRange): OffsetRange {
  const lineBreak = text.slice(start, end).search(/\r?\n/);
  return { start, end: lineBreak < 0 ? end : start + lineBreak };
}

function lineRange(text: string, line: number): OffsetRange {
  let start = 0;
  for (let count = 0; count < line; count += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return { start: text.length, end: text.length };
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}

/** A pointer into the text of a scalar, as a range of the text around it. */
function innerRange(index: SourceIndex, { ordinal, inner }: InnerPointer): OffsetRange {
  const outer = index.rangeOf(ordinal);
  if (inner === undefined || outer === undefined) return nodeRange(index, ordinal);
  const node = nodeByOrdinal(index.roots, ordinal);
  if (node?.kind !== 'scalar') return nodeRange(index, ordinal);
  const range = innerRange(indexObjects(node.value), inner);
  const written = index.text.slice(outer.start, outer.end);
  const start = outerOffset(written, node, range.start);
  const end = outerOffset(written, node, range.end);
  if (start === undefined || end === undefined) return nodeRange(index, ordinal);
  return { start: outer.start + start, end: outer.start + end };
}
