import type { ReadResources } from './objects.ts';
import type { Resource } from './resource.ts';
import type { Report } from './step.ts';

/**
 * What steps made of single resources in earlier revisions. A base is edited far more often in one resource than in all:
 * what comes to a step as the same object, from the same configuration, leaves it as the same object. It holds only what
 * a step would make again, so it is no part of a result; it goes where the value goes that it stands beside.
 */
export interface StepMemo {
  /** By what configures the step, then by the resource that comes in. */
  readonly results: WeakMap<object, Remembered>;
  /** The objects of texts that stand in a configuration, by the part of it that holds the text. */
  readonly texts: WeakMap<object, ReadResources>;
  /** What generators made that read no file, by their configuration. */
  readonly made: WeakMap<object, Resource>;
}

interface Remembered {
  /** What else the step read: results of other inputs do not count. */
  readonly inputs: readonly unknown[];
  readonly byResource: WeakMap<Resource, Resource>;
}

/** An empty memo. */
export function newStepMemo(): StepMemo {
  return { results: new WeakMap(), texts: new WeakMap(), made: new WeakMap() };
}

/**
 * Does a step for one resource, or gives what it made before. `step` is the object that configures it and `inputs` is
 * what else it reads, compared by reference. A result that came with a report, or none, is not remembered.
 */
export function remembered<Result extends Resource | undefined>(
  memo: StepMemo | undefined,
  step: object,
  inputs: readonly unknown[],
  resource: Resource,
  report: Report,
  update: () => Result | Resource,
): Result | Resource {
  if (memo === undefined) return update();
  let entry = memo.results.get(step);
  if (entry === undefined || !sameInputs(entry.inputs, inputs)) {
    entry = { inputs, byResource: new WeakMap() };
    memo.results.set(step, entry);
  }
  const known = entry.byResource.get(resource);
  if (known !== undefined) return known;
  const before = report.count();
  const result = update();
  if (result !== undefined && report.count() === before) entry.byResource.set(resource, result);
  return result;
}

function sameInputs(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((input, index) => input === b[index]);
}

/** The objects of a text, read once as long as `owner` is the same. */
export function rememberedText(
  memo: StepMemo | undefined,
  owner: object,
  read: () => ReadResources,
): ReadResources {
  const known = memo?.texts.get(owner);
  if (known !== undefined) return known;
  const result = read();
  memo?.texts.set(owner, result);
  return result;
}
