import type { Reader } from '../../query/database.ts';
import type { Problem } from '../../text/problem.ts';
import { lineage, type UnitKey } from './unitKeys.ts';
import { expandedSetQuery, unitObjectQuery, unitOutputQuery } from './units.ts';

/** A unit that fails, and why. */
export interface FailingUnit {
  readonly key: UnitKey;
  readonly failures: readonly Problem[];
}

/**
 * The units on the way to an application that fail, from the entry on, as far as the way is there. What comes out of them
 * stays on its cluster as it is: an ApplicationSet that fails makes and deletes nothing, and a build that fails is no state
 * to bring a cluster to.
 *
 * Source: Argo CD 3.2.0 applicationset/controllers/applicationset_controller.go `Reconcile` (it returns where
 * `GenerateApplications` fails), controller/state.go `CompareAppState` (ComparisonError); kustomize-controller v1.9.6
 * internal/controller/kustomization_controller.go `reconcile` (it returns where the build fails).
 */
export function failingUnits(reader: Reader, key: UnitKey): readonly FailingUnit[] {
  const found: FailingUnit[] = [];
  for (const [index, unit] of lineage(key).slice(0, -1).entries()) {
    const object = index === 0 ? undefined : reader.get(unitObjectQuery, unit);
    if (index > 0 && object === undefined) break;
    const failures =
      object?.id.kind === 'ApplicationSet'
        ? [reader.get(expandedSetQuery, unit).failure ?? []].flat()
        : reader.get(unitOutputQuery, unit).failures;
    if (failures.length > 0) found.push({ key: unit, failures });
  }
  return found;
}
