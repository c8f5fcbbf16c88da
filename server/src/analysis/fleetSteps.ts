import { entriesInOrder, placeOf, placesOf } from '../layers/fleet/fleet.ts';
import { childKey, entryKey } from '../layers/fleet/unitKeys.ts';
import { unitChildrenQuery, unitObjectQuery } from '../layers/fleet/units.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A step of the walk through the fleet: something that is applied by hand, or an object that may yield applications. */
export interface FleetStep {
  /** The key of the unit. */
  readonly key: string;
  /** The name that it has below its parent; what it is called by, for one that is applied by hand. */
  readonly name: string;
}

/** Where the walk begins, in order. */
export function firstSteps(analysis: Analysis): Answer<readonly FleetStep[]> {
  return analysis.ask((reader) =>
    entriesInOrder(reader).map((entry) => ({ key: entryKey(entry), name: placeOf(entry) })),
  );
}

/** What a step leads to, and which of the first steps are not needed after it. */
export interface NextSteps {
  readonly steps: readonly FleetStep[];
  readonly covers: readonly string[];
}

/** Goes one step: what it takes to render is then remembered, for the whole fleet to be put together of. */
export function nextSteps(analysis: Analysis, { key }: FleetStep): Answer<NextSteps> {
  return analysis.ask((reader) => {
    const steps = reader
      .get(unitChildrenQuery, key)
      .map((name) => ({ key: childKey(key, name), name }));
    const objects = steps.flatMap((step) => reader.get(unitObjectQuery, step.key) ?? []);
    return { steps, covers: objects.flatMap(placesOf) };
  });
}
