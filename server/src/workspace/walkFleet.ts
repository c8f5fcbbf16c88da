import {
  basesOfStep,
  clusterRoots,
  firstSteps,
  nextSteps,
  prepareBase,
  prepareRoot,
  type FleetStep,
} from '../analysis/fleetSteps.ts';
import { layers, prepareLayers } from '../analysis/layers.ts';
import type { Side } from './sides.ts';

/**
 * Makes what the fleet of a tree is put together of in small steps, with a pause before each: whoever asks for the fleet
 * then waits for little, and nobody else waits meanwhile.
 */
export async function walkFleet(
  { complete }: Pick<Side, 'complete'>,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const roots = await complete((one) => ({ kind: 'complete', value: one.roots() }), signal);
  for (let at = 0; at < roots.length; at += rootsAtOnce) {
    await pause();
    await complete((one) => prepareLayers(one, roots.slice(at, at + rootsAtOnce)), signal);
  }
  await pause();
  await complete(layers, signal);
  await pause();
  for (const root of await complete(clusterRoots, signal)) {
    await prepareBases({ complete }, root.key, pause, signal);
    await pause();
    await complete((one) => prepareRoot(one, root), signal);
  }
  await pause();
  const covered = new Set<string>();
  for (const first of await complete(firstSteps, signal)) {
    if (covered.has(first.name)) continue;
    // What delivers itself is not gone into again.
    const seen = new Set<string>();
    const steps: FleetStep[] = [first];
    for (const step of steps) {
      await prepareBases({ complete }, step.key, pause, signal);
      await pause();
      const next = await complete((analysis) => nextSteps(analysis, step), signal);
      for (const place of next.covers) covered.add(place);
      steps.push(...next.steps.filter(({ name }) => !seen.has(name)));
      for (const { name } of next.steps) seen.add(name);
    }
  }
}

/** How many kustomization files are read in one step. */
const rootsAtOnce = 20;

/** Makes the layers that a unit is built on, one after the other. */
export async function prepareBases(
  { complete }: Pick<Side, 'complete'>,
  key: string,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const base of await complete((one) => basesOfStep(one, key), signal)) {
    await pause();
    await complete((one) => prepareBase(one, base), signal);
  }
}
