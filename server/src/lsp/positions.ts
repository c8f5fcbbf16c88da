import type { Location, Range } from 'vscode-languageserver';
import type { SourceRange } from '../analysis/sourceRange.ts';
import { uriOf, type Tree } from './trees.ts';

/** A range as LSP tells it. */
export function rangeOf({ start, end }: SourceRange): Range {
  return {
    start: { line: start.line, character: start.column },
    end: { line: end.line, character: end.column },
  };
}

/** A place in a file of a tree, as LSP tells it. */
export function locationOf(tree: Tree, range: SourceRange): Location {
  return { uri: uriOf(tree, range.file), range: rangeOf(range) };
}
