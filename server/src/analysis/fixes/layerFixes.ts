import type { Analysis } from '../analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import type { SourcePlace } from '../hover.ts';
import { dropDeadFix, dropEntryFix, dropFix } from './dropFix.ts';
import { extractComponent } from './extractComponent.ts';
import { inlineLayer } from './inlineLayer.ts';
import { complete, type LayerFix } from './layerFix.ts';
import { moveDownFix } from './moveDown.ts';
import { moveUpFix } from './moveUp.ts';

/** What is offered unasked: what there is too much of. */
export function layerFixes(analysis: Analysis, place: SourcePlace): Answer<readonly LayerFix[]> {
  return eachOf(analysis, place, [dropFix, moveUpFix, dropDeadFix, dropEntryFix]);
}

/** What is offered to those who ask for it: other ways to say the same. */
export function layerRefactorings(
  analysis: Analysis,
  place: SourcePlace,
): Answer<readonly LayerFix[]> {
  return eachOf(analysis, place, [moveDownFix, extractComponent, inlineLayer]);
}

type Maker = (analysis: Analysis, place: SourcePlace) => Answer<LayerFix | undefined>;

function eachOf(
  analysis: Analysis,
  place: SourcePlace,
  makers: readonly Maker[],
): Answer<readonly LayerFix[]> {
  const [make, ...rest] = makers;
  if (make === undefined) return complete([]);
  return chainAnswer(make(analysis, place), (fix) =>
    mapAnswer(eachOf(analysis, place, rest), (more) => (fix === undefined ? more : [fix, ...more])),
  );
}
