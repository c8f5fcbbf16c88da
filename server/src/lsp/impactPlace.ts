import type { SidePointer } from '../analysis/impact.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import type { ImpactHead, ImpactPlace } from '../protocol/impact.ts';
import { stagedWord } from '../workspace/stagedTree.ts';
import { uriOf, type Tree } from './trees.ts';

/** Which trees the places of a comparison stand in. */
export interface PlaceOptions {
  readonly tree: Tree;
  /** The full id of the base. */
  readonly base: string;
  readonly head: ImpactHead;
}

/** A line, counted from 0, of a file of one side. */
export function placeOf(
  { tree, base, head }: PlaceOptions,
  { file, line }: { readonly file: string; readonly line: number },
  side: SidePointer['side'],
): ImpactPlace {
  const commit = side === 'before' ? base : revisionOf(head);
  return { uri: uriOf(tree, file), line, ...(commit !== undefined && { commit }) };
}

/** The place of a pointer; `undefined` where nothing is known of it. */
export function placeAt(
  options: PlaceOptions,
  at: SidePointer,
  { rangeOf }: Pick<TreeImpact, 'rangeOf'>,
): ImpactPlace | undefined {
  const range = rangeOf(at);
  return range && placeOf(options, { file: range.file, line: range.start.line }, at.side);
}

/** The revision of a head; `undefined` for the working tree. */
export function revisionOf(head: ImpactHead): string | undefined {
  switch (head.kind) {
    case 'workingTree':
      return undefined;
    case 'staged':
      return stagedWord;
    case 'revision':
      return head.revision;
  }
}
