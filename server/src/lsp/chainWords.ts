import type { ChainLink } from '../analysis/chain.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { codeSpan, fileLink } from './markdown.ts';
import { pathBeside } from './renderedWords.ts';
import { uriOf, type Tree } from './trees.ts';

/** A link to a place of a tree, told from where a root stands. */
export function placeLink(tree: Tree, root: FileId, { range }: Pick<ChainLink, 'range'>): string {
  return rangeLink(tree, root, range);
}

/** The same for a range. */
export function rangeLink(tree: Tree, root: FileId, range: ChainLink['range']): string {
  const line = range.start.line + 1;
  const words = `${pathBeside(root, range.file)}:${line}`;
  if (range.isElsewhere === true) return codeSpan(`${range.file}:${line}`);
  return fileLink(words, { uri: uriOf(tree, range.file), line });
}

/** What a field is after a step, as code; empty for maps and lists, which are told by what is in them. */
export function valueSpan(value: ChainLink['value']): string {
  if (value === undefined || (typeof value === 'object' && value !== null)) return '';
  return codeSpan(typeof value === 'string' ? value : JSON.stringify(value));
}
