import { accumulatedQuery, type RootKey } from '../kustomize/accumulate.ts';
import { entriesInOrder, placeOf, placesOf } from '../layers/fleet/fleet.ts';
import { basesOfUnit } from '../layers/fleet/unitBases.ts';
import { childKey, entryKey } from '../layers/fleet/unitKeys.ts';
import { unitChildrenQuery, unitObjectQuery } from '../layers/fleet/units.ts';
import { clusterSecretRoots } from '../layers/register/clusterSecrets.ts';
import { topBuild } from '../layers/topObjects.ts';
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

/** The roots that the clusters of a fleet are read from, as steps, to be made one after the other (`prepareRoot`). */
export function clusterRoots(analysis: Analysis): Answer<readonly FleetStep[]> {
  return analysis.ask((reader) =>
    clusterSecretRoots(reader).map((place) => ({
      key: entryKey({ kind: 'root', place }),
      name: place,
    })),
  );
}

/** Makes what a root on top renders to. */
export function prepareRoot(analysis: Analysis, { name }: FleetStep): Answer<null> {
  return analysis.ask((reader) => {
    topBuild(reader, name);
    return null;
  });
}

/** The layers that a step is made of, the lowest first, to be made one after the other (`prepareBase`). */
export function basesOfStep(analysis: Analysis, key: string): Answer<readonly RootKey[]> {
  return analysis.ask((reader) => basesOfUnit(reader, key));
}

/** Makes a layer that steps are made of. */
export function prepareBase(analysis: Analysis, key: RootKey): Answer<null> {
  return analysis.ask((reader) => {
    reader.get(accumulatedQuery, key);
    return null;
  });
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
