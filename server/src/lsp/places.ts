import type { SourceRange } from '../analysis/sourceRange.ts';
import type { Place } from '../protocol/place.ts';
import { uriOf, type Tree } from './trees.ts';

/** A line of a file, as the client opens it. */
export function placeOfRange(tree: Tree, { file, start }: SourceRange): Place {
  return { uri: uriOf(tree, file), line: start.line };
}

/** The same, as it is told: `file:line`, counted from 1. */
export function placeText({ file, start }: SourceRange): string {
  return `${file}:${start.line + 1}`;
}
