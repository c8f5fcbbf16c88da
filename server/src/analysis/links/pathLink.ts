import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { offsetsOf } from '../sourceRange.ts';
import type { OffsetRange, SourceIndex } from '../sourceIndex.ts';

/** What a path is named for. */
export type PathRole =
  | 'resource'
  | 'component'
  | 'patch'
  | 'replacement'
  | 'generator'
  | 'configuration'
  | 'values'
  | 'chart'
  | 'application';

/** A path that a file names. */
export interface PathLink {
  readonly role: PathRole;
  /** The scalar that holds it. */
  readonly at: SourcePointer;
  /** The scalar's text as it is read. */
  readonly scalar: string;
  /** The path in the scalar's text. */
  readonly start: number;
  readonly end: number;
  /** The folder that it counts from, and whether that is the one of the file or one that the tree or another path says. */
  readonly base: FileId;
  readonly counts: 'from-file' | 'from-tree';
  /** Where it leads; `undefined` for a path that leaves the tree. */
  readonly path: FileId | undefined;
  /** Whether it is all of a path: else a pattern or a placeholder follows. */
  readonly isWhole: boolean;
}

/** The path as it is written. */
export function writtenPath({ scalar, start, end }: PathLink): string {
  return scalar.slice(start, end);
}

/** Where a path stands in its file; `undefined` where it is written with escapes, so that no part of it can be told. */
export function rangeOfLink(index: SourceIndex, link: PathLink): OffsetRange | undefined {
  const { at, scalar, start, end } = link;
  return partOfScalar(index, at, scalar, { start, end });
}

/** A part of a scalar's text, in its file; `undefined` where the text is not written as it is read. */
export function partOfScalar(
  index: SourceIndex,
  at: SourcePointer,
  scalar: string,
  part: OffsetRange,
): OffsetRange | undefined {
  const range = offsetsOf(index, at);
  const found = index.text.slice(range.start, range.end).indexOf(scalar);
  if (found < 0 || scalar === '') return undefined;
  const start = range.start + found;
  return { start: start + part.start, end: start + part.end };
}
