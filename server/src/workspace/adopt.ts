import {
  countedRows,
  draftedAdoption,
  unmetAdoption,
  type AdoptionRequest,
} from '../analysis/adoptDrift.ts';
import type { DriftNeeds, LiveUnit } from '../analysis/driftTypes.ts';
import { sideOfTree, type PlannedTree } from './planFork.ts';
import { provenPlan, type Plan } from './promote.ts';

/** An adoption, and what was read of the cluster for its application. */
export interface Adopting {
  readonly request: AdoptionRequest;
  readonly needs: DriftNeeds;
  readonly live: LiveUnit;
}

/**
 * Plans the edits after which Git says what is live, and proves them on a fork of the tree: nothing but the application
 * changes, what was adopted does not differ any more, and nothing else begins to. `undefined` where there is no such
 * application; nothing is written.
 */
export async function planAdoption(
  tree: PlannedTree,
  { request, needs, live }: Adopting,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  await sideOfTree('', tree).prepareReach(signal);
  const draft = await tree.complete((one) => draftedAdoption(one, request, live), signal);
  if (draft === undefined) return undefined;
  const counted = await tree.complete((one) => countedRows(one, request.key, live), signal);
  return provenPlan(tree, draft, signal, (after) =>
    after.complete((one) => unmetAdoption(one, request, { live, counted }, needs.objects), signal),
  );
}
