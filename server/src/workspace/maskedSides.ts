import { deployersThatDiffer, keptTextsOf } from '../analysis/keptTexts.ts';
import type { Side } from './sides.ts';

/** Objects of one side. */
interface Rendered {
  readonly resources: Parameters<typeof deployersThatDiffer>[0];
}

/**
 * Reads what must not be shown of the objects that differ between two renders: what they make charts put into Secrets.
 * Comparing them does not wait for it.
 */
export async function readMasks(
  sides: readonly Pick<Side, 'complete'>[],
  [before, after]: readonly [Rendered | undefined, Rendered | undefined],
  signal: AbortSignal,
): Promise<void> {
  const objects = deployersThatDiffer(before?.resources, after?.resources);
  if (objects.length === 0) return;
  for (const side of sides)
    await side.complete((analysis) => keptTextsOf(analysis, objects), signal);
}
