import { buildKey, builtQuery } from '../kustomize/build.ts';
import { compareRenders, withoutUnsure, type Render } from '../layers/compareRenders.ts';
import { hiddenPatches } from '../layers/hiddenPatches.ts';
import { closedInputsOf } from '../layers/reach.ts';
import { submodulesOfRoot } from '../layers/submodules.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis, RenderOptions } from './analysis.ts';
import type { Answer } from './answer.ts';
import { masksOfTrees } from './keptTexts.ts';
import { describeComparison, type Impact } from './impact.ts';

/**
 * Compares the two renders of one thing after the other for one output: equal values of Secrets get the same mask in all of
 * it. `changed` are the paths of the tree that differ.
 */
export function newRenderComparer(
  changed: ReadonlySet<FileId>,
  trees: () => readonly Analysis[],
): (before: Render | undefined, after: Render | undefined) => Impact {
  const masks = masksOfTrees(trees);
  return (before, after) =>
    describeComparison(withoutUnsure(compareRenders(before, after, changed)), masks);
}

/** What a root renders to on one side of a comparison; `undefined` where it is no root there. */
export function renderOfRoot(
  analysis: Analysis,
  root: FileId,
  options: RenderOptions,
): Answer<Render | undefined> {
  if (!analysis.rootSet().has(root)) return { kind: 'complete', value: undefined };
  return analysis.ask((reader) => {
    const { resources, failures, gaps } = reader.get(builtQuery, buildKey(root, options));
    const { restrictions } = options;
    const hidden = gaps.length > 0 ? hiddenPatches(reader, root, restrictions, failures) : [];
    const closed = closedInputsOf(reader, root, restrictions);
    const lacking = failures.length === 0 ? [] : submodulesOfRoot(reader, root, restrictions);
    return { resources, failures, gaps: [...gaps, ...lacking], closed, hidden };
  });
}
